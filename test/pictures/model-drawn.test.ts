import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shapeOf, shapesOf } from '../../src/craft/images/drawn/pen.js';
import { flawsOfPerson } from '../../src/craft/images/drawn/person.js';
import { flawsOfPlace } from '../../src/craft/images/drawn/place.js';
import { TYPICAL_LOOKS } from '../../src/craft/images/drawn/typical-looks.js';
import { frameSvg } from '../../src/craft/images/frame.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { drawBody } from '../../src/craft/images/person/figure.js';
import type { Look } from '../../src/craft/images/person/look.js';
import { drawBust, statureOf } from '../../src/craft/images/person/portrait.js';
import { restatedLook } from '../../src/craft/images/person/stated-looks.js';
import { parsePlace, type Place } from '../../src/craft/images/places/place.js';
import { drawScene, otherArrangement, placePlanes } from '../../src/craft/images/scenes/index.js';
import type { DrawnThing, PersonDrawing, PlaceDrawing } from '../../src/craft/screenplay/model.js';

const thing = (what: string, depth: number, ...shapes: string[]): DrawnThing => ({ what, depth, shapes });
const stones = (count: number): DrawnThing[] => Array.from({ length: count }, (_, at) =>
  thing(`stone ${at}`, 5, ...Array.from({ length: 4 }, (__, part) => `ellipse #7a${(at * 20 + part * 4 + 16).toString(16)}60 ${100 + at * 200} ${640 + part * 20} 60 30`)));
const LAVA: PlaceDrawing = {
  things: [
    thing('sky', 0, 'rect #202040>#504060 0 0 1600 480'), thing('plain', 1, 'path #6b3a2e M0 470Q800 440 1600 470V900H0Z'), thing('rocket', 4, 'path #c0c6cc M700 600L720 200L780 200L800 600Z', 'glow #ffd890@0.8 750 300 60'),
    ...stones(6),
  ],
};
const OUT = parsePlace('EXT. PLAIN - NIGHT');
const shown = (drawing: PlaceDrawing, place: Partial<Place> = {}): string => drawScene({ place: { ...OUT, ...place, drawing }, seed: 's' });
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('a shape in one line', () => {
  it.each([
    'rect #aabbcc 0 0 1600 900', 'rect #aabbcc>#ddeeff@0.5 -10 0.5 20 20', 'ellipse #AABBCC 10 10 5 5', 'glow #ffd890@.8 10 10 60', 'path #aabbcc M0 0L10 10 20 0Z', 'path #aabbcc@1 M0,0c1-2 3-4 5-6z',
    'line #aabbcc 2.5 M0 0Q10 10 20 0',
  ])('%s is drawn', (line) => {
    expect(shapeOf(line)).not.toBeNull();
  });

  it.each([
    '', 'rect red 0 0 1600 900', 'rect #aabbcc 0 0 1600', 'rect #aabbcc 0 0 1600 900 5', 'rect #aabbcc 0 0 -20 900', 'ellipse #aabbcc 10 10 0 5', 'rect #aabbcc@7 0 0 10 10', 'rect #aabbcc 0 0 99999 10',
    'path #aabbcc L0 0Z', 'path #aabbcc M0 0', 'path #aabbcc M0 0L10 10"/><script>', 'path #aabbcc M0 0Lurl(#g0)', 'line #aabbcc M0 0L9 9', 'text #aabbcc 1 1 hello', 'rect url(http://x) 0 0 1 1', 'image #aabbcc 0 0 9 9',
    `path #aabbcc M0 0${'L10 10'.repeat(200)}`, 'rect #aabbcc 0 0 1e9 9', 'rect #aabbcc 0 0 9 9\nrect #aabbcc 0 0 9 9',
  ])('%s is none', (line) => {
    expect(shapeOf(line)).toBeNull();
  });

  it('brings nothing into a picture but paint and numbers, whatever it is', () => {
    const start = fc.constantFrom('rect #aabbcc ', 'path #aabbcc ', 'line #aabbcc 2 ', 'ellipse #112233>#445566@0.5 ', '');
    fc.assert(fc.property(fc.array(fc.tuple(start, fc.string({ maxLength: 60 })).map((parts) => parts.join('')), { maxLength: 8 }), (lines) => {
      const svg = shown({ things: [...LAVA.things, thing('x', 9, ...lines)] });
      const bare = shown({ things: [...LAVA.things, thing('x', 9, ...lines.filter((line) => shapeOf(line) !== null))] });
      expect(svg).toBe(bare);
      expect(svg.replace(/<\/?(?:svg|defs|g|path|rect|ellipse|stop|linearGradient|radialGradient|clipPath)\b[^<>]*>/g, '')).toBe('');
      expect(svg).not.toMatch(/href|style|script|NaN|on\w+=/i);
    }));
  });
});

