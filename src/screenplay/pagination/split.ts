import type { SetLine } from './blocks.js';

const MIN_STAY = 2;
const MIN_GO = 2;
/** An action of at most so many lines is never split. */
const WHOLE_ACTION = 3;
const ENDS_SENTENCE = /[.?!…][”"’')\]]*$|[—-]$/;

const endsSentence = (line: SetLine): boolean => ENDS_SENTENCE.test(line.text.text);

/**
 * How many lines of an action stay when `most` fit, preferably up to the end of a sentence; null when it moves whole.
 */
export function splitAction(lines: readonly SetLine[], most: number): number | null {
  if (lines.length <= WHOLE_ACTION) return null;
  return lastOf(Math.min(most, lines.length - MIN_GO), MIN_STAY, (cut) => endsSentence(lines[cut - 1]!), () => true);
}

/**
 * How many lines of a speech stay, its cue included, when `most` fit; null when it moves whole. It is never split right
 * after a parenthetical, and each side keeps at least two lines of a split paragraph.
 */
export function splitSpeech(lines: readonly SetLine[], most: number): number | null {
  const allowed = (cut: number): boolean => {
    const [last, first] = [lines[cut - 1]!, lines[cut]!];
    if (last.kind === 'parenthetical') return false;
    return last.element !== first.element || first.kind === 'parenthetical' || lines.length - cut >= MIN_GO;
  };
  const preferred = (cut: number): boolean =>
    allowed(cut) && (lines[cut - 1]!.element !== lines[cut]!.element || endsSentence(lines[cut - 1]!));
  return lastOf(Math.min(most, lines.length - 1), 1 + MIN_STAY, preferred, allowed);
}

function lastOf(
  from: number, least: number, preferred: (cut: number) => boolean, allowed: (cut: number) => boolean,
): number | null {
  for (const test of [preferred, allowed]) for (let cut = from; cut >= least; cut -= 1) if (test(cut)) return cut;
  return null;
}
