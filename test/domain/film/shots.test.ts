import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { smallPng } from '../../../src/craft/images/raster.js';
import type { Picture, Shot } from '../../../src/craft/film/film.js';
import { framingOf, MAX_SHOT_MS } from '../../../src/domain/artifacts/film/framing.js';
import { filmLines, linesOfShots } from '../../../src/domain/artifacts/film/film-lines.js';
import { filmShots, plannedShots } from '../../../src/domain/artifacts/film/shots.js';
import { staged, TWO_SCENES, type Said } from './staged-read.js';

const lengthOf = (shots: readonly Shot[]): number => shots.reduce((sum, { durationMs }) => sum + durationMs, 0);
const startsOf = (shots: readonly Shot[]): number[] => shots.map((_, at) => lengthOf(shots.slice(0, at)));
/** A shot as it would be kept: pictures by their keys. */
const kept = (shot: Shot): string => JSON.stringify(shot);
const withText = (said: readonly Said[], at: number, text: string): Said[] =>
  said.map((line, index) => (index === at ? [line[0], line[1], text, ...line.slice(3)] as unknown as Said : line));

const WORDS = 'It was a long way to the reef and nobody who knew the water would have gone there at night without a light'.split(' ');
const text = (seed: number, words: number): string => Array.from({ length: words }, (_, at) => WORDS[(seed * 7 + at * 3) % WORDS.length]).join(' ');

/** Half an hour of talk between these people, in scenes of twenty lines. */
const longRead = (cast: readonly string[], lines: number, scenes: number): Said[] => Array.from({ length: lines }, (_, at) =>
  [Math.floor((at * scenes) / lines), cast[(at * at + at) % cast.length]!, `${text(at, 3 + ((at * 5) % 30))} ${at}.`]);

const READS: [name: string, said: readonly Said[]][] = [
  ['two scenes', TWO_SCENES],
  ['half an hour of five hundred lines', longRead(['MARA', 'TOBIAS', 'NARRATOR', 'PILOT'], 500, 12)],
  ['a conversation in one scene', longRead(['ADA', 'BEN'], 60, 1)],
  ['a documentary whose narrator nobody sees', longRead(['NARRATOR'], 30, 2)],
  ['a reading', longRead(['NARRATOR', 'READER'], 30, 2)],
  ['a cast of twelve', longRead('ANNE BILL CARL DORA EMIL FAYE GUY HUGO INGA JACK KATE LEO'.split(' '), 120, 3)],
  ['a single line', [[0, 'MARA', 'Is anyone out there?']]],
];

describe('two who speak at once', () => {
  const read = staged([[0, 'MARA', 'Good evening, Tobias.'], [0, 'MARA', 'You did say so.'], [0, 'TOBIAS', 'I never said that I would stay here.'], [0, 'MARA', 'Never.']]);
  const { entries, durationMs } = read.timeline;
  // TOBIAS begins just after MARA, and all that follows comes earlier.
  const earlierMs = entries[2]!.startMs - (entries[1]!.startMs + 240);
  const timeline = { ...read.timeline, durationMs: durationMs - earlierMs, entries: entries.map((entry, at) =>
    (at < 2 ? entry : { ...entry, startMs: entry.startMs - earlierMs, endMs: entry.endMs - earlierMs })) };
  const both = { ...read, timeline };

  it('share a shot that lasts as long as either of them', () => {
    const lines = linesOfShots(filmLines(both.screenplay, timeline, 4));
    expect(lines.map(({ entryIndex, joinedBy }) => [entryIndex, joinedBy ?? null])).toEqual([[0, null], [1, 'TOBIAS'], [3, null]]);
    expect(lines[1]!.untilMs).toBe(lines[2]!.startMs);
    expect(framingOf(lines[1]!, { part: 0, parts: 1, durationMs: 3_000, told: [], mood: null, from: 0 })).toMatchObject({ size: 'two', people: ['MARA', 'TOBIAS'] });
    expect(lengthOf(filmShots(both))).toBe(timeline.durationMs);
  });
});

