import type { Pronunciation } from '../port.js';
import { expand } from '../text/expand.js';
import { toPlainText } from '../text/plain-text.js';
import { replacePronounced } from '../text/pronounced.js';

/** ASCII text of a line for the engine, or the reason why there is none. */
export type SpokenText =
  | { kind: 'words'; ascii: string }
  /** An empty line, or only punctuation and symbols: spoken as a short silence. */
  | { kind: 'nothing' }
  /** The text contains letters that the engine would silently drop. */
  | { kind: 'unreadable'; letters: string };

/** A respelling as one word in lower case, which the engine reads best: `shi-VAWN` becomes `shivawn`. */
const asWord = ({ respelling }: Pronunciation): string => {
  const plain = toPlainText(respelling);
  return plain.kind === 'words' ? plain.text.replace(/[^A-Za-z ]/g, '').toLowerCase() : '';
};

/**
 * Rewrites a line in ASCII for the engine: words with a pronunciation in its respelling, numbers and abbreviations
 * written out, spelled letters apart, dashes as commas. Reports letters of other scripts as `unreadable`.
 */
export function toSpokenText(text: string, pronunciations: readonly Pronunciation[] = []): SpokenText {
  const plain = toPlainText(text);
  if (plain.kind !== 'words') return plain;
  const words = expand(replacePronounced(plain.text, pronunciations, asWord), 'us');
  const ascii = words.replaceAll('·', ' ').replace(/\s*—\s*/g, ', ').replaceAll('…', '...')
    // Marks of emphasis: the engine would speak their names.
    .replace(/ ?(?:(?:[*_[\]]|[^\x20-\x7e]) ?)+/g, ' ').replace(/(?<!\s)\s+([,.;:!?])/g, '$1').replace(/ {2,}/g, ' ').trim();
  return /[A-Za-z0-9]/.test(ascii) ? { kind: 'words', ascii } : { kind: 'nothing' };
}
