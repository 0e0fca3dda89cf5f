import { detectLanguage } from '../analysis/language/detect-language.js';
import { isKnownWord, tagWords, type TaggedWord } from '../analysis/language/tagger.js';
import { RARITY, TAGS } from './tag-pairs.js';
import { contentWords, substanceOf, wordsOf } from './wording.js';
import { matchesOf } from '../../patterns/matches.js';

/** Words of the filler text of printers that are no English words. */
const FILLER = new Set(('lorem ipsum dolor sit amet consectetur consectetuer adipiscing adipisicing elit sed eiusmod tempor incididunt ut labore et dolore magna '
  + 'aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure reprehenderit '
  + 'voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit '
  + 'anim id est laborum').split(' '));
/** Words that answer a question about a field without naming anything. */
const NON_ANSWERS = new Set(('yes no ok okay none nothing something whatever anything stuff thing things idk dunno unknown default normal standard test testing '
  + 'foo bar baz good nice fine blah bla nope sure various other etc').split(' '));

const MIN_FILLER_SHARE = 0.5;
const MIN_UNKNOWN = 4;
const MAX_UNKNOWN_SHARE = 0.4;
const MIN_GRAMMAR_SHARE = 0.15;
const MIN_TELLING_WORDS = 12;
const MIN_WORDS_IN_ORDER = 15;
/** Mean rarity of neighbours. Of 923 passages of prose that it was not made from none is above it; of the same words in random order half are. */
const MAX_RARITY = 28.5;

/** An article before a word that no article stands before, or before the end. */
const BROKEN_ARTICLE = /(?<![\p{L}’'-])(?:the|an?)(?: (?:the|an?|of|to|from|with|and|or|but|which|whom?|would|could|must|is|was|had|be|it|he|they|into|at|by|for)(?![\p{L}’'-])|[.,;:!?])/gu;
const MIN_BROKEN = 2;
/** A text of so many content words in which one makes up so much, and in which so few are different, says one thing again and again. */
const MIN_REPEATING_WORDS = 15;
const MAX_ONE_WORD_SHARE = 0.2;
const MIN_DIFFERENT_SHARE = 0.6;

/** A word without a vowel, in Latin letters. Rows of consonants tell nothing: German has long ones. */
const isUnsayable = (word: string): boolean => /^[a-z]{4,}$/u.test(word) && !/[aeiouy]/u.test(word);

const isFiller = (words: readonly string[]): boolean =>
  words.length > 1 && words.filter((word) => FILLER.has(word)).length / words.length >= MIN_FILLER_SHARE;

/** Words in small letters that carry content, as they are written: names have capitals. */
const plainWords = (text: string): string[] => {
  const content = new Set(contentWords(text));
  return matchesOf(text, /(?<![\p{L}\p{M}’'-])\p{Ll}[\p{L}\p{M}’'-]*/gu).map(([word]) => word).filter((word) => word.length > 3 && content.has(word));
};

/** English word formation, and the genres that are named so. */
const COINED = /(?:punk|core|wave|noir|pop|fi|fic|romance|thriller|drama|comedy)$/u;
const isEnglishWord = (word: string): boolean =>
  COINED.test(word) || word.split(/[-’']/u).some((part) => part.length > 2 && (COINED.test(part) || isKnownWord(part)));

const tagOf = ({ pos, isWord, text }: TaggedWord): string | null => (isWord ? pos : /^[.!?]$/u.test(text) ? '.' : /^[,;:]$/u.test(text) ? ',' : null);

/** Mean rarity of the parts of speech that stand side by side. */
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

/** True for a text that is English as far as its grammar goes. A few words do not tell. */
export const isEnglish = (text: string): boolean =>
  wordsOf(text).length >= MIN_TELLING_WORDS && detectLanguage(text) === 'en' && substanceOf(text).grammarShare >= MIN_GRAMMAR_SHARE;

/** What makes a text of sentences no text of any language, or null. The words of one in another language than English are not known here. */
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

/** What a short field, such as a genre, says instead of naming something. `isNonsense` for what is written in no words. */
export interface EmptyName { reason: string; isNonsense: boolean }

/** Null for a field that names something. The words of one in another language than English are not known here, and a single word may be new. */
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