describe.each(READS)('the shots of %s', (_name, said) => {
  const read = staged(said);
  const shots = filmShots(read);

  it('last as long as the timeline, none longer than seven seconds, and begin at the lines', () => {
    expect(lengthOf(shots)).toBe(read.timeline.durationMs);
    expect(shots.filter(({ durationMs }) => durationMs <= 0 || durationMs > MAX_SHOT_MS || !Number.isInteger(durationMs))).toEqual([]);
    const starts = new Set(startsOf(shots));
    expect(read.timeline.entries.filter(({ startMs }) => !starts.has(startMs))).toEqual([]);
  });

  it('keep the camera within the picture', () => {
    const views = shots.flatMap((shot) => (shot.kind === 'held' ? [shot.from, shot.to] : [shot.from.view, shot.to.view]));
    const edges = views.flatMap(({ x, y, zoom }) => [x - 0.5 / zoom, y - 0.5 / zoom, 1 - x - 0.5 / zoom, 1 - y - 0.5 / zoom]);
    expect(Math.min(...edges)).toBeGreaterThan(-1e-3);
    expect(Math.min(...views.map(({ zoom }) => zoom))).toBeGreaterThanOrEqual(1);
  });

  it('show only people of the scene, and nobody twice', () => {
    const lines = filmLines(read.screenplay, read.timeline, 6);
    for (const line of lines) {
      for (let part = 0; part < 4; part++) {
        const { people } = framingOf(line, { part, parts: 4, durationMs: 5_000, told: line.moment.standing.slice(0, 1), mood: null, from: 0 });
        const present = read.screenplay.entries.filter(({ sceneIndex }) => sceneIndex === line.sceneIndex).map(({ character }) => character);
        expect(people.filter((name) => !present.includes(name))).toEqual([]);
        expect(new Set(people).size).toBe(people.length);
        expect(people.length).toBeLessThanOrEqual(6);
      }
    }
  });

  it('show one picture in two successive shots in 3 percent at most, unless the camera continues its move', () => {
    const again = shots.flatMap((shot, at) => {
      const before = shots[at - 1];
      if (shot.kind !== 'held' || before?.kind !== 'held' || before.picture.key !== shot.picture.key) return [];
      return Math.abs(before.to.zoom - shot.from.zoom) < 0.02 ? [] : [at];
    });
    expect(again.length).toBeLessThanOrEqual(shots.length * 0.03);
  });
});

describe('an edit', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('of line %i changes the shots of that line alone', (at) => {
    const before = filmShots(staged(TWO_SCENES));
    for (const words of ['No.', text(at, 9), text(at, 60)]) {
      const read = staged(withText(TWO_SCENES, at, words));
      const after = filmShots(read);
      const { startMs } = read.timeline.entries[at]!;
      const endMs = read.timeline.entries[at + 1]!.startMs;
      const starts = startsOf(after);
      const others = after.filter((_, place) => starts[place]! < startMs || starts[place]! >= endMs).map(kept);
      const known = new Set(before.map(kept));
      expect(others.filter((shot) => !known.has(shot))).toEqual([]);
    }
  });

  it('that puts a line between two people leaves the other scenes as they are', () => {
    const before = new Set(filmShots(staged(TWO_SCENES)).map(kept));
    const more = filmShots(staged([...TWO_SCENES.slice(0, 3), [0, 'MARA', 'A year?'], ...TWO_SCENES.slice(3)]));
    expect(more.filter((shot) => !before.has(kept(shot))).length).toBeLessThanOrEqual(3);
  });
});

