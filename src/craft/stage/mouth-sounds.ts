import type { Mouth } from '../images/person/mouths.js';
import { seeded } from '../images/random.js';
import type { LineTimes, SoundTime } from '../speech/times/line-times.js';

/** A mouth that a sound requires, in milliseconds from the start of the line. A mouth with a low weight yields to its neighbours. */
export interface WantedMouth { mouth: Mouth; weight: number; startMs: number; endMs: number }

/** The mouths of one sound in order, with equal shares of its time; a diphthong has two. */
interface Sound { mouths: readonly Mouth[]; weight: number }

/** Weights of sounds. Viewers notice when lips do not meet or teeth do not touch the lip; vowels dominate speech; the tongue is hidden behind the teeth. */
const [CLOSURE, LIP, VOWEL, WEAK, TONGUE] = [8, 3, 1.4, 0.8, 0.3];

const sounds = (list: string, weight: number, ...mouths: Mouth[]): (readonly [string, Sound])[] => list.split(' ').map((sound) => [sound, { mouths, weight }] as const);

/** The phonemes of `misaki`, without marks of stress and length. */
const MISAKI: ReadonlyMap<string, Sound> = new Map([
  ...sounds('m b p', CLOSURE, 'A'), ...sounds('f v', LIP, 'G'), ...sounds('l', WEAK, 'H'), ...sounds('θ ð', WEAK, 'H'), ...sounds('w', LIP, 'F'),
  ...sounds('ɹ r', WEAK, 'E'), ...sounds('ʃ ʒ ʧ ʤ', WEAK, 'B'), ...sounds('t d s z n ɾ T j', TONGUE, 'B'), ...sounds('k ɡ g ŋ h x ʔ', TONGUE, 'C'),
  ...sounds('i ɪ ᵻ', VOWEL, 'B'), ...sounds('ɛ e æ', VOWEL, 'C'), ...sounds('ɑ ɒ a ʌ', VOWEL, 'D'), ...sounds('ɔ ɜ', VOWEL, 'E'), ...sounds('u ʊ', VOWEL, 'F'),
  ...sounds('ə ɐ ᵊ', WEAK, 'C'), ...sounds('A', VOWEL, 'C', 'B'), ...sounds('I', VOWEL, 'D', 'B'), ...sounds('W', VOWEL, 'D', 'F'), ...sounds('Y', VOWEL, 'E', 'B'),
  ...sounds('O Q', VOWEL, 'E', 'F'),
]);

const ARPABET: ReadonlyMap<string, Sound> = new Map([
  ...sounds('m b p', CLOSURE, 'A'), ...sounds('f v', LIP, 'G'), ...sounds('l th dh', WEAK, 'H'), ...sounds('w', LIP, 'F'),
  ...sounds('r', WEAK, 'E'), ...sounds('sh zh ch jh', WEAK, 'B'), ...sounds('t d s z n y', TONGUE, 'B'), ...sounds('k g ng hh', TONGUE, 'C'),
  ...sounds('iy ih', VOWEL, 'B'), ...sounds('eh ae', VOWEL, 'C'), ...sounds('aa ah', VOWEL, 'D'), ...sounds('ao er', VOWEL, 'E'), ...sounds('uw uh', VOWEL, 'F'),
  ...sounds('ax axr', WEAK, 'C'), ...sounds('ey', VOWEL, 'C', 'B'), ...sounds('ay', VOWEL, 'D', 'B'), ...sounds('aw', VOWEL, 'D', 'F'), ...sounds('oy', VOWEL, 'E', 'B'),
  ...sounds('ow', VOWEL, 'E', 'F'),
]);

/** The sounds that letters most likely stand for, for voices that report only words. Pairs of letters with one sound come before single letters. */
const SPELLED: ReadonlyMap<string, Sound> = new Map([
  ...sounds('ph', LIP, 'G'), ...sounds('th', WEAK, 'H'), ...sounds('ee ea ie', VOWEL, 'B'), ...sounds('oo ou', VOWEL, 'F'), ...sounds('ai ay', VOWEL, 'C', 'B'),
  ...sounds('m b p', CLOSURE, 'A'), ...sounds('f v', LIP, 'G'), ...sounds('l', WEAK, 'H'), ...sounds('w', LIP, 'F'), ...sounds('r', WEAK, 'E'),
  ...sounds('a', VOWEL, 'D'), ...sounds('e', VOWEL, 'C'), ...sounds('i y', VOWEL, 'B'), ...sounds('o', VOWEL, 'E'), ...sounds('u', VOWEL, 'F'),
  ...sounds('c d g h j k n q s t x z', TONGUE, 'B'),
]);
/** Sounds for characters of other scripts, of which nothing is known: the mouth just opens and closes. */
const UNKNOWN: readonly Sound[] = [...sounds('? ?', VOWEL, 'C'), ...sounds('?', VOWEL, 'E'), ...sounds('?', TONGUE, 'B')].map(([, sound]) => sound);

/** The default for unlisted sounds: a mouth that is hardly open. */
const OTHER: Sound = { mouths: ['B'], weight: TONGUE };

function wanted({ mouths, weight }: Sound, startMs: number, endMs: number): WantedMouth[] {
  const share = (endMs - startMs) / mouths.length;
  return mouths.map((mouth, at) => ({ mouth, weight, startMs: startMs + share * at, endMs: startMs + share * (at + 1) }));
}

/** The sign of a sound in its alphabet: without stress and length. */
export const bareSound = (sound: string): string => sound.replace(/[ˈˌːʰʲ\u0303]/gu, '');

const ofMarks = (marks: readonly SoundTime[], known: ReadonlyMap<string, Sound>): WantedMouth[] =>
  marks.flatMap(({ sound, startMs, endMs }) => wanted(known.get(bareSound(sound)) ?? OTHER, startMs, endMs));

/** The sounds that a word is likely said with, by its letters. */
function spelled(word: string): Sound[] {
  const letters = word.normalize('NFKD').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '').replace(/(.)\1(?<![eo])/gu, '$1').replace(/(?<=..)e$/u, '');
  const random = seeded(`mouths|${letters}`);
  const found: Sound[] = [];
  for (let at = 0; at < letters.length;) {
    const two = SPELLED.get(letters.slice(at, at + 2));
    found.push(two ?? SPELLED.get(letters[at]!) ?? random.pick(UNKNOWN));
    at += two ? 2 : 1;
  }
  return found;
}

/** Vowels last longer than the consonants around them. */
const lengthOf = ({ weight }: Sound): number => (weight === VOWEL ? 1.7 : 1);

function ofWord(word: string, startMs: number, endMs: number): WantedMouth[] {
  const said = spelled(word);
  const total = said.reduce((sum, sound) => sum + lengthOf(sound), 0);
  let before = 0;
  return said.flatMap((sound) => {
    const from = startMs + ((endMs - startMs) * before) / total;
    before += lengthOf(sound);
    return wanted(sound, from, startMs + ((endMs - startMs) * before) / total);
  });
}

/** The mouths that the sounds of a line require, in order; derived from its words when the voice reported no sounds. The line is silent between them. */
export function wantedMouths({ text, words, sounds: told }: LineTimes): WantedMouth[] {
  if (told) return ofMarks(told.marks, told.alphabet === 'misaki' ? MISAKI : ARPABET);
  return words.flatMap(({ from, to, startMs, endMs }) => ofWord(text.slice(from, to), startMs, endMs));
}
