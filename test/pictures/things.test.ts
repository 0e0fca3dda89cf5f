import { describe, expect, it } from '@jest/globals';
import { toLch } from '../../src/craft/images/colour.js';
import { describePlace, parsePlace, type Place } from '../../src/craft/images/places/place.js';
import { readPlaces, type SceneText, type Setting } from '../../src/craft/images/places/place-reading.js';
import { CATEGORIES } from '../../src/craft/images/places/place-words.js';
import { thingsIn, toldTime, toldWeather } from '../../src/craft/images/places/said-things.js';
import { drawnPlace, drawScene, seenPlace } from '../../src/craft/images/scenes/index.js';
import { THING_KINDS, THINGS, type Thing } from '../../src/craft/images/places/things.js';

/** The limit for the SVG of a picture with more things than any text puts into it, at night and in snow. */
const MAX_BYTES = 72_000;
const STORY: Setting = { era: 'victorian', programme: false, people: ['ANNA', 'ROSS'] };
const told = (heading: string, text: string): SceneText => ({ heading, passages: [{ kind: 'told', text }] });
const placeOf = (text: string, heading = ''): Place => readPlaces([told(heading, text)], STORY)[0]!;
const plainPlace = (side: Place['side'], things: Place['things'] = []): Place => (
  { side, category: 'abstract', name: 'X', time: 'day', weather: 'clear', era: 'victorian', things });

/** Words, the things that they put into a place, and things that they must not put there. */
const SAID: readonly (readonly [words: string, things: Thing[], not?: Thing[]])[] = [
  ['A piano stood between two windows, under the portrait of an admiral.', ['piano', 'window', 'picture']],
  ['She set the lamp on the desk, beside the letters.', ['lamp', 'desk', 'papers'], ['table']],
  ['He sat like a statue upon a barrel. There was no fire, and never a clock.', ['barrel'], ['statue', 'fire', 'clock']],
  ['He went to bed at nine o clock.', [], ['bed', 'clock']],
  ['Leafless trees stood along the iron railings.', ['bareTrees', 'railings'], ['trees']],
  ['It was as white as a cloud, and as if a ship had sailed through the door.', [], ['cloud', 'ship', 'door']],
  ['He rose. The cow-dung burned.', [], ['roses', 'cattle']],
  ['A little door led to the cellar stairs.', ['smallDoor', 'stairs'], ['door']],
  ['They came from the river to the bridge.', ['bridge'], ['river']],
  ['He felt a muscular chest under the shirt, and her chest rose and fell.', [], ['chest']],
  ['The sleeping-car stood by the wall, and a motor-car behind the dining car.', ['car']], ['They searched the sleeping-car.', [], ['car']],
  ['An iron chest stood by the wall.', ['chest']], ['They carried her chest of drawers upstairs.', ['chest']],
];

