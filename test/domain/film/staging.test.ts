import { describe, expect, it } from '@jest/globals';
import type { HeldShot, Shot } from '../../../src/craft/film/film.js';
import { areaFor, CANVAS_PLACES, type Area } from '../../../src/craft/stage/canvas-places.js';
import type { StagedScene } from '../../../src/domain/artifacts/overlays/theater-scene.js';
import { filmLines } from '../../../src/domain/artifacts/film/film-lines.js';
import { FilmPictures } from '../../../src/domain/artifacts/film/film-pictures.js';
import { filmShots } from '../../../src/domain/artifacts/film/shots.js';
import { faceOf } from '../../../src/domain/artifacts/staging/face-areas.js';
import { staged, TWO_SCENES, type Said } from './staged-read.js';

const PLAIN = staged(TWO_SCENES);
const startOf = (entry: number, read = PLAIN): number => read.timeline.entries[entry]!.startMs;
const motion = (entryIndex: number, more: object) =>
  ({ sceneIndex: entryIndex < 6 ? 0 : 1, entryIndex, composition: 'motion-only', caption: null, direction: null, durationMs: null, ...more });
const beat = (entryIndex: number, text: string, more: object = {}) => ({ entryIndex, text, nounKey: null, place: 'top', reveal: 'fade', durationMs: null, ...more });
const moving = (motions: object[], said: readonly Said[] = TWO_SCENES) => ({ ...staged(said), overlays: { 'theater-motion': { motions } } });
const showing = (scenes: object[]) => ({ ...PLAIN, overlays: { 'theater-canvas': { scenes } } });

interface At { shot: Shot; startMs: number }
function timed(shots: readonly Shot[]): At[] {
  let clockMs = 0;
  return shots.map((shot) => {
    const startMs = clockMs;
    clockMs += shot.durationMs;
    return { shot, startMs };
  });
}
const kept = (shot: Shot): string => JSON.stringify(shot);
/** The shots that are not in the plain film, with their times. */
function changed(read: typeof PLAIN): { shot: HeldShot; startMs: number }[] {
  const known = new Set(filmShots(PLAIN).map(kept));
  return timed(filmShots(read)).filter(({ shot }) => !known.has(kept(shot))).map(({ shot, startMs }) => ({ shot: shot as HeldShot, startMs }));
}

describe('a motion in the shots of a film', () => {
  it('changes only the shots of its line, and continues through them', () => {
    const shots = changed(moving([motion(2, { direction: 'slow push in on Mara' })]));
    expect(shots.length).toBe(2);
    expect(shots.every(({ startMs }) => startMs >= startOf(2) && startMs < startOf(3))).toBe(true);
    const [first, second] = shots.map(({ shot }) => shot);
    expect([first!.from.zoom, first!.to, second!.to.zoom > 1.15]).toEqual([1, second!.from, true]);
    // Both shots show one picture with everybody in it, from the beginning of the motion to its end.
    expect(first!.picture.key).toBe(second!.picture.key);
    expect(first!.via!.length).toBeGreaterThan(2);
  });

  it('with a duration continues through the next lines of its scene, and gives way to the next motion', () => {
    const long = changed(moving([motion(2, { direction: 'pan left', durationMs: 30_000 })]));
    // The motion lasts over the cross-fade after the scene's last picture, and no further.
    expect(long.every(({ startMs }) => startMs >= startOf(2) && startMs < startOf(6))).toBe(true);
    expect(long.some(({ startMs }) => startMs === startOf(5))).toBe(true);
    const cut = changed(moving([motion(2, { direction: 'pan left', durationMs: 30_000 }), motion(3, { direction: 'hold' })]));
    expect(cut.every(({ startMs }) => startMs < startOf(4))).toBe(true);
    expect(cut.at(-1)!.shot).toMatchObject({ from: { x: 0.5, y: 0.5, zoom: 1 }, to: { x: 0.5, y: 0.5, zoom: 1 } });
  });

  it('stays as it is when another line is edited', () => {
    const said = TWO_SCENES.map((line, at) => (at === 0 ? [line[0], line[1], 'It was cold.'] as const : line));
    const motions = [motion(2, { direction: 'handheld' }), motion(7, { direction: 'fast push in', caption: 'Now' })];
    const before = new Set(filmShots(moving(motions)).map(kept));
    const after = moving(motions, said);
    expect(timed(filmShots(after)).filter(({ shot, startMs }) => !before.has(kept(shot)) && startMs >= startOf(1, after))).toEqual([]);
  });

  it('behind people moves the place and not the people, and both fade into the next scene', async () => {
    const shots = changed(moving([motion(5, { composition: 'performance-motion-overlay', direction: 'fast pan right', caption: 'She turned' })]));
    const [line, fade] = shots.map(({ shot }) => shot as Shot);
    if (line?.kind !== 'held' || fade?.kind !== 'fade') throw new Error('a line and a cross-fade were expected');
    expect([line.from.x < line.to.x, line.passing!.map(({ fromMs, rise }) => [fromMs, rise > 0])]).toEqual([true, [[0, true]]]);
    const [place, people, end] = await Promise.all([line.behind!, line.picture, fade.from.picture].map(async (picture) => picture.draw()));
    // The element ids of a person begin with `f` and the place of that person in the row.
    expect([place, people, end].map((svg) => svg!.includes('"f0'))).toEqual([false, true, true]);
  });
});

