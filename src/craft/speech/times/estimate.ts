import { LINE_SAMPLE_RATE } from '../port.js';
import { inOrder, spread, type LineTimes } from './line-times.js';
import { likelyWords } from './said-times.js';
import { lettersOf, shownWords } from './shown-words.js';
import { findSilences } from './silences.js';

/** A shorter silence is the closure of a consonant. */
const PAUSE = { softerByDb: 32, leastMs: 100 };
/** The expected length of a word: a base and an amount per spoken letter. Short function words take less; the last word before a mark is drawn out. */
const [WORD_MS, LETTER_MS] = [40, 72];
const [SMALL_LETTERS, SMALL_WORD_MS, SMALL_LETTER_MS] = [3, 60, 45];
const DRAWN_OUT_MS = 150;
/** The costs of ignoring a pause of 150 ms, of a mark without a pause (`STOP_COST`, `COMMA_COST`), and of a pause without a mark (`BARE_COST`). */
const PAUSE_COST = 1;
const [STOP_COST, COMMA_COST, BARE_COST] = [2.5, 1, 1.2];
/** How far a pause may be from the expected end of the words before it; a tenth of the time before the pause is added. */
const MAX_DRIFT_MS = 3_000;
/** How many pauses and words back the search for the previous anchor goes. */
const [PAUSES_BACK, WORDS_BACK] = [6, 60];

/** A silence within the line; `spokenMs` is the time that was spoken before it. */
interface Pause { spokenMs: number; lengthMs: number }
interface Heard { leadMs: number; spokenMs: number; pauses: Pause[] }

/** Where a line pauses. Null for a silent line. */
function listen(samples: Int16Array, durationMs: number): Heard | null {
  const silences = findSilences(samples, PAUSE);
  if (!silences) return null;
  const within = silences.filter(({ startMs, endMs }) => startMs > 0 && endMs < durationMs);
  const leadMs = silences.find(({ startMs }) => startMs === 0)?.endMs ?? 0;
  const endMs = silences.find((silence) => silence.startMs > 0 && silence.endMs >= durationMs)?.startMs ?? durationMs;
  let silentMs = leadMs;
  const pauses = within.map(({ startMs, endMs: until }): Pause => {
    const pause = { spokenMs: startMs - silentMs, lengthMs: until - startMs };
    silentMs += pause.lengthMs;
    return pause;
  });
  return { leadMs, spokenMs: endMs - silentMs, pauses };
}

function expectedMs(word: string): number {
  const letters = likelyWords(word).map(lettersOf).join('').length || lettersOf(word).length;
  const length = letters <= SMALL_LETTERS ? SMALL_WORD_MS + SMALL_LETTER_MS * letters : WORD_MS + LETTER_MS * letters;
  return length + (markCost(markOf(word)) > 0 ? DRAWN_OUT_MS : 0);
}

/** A pause that lies after a word: index of the pause, number of words before it. */
interface Anchor { pause: number; words: number }

const markOf = (word: string): string => /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]*$/u.exec(word)![0];

/** The cost of no pause at a punctuation mark; 0 without a mark. */
const markCost = (mark: string): number => (/[.!?…—]/u.test(mark) ? STOP_COST : /[,;:–]/u.test(mark) ? COMMA_COST : 0);

/**
 * Chooses the words between which the pauses lie, so that the words between two pauses fill the time between them, long pauses lie at marks, and marks have
 * pauses. `expected` is the expected time before each word and at the end; `marks` is the punctuation after each word.
 */
