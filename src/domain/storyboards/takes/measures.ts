import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Ffmpeg } from '../../../craft/ffmpeg/run.js';
import type { Film } from '../../../craft/film/film.js';
import { openingLikeness } from '../../../craft/film/opening-frame.js';
import { RecogniserFailed } from '../../../craft/recogniser/port.js';
import { wordErrors } from '../../../craft/recogniser/word-errors.js';
import { LINE_SAMPLE_RATE } from '../../../craft/speech/port.js';
import { resample } from '../../../craft/speech/resample.js';
import { voiceDistance } from '../../../craft/speech/sound/voice-distance.js';
import { voicePrint, type VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import { loudTimes, restingShare, type Stretch } from '../../../craft/stage/lips.js';
import type { Services } from '../../../kernel/services.js';
import type { BoardedSound } from '../films/film-making.js';
import { pcmBytesOf } from '../films/read-stage.js';

/** Sound below this level, in dB of full scale, counts as silence. */
const SILENT_DB = -45;
/** A line that is more than this below the sounds around it, in dB, is not heard. */
const BURIED_DB = -12;
/**
 * The least share of its words that must be recognised for a line to be understood. Measured: 75 percent and more for good lines, at most 17 for buried lines
 * and for other words.
 */
export const LEAST_SHARE = 0.5;
/** A shorter line is not judged by its words: a recogniser may miss all of them, however well they are spoken. */
const LEAST_WORDS = 3;
/** Time around a line that the recogniser also hears, so that no word is cut. */
const AROUND_MS = 150;

const powerOf = (samples: Int16Array): number => samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length) / 32_768 ** 2;
const decibels = (power: number): number => 10 * Math.log10(power + 1e-12);

/** A stretch of the programme of a film: mono samples at 24 kHz. */
export async function programmeBetween({ pcmPath, format, durationMs }: BoardedSound, fromMs: number, untilMs: number): Promise<Int16Array> {
  const [from, until] = [Math.max(0, fromMs), Math.min(durationMs, untilMs)];
  if (until <= from) return new Int16Array(0);
  const bytes = await buffer(createReadStream(pcmPath, { start: pcmBytesOf(format, from), end: pcmBytesOf(format, until) - 1 }));
  const both = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
  const mono = Float32Array.from({ length: both.length >> 1 }, (_, at) => (both[2 * at]! + both[2 * at + 1]!) / 2);
  return Int16Array.from(resample(mono, format.sampleRate, LINE_SAMPLE_RATE));
}

/** True when a line is loud enough by itself and against the other sounds. `own` and `together` (the whole mix) are mono samples at 24 kHz of the same time. */
export function isLoudEnough(own: Int16Array, gainDb: number, together: Int16Array): boolean {
  const line = powerOf(own) * 10 ** (gainDb / 10);
  return decibels(line) >= SILENT_DB && decibels(line) - decibels(Math.max(0, powerOf(together) - line)) >= BURIED_DB;
}

/** A recogniser of English can judge only words in Latin letters. */
const isHearable = (text: string): boolean => !/(?!\p{Script=Latin})\p{L}/u.test(text);

/** True when a recogniser hears enough of the words of a text; always true for one or two words. */
export function isUnderstood(text: string, heard: string): boolean {
  const { words, missing } = wordErrors(text, heard);
  return words < LEAST_WORDS || 1 - missing.length / words >= LEAST_SHARE;
}

export interface HeardStretch { text: string; own: Int16Array; gainDb: number; startMs: number; endMs: number }