describe('words on the stage of a film', () => {
  it('stay over the shots of their time, and fade in at its beginning and out at its end', () => {
    const shots = changed(showing([{ sceneIndex: 1, beats: [beat(7, 'The reef', { durationMs: 4_000, reveal: 'drift' })] }]));
    const [first, second] = shots.map(({ shot }) => shot.passing![0]!);
    expect(shots.map(({ startMs }) => startMs)).toEqual([startOf(7), startOf(8)]);
    expect([first!.fadeInMs > 0, first!.fadeOutMs, first!.rise]).toEqual([true, 0, 0.04]);
    expect([second!.fadeInMs, second!.fadeOutMs > 0, second!.rise, second!.untilMs]).toEqual([0, true, 0, 4_000 - (startOf(8) - startOf(7))]);
  });

  it('give way to words at the same place, and to no others', () => {
    const untilOf = (place: string): number => {
      const shots = changed(showing([{ sceneIndex: 0, beats: [beat(1, 'One', { durationMs: 30_000 }), beat(3, 'Two', { place })] }]));
      return shots.filter(({ shot }) => shot.passing!.length > 0).findLast(({ shot }) => shot.passing!.some(({ rise }) => rise === 0))!.startMs;
    };
    expect([untilOf('top'), untilOf('left') > startOf(3)]).toEqual([startOf(3), true]);
  });

  it('are left out when their entry now stands in another scene', () => {
    expect(changed(showing([{ sceneIndex: 0, beats: [beat(7, 'Elsewhere')] }]))).toEqual([]);
    expect(changed(moving([{ ...motion(7, { direction: 'shake' }), sceneIndex: 0 }]))).toEqual([]);
  });

  it('of a scene appear as they do on its page', () => {
    const staged = { backdropPrompt: null, promptBy: null, transition: null, transitionMs: null, media: null, fxCues: null };
    const scene: StagedScene = { ...staged, sceneIndex: 1, summary: 'Below', textReveal: 'drift' };
    const [opens, line] = changed({ ...PLAIN, staged: new Map([[1, scene]]) }).map(({ shot }) => shot.passing![0]!);
    expect([opens!.rise, opens!.fadeInMs > 0, opens!.fadeOutMs]).toEqual([0.04, true, 0]);
    expect([line!.rise, line!.fadeInMs, line!.fadeOutMs > 0]).toEqual([0, 0, true]);
  });

  it.each([[1_280, 720], [720, 1_280]])('cover no face of a film of %i×%i', (widthPx, heightPx) => {
    const read = staged(TWO_SCENES, { format: { widthPx, heightPx } });
    const pictures = new FilmPictures(read);
    const covered: string[] = [];
    for (const line of filmLines(read.screenplay, read.timeline, widthPx > heightPx ? 6 : 4)) {
      for (const part of [0, 1, 2, 3]) {
        const { framing, shown } = pictures.placed(line, { part, parts: 4, durationMs: 5_000, told: line.moment.standing.slice(0, 1), mood: null, from: 0 });
        const faces = shown.people.map((person) => faceOf(person, pictures.canvas));
        const meets = (one: Area, other: Area): boolean =>
          one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
        for (const place of CANVAS_PLACES) {
          const area = areaFor(place, heightPx > widthPx, faces);
          if (faces.some((face) => meets(face, area))) covered.push(`${framing.size} ${place}`);
        }
      }
    }
    expect(covered).toEqual([]);
  });
});
