import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { frameSvg } from '../../../src/craft/images/frame.js';
import type { Look } from '../../../src/craft/images/person/look.js';
import { bustFace } from '../../../src/craft/images/person/portrait.js';
import { CATEGORIES } from '../../../src/craft/images/places/place-words.js';
import type { Place } from '../../../src/craft/images/places/place.js';
import { filmLines, type FilmLine } from '../../../src/domain/artifacts/film/film-lines.js';
import type { Framing, ShotSize } from '../../../src/domain/artifacts/film/framing.js';
import { canvasOf, placed, type SeenPeople } from '../../../src/domain/artifacts/film/placing.js';
import { staged, type Said } from './staged-read.js';

const CAST = ['ANNE', 'BILL', 'CARL', 'DORA', 'EMIL', 'FAYE'];
const SHAPES = { landscape: canvasOf({ widthPx: 1_280, heightPx: 720 }), upright: canvasOf({ widthPx: 720, heightPx: 1_280 }) };

/** A scene among the first `count` people, how they look, and the line that `speaker` says after each of them has spoken. */
function scene(count: number, speaker = 0): { line: FilmLine; looks: SeenPeople } {
  const names = CAST.slice(0, count);
  const said: Said[] = [...names, names[speaker]!, ...names].map((name, at) => [0, name, `This is line ${at}.`]);
  const read = staged(said);
  const line = filmLines(read.screenplay, read.timeline, 6)[count]!;
  const looks = new Map(read.screenplay.cast.map(({ character }, seat) => [character, read.art.looks[seat]!]));
  return { line, looks: { looks, portraits: new Map(), crowds: new Map() } };
}
const framing = (size: ShotSize, people: readonly string[]): Framing => ({ size, people, part: 'whole', camera: 'still', told: [], mood: null });

