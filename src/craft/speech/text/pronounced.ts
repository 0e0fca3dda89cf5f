import type { Pronunciation } from '../port.js';
import { toPlainText } from './plain-text.js';

/** The first private-use character; plain text contains none of them. */
const FIRST_MARK = 0xe000;
const MAX_MARKS = 0x1000;

function plainWord(word: string): string {
  const plain = toPlainText(word);
  return plain.kind === 'words' ? plain.text : '';
}

/**
 * Replaces every word of plain text that has a pronunciation by `say(pronunciation, index)`. Words match as a whole and in any case, the longest first. An
 * ending 's stays.
 */
export function replacePronounced(
  text: string, pronunciations: readonly Pronunciation[], say: (one: Pronunciation, index: number) => string,
): string {
  const words = pronunciations.slice(0, MAX_MARKS)
    .map((one, index) => ({ index, plain: plainWord(one.word) })).filter(({ plain }) => plain !== '').sort((a, b) => b.plain.length - a.plain.length);
  let line = text;
  for (const { index, plain } of words) {
    const pattern = new RegExp(`(?<![A-Za-z0-9])${plain.replace(/[^A-Za-z0-9 ]/g, '\\$&')}(?![A-Za-z0-9])`, 'gi');
    // First a mark, so that no later word matches within a respelling.
    line = line.replace(pattern, String.fromCharCode(FIRST_MARK + index));
  }
  return line.replace(/[\ue000-\uefff]/g, (mark) => say(pronunciations[markIndex(mark)]!, markIndex(mark)));
}

/** The mark that stands for the pronunciation at an index, where the text is still to be written out. */
export const pronunciationMark = (index: number): string => String.fromCharCode(FIRST_MARK + index);
export const markIndex = (mark: string): number => mark.charCodeAt(0) - FIRST_MARK;