describe('a place that a model drew', () => {
  it('is shown in the place of the usual drawing, with the same bytes every time', () => {
    const svg = shown(LAVA);
    expect(svg).toContain('M700 600L720 200');
    expect(svg).toBe(shown(LAVA));
    expect(count(svg, '<ellipse')).toBeGreaterThanOrEqual(24);
    expect(flawsOfPlace(LAVA)).toEqual([]);
  });

  it('is divided into planes by how near its things are, and a later plane is never farther away', () => {
    expect(placePlanes({ place: { ...OUT, drawing: LAVA }, seed: 's' }, 12).map(({ depth }) => depth)).toEqual([0, 0.1, 0.4, 0.5, 'lens']);
    const back = { things: [...LAVA.things, thing('fog', 1, 'rect #ffffff@0.2 0 400 1600 100')] };
    expect(placePlanes({ place: { ...OUT, drawing: back }, seed: 's' }, 12).map(({ depth }) => depth)).toEqual([0, 0.1, 0.4, 0.5, 'lens']);
  });

  it('grows dark at another hour than it was drawn for, and its lamps are seen through the dark', () => {
    const wash = 'fill="#070d26" fill-opacity="0.62"';
    const [night, own, day] = [shown(LAVA), shown({ ...LAVA, time: 'night' }), shown(LAVA, { time: 'day' })];
    expect([night, own, day].map((svg) => count(svg, wash))).toEqual([1, 0, 0]);
    const glow = 'cx="750" cy="300" rx="60"';
    expect([night, own, day].map((svg) => count(svg, glow))).toEqual([2, 1, 1]);
    expect(night.lastIndexOf(glow)).toBeGreaterThan(night.indexOf(wash));
  });

  it('is grey in rain that it was not drawn for', () => {
    const grey = (drawing: PlaceDrawing): number => count(shown(drawing, { time: 'day', weather: 'rain' }), 'fill="#76808c" fill-opacity="0.3"');
    expect([grey(LAVA), grey({ ...LAVA, weather: 'rain' })]).toEqual([1, 0]);
  });

  it('is replaced by our own drawing when another arrangement is wanted', () => {
    const place = { ...OUT, drawing: LAVA };
    const arrangement = otherArrangement([{ place, seed: 's' }], 1)!;
    const { drawing: _drawing, ...plain } = place;
    expect(shown(LAVA, { arrangement })).toBe(drawScene({ place: { ...plain, arrangement }, seed: 's' }));
  });

  it.each([
    ['few things', { things: LAVA.things.slice(0, 4) }, /at least 6 things/],
    ['no ground', { things: LAVA.things.filter(({ what }) => what !== 'plain') }, /cover the whole picture/],
    ['one colour', { things: [LAVA.things[0]!, LAVA.things[1]!, ...Array.from({ length: 8 }, (_, at) => thing(`post ${at}`, 5, ...Array.from({ length: 3 }, () => 'rect #403020 100 500 20 200')))] }, /8 colours/],
    ['something outside', { things: [...LAVA.things, thing('moon', 0, 'ellipse #ffffff 1900 100 40 40')] }, /"moon" lies outside/],
    ['many slips', { things: [...LAVA.things, thing('door', 3, ...Array.from({ length: 8 }, () => 'door #403020 at the left'))] }, /"door #403020 at the left" is no shape/],
    ['too much', { things: [...LAVA.things, ...stones(6), ...stones(6), ...stones(6), ...stones(6), ...stones(6), ...stones(6), ...stones(6), ...stones(6)] }, /at most 200 shapes/],
  ])('with %s is not good enough', (_why, drawing, flaw) => {
    expect(flawsOfPlace(drawing).join('; ')).toMatch(flaw);
  });
});

const DRAWN: PersonDrawing = {
  skin: '', eyes: '#5a6b78', cloth: '#2f4460', behind: ['path #802020 M80 780L150 440L450 440L520 780Z'], clothes: ['path #d8d2c0 M262 434L300 520L338 434Z', 'path #101418@0.3 M60 500L120 500L120 780L60 780Z'], face: ['line #a03020 4 M220 300L240 330'],
  over: ['line #f0e0c0 3 M200 180L400 180'], hat: ['rect #20242c 180 60 240 90'], keepsHat: false, stature: 1, stout: false,
};
const BOATSWAIN: Look = { ...TYPICAL_LOOKS.man, name: 'BOATSWAIN', garment: 'suit', hat: 'none', drawn: DRAWN };

