import type { Services } from '../services.js';
import { EngineUnavailable } from '../contract/runs.js';
import { deleteWaiter, listDueWaiters, noteWaiter } from './waiter-store.js';

const BATCH = 200;

type Needed = Pick<Services, 'db' | 'engine' | 'log'>;

/**
 * Registers that a run waits for the end of work; the signal `workEnded` tells the run. False when the work has ended or does not exist, so that the run need
 * not wait.
 */
export async function awaitEnd(db: Services['db'], workId: string, workflowId: string): Promise<boolean> {
  await noteWaiter(db, workId, workflowId);
  // The waiter is committed before this check. So either the work ends later and finds the waiter, or this check finds that it has ended.
  const due = (await listDueWaiters(db, workId, BATCH)).find((waiter) => waiter.workflowId === workflowId);
  if (due) await deleteWaiter(db, due);
  return due === undefined;
}

/** Signals the runs whose awaited work has ended, at most `BATCH` of them: those that wait for this work, or for any work with null. Safe to repeat. */
async function tell({ db, engine }: Needed, workId: string | null): Promise<void> {
  for (const waiter of await listDueWaiters(db, workId, BATCH)) {
    // The answer is ignored: a run that is not open waits for nothing.
    await engine.signal('work', waiter.workflowId, 'workEnded', { workId: waiter.workId });
    await deleteWaiter(db, waiter);
  }
}

/**
 * Tells the runs that wait for this work, if the work has ended. Call it after every move that may end work. False when the engine does not answer; the next
 * look tells them.
 */
export async function tellWaiters(services: Needed, workId: string): Promise<boolean> {
  try {
    await tell(services, workId);
    return true;
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    services.log.warn({ workId }, 'runs that wait for this work could not be told of its end; the next look tells them');
    return false;
  }
}

/**
 * Tells runs that were not told of the end of their awaited work, because a process died between the end and the signal or the engine did not answer. A call
 * tells at most `BATCH` runs.
 */
export const tellAllWaiters = (services: Needed): Promise<void> => tell(services, null);
