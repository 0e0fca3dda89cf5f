import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { tagAfter } from '../../analysis/speech/tags.js';
import type { Span } from '../wording/wording.js';

const SPEAKS_LAST = new RegExp(`\\b(?:${SPEECH_VERB})(?: (?:\\p{Ll}+ly|out|again|him|her|them|me|us|to (?:him|her|them|me|us|\\p{Lu}\\p{Ll}+)|softly|aloud))?$`, 'u');
/** Words of a speech tag: they say that a person speaks, or how the voice sounds. */
export const SPEAKS = new RegExp(`\\b(?:${SPEECH_VERB}|thought|heard|put it|voices?|words|wrote|written|sang|continuing|concluding|beginning)\\b`, 'iu');

/** Words after which a sentence cannot end. */
const HANGS = /\b(?:a|an|the|of|with|and|or|but|as|by|for|from|in|into|on|at|to|than|like|his|her|their|my|our|your|its|that|this|these|those|word|words|phrase|title|name|called|named|some|any|every|no|little|another|such)$/iu;

/**
 * True for words in quotation marks that belong to the sentence around them (`and demanded “Nam,” which was only allowed for tea`), so that they are not a
 * line of their own.
 */
export function isInsideSentence(source: string, quote: Span, paragraph: Span): boolean {
  const before = source.slice(Math.max(paragraph.start, quote.start - 120), quote.start).replace(/[\s“"‘«]+$/u, '');
  if (!/[\p{L}\p{N}’]$/u.test(before)) return false;
  if (HANGS.test(before)) return true;
  const said = source.slice(quote.start, quote.end).replace(/[\s”"’»]+$/u, '');
  const after = source.slice(quote.end, Math.min(paragraph.end, quote.end + 160)).replace(/^[\s”"’»]+/u, '');
  const goesOn = /^[\p{Ll},;]/u.test(after) && !/[.!?…]$/u.test(said) && tagAfter(after.replace(/\s+/gu, ' '), said) === null;
  return goesOn || (!SPEAKS_LAST.test(before.replace(/\s+/gu, ' ')) && !/[!?—]$/u.test(said));
}
