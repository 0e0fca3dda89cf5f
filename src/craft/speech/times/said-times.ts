import { expand } from '../text/expand.js';
import { toPlainText } from '../text/plain-text.js';
import { inOrder, type LineTimes, type SaidTimes, type WordTime } from './line-times.js';
import { matchWords } from './match-words.js';
import { lettersOf, shownWords } from './shown-words.js';

/** The words in which a written word is probably spoken: `1894` is "eighteen" and "ninety-four". */
export function likelyWords(word: string): string[] {
  const plain = toPlainText(word);
  return plain.kind === 'words' ? expand(plain.text, 'gb').split(/[\s—…]+/u).filter((each) => lettersOf(each) !== '') : [];
}

interface Said { letters: string; startMs: number; endMs: number }

/** The time at a position among the spoken words. `ends`: the position is the end of a word, before any pause that follows. */
function timeAt(said: readonly Said[], place: number, ends: boolean): number {
  const whole = Math.min(ends ? Math.ceil(place) - 1 : Math.floor(place), said.length - 1);
  const { startMs, endMs } = said[Math.max(0, whole)]!;
  return startMs + (endMs - startMs) * Math.min(1, Math.max(0, place - whole));
}

/** Derives the times of every word of a text from the times of the spoken words. */
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

/** The times of a line, from those that its voice reports; null when it reports no words. */
export function timesFromVoice(text: string, { words, sounds, alphabet }: SaidTimes, durationMs: number): LineTimes | null {
  const said = words.flatMap((word) => lettered(word.text, word.startMs, word.endMs));
  if (said.length === 0) return null;
  return { text, words: timesOf(text, said, durationMs), estimated: false, sounds: { alphabet, marks: inOrder(sounds, durationMs) } };
}

/** The times of the words of a displayed text, given a line that was spoken from another spelling of it ("Doctor" for "Dr."). */
export function shownTimes(text: string, times: LineTimes, durationMs: number): WordTime[] {
  if (text === times.text) return times.words;
  return timesOf(text, times.words.flatMap(({ from, to, startMs, endMs }) => lettered(times.text.slice(from, to), startMs, endMs)), durationMs);
}