describe('a film', () => {
  const first = (options: Parameters<typeof staged>[1]) => filmShots(staged(TWO_SCENES, options));

  it('is the same whenever it is planned', async () => {
    expect(first({}).map(kept)).toEqual(first({}).map(kept));
    const draw = async () => Promise.all(first({}).flatMap((shot) => (shot.kind === 'held' ? [Promise.resolve(shot.picture.draw())] : [])));
    expect(await draw()).toEqual(await draw());
  });

  it('opens out of black with its title over the first place, or on a card, and ends in black', () => {
    const [head] = first({});
    expect(head).toMatchObject({ kind: 'held', fadeInMs: 500, over: { key: expect.any(String) } });
    expect(first({ theater: { titleLayout: 'card' } })[0]).toMatchObject({ kind: 'held', fadeInMs: 500, over: null });
    expect(first({}).at(-1)).toMatchObject({ kind: 'held', fadeOutMs: 1_200 });
  });

  it('names everybody once, when they are first heard', () => {
    const read = staged(TWO_SCENES);
    const shots = filmShots(read);
    const starts = startsOf(shots);
    const named = shots.flatMap((shot, at) => (shot.kind === 'held' && shot.over && at > 0 ? [[starts[at], shot.over.key] as const] : []));
    expect(named.map(([startMs]) => startMs)).toEqual([1, 2, 8].map((at) => read.timeline.entries[at]!.startMs));
    expect(new Set(named.map(([, key]) => key)).size).toBe(3);
  });

  it('fades or cuts between scenes as the theater does', () => {
    const fades = (shots: Shot[]) => shots.filter(({ kind }) => kind === 'fade').map(({ durationMs }) => durationMs);
    expect(fades(first({}))).toEqual([600]);
    expect(fades(first({ theater: { transition: 'cut' } }))).toEqual([]);
    expect(fades(first({ theater: { transitionMs: 5_000 } }))).toEqual([expect.any(Number)]);
    expect(fades(first({ theater: { transitionMs: 5_000 } }))[0]).toBeLessThan(1_600);
  });

  it('uses the transition, summary and text reveal of a scene that is staged', async () => {
    const read = staged(TWO_SCENES);
    const asItIs = { backdropPrompt: null, promptBy: null, transition: null, transitionMs: null, media: null, summary: null, textReveal: null } as const;
    const scene = { sceneIndex: 1, ...asItIs, fxCues: null };
    const shotsWith = (own: object, theater = {}) => filmShots({ ...staged(TWO_SCENES, { theater }), staged: new Map([[1, { ...scene, ...own }]]) });
    const fades = (shots: Shot[]) => shots.filter(({ kind }) => kind === 'fade').map(({ durationMs }) => durationMs);
    expect([fades(shotsWith({ transition: 'cut' })), fades(shotsWith({ transition: 'fade', transitionMs: 250 }, { transition: 'cut' }))]).toEqual([[], [250]]);

    const before = filmShots(read);
    const summed = shotsWith({ summary: 'The reef <below>', textReveal: 'spotlight' });
    const otherwise = summed.flatMap((shot, at) => (kept(shot) === kept(before[at]!) ? [] : [{ shot, startMs: startsOf(summed)[at] }]));
    // Two shots change: the place of the scene, and the first shot of its first line. The fade between them is of pictures without words.
    expect(otherwise.map(({ startMs }) => startMs)).toEqual([expect.any(Number), read.timeline.entries[6]!.startMs]);
    const [opens] = otherwise;
    const [words] = opens!.shot.kind === 'held' ? opens!.shot.passing! : [];
    const svg = await (words!.shown as Picture).draw();
    expect(new Resvg(svg, { fitTo: { mode: 'width', value: 160 } }).render().width).toBe(160);
    expect(kept(shotsWith({ summary: 'The reef <below>', textReveal: 'fade' })[summed.indexOf(opens!.shot)]!)).not.toBe(kept(opens!.shot));
  });

  it('shows other pictures without the drawings of its places', () => {
    const keys = (options: Parameters<typeof staged>[1]) => new Set(first(options).flatMap((shot) => (shot.kind === 'held' ? [shot.picture.key] : [])));
    const light = keys({ theater: { backgrounds: 'light' } });
    expect([...keys({})].filter((key) => light.has(key))).toEqual([]);
  });

  it('shows portraits and places that a service made instead of drawings', async () => {
    const red = smallPng('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" fill="#ff0000"/></svg>', 16).toString('base64');
    const image = (path: string) => ({ path, dataUri: async () => `data:image/png;base64,${red}` });
    const read = staged(TWO_SCENES);
    const faces = read.screenplay.cast.map(({ character }) => (character === 'MARA' ? '/images/mara.png' : null));
    const mara = { ...read, art: { ...read.art, faces } };
    const drawn = new Set(filmShots(read).flatMap((shot) => (shot.kind === 'held' ? [shot.picture.key] : [])));
    const other = filmShots({ ...mara, portraits: new Map([['/images/mara.png', image('/images/mara.png')]]), backdrops: [null, image('/images/plate.png')] })
      .flatMap((shot) => (shot.kind === 'held' && !drawn.has(shot.picture.key) ? [shot.picture] : []));
    expect(other.length).toBeGreaterThan(3);
    for (const picture of other) {
      const { pixels } = new Resvg(await picture.draw(), { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 64 } }).render();
      const isRed = (at: number): boolean => pixels[at * 4]! > 150 && pixels[at * 4 + 1]! < 90 && pixels[at * 4 + 2]! < 90;
      expect(Array.from({ length: pixels.length / 4 }, (_, at) => at).filter(isRed).length).toBeGreaterThan(50);
    }
    expect(filmShots(mara).map(kept)).toEqual(filmShots(read).map(kept));
  });

  it.each([[1_280, 720], [720, 1_280], [1_920, 1_080]])('of %i×%i has pictures of that shape', async (widthPx, heightPx) => {
    for (const shot of first({ format: { widthPx, heightPx }, theater: { titleLayout: 'card' } })) {
      if (shot.kind !== 'held') continue;
      for (const picture of [shot.picture, ...shot.over ? [shot.over] : []]) {
        const svg = await picture.draw();
        expect(svg).not.toMatch(/<script|<foreignObject|<image|<text|<style|href=|\son\w+=|NaN|undefined|Infinity|url\((?!#)/i);
        const drawn = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 64 } }).render();
        expect(Math.abs(drawn.height / drawn.width - heightPx / widthPx)).toBeLessThan(0.02);
      }
    }
  });
});

