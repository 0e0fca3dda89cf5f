import { matchesOf } from '../../../patterns/matches.js';

/** A word and whether it is emphasised. */
export interface Word {
  kind: 'word';
  /** Letters, apostrophes and hyphens; `·` joins letters that are spelled. */
  text: string;
  /** True for a word between stars or underscores, or in capitals among words in lower case. */
  emphasised: boolean;
}

/** Punctuation that the model knows. */
export interface Mark { kind: 'mark'; text: string }
export type Token = Word | Mark;

const SIGNS = /(?<stars>[*_]+)|(?<quote>")|(?<mark>[()]|[.,!?;:—…]+)|(?<word>[\ue000-\uefff](?:'s)?|'?[A-Za-z]+(?:[·'-]+[A-Za-z]+)*'?(?![A-Za-z]))/g;
/** Words between stars are emphasised up to this number; more are a thought or a title in italics. */
const MAX_EMPHASISED_WORDS = 4;

/** Small words stay weak within an emphasised phrase. */
const WEAK = /^(?:a|an|the|to|of|and|or|for|at|from|in|on|it|is|was|as|with)$/i;

/** Reduces a run of marks to its strongest one. */
function oneMark(run: string): string {
  if (run === '(' || run === ')') return run;
  for (const sign of '?!—…:;.,') {
    if (run.includes(sign)) return sign;
  }
  return '';
}

const isShouted = (text: string): boolean => /^[A-Z']{2,}$/.test(text) && /[A-Z]{2}/.test(text);

/** Marks words in capitals as emphasised, unless the line is written in capitals. */
function markCapitals(words: readonly Word[]): void {
  const small = words.filter(({ text }) => /[a-z]/.test(text)).length;
  const shouted = words.filter(({ text }) => isShouted(text));
  if (shouted.length > small) return;
  for (const word of shouted) word.emphasised = true;
}

/** Cuts expanded text into words and the punctuation that the model knows; quotation marks are `“` and `”`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const words: Word[] = [];
  let opened: number | null = null;
  let quoted = false;
  for (const found of matchesOf(text, SIGNS)) {
    const { stars, quote, mark, word } = found.groups as Partial<Record<'stars' | 'quote' | 'mark' | 'word', string>>;
    if (stars !== undefined) {
      if (opened !== null && words.length > opened) {
        const span = words.slice(opened);
        if (span.length <= MAX_EMPHASISED_WORDS) {
          for (const one of span) one.emphasised = span.length === 1 || !WEAK.test(one.text);
        }
        opened = null;
      } else if (/[A-Za-z'"]/.test(text.charAt(found.index + stars.length))) {
        opened = words.length;
      }
    } else if (quote !== undefined) {
      quoted = !quoted;
      tokens.push({ kind: 'mark', text: quoted ? '“' : '”' });
    } else if (mark !== undefined) {
      tokens.push({ kind: 'mark', text: oneMark(mark) });
    } else if (word !== undefined) {
      const one: Word = { kind: 'word', text: word, emphasised: false };
      words.push(one);
      tokens.push(one);
    }
  }
  markCapitals(words);
  return tokens;
}
