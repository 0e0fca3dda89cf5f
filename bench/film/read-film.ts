import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { packetTimeline, soundParts } from '../../src/craft/audio/packet-timeline.js';
import { planTimeline, type Timeline } from '../../src/craft/audio/timeline.js';
import { SOUND_RATE, type Detail, type Film, type FilmFormat, type HeldShot, type Picture, type Shot, type View } from '../../src/craft/film/film.js';
import { frameSvg, type FrameSpec } from '../../src/craft/images/frame.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { parsePlace } from '../../src/craft/images/places/place.js';
import { seeded, type Random } from '../../src/craft/images/random.js';
import { spread } from '../../src/craft/speech/times/line-times.js';
import { atRest, facesOf } from '../../src/domain/artifacts/staging/faces.js';
import { SAMPLE_CAST, SAMPLE_HEADINGS } from '../../src/main/pictures/samples.js';

const PEOPLE = 4;
const FRAME = { width: 1_600, height: 900 };
const BUST = { width: 600, height: 760 };
const SCALE = 0.62;
const STEP = 330;
const SCENE_MS = 60_000;
const FADE_MS = 600;
/** The pause before the first line and after every line. */
const PAUSE_MS = 500;
const FRAMES_PER_SECOND = 24;
const WORD_MS = 320;
const WORDS = 'the lamp would not move and nobody below knew how many boats were still at sea before five'.split(' ');
/** Peak level of the sound: half of the greatest sample value. */
const LEVEL = 16_000;

/** A line of a read: its scene, its speaker, and how long it is spoken. */
export interface Line { scene: number; speaker: number; spokenMs: number; seed: string }

export interface ReadFilm {
  film: Film;
  /** When the sound of each line begins. */
  spokenAtMs: number[];
  /** For each line, the index of its shot. */
  shotOfLine: number[];
  programme: string;
}

function linesOf(minutes: number, random: Random): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < minutes * 60_000;) {
    const spokenMs = Math.round(random.between(2_500, 8_500));
    lines.push({ scene: Math.floor(at / SCENE_MS), speaker: random.integer(-1, PEOPLE - 1), spokenMs, seed: `line ${lines.length}` });
    at += spokenMs + PAUSE_MS;
  }
  return lines;
}

/** The position of a person in the row along the lower edge. */
const standing = (at: number) => ({
  x: FRAME.width / 2 + (at - (PEOPLE - 1) / 2) * STEP - (BUST.width * SCALE) / 2, y: FRAME.height - BUST.height * SCALE, scale: SCALE,
});

/** A scene with its people; the light is on the speaker. */
function specOf({ scene, speaker }: Pick<Line, 'scene' | 'speaker'>): FrameSpec {
  const place = parsePlace(SAMPLE_HEADINGS[(scene * 7) % SAMPLE_HEADINGS.length]!);
  const looks = castLooks('bench', SAMPLE_CAST.slice(0, PEOPLE));
  return atRest({
    ...FRAME, scene: { place, seed: 'bench' }, background: 'drawn', view: { x: 0, y: 0, ...FRAME }, air: 0, grades: [],
    people: looks.map((look, at) => ({
      look, pose: { expression: at === speaker ? 'speaking' : 'neutral', facing: at < PEOPLE / 2 ? 1 : -1 },
      presence: at === speaker ? 'speaking' : speaker < 0 ? 'seen' : 'listening', ...standing(at),
    })),
  });
}

/** The picture of a line, as the product draws it. */
export const pictureOf = (line: Pick<Line, 'scene' | 'speaker'>): Picture =>
  ({ key: `bench scene ${line.scene} speaker ${line.speaker}`, draw: () => frameSvg(specOf(line)) });

/** Blinks, and mouths that say as many words as the line has time for. */
function movingFaces(line: Line, durationMs: number): Detail[] {
  const random = seeded(`words of ${line.seed}`);
  const text = Array.from({ length: Math.ceil(line.spokenMs / WORD_MS) }, () => random.pick(WORDS)).join(' ');
  const span = { fromMs: 0, frames: Math.floor((durationMs * FRAMES_PER_SECOND) / 1_000 + 1e-6), framesPerSecond: FRAMES_PER_SECOND };
  return facesOf({ spec: specOf(line), words: text, times: { text, words: spread(text, line.spokenMs), estimated: true }, span });
}

/** A slow camera move that depends on the line alone: towards the picture or away from it, and a little sideways. */
export function movesOf(line: Pick<Line, 'seed'>): { from: View; to: View } {
  const random = seeded(`move of ${line.seed}`);
  const [far, near] = [random.between(1.01, 1.03), random.between(1.08, 1.12)];
  const view = (zoom: number): View => ({ x: 0.5 + random.between(-0.03, 0.03), y: 0.5 + random.between(-0.02, 0.02), zoom });
  return random.chance(0.5) ? { from: view(far), to: view(near) } : { from: view(near), to: view(far) };
}

