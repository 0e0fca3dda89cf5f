import { wordsOf } from './wording.js';

/** A genre, with patterns for its names, for its typical vocabulary and for its setting. `setting` is null for a genre without a typical one. */
interface Genre { name: string; called: RegExp; words: RegExp; setting: RegExp | null }

const list = (words: string): RegExp => new RegExp(`\\b(?:${words})\\b`, 'giu');

/** Genres that vocabulary can show. Comedy, drama and adventure are ways of telling a story, which vocabulary does not show. */
const GENRES: readonly Genre[] = [
  {
    name: 'mystery', called: /\b(?:myster(?:y|ies)|detective|crime|whodunn?it|murder|thriller|noir|police procedural|heist)\b/iu,
    words: list('murder\\w*|detective\\w*|clues?|police\\w*|crimes?|criminals?|theft|thie(?:f|ves)|stol(?:e|en)|suspect\\w*|inspector|alibi|robb\\w+|villains?|culprit|proof|prison|forged|'
      + 'arrest\\w*|inquest|smuggl\\w+|blackmail\\w*|scotland yard|swindl\\w+|vanished|missing|trial|burglars?|guilty|strong room'), setting: null,
  },
  {
    name: 'ghost story', called: /\b(?:ghost|horror|supernatural|haunted)\b/iu,
    words: list('ghosts?|haunt\\w*|spectr\\w+|phantoms?|apparition\\w*|uncanny|shroud\\w*|horror|terror|ghastly|demon\\w*|corpse|graves?|cursed'), setting: null,
  },
  {
    name: 'science fiction', called: /\b(?:science fiction|sci-?fi|space opera|cyberpunk|time travel|dystopia\w*)\b/iu,
    words: list('planets?|space ?(?:ship|craft|station|suit)s?|robots?|androids?|aliens?|martians?|orbit\\w*|airlock|time[- ]machine|time[- ]travel\\w*|galaxy|starships?|clones?|'
      + 'fourth dimension|docking|the hull|the station|laborator\\w+|experiment\\w*|invisib\\w+'),
    setting: list('planets?|space ?(?:ship|craft|station|suit)s?|robots?|androids?|aliens?|martians?|orbit\\w*|airlock|time[- ]machine|time[- ]travel\\w*|galaxy|starships?|fourth dimension|invisib\\w+'),
  },
  {
    name: 'romance', called: /\b(?:romance|romantic|love story)\b/iu,
    words: list('love[rsd]?|marr(?:y|ied|iage)|kiss\\w*|beloved|engage(?:d|ment)|wedding|brides?|courtship|sweethearts?|propos(?:al|ed)|attachment|admirer|affections?'),
    setting: list('love[rsd]?|marr(?:y|ied|iage)|kiss\\w*|engage(?:d|ment)|wedding|affections?'),
  },
  {
    name: 'sea story', called: /\b(?:sea (?:story|stories|adventure|mystery|novel)|by the sea|maritime|nautical|naval)\b/iu,
    words: list('ships?|sail(?:s|ed|ing|ors?)?|harbou?r|reefs?|waves?|deck|crew|lighthouse|voyage|wreck\\w*|anchor\\w*|mast|shore|quay|brig|schooner|tide|wharf|boats?|aboard|seas?'),
    setting: list('seas?|ocean|quay|harbou?r|tide|sails?|brig|schooner|lighthouse|anchor\\w*'),
  },
  {
    name: 'war story', called: /\b(?:war (?:story|drama|novel|film)|military)\b/iu,
    words: list('wars?|soldiers?|regiment|battles?|trench\\w*|enemy|army|rifles?|wounded|siege|troops|artillery|bayonets?'),
    setting: list('soldiers?|regiment|battles?|trench\\w*|army|troops|artillery|siege'),
  },
  {
    name: 'western', called: /\bwestern\b/iu,
    words: list('cow-?boys?|ranch\\w*|sheriff|saloon|stagecoach|outlaws?|prairie|cattle|lasso|gunfight\\w*|frontier|mustang'), setting: list('ranch\\w*|saloon|prairie|sheriff|cow-?boys?'),
  },
  {
    name: 'fantasy', called: /\b(?:fantasy|fairy tale)\b/iu,
    words: list('magic\\w*|wizards?|witch(?:es)?|dragons?|spells?|elves|elf|fair(?:y|ies)|enchant\\w*|goblins?|sorcer\\w+|wish(?:es)?'), setting: list('magic\\w*|wizards?|dragons?|fair(?:y|ies)|enchant\\w*'),
  },
];

const SHARE = 1_000;
/**
 * A text belongs to a genre when it has at least this many genre words per thousand, this many different ones, and this many different words for the setting,
 * if the genre has one.
 */
const MIN_RATE = 4;
const MIN_DIFFERENT = 4;
const MIN_SETTING = 2;
/** A genre must lead the next one by this factor. */
const MIN_LEAD = 1.3;
/** Below this many of a genre's words per thousand, a text does not belong to the genre. */
const MAX_FOREIGN_RATE = 0.7;

interface Evidence { rate: number; different: number; setting: number }

const found = (text: string, words: RegExp): string[] => (text.match(words) ?? []).map((word) => word.toLowerCase());

function evidenceFor({ words, setting }: Genre, text: string, count: number): Evidence {
  const hits = found(text, words);
  return {
    rate: (hits.length * SHARE) / Math.max(1, count), different: new Set(hits).size,
    setting: setting === null ? Infinity : new Set(found(text, setting)).size,
  };
}

/** The genre that the vocabulary and setting of a story show; null when they show none clearly. */
export function storyGenreOf(text: string): string | null {
  const count = wordsOf(text).length;
  const [best, next] = GENRES.map((genre) => ({ name: genre.name, ...evidenceFor(genre, text, count) })).sort((left, right) => right.rate - left.rate);
  const isShown = best!.rate >= MIN_RATE && best!.different >= MIN_DIFFERENT && best!.setting >= MIN_SETTING && best!.rate >= next!.rate * MIN_LEAD;
  return isShown ? best!.name : null;
}

/** True for a genre that vocabulary can show. */
export const claimsGenre = (genre: string): boolean => GENRES.some(({ called }) => called.test(genre));

/** The least number of words in a text that can rule out a genre: a shorter text may lack the vocabulary of its genre by chance. */
const MIN_WORDS = 600;

/** True when a text is long enough to rule out a genre. */
export const isLongEnough = (text: string): boolean => wordsOf(text).length >= MIN_WORDS;

/**
 * Why a text does not belong to any genre that its Bible claims: for each it has almost none of the words, fewer than two different ones, or none for the
 * setting. Null when it may belong to one, when vocabulary can show none of the claimed genres, or when the text is too short to tell.
 */
export function genreEvidence(genre: string, text: string): string | null {
  const claimed = GENRES.filter(({ called }) => called.test(genre));
  const count = wordsOf(text).length;
  if (count < MIN_WORDS) return null;
  const rates = claimed.map((one) => ({ name: one.name, ...evidenceFor(one, text, count) }));
  const isForeign = rates.length > 0 && rates.every(({ rate, different, setting }) => rate < MAX_FOREIGN_RATE || different < 2 || setting === 0);
  const [first] = rates;
  return isForeign ? `of a ${first!.name} the sources have next to no words (${first!.rate.toFixed(1)} in a thousand)` : null;
}
