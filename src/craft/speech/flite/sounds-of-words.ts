import type { SaidTimes, SaidWord, SoundTime } from '../times/line-times.js';
import type { FliteSound } from './flite-program.js';
import { matchesOf } from '../../patterns/matches.js';
import { wordTable } from '../../patterns/word-table.js';

/** The engine returns its sounds, but not which word each belongs to. This module aligns the letters with the sounds at the lowest cost. */

const PAUSE = 'pau';
const VOWELS = new Set('aa ae ah ao aw ax axr ay eh er ey ih iy ow oy uh uw'.split(' '));
/** Sounds that a consonant letter is likely to stand for. */
const CONSONANTS: Record<string, string> = {
  b: 'b', c: 'k s ch sh', d: 'd jh t', f: 'f v', g: 'g jh zh', h: 'hh', j: 'jh zh y hh', k: 'k', l: 'l', m: 'm', n: 'n ng', p: 'p f', q: 'k', r: 'r er axr',
  s: 's z sh zh', t: 't th dh ch sh d', v: 'v f', w: 'w v', x: 'k z', y: 'y', z: 'z s zh',
};
/** Vowels that a letter most often stands for. */
const LIKELY: Record<string, string> = {
  a: 'ae ey aa ao ax', e: 'eh iy ax ih er', i: 'ih ay iy ax', o: 'aa ow ao uw ax ah aw', u: 'ah uw uh er ax', y: 'iy ay ih', w: 'aw ow uw ao',
};
const LETTER_NAMES = 'ay bee see dee ee eff gee aitch i jay kay ell em en o pee cue are ess tee u vee dubbelu ex wi zee'.split(' ');
/** Signs that the engine says by name. */
const MARK_NAMES: Record<string, string> = wordTable({ '/': 'slash', '@': 'at', '+': 'plus', '=': 'equals', '&': 'and', '%': 'percent', '#': 'number' });

/** Costs of putting a letter beside a sound, of a silent letter, and of a sound without a letter. */
const [CLOSE, FAR, SILENT_VOWEL, SILENT_CONSONANT, EXTRA_VOWEL, EXTRA_CONSONANT] = [0.3, 2.5, 0.4, 0.7, 1, 1.2];
/** The costs of a pause within a word, and of a pause between two words without punctuation. */
const [PAUSE_WITHIN, PAUSE_UNMARKED] = [4, 1];
const END = ' ';
/** The alignment is searched only within this many sounds of the diagonal. */
const MIN_BAND = 60;

const isVowelLetter = (letter: string): boolean => 'aeiou'.includes(letter);

function costOf(letter: string, sound: string): number {
  if (CONSONANTS[letter]?.split(' ').includes(sound)) return 0;
  if (!VOWELS.has(sound)) return FAR;
  if (LIKELY[letter]?.split(' ').includes(sound)) return 0;
  return LIKELY[letter] ? CLOSE : FAR;
}

const silentCost = (letter: string, before: string | undefined): number =>
  (letter === before || letter === 'h' || letter === 'e' ? SILENT_VOWEL / 2 : isVowelLetter(letter) ? SILENT_VOWEL : SILENT_CONSONANT);

interface Letter { letter: string; word: number; marked: boolean }

interface WrittenWord { text: string; letters: string; marked: boolean }

/** The words of an ASCII text, with the letters of how the engine says them. */
function writtenWords(ascii: string): WrittenWord[] {
  return matchesOf(ascii, /[A-Za-z][A-Za-z'-]*|[/@+=&%#]/g).map(({ 0: text, index }) => {
    const lower = text.toLowerCase().replace(/[^a-z]/g, '');
    const letters = MARK_NAMES[text] ?? (lower.length === 1 && lower !== 'a' ? LETTER_NAMES[lower.charCodeAt(0) - 97]! : lower);
    return { text, letters, marked: /^["')\]]*[^\sA-Za-z"')\]]/.test(ascii.slice(index + text.length)) };
  });
}

/** For every sound the index of its word, or -1 for a pause between words. */
function ownersOf(words: readonly WrittenWord[], sounds: readonly string[]): number[] {
  const letters: Letter[] = words.flatMap(({ letters: own, marked }, word) =>
    [...own, END].map((letter) => ({ letter, word, marked })));
  const width = sounds.length + 1;
  const band = Math.max(MIN_BAND, Math.ceil(sounds.length / 8));
  const costs = new Float32Array((letters.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  // The move that led to a place: 1 a letter and a sound, 2 a letter alone, 3 a sound alone.
  const moves = new Uint8Array(costs.length);
  const extraCost = (row: number, sound: string): number => {
    if (sound !== PAUSE) return VOWELS.has(sound) ? EXTRA_VOWEL : EXTRA_CONSONANT;
    const last = letters[row - 1];
    if (row === 0 || row === letters.length) return 0;
    return last!.letter !== END ? PAUSE_WITHIN : last!.marked ? 0 : PAUSE_UNMARKED;
  };
  for (let row = 0; row <= letters.length; row++) {
    const middle = Math.round((row / letters.length) * sounds.length);
    for (let column = Math.max(0, middle - band); column <= Math.min(sounds.length, middle + band); column++) {
      const at = row * width + column;
      if (row === 0 && column === 0) costs[at] = 0;
      const own = letters[row - 1];
      const sound = sounds[column - 1];
      const offer = (from: number, cost: number, move: number): void => {
        if (costs[from]! + cost >= costs[at]!) return;
        costs[at] = costs[from]! + cost;
        moves[at] = move;
      };
      if (own && sound !== undefined && own.letter !== END && sound !== PAUSE) offer(at - width - 1, costOf(own.letter, sound), 1);
      if (own) offer(at - width, own.letter === END ? 0 : silentCost(own.letter, letters[row - 2]?.letter), 2);
      if (sound !== undefined) offer(at - 1, extraCost(row, sound), 3);
    }
  }
  const owners = sounds.map(() => -1);
  for (let row = letters.length, column = sounds.length; row > 0 || column > 0;) {
    const move = moves[row * width + column];
    if (move === 0) break;
    // A sound without a letter belongs to the word in which it lies.
    if (move !== 2 && sounds[column - 1] !== PAUSE) owners[column - 1] = letters[Math.min(row, letters.length) - 1]?.word ?? 0;
    if (move !== 3) row -= 1;
    if (move !== 2) column -= 1;
  }
  return owners;
}

/** The times of the words of a phrase. `clock` converts a second of the engine to a millisecond of the line. */
export function timesOfWords(ascii: string, spoken: readonly FliteSound[], clock: (seconds: number) => number): SaidTimes {
  const words = writtenWords(ascii);
  const timed: SoundTime[] = spoken.map(({ sound, endSeconds }, index) =>
    ({ sound, startMs: clock(spoken[index - 1]?.endSeconds ?? 0), endMs: clock(endSeconds) }));
  const owners = ownersOf(words, spoken.map(({ sound }) => sound));
  return {
    alphabet: 'arpabet', sounds: timed.filter(({ sound }) => sound !== PAUSE),
    words: words.flatMap(({ text }, word): SaidWord[] => {
      const first = owners.indexOf(word);
      return first < 0 ? [] : [{ text, startMs: timed[first]!.startMs, endMs: timed[owners.lastIndexOf(word)]!.endMs }];
    }),
  };
}
