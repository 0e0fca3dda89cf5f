import type { Item } from '../material/items.js';
import { BETWEEN_SCENES, BETWEEN_TURNS, LINE_WORDS_PER_SECOND } from '../wording/pace.js';

/** For each place between the items, the seconds that all items before it are heard in a drama. */
export function speechSeconds(items: readonly Item[]): number[] {
  const sums = [0];
  items.forEach((item, at) => {
    const before = items[at - 1];
    const isTurn = before !== undefined && (before.kind !== item.kind || before.speaker !== item.speaker || before.utterance !== item.utterance);
    const silence = before && before.scene !== item.scene ? BETWEEN_SCENES : isTurn ? BETWEEN_TURNS : 0;
    sums.push(sums.at(-1)! + (item.spokenWords === 0 ? 0 : item.spokenWords / LINE_WORDS_PER_SECOND + silence));
  });
  return sums;
}