describe('what words put into a place', () => {
  it('is a carriage instead of a car in periods without cars', () => {
    const street = (era: Place['era'], thing: Thing): string => drawScene({ place: { ...plainPlace('out', [{ thing }]), category: 'street', era }, seed: 's' });
    expect(street('victorian', 'car')).toBe(street('victorian', 'carriage'));
    expect(street('modern', 'car')).not.toBe(street('modern', 'carriage'));
  });

  it.each(SAID)('%s', (words, things, not = []) => {
    const found = thingsIn(words).map(({ thing }) => thing);
    expect(found).toEqual(expect.arrayContaining(things));
    expect(found.filter((thing) => not.includes(thing))).toEqual([]);
  });

  it('are cut roses in a room, and bushes in a garden or under glass', () => {
    const said = (text: string): string[] => (placeOf(text).things ?? []).map(({ thing }) => thing).filter((thing) => ['roses', 'flowers'].includes(thing));
    expect(said('It was a comfortable parlour with a good picture or two on the walls, and roses bloomed on the mantel-piece.')).toEqual(['flowers']);
    expect(said('They walked in the garden between the roses.')).toEqual(['roses']);
    expect(said('In the conservatory roses grew up to the glass.')).toEqual(['roses']);
  });

  it('has the colours, the materials and the numbers that are said', () => {
    const things = new Map(thingsIn('Curtains of faded red hung at three windows. A blue rug lay before the marble fireplace, near a rosewood table.')
      .map((said) => [said.thing, said]));
    const hueOf = (thing: Thing): number => toLch(things.get(thing)!.colour!)[2];
    expect(hueOf('curtains')).toBeLessThan(45);
    expect(Math.abs(hueOf('rug') - 255)).toBeLessThan(30);
    expect(toLch(things.get('fire')!.colour!)[0]).toBeGreaterThan(0.8);
    expect(things.get('window')).toMatchObject({ count: 3 });
    expect(things.get('table')!.colour).toBeDefined();
    expect(thingsIn('The table stood by a red chair.').find(({ thing }) => thing === 'table')!.colour).toBeUndefined();
  });

  it('has the hour and the weather of the scene, not of another night', () => {
    expect(toldTime('After a quiet night they rose early in the morning.')).toBe('day');
    expect(toldTime('It was evening, and the last beams of the sun lay on the wall.')).toBe('golden');
    expect(toldTime('The morning was cool, and the sun was just rising.')).toBe('dawn');
    expect(toldTime('He counted the spoons.')).toBeNull();
    expect(toldWeather('A fine drizzle fell, and the wind rose.')).toBe('rain');
    expect(toldWeather('There was no wind. The rain had ceased.')).toBeNull();
    expect(toldWeather('The tombs were of snowy stucco.')).toBeNull();
  });
});

/** Words about a place, how the place must be read (side, category, time, weather), and things that its picture must show. */
const PLACES: readonly (readonly [words: string, kind: string, things: Thing[]])[] = [
  ['Saturn hung over the glass roof of the greenhouse. Tomato racks stood in rows, and a lemon tree at the end.', 'in greenhouse night clear',
    ['planet', 'tomatoes', 'fruitTree']],
  ['It was three in the morning and raining. She opened the brick oven; flour-sacks stood beside the long table.', 'in bakery night rain',
    ['oven', 'sack', 'longTable']],
  ['On deck the rigging creaked. He climbed into the apple barrel. The moon was up.', 'out ship night clear', ['appleBarrel', 'moon']],
  ['She was sitting up in bed. A candle and a tray were on the table, and there was a fire.', 'in bedroom day clear',
    ['bed', 'candle', 'tray', 'table', 'fire']],
  ['They stood on the verandah, above a border of blue flowers.', 'out house day clear', ['verandah', 'flowers', 'steps']],
];