describe('the closing credits', () => {
  const read = staged(TWO_SCENES);
  const { timeline } = read;
  const last = timeline.entries.at(-1)!;
  const closing = { key: 'k', text: 'That was all.', startMs: last.endMs + 900, endMs: last.endMs + 2_900 };
  const entries = [...timeline.entries.slice(0, -1), { ...last, silenceAfterMs: last.silenceAfterMs + 4_000 }];
  const credited = { ...read, timeline: { ...timeline, closing, durationMs: timeline.durationMs + 4_000, entries } };

  it('are heard over the place that everybody has left, which fades out', () => {
    const shots = plannedShots(credited);
    const { shot, moment } = shots.at(-1)!;
    expect(lengthOf(shots.map((planned) => planned.shot))).toBe(credited.timeline.durationMs);
    expect(shot).toMatchObject({ durationMs: credited.timeline.durationMs - closing.startMs + 400, fadeOutMs: expect.any(Number) });
    expect([moment!.spec.people, (shot as { fadeOutMs: number }).fadeOutMs > 0]).toEqual([[], true]);
    expect(shots.at(-2)!.moment!.spec.people.length).toBeGreaterThan(0);
    // The lines before keep their shots.
    expect(shots.slice(0, -2).map((planned) => kept(planned.shot))).toEqual(plannedShots(read).slice(0, -1).map((planned) => kept(planned.shot)));
  });

  it('are not shown in a part of a film', () => {
    const part = { firstEntry: last.entryIndex, lastEntry: last.entryIndex };
    expect(plannedShots({ ...credited, part }).at(-1)!.moment!.spec.people.length).toBeGreaterThan(0);
  });
});

describe('a whispered line', () => {
  it('is not shown with anyone but the speaker and the next speaker', () => {
    const words = 'Say nothing of the lamp, and nothing of the boat, and keep the other rope where nobody can see it until the tide is in and they have gone to bed. '.repeat(4);
    const talk = (emotion: 'whisper' | 'neutral') => plannedShots(staged([
      [0, 'MARA', 'Is everybody here?'], [0, 'PILOT', 'All of us.'], [0, 'TOBIAS', 'And the boy.'], [0, 'MARA', words, emotion], [0, 'TOBIAS', 'I heard you.'], [0, 'PILOT', 'What was that?'],
    ])).flatMap(({ moment }) => (moment?.line.entryIndex === 3 && moment.part! > 0 ? [moment.spec.people.map(({ look }) => look.name)] : []));
    expect(talk('whisper').length).toBeGreaterThan(3);
    expect(talk('whisper').filter((people) => people.some((name) => name === 'PILOT'))).toEqual([]);
    expect(talk('neutral').some((people) => people.includes('PILOT'))).toBe(true);
  });
});