describe.each(Object.entries(SHAPES))('in a %s picture', (_name, canvas) => {
  it.each<[size: ShotSize, count: number]>([
    ['wide', 1], ['wide', 2], ['wide', 3], ['wide', 4], ['group', 3], ['group', 4], ['two', 2], ['far', 1], ['medium', 1], ['close', 1],
  ])('%s shots of %i show whole heads of people who stand on its lower edge', (size, count) => {
    const { line, looks } = scene(Math.max(2, count));
    const { people } = placed(canvas, framing(size, CAST.slice(0, count)), line, looks);
    expect(people).toHaveLength(count);
    for (const { look, x, y, scale } of people) {
      const face = bustFace(look);
      expect(y + face.top * scale).toBeGreaterThanOrEqual(0);
      expect(y + 760 * scale).toBeGreaterThanOrEqual(canvas.height);
      const half = face.height * scale * 0.4;
      expect(x + 300 * scale - half).toBeGreaterThan(0);
      expect(x + 300 * scale + half).toBeLessThan(canvas.width);
    }
  });

  it.each(['far', 'medium', 'close', 'two'] as const)('%s shots have room for the highest hat and show a child as large as others', (size) => {
    const { line, looks: { looks } } = scene(2);
    const dressed = (more: Partial<Look>) => new Map([...looks].map(([name, look]) => [name, { ...look, ...more }]));
    const shown = (more: Partial<Look>) => placed(canvas, framing(size, size === 'two' ? ['ANNE', 'BILL'] : ['ANNE']), line, { looks: dressed(more), portraits: new Map(), crowds: new Map() }).people[0]!;
    const hatted = shown({ hat: 'top', age: 'adult' });
    expect(hatted.y + bustFace(hatted.look).top * hatted.scale).toBeGreaterThanOrEqual(0);
    const [child, adult] = [shown({ age: 'child' }), shown({ age: 'adult' })];
    const tall = ({ look, scale }: typeof child): number => bustFace(look).height * scale;
    expect(tall(child) / tall(adult)).toBeGreaterThan(size === 'two' ? 0.6 : 0.99);
  });

  it.each(['two', 'wide', 'group'] as const)('in %s shots no head hides another', (size) => {
    const count = { two: 2, group: 4, wide: 4 }[size];
    const { line, looks } = scene(count);
    const { people } = placed(canvas, framing(size, CAST.slice(0, count)), line, looks);
    const heads = people.map(({ look, x, scale }) => ({ x: x + 300 * scale, half: bustFace(look).height * scale * 0.38 }));
    heads.sort((one, other) => one.x - other.x);
    for (const [at, head] of heads.entries()) if (at > 0) expect(head.x - heads[at - 1]!.x).toBeGreaterThan(head.half + heads[at - 1]!.half);
  });

  it('people look at each other', () => {
    const { line, looks } = scene(4, 1);
    const facings = (size: ShotSize, people: readonly string[]) => {
      const shown = placed(canvas, framing(size, people), line, looks).people;
      return [...shown].sort((one, other) => one.x - other.x).map(({ pose: { facing } }) => facing);
    };
    expect(facings('two', ['BILL', 'DORA'])).toEqual([1, -1]);
    // Bill, the second, speaks; Dora, the last, spoke before.
    expect(facings('wide', CAST.slice(0, 4))).toEqual([1, 1, -1, -1]);
    expect(facings('medium', ['BILL'])).toEqual([1]);
    expect(facings('far', ['DORA'])).toEqual([-1]);
  });

  it('whoever speaks is lit and moves the lips, and the others listen', () => {
    const { line, looks } = scene(3);
    const { people } = placed(canvas, framing('wide', CAST.slice(0, 3)), line, looks);
    expect(people.map(({ presence, pose }) => [presence, pose.expression]).sort()).toEqual([['listening', 'neutral'], ['listening', 'neutral'], ['speaking', 'speaking']]);
  });

  it('the first person that a sentence tells of shows its mood, and the others react', () => {
    const { line, looks } = scene(3);
    const faces = (mood: 'happy' | 'angry', told: readonly string[]): string[] =>
      placed(canvas, { ...framing('wide', CAST.slice(0, 3)), told, mood }, { ...line, isTold: true, text: 'Anne, Bill.' }, looks).people
        .map(({ look, pose }) => `${look.name} ${pose.expression}`).sort();
    expect(faces('happy', ['BILL', 'ANNE'])).toEqual(CAST.slice(0, 3).map((name) => `${name} ${name === 'BILL' ? 'happy' : 'neutral'}`).sort());
    expect(faces('angry', ['BILL', 'ANNE'])).toEqual(CAST.slice(0, 3).map((name) => `${name} ${name === 'BILL' ? 'angry' : 'afraid'}`).sort());
  });

  it('a person weeps only where the narration says so, and not when sad or speaking of tears', () => {
    const { line, looks } = scene(2);
    const tears = (more: Partial<FilmLine>, told: readonly string[] = []): (boolean | undefined)[] =>
      placed(canvas, { ...framing('two', ['ANNE', 'BILL']), told, mood: 'sad' }, { ...line, emotion: 'sad', ...more }, looks).people
        .map(({ look, pose }) => (pose.dry ? false : look.name === 'ANNE'));
    expect(tears({ text: 'I could weep for it.' })).toEqual([false, false]);
    expect(tears({ text: 'Anne sat down and wept.', isTold: true }, ['ANNE']).filter(Boolean)).toEqual([true]);
    expect(tears({ text: 'Anne sat down and was sad.', isTold: true }, ['ANNE'])).toEqual([false, false]);
  });

  it.each<[size: ShotSize, count: number]>([['wide', 4], ['group', 4], ['group', 3], ['two', 2], ['far', 1], ['medium', 1], ['close', 1]])(
    '%s shots of %i show portraits of a service whole, side by side', (size, count) => {
      const { line, looks: { looks } } = scene(Math.max(2, count));
      const names = CAST.slice(0, count);
      const { people } = placed(canvas, framing(size, names), line, { looks, portraits: new Map(names.map((name) => [name, `/images/${name}.png`])), crowds: new Map() });
      const cards = people.map(({ card }) => card!).sort((one, other) => one.x - other.x);
      for (const [at, { x, y, side }] of cards.entries()) {
        expect(Math.min(x, y, canvas.width - x - side, canvas.height - y - side)).toBeGreaterThan(0);
        expect(x).toBeGreaterThan(at > 0 ? cards[at - 1]!.x + cards[at - 1]!.side : 0);
      }
    });

  it('every place can be drawn behind the first and the last of six people', () => {
    for (const [at, category] of CATEGORIES.entries()) {
      for (const side of ['in', 'out'] as const) {
        const place: Place = { side, category, name: `N${at}`, time: at % 2 ? 'day' : 'night', weather: (['clear', 'rain', 'snow'] as const)[at % 3]!, era: 'modern' };
        for (const speaker of [0, 5]) {
          const { line, looks } = scene(6, speaker);
          const shown = placed(canvas, framing('close', [CAST[speaker]!]), line, looks);
          const svg = frameSvg({ ...canvas, scene: { place, seed: 's' }, background: 'drawn', ...shown, people: [], grades: [] });
          expect(new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 32 } }).render().width).toBe(32);
        }
      }
    }
  });
});
