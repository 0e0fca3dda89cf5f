import type { TextAnalysis } from '../../model.js';
import { sentencesIn, wordsOf } from '../wording.js';

interface Kind { name: string; words: RegExp }

const GENRES: readonly Kind[] = [
  { name: 'mystery', words: /\b(?:murder\w*|detective\w*|clues?|police\w*|crimes?|criminals?|theft|thie(?:f|ves)|stol(?:e|en)|suspect\w*|inspector|evidence|alibi|robbe\w+|villains?|culprit|case)\b/giu },
  { name: 'ghost story', words: /\b(?:ghosts?|haunt\w*|spectr\w+|phantoms?|apparition\w*|graves?|curse[sd]?|spirits?|uncanny|shroud\w*)\b/giu },
  { name: 'science fiction', words: /\b(?:machines?|planets?|space(?:ship)?s?|robots?|dimensions?|future|aliens?|laborator\w+|invention|inventor|orbit\w*|martian\w*|time travel\w*)\b/giu },
  { name: 'romance', words: /\b(?:love[rsd]?|marr\w+|kiss\w*|beloved|engaged|wedding|bride\w*|courtship|sweetheart|admir\w+)\b/giu },
  { name: 'sea story', words: /\b(?:ships?|sail\w*|captain|harbour|harbor|reefs?|waves?|deck|crew|lighthouse|voyage|wreck\w*|anchor\w*|mast|shore)\b/giu },
  { name: 'war story', words: /\b(?:war|soldiers?|regiment|battle\w*|trench\w*|enemy|army|rifles?|officers?|wounded|siege)\b/giu },
  { name: 'comedy', words: /\b(?:laugh\w*|funny|joke[sd]?|absurd|ridiculous|comic\w*|grin\w*|giggl\w+)\b/giu },
  { name: 'travel writing', words: /\b(?:voyage|island\w*|coast|species|natives|expedition|valley|mountains?|travell?\w*|province|reefs?|lagoon\w*)\b/giu },
];

const TONES: readonly Kind[] = [
  { name: 'dark', words: /\b(?:death|dead|blood\w*|murder\w*|grave|horror|terror|dread\w*|corpse|dying|evil|cruel\w*)\b/giu },
  { name: 'suspenseful', words: /\b(?:suddenly|silen(?:ce|t)|waited|listened|strange\w*|secret\w*|whisper\w*|fear\w*|danger\w*|alarm\w*|mysterious\w*|afraid|lurk\w*)\b/giu },
  { name: 'warm', words: /\b(?:smil\w+|kind(?:ly|ness)?|gentl\w+|friends?|laugh\w*|tender\w*|happy|happiness|glad|dear|pleasant\w*)\b/giu },
  { name: 'full of wonder', words: /\b(?:wonder\w*|marvell?\w*|astonish\w+|beaut\w+|extraordinary|singular|remarkable|splendid|magnificent|curious)\b/giu },
  { name: 'solemn', words: /\b(?:shall|nation\w*|peoples?|freedom|duty|oath|god|sacred|peace|pledge\w*|honou?r\w*|liberty)\b/giu },
  { name: 'dry', words: /\b(?:of course|naturally|perhaps|rather|quite|certainly|merely|remarked|observed|presumably)\b/giu },
];

const countIn = (text: string, { words }: Kind): number => (text.match(words) ?? []).length;

/** The kinds that a text has most words of, best first; only those with at least one word in `rarity`. */
function leading(text: string, kinds: readonly Kind[], rarity: number): { name: string; count: number }[] {
  const needed = Math.max(3, wordsOf(text).length / rarity);
  return kinds.map((kind) => ({ name: kind.name, count: countIn(text, kind) })).filter(({ count }) => count >= needed)
    .sort((left, right) => right.count - left.count);
}

const FORM_GENRE: Record<TextAnalysis['form'], string | null> = { fiction: null, play: null, essay: 'essay', speech: 'public speech' };

/** The genre by the form of the text and the words that it has most of. */
export function genreOf(text: string, form: TextAnalysis['form']): string {
  const [best] = leading(text, GENRES, 700);
  const own = FORM_GENRE[form];
  if (own === 'essay' && best?.name === 'travel writing') return best.name;
  return own ?? best?.name ?? (form === 'play' ? 'play' : 'drama');
}

/** The tone by the words that a text has most of, and by who tells it. */
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
