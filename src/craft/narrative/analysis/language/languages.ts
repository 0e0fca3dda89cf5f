import { eld } from 'eld/extrasmall';

/** A language of a text, and its share of the letters, 0 to 1. */
export interface LanguageShare { language: string; share: number }

const SAMPLE_CHARACTERS = 40_000;
const STRETCHES = 8;
/** Letters that are judged together: less of an alphabet with many languages tells too little. */
const MIN_JUDGED_LETTERS = 60;
/** A text with fewer letters than this has no known language. Chinese, Japanese and Korean need fewer letters. */
const MIN_LETTERS = 20;
const MIN_WIDE_LETTERS = 6;
/** The smallest share at which a second language is worth reporting. */
const NOTABLE_SHARE = 0.1;

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Samples a long text by evenly spread stretches, from the beginning to the end. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text;
  const length = SAMPLE_CHARACTERS / STRETCHES;
  const step = (text.length - length) / (STRETCHES - 1);
  return Array.from({ length: STRETCHES }, (_, at) => text.slice(Math.floor(at * step), Math.floor(at * step) + length)).join('\n\n');
}

/** The paragraphs; short paragraphs are joined with those after them. */
function judgedPieces(text: string): { words: string; letters: number }[] {
  const pieces: { words: string; letters: number }[] = [];
  let words = '';
  let letters = 0;
  for (const paragraph of text.split(/\n\s*\n/u)) {
    words = words === '' ? paragraph : `${words}\n${paragraph}`;
    letters += lettersIn(paragraph);
    if (letters < MIN_JUDGED_LETTERS) continue;
    pieces.push({ words, letters });
    [words, letters] = ['', 0];
  }
  if (letters > 0) pieces.push({ words, letters });
  return pieces;
}

/**
 * The languages of a text as ISO 639-1 codes, the one with most letters first, judged paragraph by paragraph. Empty for a text with too few letters or only
 * unknown languages.
 */
export function languagesOf(text: string): LanguageShare[] {
  const pieces = judgedPieces(sampleOf(text));
  const total = pieces.reduce((sum, { letters }) => sum + letters, 0);
  const wide = text.slice(0, SAMPLE_CHARACTERS).match(WIDE)?.length ?? 0;
  if (total < MIN_LETTERS && wide < MIN_WIDE_LETTERS) return [];
  const counts = new Map<string, number>();
  for (const { words, letters } of pieces) {
    const { language } = eld.detect(words);
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + letters);
  }
  return [...counts].map(([language, letters]) => ({ language, share: letters / total }))
    .sort((left, right) => right.share - left.share || (left.language < right.language ? -1 : 1));
}

/** The language that most of a text is in, as an ISO 639-1 code; null when it is not known. */
export const mainLanguageOf = (text: string): string | null => languagesOf(text)[0]?.language ?? null;

/** The languages beside the main one that a reader of the text notices. */
export const otherLanguagesOf = (text: string): LanguageShare[] => languagesOf(text).slice(1).filter(({ share }) => share >= NOTABLE_SHARE);
