import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Film, HeldShot, Shot } from '../../../src/craft/film/film.js';
import { makeFilm } from '../../../src/craft/film/make-film.js';
import { planFilm } from '../../../src/craft/film/plan.js';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import type { LineTimes } from '../../../src/craft/speech/times/line-times.js';
import { wantedMouths } from '../../../src/craft/stage/mouth-sounds.js';
import { mouthFrames } from '../../../src/craft/stage/mouth-track.js';
import { filmShots } from '../../../src/domain/artifacts/film/shots.js';
import { portraitShots, type SpeakingPortrait } from '../../../src/domain/artifacts/staging/portrait-film.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { clicks, filmOf, FolderPieces, FPS, framesOf, HEIGHT, PACKET_MS, WIDTH, type ShownFrame } from '../../craft/film/small-films.js';
import { staged, TWO_SCENES, type Said } from './staged-read.js';

const heldOf = (shots: readonly Shot[]): HeldShot[] => shots.filter((shot) => shot.kind === 'held');
/** How often the details of a shot change what they show. */
const changes = ({ details = [] }: HeldShot): number => details.reduce((sum, { steps }) => sum + steps.length, 0);
/** True for a shot with a mouth: one of its details has more than the two pictures for open and closed. */
const isSpoken = ({ details = [] }: HeldShot): boolean => details.some(({ steps }) => new Set(steps.map(({ picture }) => picture?.key)).size > 2);
const keysOf = (said: readonly Said[]): string[] => {
  const read = staged(said);
  return planFilm({ format: read.format, shots: filmShots(read) }, 'ffmpeg').placed.map(({ piece }) => piece.key);
};

describe('the faces of a read', () => {
  it('move in the shots of those who speak, and not where only a narrator is heard or one frame a second is shown', () => {
    const read = staged(TWO_SCENES);
    const spoken = read.timeline.entries.filter(({ entryIndex }) => read.screenplay.entries[entryIndex]!.kind === 'dialogue');
    let startMs = 0;
    const moving = filmShots(read).map((shot) => {
      const own = { startMs, moves: shot.kind === 'held' && isSpoken(shot) };
      startMs += shot.durationMs;
      return own;
    });
    expect(spoken.filter((line) => !moving.find((shot) => shot.startMs === line.startMs)!.moves)).toEqual([]);
    const told = staged([[0, 'NARRATOR', 'The lamp room was cold.'], [0, 'MARA', 'Maybe.'], [0, 'NARRATOR', 'Mara turned away, and nobody spoke for a while.']]);
    expect(heldOf(filmShots(told)).map(isSpoken).filter(Boolean)).toEqual([true]);
    expect(heldOf(filmShots(staged(TWO_SCENES, { format: { grade: 'draft' } }))).filter(({ details }) => details).length).toBe(0);
  });

  it('do not move where a service made the portraits', () => {
    const read = staged(TWO_SCENES);
    const faces = read.art.faces.map((_, seat) => `/images/${seat}`);
    const portraits = new Map(faces.map((image) => [image, { path: image, dataUri: () => Promise.resolve('data:image/png;base64,AA==') }]));
    expect(heldOf(filmShots({ ...read, art: { ...read.art, faces }, portraits })).filter(({ details }) => details)).toEqual([]);
  });

  it('are decided by the line alone: other words earlier leave every later piece as it is', () => {
    const edited = TWO_SCENES.map((line, at) => (at === 2 ? [line[0], line[1], 'I wound it at three, I believe, and perhaps a little more than that.'] as Said : line));
    const [before, after] = [keysOf(TWO_SCENES), new Set(keysOf(edited))];
    const gone = before.filter((key) => !after.has(key));
    expect(gone.length).toBeGreaterThan(0);
    expect(gone.length).toBeLessThanOrEqual(2);
  });

  it('move the mouth at other times for other words', () => {
    const said = (text: string): Said[] => [[0, 'MARA', 'Is it you?'], [0, 'TOBIAS', text]];
    const [one, other] = ['Mama baked bread.', 'Four of us go too'].map((text) => heldOf(filmShots(staged(said(text)))));
    const steps = (shots: HeldShot[]): string => JSON.stringify(shots.at(-1)!.details!.map((detail) => detail.steps.map(({ atMs }) => atMs)));
    expect(steps(one!)).not.toBe(steps(other!));
  });
});

