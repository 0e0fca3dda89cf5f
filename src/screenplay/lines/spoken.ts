import type { Styled } from '../script.js';

const ZERO_WIDTH = /[\u200b\u2060\ufeff\u00ad]/g;

/** The text as one line for speech, without invisible characters. */
export const oneLine = ({ text }: Styled): string => text.replace(ZERO_WIDTH, '').replace(/\s+/g, ' ').trim();

/** Letters and digits only, in one case and normal form: the same whatever the punctuation. */
export const foldedWords = (text: string): string =>
  text.normalize('NFKC').replace(ZERO_WIDTH, '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
