import { tagWords, type TaggedWord } from '../analysis/language/tagger.js';
import { FUNCTION_WORDS, stemOf } from './vocabulary.js';
import { matchesOf } from '../../patterns/matches.js';
import { wordTable } from '../../patterns/word-table.js';

/** One word of a statement. */
export interface Token {
  /** As written, without a possessive ending. */
  word: string;
  lower: string;
  stem: string;
  /** Index of the clause: a stretch between punctuation marks and conjunctions. */
  clause: number;
  /** Index of the sentence. */
  sentence: number;
  /** Universal part of speech for tagged words; otherwise empty. */
  pos: string;
  /** True for the first word of a sentence or of a quotation. */
  first: boolean;
  /** True for a content word, which states something by itself. */
  content: boolean;
  start: number;
  end: number;
}

const TOKEN = /\p{L}[\p{L}\p{M}]*(?:[’']\p{L}+)?|\d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?\b|[%$£€]|°[CF]?|[.!?;:,()“”"—–]/gu;
const JOINS = new Set(['but', 'because', 'although', 'though', 'while', 'whereas', 'and', 'or', 'which', 'who', 'since', 'if', 'when', 'until']);
const NOT = /^(.*)n[’']t$/u;
const SYMBOLS: Readonly<Record<string, string>> = { '%': 'percent', '$': 'dollars', '£': 'pounds', '€': 'euros', '°': 'degrees' };
const SPOKEN: Readonly<Record<string, string>> = wordTable({ ca: 'can', wo: 'will', sha: 'shall' });

/** Splits a statement into words. "Can’t" and "cannot" give two words, like "can not". */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let clause = 0;
  let sentence = 0;
  let first = true;
  const add = (word: string, start: number, end: number): void => {
    const lower = word.toLowerCase();
    if (JOINS.has(lower)) clause++;
    const content = !FUNCTION_WORDS.has(lower) && (lower.length > 1 || /\d/u.test(lower));
    tokens.push({ word, lower, stem: stemOf(lower), clause, sentence, pos: '', first, content, start, end });
    first = false;
  };
  for (const { 0: found, index } of matchesOf(text, TOKEN)) {
    const end = index + found.length;
    const symbol = SYMBOLS[found.charAt(0)];
    if (symbol !== undefined) {
      add(symbol, index, end);
      continue;
    }
    if (!/[\p{L}\d]/u.test(found)) {
      clause++;
      const opens = found === '“' || found === '"' || found === '(';
      // A full stop after an abbreviated title ends no sentence.
      const abbreviated = found === '.' && /^(?:mr|mrs|ms|dr|st|prof|capt|[a-z])$/u.test(tokens.at(-1)?.lower ?? '') && tokens.at(-1)?.end === index;
      if (/[.!?]/u.test(found) && !abbreviated) sentence++;
      if (opens || (/[.!?:]/u.test(found) && !abbreviated)) first = true;
      continue;
    }
    const negated = NOT.exec(found);
    if (negated) {
      add(SPOKEN[negated[1]!.toLowerCase()] ?? negated[1]!, index, end);
      add('not', index, end);
    } else if (found.toLowerCase() === 'cannot') {
      add('can', index, end);
      add('not', index, end);
    } else add(found.replace(/[’'](?:s|S|d|ll|re|ve|m)$/u, ''), index, end);
  }
  return tokens;
}

/** Number of tagged sentences that are cached, because each is compared with many statements in turn. */
const KEPT_SENTENCES = 256;
const kept = new Map<string, readonly TaggedWord[]>();

function taggedOnce(sentence: string): readonly TaggedWord[] {
  const known = kept.get(sentence);
  if (known) return known;
  if (kept.size >= KEPT_SENTENCES) kept.clear();
  const words = tagWords(sentence);
  kept.set(sentence, words);
  return words;
}

/** The words of some sentences with their parts of speech. */
export function taggedTokensOf(sentences: readonly string[]): Token[] {
  const tokens = tokensOf(sentences.join(' '));
  const tagged = sentences.flatMap((sentence) => taggedOnce(sentence));
  let at = 0;
  for (const token of tokens) {
    const found = tagged.findIndex(({ lower }, index) => index >= at && index < at + 8 && (lower === token.lower || lower.startsWith(`${token.lower}'`)));
    if (found < 0) continue;
    token.pos = tagged[found]!.pos;
    at = found + 1;
  }
  return tokens;
}
