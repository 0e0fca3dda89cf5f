import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { localActivities } from './activity-options.js';

/** Sent by the kernel when work that the run waits for has ended. */
const endedSignal = defineSignal<[{ workId: string } | undefined]>('workEnded');

/** The longest wait for a signal before the caller checks again, because an operator may have reset the run without its signals. */
const SAFETY = '30 minutes';

/** The pause before the next check when work was not open twice in a row although the caller still waits for it. */
const PAUSE = '10 seconds';

/**
 * Returns a function that waits until work has ended, without polling. It may return earlier, so its caller must check whether the work is done. Call
 * `workWaits` before the workflow awaits anything.
 */
export function workWaits(): (workId: string) => Promise<void> {
  const ended = new Set<string>();
  setHandler(endedSignal, (sent) => { if (sent) ended.add(sent.workId); });
  const { awaitWork } = localActivities();
  let idle: string | null = null;
  return async (workId) => {
    ended.delete(workId);
    const isOpen = await awaitWork({ workId });
    if (isOpen || workId === idle) await condition(() => ended.has(workId), isOpen ? SAFETY : PAUSE);
    idle = isOpen ? null : workId;
  };
}
