import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { BoardedItem } from '../boarded-film.js';
import type { Defect, Mended, TakeFacts } from './take.js';

/** Defects that another take may not have. A line that is longer than its item is given room by an edit. */
const RETAKEN: readonly Defect[] = ['line_unheard', 'other_voice', 'lips_out_of_step', 'opening_frame_missing'];

/** True for a take that is made again at the cost of the service. */
export const isToRetake = ({ defects }: Pick<TakeFacts, 'defects'>): boolean => defects.some((defect) => RETAKEN.includes(defect));

/** What of an item was changed for a retake. */
export function mendedOf(item: BoardedItem, change: object): Mended[] {
  const before = item as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(change).map(([field, to]) => ({ field, from: before[field] ?? null, to }));
}

/** An item with what was changed for its retake; what a person has changed meanwhile stays. */
function mended<Item extends BoardedItem>(item: Item, changes: readonly Mended[]): Item {
  const now = item as unknown as Readonly<Record<string, unknown>>;
  const due = changes.filter(({ field, from }) => canonicalJson(now[field] ?? null) === canonicalJson(from));
  return { ...item, ...Object.fromEntries(due.map(({ field, to }) => [field, to])) };
}

/** The better take of each item by its id: the one with fewer defects, of equal ones the one that was made first. */
export function betterTakes<Take extends TakeFacts>(takes: readonly Take[]): ReadonlyMap<string, Take> {
  const better = new Map<string, Take>();
  for (const take of takes) {
    const other = better.get(take.itemId);
    if (!other || take.defects.length < other.defects.length) better.set(take.itemId, take);
  }
  return better;
}

/** An item that shows a take that was made of it. */
export const showing = <Item extends BoardedItem>(item: Item, { takeId, variation, mended: changes = [] }: TakeFacts): Item =>
  ({ ...mended(item, changes), takeId, variation });
