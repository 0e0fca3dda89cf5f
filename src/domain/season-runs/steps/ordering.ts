import type { Services } from '../../../kernel/services.js';
import { noteOrdered, type OpenStep } from '../action-store.js';
import type { OrderedPart } from '../season-run-model.js';

/** Thrown by a part of a step while the work that it ordered is open: the run waits for the end of that work. */
export class StillAtWork extends Error {
  override readonly name = 'StillAtWork';

  constructor(readonly workId: string) {
    super(`waiting for ${workId}`);
  }
}

/** The result of a work. Throws `StillAtWork` while it is null. */
export function requireEnded<T>(made: T | null, workId: string): T {
  if (made === null) throw new StillAtWork(workId);
  return made;
}

/**
 * Orders a part of the step's work, once per action, and returns the id that `order` returned. Work that fails later is not ordered again; its failure is
 * found when the part looks at it.
 */
export async function orderOnce(services: Services, { action }: OpenStep, part: OrderedPart, order: () => Promise<string>): Promise<string> {
  const known = action.notes.ordered?.[part];
  if (known !== undefined) return known;
  const id = await order();
  await services.faults.reach('season.ordered', action.id);
  await noteOrdered(services.db, action, part, id);
  return id;
}
