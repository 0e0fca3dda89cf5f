import type { Services } from '../../../kernel/services.js';
import { noteOrdered, type OpenStep } from '../action-store.js';
import type { OrderedPart } from '../season-run-model.js';

/** Thrown by a part of a step whose work is open: the run waits until that has ended. */
export class StillAtWork extends Error {
  override readonly name = 'StillAtWork';

  constructor(readonly workId: string) {
    super(`waiting for ${workId}`);
  }
}

/** What the work has made. Throws `StillAtWork` while it is null. */
export function requireEnded<T>(made: T | null, workId: string): T {
  if (made === null) throw new StillAtWork(workId);
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