describe('a picture', () => {
  it.each(PLACES)('of "%s" is %s', (words, kind, things) => {
    const place = placeOf(words);
    expect(`${place.side} ${place.category} ${place.time} ${place.weather}`).toBe(kind);
    expect(drawnPlace({ place, seed: 's' }).shown).toEqual(expect.arrayContaining(things));
  });

  it('shows every thing that can be said, wherever there can be one', () => {
    for (const side of ['in', 'out'] as const) {
      for (const thing of THINGS.filter((one) => THING_KINDS[one][side === 'in' ? 'inside' : 'outside'] !== null)) {
        const around = THING_KINDS[thing].inside === 'view' && side === 'in' ? [{ thing: 'window' as const }] : thing === 'walls' && side === 'out'
          ? [{ thing: 'house' as const }] : [];
        // Indoors, a single house is not shown in the view, because it is taken for the building itself; two are.
        const said = { thing, ...(thing === 'house' ? { count: 2 } : {}), ...(thing === 'walls' ? { colour: '#a83a34' } : {}) };
        const [without, within] = [drawnPlace({ place: plainPlace(side, around), seed: 's' }),
          drawnPlace({ place: plainPlace(side, [...around, said]), seed: 's' })];
        expect({ side, thing, isShown: within.shown.includes(thing), changes: within.svg !== without.svg }).toEqual({ side, thing, isShown: true,
          changes: true });
      }
    }
  });

  it('stays small and well formed, however much is said of a place of any kind', () => {
    for (const category of CATEGORIES) {
      for (const side of ['in', 'out'] as const) {
        const can = THINGS.filter((thing) => THING_KINDS[thing][side === 'in' ? 'inside' : 'outside'] !== null);
        for (let from = 0; from < can.length; from += 16) {
          const things = can.slice(from, from + 16).map((thing) => ({ thing, count: 3 }));
          const svg = drawScene({ place: { ...plainPlace(side, things), category, time: 'night', weather: 'snow' }, seed: 's' });
          expect({ category, side, from, fits: svg.length < MAX_BYTES, broken: /NaN|undefined|Infinity/.test(svg) }).toEqual({ category, side, from, fits: true, broken: false });
        }
      }
    }
  });

  it('is described by the things that it shows, and not by those that found no room', () => {
    const place = placeOf('On deck the rigging creaked. A barrel stood by the rail, and a house and a windmill were seen.');
    const seen = seenPlace({ place, seed: 's' });
    expect(place.things!.map(({ thing }) => thing)).toEqual(expect.arrayContaining(['barrel', 'house', 'mill']));
    expect(describePlace(seen)).toBe('The sea by day, with a barrel, in the nineteenth century');
    expect(drawScene({ place: seen, seed: 's' })).toBe(drawScene({ place, seed: 's' }));
  });

  it('is plain where nothing is said', () => {
    for (const heading of ['SOMEWHERE', 'INT. KOWALSKI - DAY', 'EXT. KOWALSKI - DAY', '']) {
      const { svg, shown } = drawnPlace({ place: parsePlace(heading), seed: 's' });
      expect({ heading, shown, simple: (svg.match(/<(?:path|rect|ellipse)/g) ?? []).length < 40 }).toEqual({ heading, shown: [], simple: true });
    }
  });

  it('belongs to one place: two places of a kind never share it, and neither do two that are plain', () => {
    const NAMES = Array.from({ length: 12 }, (_, at) => `Place ${at}`);
    for (const category of CATEGORIES) {
      for (const side of ['in', 'out'] as const) {
        const pictures = NAMES.map((name) => drawScene({ place: { side, category, name, time: 'day', weather: 'clear', era: 'modern' }, seed: 's' }));
        expect({ category, side, pictures: new Set(pictures).size }).toEqual({ category, side, pictures: NAMES.length });
      }
    }
  });

  it('is shared by two scenes that name one place, and shows what both say of it', () => {
    const [first, other, again] = readPlaces([
      told('INT. ROSS\'S PARLOUR - DAY', 'A piano stood by the wall.'), told('INT. ANNA\'S PARLOUR - DAY', 'A piano stood by the wall.'),
        told('INT. ROSS\'S PARLOUR - DAY', 'She looked into the mirror.')], STORY);
    const [one, two, three] = [first!, other!, again!].map((place) => drawnPlace({ place, seed: 's' }));
    expect(one!.svg).toBe(three!.svg);
    expect(one!.shown).toEqual(expect.arrayContaining(['piano', 'mirror']));
    expect(two!.svg).not.toBe(one!.svg);
  });

  it('of a room without a name is another one when its words tell of another room', () => {
    const scenes = [told('', 'He sat in the parlour. The fire burned low, and the clock ticked.'),
      told('', 'She came to the parlour. There were bookshelves and a harp of gold beside the piano.'),
      told('', 'In the parlour the clock had stopped.'), told('', 'Nobody spoke.')];
    const places = readPlaces(scenes, STORY);
    const pictures = places.map((place) => drawScene({ place, seed: 's' }));
    expect(pictures[0] === pictures[1]).toBe(false);
    expect(pictures[0] === pictures[2]).toBe(true);
    expect(pictures[2] === pictures[3]).toBe(true);
  });

  it('is told in words', () => {
    expect(describePlace(placeOf('A dog slept before the fire in the kitchen. It was evening.'))).toBe('A kitchen at dusk, with a dog and a fire in the grate, in the nineteenth century');
  });

  it('takes any words', () => {
    for (const text of ['<svg onload=x> door', 'a table of '.repeat(3_000), 'red '.repeat(9_000), 'like a door as '.repeat(2_000)]) expect(drawScene({ place: placeOf(text), seed: 's' })).not.toMatch(/NaN|undefined|onload/);
  });
});
