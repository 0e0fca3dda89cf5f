import type { Styled } from '../script.js';

const ZERO_WIDTH = /[\u200b\u2060\ufeff\u00ad]/g;

/** The text on one line, without invisible characters. */
export const oneLine = ({ text }: Styled): string => text.replace(ZERO_WIDTH, '').replace(/\s+/g, ' ').trim();

/** The letters and digits of a text in lower case and one Unicode form: texts that differ in punctuation are equal. */
export const foldedWords = (text: string): string =>
  text.normalize('NFKC').replace(ZERO_WIDTH, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** How many words a text has; WELL-KNOWN is one. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