describe('a person whom a model dressed', () => {
  it('wears what it drew, from back to front, and keeps face and hair', () => {
    const svg = drawBust(BOATSWAIN);
    const [behind, clothes, face, over] = ['M80 780L150 440', 'M262 434L300 520', 'M220 300L240 330', 'x="180" y="60"'].map((part) => svg.indexOf(part));
    expect([behind! > 0, clothes! > behind!, face! > clothes!, over! > face!]).toEqual([true, true, true, true]);
    expect(svg).not.toContain('M284.5 485');
    expect(drawBust({ ...BOATSWAIN, garment: 'toga' })).toBe(svg);
    expect(drawBody(BOATSWAIN)).toContain('M262 434L300 520');
  });

  it('has shading clipped to the outline of the body, and opaque surfaces unclipped', () => {
    expect(drawBust(BOATSWAIN)).toMatch(/<g clip-path="url\(#\w+\)"><path d="M60 500L120 500/);
    expect(drawBust(BOATSWAIN)).not.toMatch(/<g clip-path="url\(#\w+\)"><path d="M262 434/);
  });

  it('turns the head with what is on it, and not the clothes', () => {
    const turned = drawBust(BOATSWAIN, { facing: 1 });
    expect(turned).toMatch(/translate\(8 0\)"><rect x="180"/);
    expect(turned).not.toMatch(/translate\(8 0\)"><path d="M262/);
  });

  it('takes the hat off in a house, and not in the open, in a carriage, or when it stays on', () => {
    const frame = (heading: string, look: Look = BOATSWAIN): string => frameSvg({
      width: 1_600, height: 900, scene: { place: parsePlace(heading), seed: 's' }, background: 'drawn', view: { x: 0, y: 0, width: 1_600, height: 900 }, air: 0, grades: [],
      people: [{ look, pose: {}, presence: 'seen', x: 500, y: 140, scale: 1 }],
    });
    const kept = { ...BOATSWAIN, drawn: { ...DRAWN, keepsHat: true } };
    const hats = [frame('INT. KITCHEN - DAY'), frame('EXT. STREET - DAY'), frame('INT. CARRIAGE - DAY'), frame('INT. KITCHEN - DAY', kept)].map((svg) => count(svg, 'x="180" y="60" width="240"'));
    expect(hats).toEqual([0, 1, 1, 1]);
  });

  it('is as tall as it was drawn, within what a picture holds', () => {
    const tall = (stature: number, look: Look = BOATSWAIN): number => statureOf({ ...look, drawn: { ...DRAWN, stature } });
    expect([tall(1), tall(0.5), tall(0.1), tall(3), tall(0.5, { ...BOATSWAIN, age: 'child' })]).toEqual([1, 0.5, 0.45, 1.2, 0.4]);
    expect(drawBust({ ...BOATSWAIN, drawn: { ...DRAWN, stature: 0.5 } })).toContain('translate(150 380) scale(0.5)');
  });

  it('may have the skin colour of a creature', () => {
    expect(drawBust({ ...BOATSWAIN, drawn: { ...DRAWN, skin: '#7a984f' } })).toContain('fill="#7a984f"');
  });

  it('has the build and the colours that the clothes were drawn for', () => {
    const [look] = castLooks('s', [{ name: 'BOATSWAIN', description: 'A fat man in a red coat and a hat', seen: { drawn: DRAWN } }]);
    expect(look).toMatchObject({ drawn: DRAWN, hat: 'none', cloth: '#2f4460', eyeColour: '#5a6b78', build: 0.5, faceWidth: 0.5 });
    const [stout] = castLooks('s', [{ name: 'BOATSWAIN', description: '', seen: { drawn: { ...DRAWN, stout: true } } }]);
    expect(stout).toMatchObject({ build: 1, faceWidth: 1 });
  });

  it('loses the model’s clothes when the canon describes other clothes', () => {
    expect(restatedLook(BOATSWAIN, { words: ['He wears a dressing-gown'] }).drawn).toBeUndefined();
    expect(restatedLook(BOATSWAIN, { words: ['He has blue eyes'] }).drawn).toEqual(DRAWN);
  });

  it.each([
    ['a colour of skin that is none', { skin: 'green' }, /"skin" is #rrggbb/], ['no colour of cloth', { cloth: '' }, /"cloth" is #rrggbb/], ['no colour of eyes', { eyes: 'blue' }, /"eyes" is #rrggbb/], ['no shapes', { over: ['a tall hat', 'a feather'] }, /"a tall hat" is no shape/],
  ])('with %s is not good enough', (_why, changed, flaw) => {
    expect(flawsOfPerson({ ...DRAWN, ...changed }).join('; ')).toMatch(flaw);
    expect(flawsOfPerson(DRAWN)).toEqual([]);
    expect(shapesOf(DRAWN.clothes)).toHaveLength(2);
  });
});