/** Noise that rises and falls like syllables and differs for every line. Two channels. */
export function soundOf({ seed, spokenMs }: Pick<Line, 'seed' | 'spokenMs'>): Int16Array {
  const random = seeded(`sound of ${seed}`);
  const frames = Math.round((spokenMs * SOUND_RATE) / 1_000);
  const samples = new Int16Array(frames * 2);
  let level = 0;
  for (let frame = 0; frame < frames; frame++) {
    level += 0.2 * (random.next() - 0.5 - level);
    const syllable = 0.35 + 0.65 * Math.abs(Math.sin((Math.PI * 4 * frame) / SOUND_RATE));
    const value = Math.round(level * syllable * LEVEL * 2);
    samples[frame * 2] = value;
    samples[frame * 2 + 1] = value;
  }
  return samples;
}

const shotOf = (line: Line, durationMs: number): HeldShot => ({
  kind: 'held', durationMs, picture: pictureOf(line), ...movesOf(line), fadeInMs: 0, fadeOutMs: 0, over: null, details: movingFaces(line, durationMs),
});

/** Writes the sound of all lines, each at its time. */
async function writeProgramme(file: string, lines: readonly Line[], { entries, durationMs }: Timeline): Promise<void> {
  const out = await open(file, 'w');
  try {
    await out.truncate(Math.round((durationMs * SOUND_RATE) / 1_000) * 4);
    for (const [index, line] of lines.entries()) {
      const samples = soundOf(line);
      await out.write(new Uint8Array(samples.buffer), 0, samples.byteLength, Math.round((entries[index]!.startMs * SOUND_RATE) / 1_000) * 4);
    }
  } finally {
    await out.close();
  }
}

/** The times at which the lines are heard, computed as for films of reads. */
const timelineOf = (lines: readonly Line[]): Timeline => packetTimeline(planTimeline(
  lines.map(({ scene, seed, spokenMs }, index) => ({ entryIndex: index, sceneIndex: scene, key: seed, durationMs: spokenMs, pauseAfterMs: PAUSE_MS })),
  { leadInMs: PAUSE_MS, leadOutMs: PAUSE_MS, sceneGapMs: PAUSE_MS + FADE_MS }));

/** A shot for each line until the next one, and a cross-fade at the end of each scene. */
function shotsOf(lines: readonly Line[], { entries, durationMs }: Timeline): { shots: Shot[]; shotOfLine: number[] } {
  const [shots, shotOfLine]: [Shot[], number[]] = [[], []];
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    const fades = next !== undefined && next.scene !== line.scene;
    const spanMs = (entries[at + 1]?.startMs ?? durationMs) - (at === 0 ? 0 : entries[at]!.startMs);
    const shot = shotOf(line, spanMs - (fades ? FADE_MS : 0));
    shotOfLine.push(shots.length);
    shots.push(shot);
    if (fades) shots.push({ kind: 'fade', durationMs: FADE_MS, from: { picture: shot.picture, view: shot.to }, to: { picture: pictureOf(next), view: movesOf(next).from } });
  }
  return { shots, shotOfLine };
}

/**
 * The film of a read of `minutes` minutes: a shot for each line, a cross-fade between scenes, sound in parts. The shorter of two films is the beginning of
 * the longer one. `edited`: the line with this index is spoken 410 ms longer.
 */
export async function readFilm(folder: string, { minutes, format, edited }: { minutes: number; format: FilmFormat; edited?: number }): Promise<ReadFilm> {
  const lines = linesOf(minutes, seeded('bench film'));
  const edit = edited === undefined ? null : lines[edited]!;
  if (edit) Object.assign(edit, { spokenMs: edit.spokenMs + 410, seed: `${edit.seed} again` });
  const timeline = timelineOf(lines);
  const { shots, shotOfLine } = shotsOf(lines, timeline);
  (shots[0] as HeldShot).fadeInMs = FADE_MS;
  const programme = path.join(folder, `programme-${minutes}-${edited ?? 'as-it-was'}.pcm`);
  await writeProgramme(programme, lines, timeline);
  const film: Film = {
    format, shots, chapters: [{ title: 'A read', startMs: 0, endMs: timeline.durationMs }], cover: null,
    sound: {
      pcm: () => createReadStream(programme, { highWaterMark: 1 << 18 }), format: { sampleRate: SOUND_RATE, channels: 2 }, gainDb: 0, ceilingDb: -1,
      parts: soundParts(timeline, SOUND_RATE),
    },
    captions: timeline.entries.map(({ startMs, endMs, key }) => ({ startMs, endMs, speaker: 'Mara', text: key })),
    tags: { title: 'A read', artist: 'Bench', comment: '', language: 'en' },
  };
  return { film, spokenAtMs: timeline.entries.map(({ startMs }) => startMs), shotOfLine, programme };
}
