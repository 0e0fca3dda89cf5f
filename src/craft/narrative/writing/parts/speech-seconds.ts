import type { Item } from '../material/items.js';
import { WORDS_PER_SECOND_OF_A_LINE } from '../direction/length.js';
import { PAUSES } from '../direction/pauses.js';

const BETWEEN_SCENES = PAUSES.scene.ms / 1_000;
const BETWEEN_TURNS = PAUSES.reply.ms / 1_000;

/** Running sums of estimated seconds in a drama: the value at `at` is the length of all items before `at`. Direction, which comes later, is not counted. */
export function speechSeconds(items: readonly Item[]): number[] {
  const sums = [0];
  items.forEach((item, at) => {
    const before = items[at - 1];
    const isTurn = before !== undefined && (before.kind !== item.kind || before.speaker !== item.speaker || before.utterance !== item.utterance);
    const silence = before && before.scene !== item.scene ? BETWEEN_SCENES : isTurn ? BETWEEN_TURNS : 0;
    sums.push(sums.at(-1)! + (item.spokenWords === 0 ? 0 : item.spokenWords / WORDS_PER_SECOND_OF_A_LINE + silence));
  });
  return sums;
}
