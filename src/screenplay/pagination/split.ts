import type { SetLine } from './blocks.js';

const MIN_STAY = 2;
const MIN_GO = 2;
/** An action of so many lines is never parted. */
const WHOLE_ACTION = 3;
const ENDS_SENTENCE = /[.?!…][”"’')\]]*$|[—-]$/;

const endsSentence = (line: SetLine): boolean => ENDS_SENTENCE.test(line.text.text);

/** How many of an action's lines stay when at most `most` fit, preferring a sentence's end; null when it moves whole. */
export function splitAction(lines: readonly SetLine[], most: number): number | null {
  if (lines.length <= WHOLE_ACTION) return null;
  return lastOf(Math.min(most, lines.length - MIN_GO), MIN_STAY, (cut) => endsSentence(lines[cut - 1]!), () => true);
}

/**
 * How many lines of a speech stay, its cue among them, when at most `most` fit; null when it moves whole. Never parted
 * right after a bracket, and two lines of a paragraph stay together on either side.
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

function lastOf(from: number, least: number, preferred: (cut: number) => boolean, allowed: (cut: number) => boolean): number | null {
  for (const test of [preferred, allowed]) for (let cut = from; cut >= least; cut -= 1) if (test(cut)) return cut;
  return null;
}
