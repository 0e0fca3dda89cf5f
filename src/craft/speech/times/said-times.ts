import { expand } from '../text/expand.js';
import { toPlainText } from '../text/plain-text.js';
import { inOrder, type LineTimes, type SaidTimes, type WordTime } from './line-times.js';
import { matchWords } from './match-words.js';
import { lettersOf, shownWords } from './shown-words.js';

/** The words that a written word is likely said as: `1894` is "eighteen" and "ninety-four". */
export function likelyWords(word: string): string[] {
  const plain = toPlainText(word);
  return plain.kind === 'words' ? expand(plain.text, 'gb').split(/[\s—…]+/u).filter((each) => lettersOf(each) !== '') : [];
}

interface Said { letters: string; startMs: number; endMs: number }

/** The time at a place among the said words; `ends` for a place that ends a word, at whose end the pause has not begun. */
function timeAt(said: readonly Said[], place: number, ends: boolean): number {
  const whole = Math.min(ends ? Math.ceil(place) - 1 : Math.floor(place), said.length - 1);
  const { startMs, endMs } = said[Math.max(0, whole)]!;
  return startMs + (endMs - startMs) * Math.min(1, Math.max(0, place - whole));
}

/** Times for every word of a text from the times of what was said for it. */
function timesOf(text: string, said: readonly Said[], durationMs: number): WordTime[] {
  const shown = shownWords(text);
  const words = shown.map(({ from, to }) => text.slice(from, to));
  const spans = matchWords(words.map(lettersOf), said.map(({ letters }) => letters), (index) => likelyWords(words[index]!));
  if (said.length === 0) return [];
  return inOrder(shown.map((word, index) => ({
    ...word, startMs: timeAt(said, spans[index]!.from, false), endMs: timeAt(said, spans[index]!.to, true),
  })), durationMs);
}

const lettered = (text: string, startMs: number, endMs: number): Said[] => {
  const letters = lettersOf(text);
  return letters === '' ? [] : [{ letters, startMs, endMs }];
};

/** The times of a line from what its voice told. Null when it told of no word. */
export function timesFromVoice(text: string, { words, sounds, alphabet }: SaidTimes, durationMs: number): LineTimes | null {
  const said = words.flatMap((word) => lettered(word.text, word.startMs, word.endMs));
  if (said.length === 0) return null;
  return { text, words: timesOf(text, said, durationMs), estimated: false, sounds: { alphabet, marks: inOrder(sounds, durationMs) } };
}

/** The words of a text as it is shown, with the times of a line that was said from another spelling of it ("Doctor" for "Dr."). */
export function shownTimes(text: string, times: LineTimes, durationMs: number): WordTime[] {
  if (text === times.text) return times.words;
  return timesOf(text, times.words.flatMap(({ from, to, startMs, endMs }) => lettered(times.text.slice(from, to), startMs, endMs)), durationMs);
}
