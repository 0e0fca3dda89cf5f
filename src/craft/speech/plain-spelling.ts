import anyAscii from 'any-ascii';
import { numberWords } from '../narrative/writing/wording/number-words.js';

const FIGURES = /\d+(?:,\d{3})*(?:\.\d+)?/gu;

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])*/gu;

/** Romanises letters, with a space between signs that are whole words. */
const romanised = (letters: string): string => ` ${anyAscii(letters).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')} `;

/**
 * Writes a line in the plainest form: other scripts in Latin letters, figures in words, capitals in lower case, drawn-out letters shortened, and no marks
 * except punctuation.
 */
export function plainerText(text: string): string {
  return text.normalize('NFC')
    .replace(OTHER_SCRIPT, romanised)
    .replace(FIGURES, (figures) => ` ${numberWords(figures)} `)
    .replace(/[‘’ʼ´`]/gu, "'")
    .replace(/\p{Lu}{2,}/gu, (capitals) => capitals.toLowerCase())
    .replace(/(\p{L})\1{2,}/giu, (drawn) => drawn.slice(0, 2))
    .replace(/[^\p{L}\p{M}\p{N}\s.,;:!?'-]+/gu, ' ')
    .replace(/([.,;:!?'-])(?:\s*\1)+/gu, '$1')
    .replace(/(?<!\s)\s+(?=[.,;:!?])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
