import { detectLanguage } from '../analysis/language/detect-language.js';
import { isKnownWord, tagWords, type TaggedWord } from '../analysis/language/tagger.js';
import { RARITY, TAGS } from './tag-pairs.js';
import { contentWords, substanceOf, wordsOf } from './wording.js';
import { matchesOf } from '../../patterns/matches.js';

/** Words of printers' filler text (lorem ipsum), without those that are common in English (`in`, `do`). */
const FILLER = new Set(('lorem ipsum dolor sit amet consectetur consectetuer adipiscing adipisicing elit sed eiusmod tempor incididunt ut labore et dolore magna '
  + 'aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure reprehenderit '
  + 'voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit '
  + 'anim id est laborum').split(' '));
/** Words that answer the question of a field without naming anything. */
const NON_ANSWERS = new Set(('yes no ok okay none nothing something whatever anything stuff thing things idk dunno unknown default normal standard test testing '
  + 'foo bar baz good nice fine blah bla nope sure various other etc').split(' '));

const MIN_FILLER_SHARE = 0.5;
const MIN_UNKNOWN = 4;
const MAX_UNKNOWN_SHARE = 0.4;
const MIN_GRAMMAR_SHARE = 0.15;
const MIN_TELLING_WORDS = 12;
const MIN_WORDS_IN_ORDER = 15;
/**
 * The highest mean rarity of neighbouring parts of speech in prose. Of 923 passages of prose outside its sample none is above it; of the same passages with
 * their words in random order half are.
 */
const MAX_RARITY = 28.5;

/** An article before a word that cannot follow an article, or at the end. */
const BROKEN_ARTICLE = /(?<![\p{L}’'-])(?:the|an?)(?: (?:the|an?|of|to|from|with|and|or|but|which|whom?|would|could|must|is|was|had|be|it|he|they|into|at|by|for)(?![\p{L}’'-])|[.,;:!?])/gu;
const MIN_BROKEN = 2;
/** A text with at least this many content words repeats itself when one word has more than this share of them and fewer than this share are different. */
const MIN_REPEATING_WORDS = 15;
const MAX_ONE_WORD_SHARE = 0.2;
const MIN_DIFFERENT_SHARE = 0.6;

/**
 * True for a word of at least four Latin letters without a vowel (`y` counts as one). A run of consonants is not a sign of nonsense, because German has long
 * ones.
 */
const isUnsayable = (word: string): boolean => /^[a-z]{4,}$/u.test(word) && !/[aeiouy]/u.test(word);

const isFiller = (words: readonly string[]): boolean =>
  words.length > 1 && words.filter((word) => FILLER.has(word)).length / words.length >= MIN_FILLER_SHARE;

/** Content words in lower case, as written; capitalised words are left out because they may be names. */
const plainWords = (text: string): string[] => {
  const content = new Set(contentWords(text));
  return matchesOf(text, /(?<![\p{L}\p{M}’'-])\p{Ll}[\p{L}\p{M}’'-]*/gu).map(([word]) => word).filter((word) => word.length > 3 && content.has(word));
};

/** Endings with which English forms new words, such as names of genres. */
const COINED = /(?:punk|core|wave|noir|pop|fi|fic|romance|thriller|drama|comedy)$/u;
const isEnglishWord = (word: string): boolean =>
  COINED.test(word) || word.split(/[-’']/u).some((part) => part.length > 2 && (COINED.test(part) || isKnownWord(part)));

const tagOf = ({ pos, isWord, text }: TaggedWord): string | null => (isWord ? pos : /^[.!?]$/u.test(text) ? '.' : /^[,;:]$/u.test(text) ? ',' : null);

/** Mean rarity of neighbouring pairs of parts of speech. */
function meanRarity(text: string): number {
  const tags = tagWords(text).map(tagOf).filter((tag) => tag !== null);
  const pairs = tags.slice(1).flatMap((tag, at) => {
    const row = RARITY[tags[at]!]?.split(' ');
    const column = (TAGS as readonly string[]).indexOf(tag);
    return row && column >= 0 ? [Number(row[column])] : [];
  });
  return pairs.length === 0 ? 0 : pairs.reduce((sum, rarity) => sum + rarity, 0) / pairs.length;
}

/** The content word that a text repeats instead of saying something, or null. */
function repeatedWord(text: string): string | null {
  const words = contentWords(text).map((word) => word.replace(/s$/u, ''));
  if (words.length < MIN_REPEATING_WORDS) return null;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [word, count] = [...counts].sort((left, right) => right[1] - left[1])[0]!;
  return count > words.length * MAX_ONE_WORD_SHARE && counts.size < words.length * MIN_DIFFERENT_SHARE ? word : null;
}

/** True for a text that looks English by its grammar words. Too short a text gives false. */
export const isEnglish = (text: string): boolean =>
  wordsOf(text).length >= MIN_TELLING_WORDS && detectLanguage(text) === 'en' && substanceOf(text).grammarShare >= MIN_GRAMMAR_SHARE;

/**
 * Why a text is not meaningful in any language, as a predicate such as `is filler text`; null when it may be. Unknown words and the order of words count only
 * when `inEnglish` is true, because words of other languages are unknown here.
 */
export function findNonsense(text: string, inEnglish: boolean): string | null {
  const words = wordsOf(text);
  if (isFiller(words)) return 'is filler text';
  const plain = plainWords(text);
  const unsayable = plain.filter(isUnsayable);
  if (unsayable.length >= MIN_UNKNOWN && unsayable.length > plain.length * MAX_UNKNOWN_SHARE) return 'is made of letters, not of words';
  const repeated = repeatedWord(text);
  if (repeated !== null) return `repeats a few words, such as “${repeated}”`;
  if (!inEnglish) return null;
  if ((text.match(BROKEN_ARTICLE)?.length ?? 0) >= MIN_BROKEN) return 'has words in an order that makes no sentence';
  const unknown = plain.filter((word) => !isEnglishWord(word));
  if (unknown.length >= MIN_UNKNOWN && unknown.length > plain.length * MAX_UNKNOWN_SHARE) {
    return `has words that are none: ${[...new Set(unknown)].slice(0, 3).join(', ')}`;
  }
  return words.length >= MIN_WORDS_IN_ORDER && meanRarity(text) > MAX_RARITY ? 'has words in an order that makes no sentence' : null;
}

/** What is wrong with a short field, such as a genre, that names nothing. `isNonsense` is true when it does not consist of words. */
export interface EmptyName { reason: string; isNonsense: boolean }

/** Null for a field that names something. Unknown words count only when `inEnglish` is true, and a single unknown word is accepted because it may be new. */
export function findEmptyName(text: string, inEnglish: boolean): EmptyName | null {
  const words = wordsOf(text);
  const content = words.filter((word) => substanceOf(word).grammarShare === 0);
  if (content.length === 0 || content.every((word) => NON_ANSWERS.has(word))) return { reason: 'names nothing', isNonsense: false };
  if (isFiller(words)) return { reason: 'is filler text', isNonsense: true };
  if (content.every(isUnsayable)) return { reason: 'is made of letters, not of words', isNonsense: true };
  const plain = content.filter((word) => word.length > 2);
  if (!inEnglish || plain.length < 2 || plain.some(isEnglishWord)) return null;
  return { reason: `has words that are none: ${plain.slice(0, 3).join(', ')}`, isNonsense: true };
}
