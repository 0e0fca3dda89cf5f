import type { Services } from '../../../kernel/services.js';
import { noteOrdered, type OpenStep } from '../action-store.js';
import type { OrderedPart } from '../season-run-model.js';

/** Thrown by a step whose work is open. The step is retried later, and occupies no worker slot meanwhile. */
export class StillAtWork extends Error {
  override readonly name = 'StillAtWork';
}

/** What the work has made. Throws `StillAtWork` while it is null. */
export function requireEnded<T>(made: T | null, what: string): T {
  if (made === null) throw new StillAtWork(`waiting for ${what}`);
  return made;
}

/**
 * Orders a part of the step's work, once per action, and returns the id that `order` returned. Work that failed after it was ordered
 * is not ordered again: whoever looks at it finds its failure.
 */
export async function orderOnce(services: Services, { action }: OpenStep, part: OrderedPart, order: () => Promise<string>): Promise<string> {
  const known = action.notes.ordered?.[part];
  if (known !== undefined) return known;
  const id = await order();
  await services.faults.reach('season.ordered', action.id);
  await noteOrdered(services.db, action, part, id);
  return id;
}
