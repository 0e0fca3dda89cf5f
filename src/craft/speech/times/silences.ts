import { LINE_SAMPLE_RATE } from '../port.js';
import { inOrder, type LineTimes, type SoundTime, type WordTime } from './line-times.js';

/** Samples in a frame of 5 ms. */
const FRAME = LINE_SAMPLE_RATE / 200;
const FRAME_MS = 5;

/** A stretch of silence in milliseconds of the line. */
export interface Silence { startMs: number; endMs: number }

/**
 * The silences of a line: runs of frames that are at least `softerByDb` softer than its loud frames and last at least `leastMs`; at the edges of the line,
 * shorter ones too. Null for a line that is silent throughout. `samples` are at 24 kHz.
 */
export function findSilences(samples: Int16Array, { softerByDb, leastMs }: { softerByDb: number; leastMs: number }): Silence[] | null {
  const levels = Array.from({ length: Math.ceil(samples.length / FRAME) }, (_, frame) => {
    const part = samples.subarray(frame * FRAME, (frame + 1) * FRAME);
    return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 0) / part.length + 1e-9);
  });
  const loud = [...levels].sort((one, other) => one - other)[Math.floor(levels.length * 0.9)] ?? -90;
  if (loud < 0) return null;
  const silences: Silence[] = [];
  for (let frame = 0; frame < levels.length;) {
    let end = frame;
    while (end < levels.length && levels[end]! < loud - softerByDb) end += 1;
    const atEdge = frame === 0 || end === levels.length;
    if (end > frame && (atEdge || (end - frame) * FRAME_MS >= leastMs)) silences.push({ startMs: frame * FRAME_MS, endMs: end * FRAME_MS });
    frame = end + 1;
  }
  return silences;
}

/** A pause is quieter than any speech sound except the closure of a consonant, which is shorter. */
const PAUSE = { softerByDb: 35, leastMs: 90 };
/** A silence is assigned to the gap between two words if the times of the words are off by at most this. */
const MAX_OFF_MS = 170;
/** Words are never made shorter than this. */
const MIN_WORD_MS = 30;

const middle = (startMs: number, endMs: number): number => (startMs + endMs) / 2;

/**
 * Adjusts the times of words to the silences of their line, so that every silence lies between two words, before the first or after the last one. Expects
 * times that are correct to about a tenth of a second.
 */
function fittedWords(words: readonly WordTime[], samples: Int16Array): WordTime[] {
  const silences = findSilences(samples, PAUSE);
  const fitted = words.map((word) => ({ ...word }));
  const [first, last] = [fitted[0], fitted.at(-1)];
  if (!silences || !first || !last) return fitted;
  const durationMs = samples.length / (LINE_SAMPLE_RATE / 1000);
  for (const { startMs, endMs } of silences) {
    if (startMs === 0) {
      if (endMs < first.endMs - MIN_WORD_MS) first.startMs = endMs;
      continue;
    }
    if (endMs >= durationMs) {
      if (startMs > last.startMs + MIN_WORD_MS) last.endMs = startMs;
      continue;
    }
    const between = fitted.slice(1).map((next, index) => ({ before: fitted[index]!, next }))
      .map((pair) => ({ ...pair, offMs: Math.abs(middle(pair.before.endMs, pair.next.startMs) - middle(startMs, endMs)) }))
      .sort((one, other) => one.offMs - other.offMs)[0];
    if (!between || between.offMs > MAX_OFF_MS) continue;
    if (startMs < between.before.startMs + MIN_WORD_MS || endMs > between.next.endMs - MIN_WORD_MS) continue;
    between.before.endMs = startMs;
    between.next.startMs = endMs;
  }
  return fitted;
}

/** Moves sounds along with their words; within a word they keep their relative positions. */
function movedSounds(marks: readonly SoundTime[], before: readonly WordTime[], after: readonly WordTime[]): SoundTime[] {
  let at = 0;
  return marks.map((mark) => {
    while (at < before.length - 1 && mark.startMs >= before[at + 1]!.startMs) at += 1;
    const [from, to] = [before[at]!, after[at]!];
    const scale = (to.endMs - to.startMs) / Math.max(1, from.endMs - from.startMs);
    const moved = (ms: number): number => to.startMs + (Math.min(ms, from.endMs) - from.startMs) * scale;
    return { ...mark, startMs: moved(mark.startMs), endMs: moved(mark.endMs) };
  });
}

/** The times of a line with its words (see `fittedWords`) and their sounds adjusted to the silences. `samples` are at 24 kHz. */
export function withSilences(times: LineTimes, samples: Int16Array): LineTimes {
  if (times.words.length === 0) return times;
  const words = fittedWords(times.words, samples);
  const { sounds } = times;
  if (!sounds) return { ...times, words };
  const marks = inOrder(movedSounds(sounds.marks, times.words, words), samples.length / (LINE_SAMPLE_RATE / 1000));
  return { ...times, words, sounds: { ...sounds, marks } };
}
