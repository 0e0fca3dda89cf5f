import type { TextAnalysis } from '../../model.js';
import { storyGenreOf } from '../genres.js';
import { sentencesIn, wordsOf } from '../wording.js';

interface Kind { name: string; words: RegExp }

const TONES: readonly Kind[] = [
  { name: 'dark', words: /\b(?:death|dead|blood\w*|murder\w*|grave|horror|terror|dread\w*|corpse|dying|evil|cruel\w*)\b/giu },
  { name: 'suspenseful', words: /\b(?:suddenly|silen(?:ce|t)|waited|listened|strange\w*|secret\w*|whisper\w*|fear\w*|danger\w*|alarm\w*|mysterious\w*|afraid|lurk\w*)\b/giu },
  { name: 'warm', words: /\b(?:smil\w+|kind(?:ly|ness)?|gentl\w+|friends?|laugh\w*|tender\w*|happy|happiness|glad|dear|pleasant\w*)\b/giu },
  { name: 'full of wonder', words: /\b(?:wonder\w*|marvell?\w*|astonish\w+|beaut\w+|extraordinary|singular|remarkable|splendid|magnificent|curious)\b/giu },
  { name: 'solemn', words: /\b(?:shall|nation\w*|peoples?|freedom|duty|oath|god|sacred|peace|pledge\w*|honou?r\w*|liberty)\b/giu },
  { name: 'dry', words: /\b(?:of course|naturally|perhaps|rather|quite|certainly|merely|remarked|observed|presumably)\b/giu },
];

const countIn = (text: string, { words }: Kind): number => (text.match(words) ?? []).length;

/** The kinds whose words are most frequent in a text, best first; only kinds with at least one word in `rarity`, and at least three words. */
function leading(text: string, kinds: readonly Kind[], rarity: number): { name: string; count: number }[] {
  const needed = Math.max(3, wordsOf(text).length / rarity);
  return kinds.map((kind) => ({ name: kind.name, count: countIn(text, kind) })).filter(({ count }) => count >= needed)
    .sort((left, right) => right.count - left.count);
}

const FORM_GENRE: Record<TextAnalysis['form'], string | null> = { fiction: null, play: null, essay: 'essay', speech: 'public speech' };

/** The genre by the form of the text, or by its vocabulary and setting; null when they show none clearly. */
export const genreOf = (text: string, form: TextAnalysis['form']): string | null => FORM_GENRE[form] ?? storyGenreOf(text);

/** The tone by the most frequent tone words of the text, and by whether it is told in the first person. */
export function toneOf(text: string, firstPerson: boolean): string {
  const names = leading(text, TONES, 500).slice(0, 2).map(({ name }) => name);
  const tone = names.length > 0 ? names.join(' and ') : 'plain and matter-of-fact';
  return firstPerson ? `${tone}, told in the first person` : tone;
}

function syllablesIn(word: string): number {
  const groups = word.replace(/e$/u, '').match(/[aeiouy]+/gu)?.length ?? 1;
  return Math.max(1, groups);
}

const MIN_AGE = 8;

/** For whom the language is easy enough, by the length of words and sentences. */
export function audienceOf(text: string): string {
  const sentences = sentencesIn(text.slice(0, 60_000));
  const words = sentences.flatMap(wordsOf);
  if (words.length === 0) return 'a general audience';
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
  const age = Math.round(grade) + 5;
  return age >= 17 ? 'adults who like long sentences' : `listeners of about ${Math.max(MIN_AGE, age)} years and older, by the length of words and sentences`;
}
