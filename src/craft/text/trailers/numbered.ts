import type { TrailerLine } from '../../narrative/model.js';

/** Lines as a model reads them: each with its number, from 1, and who says it. */
export const numbered = (lines: readonly TrailerLine[]): string =>
  lines.map(({ speaker, text }, at) => `[${at + 1}] ${speaker === null ? '(told)' : `${speaker}:`} ${text}`).join('\n');
