import type { Services } from '../services.js';
import { EngineUnavailable } from '../contract/runs.js';
import { deleteWaiter, listDueWaiters, noteWaiter } from './waiter-store.js';

const BATCH = 200;

type Needed = Pick<Services, 'db' | 'engine' | 'log'>;

/**
 * Notes that a run waits until work has ended; it is told by the signal `workEnded`. False when the work has ended or is not there: the run
 * need not wait.
 */
export async function awaitEnd(db: Services['db'], workId: string, workflowId: string): Promise<boolean> {
  await noteWaiter(db, workId, workflowId);
  // Committed before this look, so that the work either ends after it and finds the waiter, or has ended.
  const due = (await listDueWaiters(db, workId, BATCH)).find((waiter) => waiter.workflowId === workflowId);
  if (due) await deleteWaiter(db, due);
  return due === undefined;
}

/** Tells the runs that wait for work that has ended: for this work, or for any. Safe to repeat. */
async function tell({ db, engine }: Needed, workId: string | null): Promise<void> {
  for (const waiter of await listDueWaiters(db, workId, BATCH)) {
    // A run that is not open has nothing to wait for.
    await engine.signal('work', waiter.workflowId, 'workEnded', { workId: waiter.workId });
    await deleteWaiter(db, waiter);
  }
}

/** Tells the runs that wait for this work, if it has ended; call it after every move that may end work. */
export async function tellWaiters(services: Needed, workId: string): Promise<void> {
  try {
    await tell(services, workId);
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    services.log.warn({ workId }, 'runs that wait for this work could not be told of its end; the next look tells them');
  }
}

/** Tells every run whose work has ended and that was not told: a process died between the end and the signal. */
export const tellAllWaiters = (services: Needed): Promise<void> => tell(services, null);
