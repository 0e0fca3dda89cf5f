import { numberWords } from '../../narrative/writing/wording/number-words.js';

const FIGURES = /\d+(?:,\d{3})*(?:\.\d+)?/gu;

/**
 * The words of a line in the plainest print: figures in words, capitals lowered, drawn-out letters shortened, and no marks but those
 * of a sentence. Letters of every script stay.
 */
export function plainerText(text: string): string {
  return text.normalize('NFC')
    .replace(FIGURES, (figures) => ` ${numberWords(figures)} `)
    .replace(/[‘’ʼ´`]/gu, "'")
    .replace(/\p{Lu}{2,}/gu, (capitals) => capitals.toLowerCase())
    .replace(/(\p{L})\1{2,}/giu, (drawn) => drawn.slice(0, 2))
    .replace(/[^\p{L}\p{M}\p{N}\s.,;:!?'-]+/gu, ' ')
    .replace(/([.,;:!?'-])(?:\s*\1)+/gu, '$1')
    .replace(/\s+(?=[.,;:!?])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
