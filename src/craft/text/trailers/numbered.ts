import type { TrailerLine } from '../../narrative/pitch-model.js';

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Lines as a model reads them, each with its number (from 1), its speaker and its duration in seconds. */
export const numbered = (lines: readonly TrailerLine[]): string =>
  lines.map(({ speaker, text, durationMs }, at) => `[${at + 1}] ${speaker ?? '(told)'} (${seconds(durationMs)} s): ${text}`).join('\n');
