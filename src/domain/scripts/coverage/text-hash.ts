import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { ScreenplayEntry } from '../../../craft/screenplay/model.js';

type Words = Pick<ScreenplayEntry, 'text' | 'ttsText' | 'respelled'>;

/** The words that are heard for an entry: its text, or the respelling that the writer set. */
export const heardOf = ({ text, ttsText, respelled }: Words): string => (respelled ? ttsText ?? text : text);

/**
 * Hash of who says what, line by line. Two texts with the same hash have the same words; voices, delivery and pronunciation are no part of
 * it.
 */
export function textHash(entries: readonly (Words & { kind: string; character?: string | null })[]): string {
  const lines = entries.map((entry) => [entry.kind, entry.character ?? null, heardOf(entry)]);
  return createHash('sha256').update(canonicalJson(lines)).digest('hex');
}