/** True when a line is heard in a film. It must be loud enough; where a recogniser is installed and knows the language, its words must also be understood. */
export async function isHeard(
  { recogniser, log }: Pick<Services, 'recogniser' | 'log'>, sound: BoardedSound, { text, own, gainDb, startMs, endMs }: HeardStretch, isEnglish: boolean, signal: AbortSignal,
): Promise<boolean> {
  if (!isLoudEnough(own, gainDb, await programmeBetween(sound, startMs, endMs))) return false;
  if (!recogniser || !isEnglish || !isHearable(text)) return true;
  try {
    return isUnderstood(text, await recogniser.hear(await programmeBetween(sound, startMs - AROUND_MS, endMs + AROUND_MS), signal));
  } catch (error) {
    if (!(error instanceof RecogniserFailed || error instanceof RangeError)) throw error;
    log.warn({ err: error }, 'a take was not heard by the recogniser');
    return true;
  }
}

/** A line further than `OTHER_VOICE` from the print of its voice may be in another voice. It is, when another print is nearer by `NEARER_BY`. */
const [OTHER_VOICE, NEARER_BY] = [3.5, 1.5];
/** A shorter line, in milliseconds, is too short to tell its voice. */
const LEAST_VOICE_MS = 700;

/** True when a line sounds like the voice of somebody else in the read. Compares voice prints of the line alone, without music. */
export function isInOtherVoice(own: Int16Array, text: string, print: VoicePrint, others: readonly VoicePrint[]): boolean {
  if (own.length < (LEAST_VOICE_MS * LINE_SAMPLE_RATE) / 1_000) return false;
  const said = voicePrint(own, Math.max(1, text.split(/\s+/u).length));
  const distance = voiceDistance(said, print);
  return distance > OTHER_VOICE && others.some((other) => voiceDistance(said, other) + NEARER_BY < distance);
}

/** A shot that shows a speaker, and when the mouth moves, in milliseconds of the film. */
interface SpeakingShot extends Stretch { moving: Stretch[] }

function speakingShots({ shots }: Pick<Film, 'shots'>): SpeakingShot[] {
  let endMs = 0;
  return shots.flatMap((shot) => {
    const startMs = endMs;
    endMs += shot.durationMs;
    const mouths = shot.kind === 'held' ? (shot.details ?? []).filter(({ isMouth }) => isMouth) : [];
    const moving = mouths.flatMap(({ steps }) => steps.flatMap(({ atMs, picture }, at) =>
      (picture ? [{ startMs: startMs + atMs, endMs: startMs + (steps[at + 1]?.atMs ?? shot.durationMs) }] : [])));
    return mouths.length > 0 ? [{ startMs, endMs, moving }] : [];
  });
}

/** Lips are out of step when they rest for a larger share of the time in which their line is loud. */
export const MOST_RESTING = 0.5;
/** The least number of loud stretches of 40 ms for a judgement. */
const LEAST_LOUD = 8;

/**
 * The share of the loud time of a line in which the mouth of the visible speaker rests; null when no speaker is visible for long enough. The line begins in
 * the film at `startMs`.
 */
export function lipsResting(film: Pick<Film, 'shots'>, own: Int16Array, startMs: number): number | null {
  const shots = speakingShots(film);
  const loud = loudTimes(own).map((one) => ({ startMs: startMs + one.startMs, endMs: startMs + one.endMs }))
    .filter((one) => shots.some((shot) => shot.startMs <= one.startMs && one.endMs <= shot.endMs));
  return loud.length < LEAST_LOUD ? null : restingShare(loud, shots.flatMap(({ moving }) => moving));
}

/** The least likeness of the first frame of a take to the picture that it must open with. */
export const LEAST_LIKENESS = 0.6;

/** True when a film opens with the drawn still, in the view of its first shot. A film that opens with footage is not compared and counts as true. */
export async function opensAsDrawn(ffmpeg: Ffmpeg, file: string, { shots }: Pick<Film, 'shots'>, still: Uint8Array, signal: AbortSignal): Promise<boolean> {
  const first = shots[0];
  if (first?.kind !== 'held' || first.footage) return true;
  return await openingLikeness(ffmpeg, file, { still, view: first.from, atMs: first.fadeInMs }, signal) >= LEAST_LIKENESS;
}
