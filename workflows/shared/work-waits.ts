import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import { localActivities } from './activity-options.js';

/** Sent by the kernel when work that the run waits for has ended. */
const endedSignal = defineSignal<[{ workId: string } | undefined]>('workEnded');

/** The caller looks again after this long although no signal came: an operator may have reset the run without its signals. */
const SAFETY = '30 minutes';

/** Work that was not open twice in a row although its caller still waits for it is looked for again after this long. */
const PAUSE = '10 seconds';

/**
 * Returns a function that waits until work has ended. Nothing is asked meanwhile. It may return earlier, so its caller looks whether the work
 * is done. Call it before the workflow awaits anything.
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
