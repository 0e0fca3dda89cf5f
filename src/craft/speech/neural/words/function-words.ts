import type { Accent } from './endings.js';
import { isVowel } from './sound-units.js';
import { wordTable } from '../../../patterns/word-table.js';

/** The kind of sound after a word: a vowel, a consonant, or a pause. */
export type Next = 'vowel' | 'consonant' | 'pause';

/** The kind of sound after a word, judged by the phonemes and marks that follow; null at the end. */
export function nextOf(phonemes: string): Next | null {
  const first = /[^ˈˌ “”()]/u.exec(phonemes)?.[0];
  if (first === undefined) return null;
  if (/[.,!?;:—…]/.test(first)) return 'pause';
  return isVowel(first) ? 'vowel' : 'consonant';
}

const CALM: Record<string, (next: Next, accent: Accent) => string> = wordTable({
  a: () => 'ɐ',
  an: () => 'ɐn',
  the: (next) => (next === 'vowel' ? 'ði' : 'ðə'),
  to: (next, accent) => (next === 'vowel' ? 'tʊ' : next === 'consonant' ? 'tə' : accent === 'gb' ? 'tuː' : 'tu'),
  in: (next) => (next === 'pause' ? 'ˈɪn' : 'ɪn'),
  am: (next, accent) => (next === 'pause' ? (accent === 'gb' ? 'am' : 'æm') : 'ɐm'),
  i: () => 'ˌI',
  // Particles of foreign names.
  de: () => 'də', du: (_, accent) => (accent === 'gb' ? 'duː' : 'du'), le: () => 'lə', les: () => 'lA', von: (_, accent) => (accent === 'gb' ? 'vɒn' : 'vɑn'),
  "d'you": (_, accent) => (accent === 'gb' ? 'ʤuː' : 'ʤu'), ay: () => 'ˈI',
});

const STRONG: Record<Accent, Readonly<Record<string, string>>> = {
  us: wordTable({ a: 'ˈA', an: 'ˈæn', the: 'ðˈi', to: 'tˈu', in: 'ˈɪn', am: 'ˈæm', i: 'ˈI', of: 'ˈʌv', and: 'ˈænd', for: 'fˈɔɹ', at: 'ˈæt', from: 'fɹˈʌm' }),
  gb: wordTable({ a: 'ˈA', an: 'ˈan', the: 'ðˈiː', to: 'tˈuː', in: 'ˈɪn', am: 'ˈam', i: 'ˈI', of: 'ˈɒv', and: 'ˈand', for: 'fˈɔː', at: 'ˈat', from: 'fɹˈɒm' }),
};

/** The weak form of a function word, which depends on the next sound, or the strong form when the word is emphasised; null for other words. */
export function smallWord(lower: string, next: Next, emphasised: boolean, accent: Accent): string | null {
  if (emphasised) return STRONG[accent][lower] ?? null;
  return CALM[lower]?.(next, accent) ?? null;
}
