import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { BoardedItem } from '../boarded-film.js';
import type { Defect, Mended, TakeFacts } from './take.js';

/** The defects that lead to a retake. A line that is cut off is not among them: an edit has to give it room. */
const RETAKEN: readonly Defect[] = ['line_unheard', 'other_voice', 'lips_out_of_step', 'opening_frame_missing'];

/** True for a take that is made again at the cost of the service. */
export const isToRetake = ({ defects }: Pick<TakeFacts, 'defects'>): boolean => defects.some((defect) => RETAKEN.includes(defect));

/** The fields of an item that a retake changed, with their old and new values. */
export function mendedOf(item: BoardedItem, change: object): Mended[] {
  const before = item as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(change).map(([field, to]) => ({ field, from: before[field] ?? null, to }));
}

/** The item with the changes of its retake. A field that somebody has edited meanwhile keeps its value. */
function mended<Item extends BoardedItem>(item: Item, changes: readonly Mended[]): Item {
  const now = item as unknown as Readonly<Record<string, unknown>>;
  const due = changes.filter(({ field, from }) => canonicalJson(now[field] ?? null) === canonicalJson(from));
  return { ...item, ...Object.fromEntries(due.map(({ field, to }) => [field, to])) };
}

/** The better take of each item, by item id: the take with fewer defects, or of equal takes the first. */
export function betterTakes<Take extends TakeFacts>(takes: readonly Take[]): ReadonlyMap<string, Take> {
  const better = new Map<string, Take>();
  for (const take of takes) {
    const other = better.get(take.itemId);
    if (!other || take.defects.length < other.defects.length) better.set(take.itemId, take);
  }
  return better;
}

/** The item with this take selected, and with the changes of a retake. */
export const showing = <Item extends BoardedItem>(item: Item, { takeId, variation, mended: changes = [] }: TakeFacts): Item =>
  ({ ...mended(item, changes), takeId, variation });
