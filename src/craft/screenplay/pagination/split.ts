import type { SetLine } from './blocks.js';

/** Least lines of a split block on the first and on the second page. */
const MIN_LINES_BEFORE = 2;
const MIN_LINES_AFTER = 2;
/** An action with at most this many lines is never split. */
const MAX_WHOLE_ACTION = 3;
const ENDS_SENTENCE = /[.?!…][”"’')\]]*$|[—-]$/;

const endsSentence = (line: SetLine): boolean => ENDS_SENTENCE.test(line.text.text);

/**
 * The number of lines of an action that stay on the page when `most` fit, preferably up to the end of a sentence. Null
 * if the whole action moves to the next page.
 */
export function splitAction(lines: readonly SetLine[], most: number): number | null {
  if (lines.length <= MAX_WHOLE_ACTION) return null;
  return findCut(Math.min(most, lines.length - MIN_LINES_AFTER), MIN_LINES_BEFORE,
    (cut) => endsSentence(lines[cut - 1]!), () => true);
}

/**
 * The number of lines of a speech, its cue included, that stay on the page when `most` fit. Null if the whole speech
 * moves to the next page. A speech is never split directly after a parenthetical, and each page gets at least two lines
 * of a split paragraph.
 */
export function splitSpeech(lines: readonly SetLine[], most: number): number | null {
  const allowed = (cut: number): boolean => {
    const [last, first] = [lines[cut - 1]!, lines[cut]!];
    if (last.kind === 'parenthetical') return false;
    return last.element !== first.element || first.kind === 'parenthetical' || lines.length - cut >= MIN_LINES_AFTER;
  };
  const preferred = (cut: number): boolean =>
    allowed(cut) && (lines[cut - 1]!.element !== lines[cut]!.element || endsSentence(lines[cut - 1]!));
  return findCut(Math.min(most, lines.length - 1), 1 + MIN_LINES_BEFORE, preferred, allowed);
}

/** The last preferred cut from `from` down to `min`, else the last allowed one, else null. */
function findCut(
  from: number, min: number, preferred: (cut: number) => boolean, allowed: (cut: number) => boolean,
): number | null {
  for (const test of [preferred, allowed]) for (let cut = from; cut >= min; cut -= 1) if (test(cut)) return cut;
  return null;
}
