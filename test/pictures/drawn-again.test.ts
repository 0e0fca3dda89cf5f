import { describe, expect, it } from '@jest/globals';
import { parsePlace, type Place } from '../../src/craft/images/places/place.js';
import { drawnPlace, drawScene, otherArrangement, seenPlace } from '../../src/craft/images/scenes/index.js';
import { DRAWN_THINGS, drawThing } from '../../src/craft/images/scenes/thing-card.js';

const SAID = 'A bed, a candle and a chair stood by the window. Trees and a gate.';
const HEADINGS = [
  'INT. LAMP ROOM - NIGHT', 'EXT. GALLERY - NIGHT', 'INT. KITCHEN - DAY', 'EXT. STREET - DAY', 'EXT. FOREST - DUSK', 'INT. CHURCH - DAY', 'EXT. BEACH - DAY',
  'INT. LIBRARY - NIGHT', 'EXT. CASTLE - NIGHT', 'INT. PRISON CELL - DAY', 'INT. THEATRE - NIGHT', 'INT. STATION - DAY', 'INT. CLASSROOM - DAY', 'SOMEWHERE',
];
const placeOf = (heading: string): Place => seenPlace({ place: parsePlace(heading, SAID), seed: 's' });

describe('a place that is drawn again', () => {
  it.each(HEADINGS)('%s: is another drawing with everything that was to be seen', (heading) => {
    const place = placeOf(heading);
    const arrangement = otherArrangement([{ place, seed: 's' }], 1);
    expect(arrangement).not.toBeNull();
    const other = { place: { ...place, arrangement: arrangement! }, seed: 's' };
    expect(drawScene(other) === drawScene({ place, seed: 's' })).toBe(false);
    expect(drawnPlace(other).shown).toEqual(expect.arrayContaining([...drawnPlace({ place, seed: 's' }).shown]));
    expect(otherArrangement([{ place, seed: 's' }], 1)).toBe(arrangement);
  });

  it('is the same room by day and by night', () => {
    const [day, night] = ['INT. BEDROOM - DAY', 'INT. BEDROOM - NIGHT'].map(placeOf) as [Place, Place];
    const arrangement = otherArrangement([{ place: day, seed: 's' }, { place: night, seed: 's' }], 1)!;
    const isMirrored = (place: Place) => drawScene({ place: { ...place, arrangement }, seed: 's' }).includes('scale(-1 1)');
    expect(isMirrored(day)).toBe(isMirrored(night));
  });
});

describe('a thing by itself', () => {
  it('is drawn the same each time, and otherwise than every other thing', () => {
    const drawn = DRAWN_THINGS.map((thing) => drawThing({ thing }, 's'));
    expect(drawn.filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([]);
    expect(DRAWN_THINGS.length).toBeGreaterThan(100);
    expect(new Set(drawn).size).toBe(DRAWN_THINGS.length);
    expect(DRAWN_THINGS.every((thing, at) => drawThing({ thing }, 's') === drawn[at])).toBe(true);
  });

  it('has the requested colour, and is refused when it cannot be drawn', () => {
    expect(drawThing({ thing: 'door', colour: '#123456' }, 's')).toContain('#123456');
    expect(() => drawThing({ thing: 'snow' }, 's')).toThrow(RangeError);
  });
});