const ffmpeg = await ffmpegForTests();
const [MARA] = castLooks('faces', [{ name: 'MARA', description: 'a woman of thirty', voice: 'female' }]);
/** "Mama", a pause, "mop": in the sounds of a neural voice. */
const MAMA: LineTimes = {
  text: 'Mama, mop.', estimated: false, words: [{ from: 0, to: 5, startMs: 100, endMs: 820 }, { from: 6, to: 10, startMs: 1_500, endMs: 2_000 }],
  sounds: {
    alphabet: 'misaki', marks: [
      { sound: 'm', startMs: 100, endMs: 220 }, { sound: 'ˈɑ', startMs: 220, endMs: 480 }, { sound: 'm', startMs: 480, endMs: 580 }, { sound: 'ə', startMs: 580, endMs: 820 },
      { sound: 'm', startMs: 1_500, endMs: 1_600 }, { sound: 'ˈɑ', startMs: 1_600, endMs: 1_860 }, { sound: 'p', startMs: 1_860, endMs: 2_000 },
    ],
  },
};

describe('a portrait that speaks', () => {
  let root: string;
  let number = 0;
  beforeAll(async () => { root = await mkdtemp(path.join(tmpdir(), 'faces-')); });
  afterAll(async () => { await rm(root, { recursive: true, force: true }); });

  const portrait = (more: Partial<SpeakingPortrait> = {}): SpeakingPortrait => ({
    look: MARA!, name: 'MARA', times: MAMA, lineStartMs: 500, durationMs: 6_016,
    format: { widthPx: WIDTH, heightPx: HEIGHT, framesPerSecond: FPS, grade: 'still' }, ...more,
  });

  async function rendered(shots: Film['shots']): Promise<ShownFrame[]> {
    const folder = path.join(root, `pieces-${++number}`);
    await mkdir(folder);
    const packets = Math.round(shots.reduce((sum, { durationMs }) => sum + durationMs, 0) / PACKET_MS);
    const film = filmOf('still', shots, clicks(packets * PACKET_MS, [], [packets]));
    const made = await makeFilm(ffmpeg, film, { folder: root, pieces: new FolderPieces(folder), outputPath: path.join(root, `film-${number}.mp4`) });
    return framesOf(ffmpeg, made.path);
  }

  /** How much each frame differs on average, in a part of the picture, from the same frame of a film in which the face does not move. */
  function differences(frames: readonly ShownFrame[], still: readonly ShownFrame[], [top, bottom]: readonly [number, number]): number[] {
    return frames.map(({ rgb }, at) => {
      let [sum, count] = [0, 0];
      for (let y = Math.round(top * HEIGHT); y < bottom * HEIGHT; y++) {
        for (let x = Math.round(WIDTH * 0.44); x < WIDTH * 0.56; x++) {
          for (let channel = 0; channel < 3; channel++) {
            sum += Math.abs(rgb[(y * WIDTH + x) * 3 + channel]! - still[at]!.rgb[(y * WIDTH + x) * 3 + channel]!);
            count += 1;
          }
        }
      }
      return sum / count;
    });
  }

  it('opens and closes its mouth with the sounds, shuts its eyes, and lasts as long as asked', async () => {
    const shots = portraitShots(portrait());
    expect(shots.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(6_016, 6);
    const frames = await rendered(shots);
    const still = await rendered(heldOf(shots).map(({ details: _, ...shot }) => shot));
    expect(frames.length).toBe(Math.floor((6_016 * FPS) / 1_000));
    const [mouth, eyes] = [differences(frames, still, [0.55, 0.75]), differences(frames, still, [0.36, 0.52])];
    const wanted = mouthFrames(wantedMouths(MAMA), { fromMs: -500, frames: frames.length, framesPerSecond: FPS });
    const at = (ms: number): number => Math.floor(((ms + 500) * FPS) / 1_000);
    // The mouth is open at vowels, and shut at m, at p and in the pause between the words.
    const open = [300, 400, 1_700].map((ms) => mouth[at(ms)]!);
    const shut = [150, 520, 1_100, 1_300, 1_540, 1_930, 3_000].map((ms) => mouth[at(ms)]!);
    expect(Math.min(...open)).toBeGreaterThan(4 * Math.max(...shut));
    const differs = mouth.filter((difference) => difference > Math.min(...open) / 4).length;
    expect(Math.abs(differs - wanted.filter((one) => one !== 'X' && one !== 'A').length)).toBeLessThanOrEqual(3);
    const blinking = eyes.filter((difference) => difference > 4).length;
    expect([blinking >= 3, blinking <= 9]).toEqual([true, true]);
  });

  it('only breathes and blinks without a line', () => {
    const shots = heldOf(portraitShots(portrait({ times: null, durationMs: 30_000, format: { widthPx: 720, heightPx: 1_280, framesPerSecond: 24, grade: 'cinema' } })));
    expect(shots.every(({ from, to }) => from.zoom !== to.zoom)).toBe(true);
    const blinks = shots.reduce((sum, shot) => sum + changes(shot) / 3, 0);
    expect([blinks >= 5, blinks <= 15]).toEqual([true, true]);
    expect(Math.max(...shots.flatMap(({ details }) => details!.map(({ box }) => box.y)))).toBeLessThan(0.5);
  });
});