function placePauses(pauses: readonly Pause[], expected: readonly number[], marks: readonly string[], spokenMs: number): Anchor[] {
  const count = marks.length;
  const costOfMarks = marks.map(markCost);
  const marksBefore = [0];
  for (const cost of costOfMarks) marksBefore.push(marksBefore.at(-1)! + cost);
  const pausesBefore = [0];
  for (const { lengthMs } of pauses) pausesBefore.push(pausesBefore.at(-1)! + PAUSE_COST * Math.min(4, lengthMs / 150) ** 2);
  const timeOf = (pause: number): number => (pause < 0 ? 0 : pauses[pause]?.spokenMs ?? spokenMs);
  // The start of the line counts as pause -1 before all words, the end of the line as a pause after the last word.
  const best = new Map<number, { cost: number; before: Anchor | null }>([[-1 * (count + 1), { cost: 0, before: null }]]);
  const keyOf = ({ pause, words }: Anchor): number => pause * (count + 1) + words;
  for (let pause = 0; pause <= pauses.length; pause++) {
    const isEnd = pause === pauses.length;
    for (let words = isEnd ? count : 1; words <= (isEnd ? count : count - 1); words++) {
      // No voice varies its pace so much, and without this limit a long line would take too long.
      if (!isEnd && Math.abs(expected[words]! - timeOf(pause)) > MAX_DRIFT_MS + timeOf(pause) / 10) continue;
      const own = isEnd ? 0 : (costOfMarks[words - 1]! > 0 ? 0 : BARE_COST);
      let found: { cost: number; before: Anchor } | null = null;
      for (let earlier = isEnd ? -1 : Math.max(-1, pause - PAUSES_BACK); earlier < pause; earlier++) {
        for (let from = earlier < 0 ? 0 : Math.max(1, isEnd ? 0 : words - WORDS_BACK); from < (earlier < 0 ? 1 : words); from++) {
          const known = best.get(earlier * (count + 1) + from);
          if (!known) continue;
          const [time, wanted] = [timeOf(pause) - timeOf(earlier), expected[words]! - expected[from]!];
          const off = (time - wanted) / (40 + 6 * Math.sqrt(wanted));
          const skipped = pausesBefore[pause]! - pausesBefore[earlier + 1]! + marksBefore[words - 1]! - marksBefore[from]!;
          const cost = known.cost + off * off + skipped + own;
          if (!found || cost < found.cost) found = { cost, before: { pause: earlier, words: from } };
        }
      }
      if (found) best.set(keyOf({ pause, words }), found);
    }
  }
  const anchors: Anchor[] = [];
  for (let at: Anchor | null = best.get(keyOf({ pause: pauses.length, words: count }))?.before ?? null; at && at.pause >= 0;) {
    anchors.unshift(at);
    at = best.get(keyOf(at))!.before;
  }
  return anchors;
}

/**
 * Estimates the times of the words of a line from its sound, for voices that report none. Each word gets a share of the spoken time by its letters, and
 * pauses in the sound are matched with marks in the text. `samples` are at 24 kHz.
 */
export function estimateTimes(text: string, samples: Int16Array): LineTimes {
  const durationMs = (samples.length / LINE_SAMPLE_RATE) * 1000;
  const shown = shownWords(text);
  const heard = shown.length > 0 ? listen(samples, durationMs) : null;
  if (!heard) return { text, words: spread(text, durationMs), estimated: true };
  const { leadMs, spokenMs, pauses } = heard;
  const words = shown.map(({ from, to }) => text.slice(from, to));
  const lengths = words.map(expectedMs);
  const scale = spokenMs / lengths.reduce((sum, length) => sum + length, 0);
  const expected = [0];
  for (const length of lengths) expected.push(expected.at(-1)! + length * scale);
  const marks = words.map(markOf);
  const anchors = placePauses(pauses, expected, marks, spokenMs);
  /** The spoken time at word boundaries that are certain; between two of them the words keep their shares. */
  const points = [
    { words: 0, spokenMs: 0 }, ...anchors.map(({ pause, words: count }) => ({ words: count, spokenMs: pauses[pause]!.spokenMs })),
    { words: words.length, spokenMs },
  ];
  const spokenAt = (boundary: number): number => {
    const after = Math.max(1, points.findIndex((point) => point.words >= boundary));
    const [low, high] = [points[after - 1]!, points[after]!];
    const share = (expected[boundary]! - expected[low.words]!) / (expected[high.words]! - expected[low.words]!);
    return low.spokenMs + share * (high.spokenMs - low.spokenMs);
  };
  const silenceBefore = (time: number, included: boolean): number => pauses
    .reduce((sum, pause) => sum + (pause.spokenMs < time - 1e-6 || (included && pause.spokenMs <= time + 1e-6) ? pause.lengthMs : 0), 0);
  return {
    text, estimated: true,
    words: inOrder(shown.map((word, index) => {
      const [start, end] = [spokenAt(index), spokenAt(index + 1)];
      return { ...word, startMs: leadMs + start + silenceBefore(start, true), endMs: leadMs + end + silenceBefore(end, false) };
    }), durationMs),
  };
}
