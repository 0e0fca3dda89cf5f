import { parseCue, startsLikeHeading } from '../fountain/rules.js';
import { hasNoLower } from './columns.js';

/** Cells right of the action column beyond which a row is a transition or a right-hand speech. */
export const FAR_RIGHT = 25;
/** Cells right of the action column up to which a left-hand cue starts. */
const LEFT_CUE = 22;

interface Placed { text: string; column: number }

/** Two cues side by side and the rows below them, the first row of each side being the cue. */
export class SideBySide {
  readonly left: string[];
  readonly right: string[];
  constructor([left, right]: readonly Placed[], private readonly action: number) {
    this.left = [left!.text];
    this.right = [right!.text];
  }

  /** Adds each segment of a row to the side where it stands. */
  add(words: readonly Placed[]): void {
    for (const { text, column } of words) {
      if (!/^\(?MORE\)?$/i.test(text)) (column > this.action + FAR_RIGHT + 1 ? this.right : this.left).push(text);
    }
  }

  /** True for a row that repeats the cues of this pair on the next page. */
  isContinuedBy(words: readonly Placed[]): boolean {
    return [this.left, this.right].every(([cue], side) => {
      const again = parseCue(words[side]!.text);
      return again.contd && again.name === parseCue(cue!).name;
    });
  }
}

/** True for a row of two cues. */
export function opensPair(words: readonly Placed[], action: number): boolean {
  const [left, right] = words;
  return words.length === 2 && right!.column > action + FAR_RIGHT && left!.column <= action + LEFT_CUE
    && hasNoLower(left!.text) && hasNoLower(right!.text) && !startsLikeHeading(left!.text);
}
