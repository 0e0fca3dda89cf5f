import { allHandlersFinished, condition, defineUpdate, setHandler } from '@temporalio/workflow';
import type { AppliedEdit, EditAnswer } from '../../src/kernel/families/storyboards/storyboard.js';
import { activitiesOf } from './activity-options.js';

const editUpdate = defineUpdate<EditAnswer, [{ editId: string }]>('edit');

/** Serialises the edits of a storyboard with the steps of its run. */
export interface EditRoom {
  /** Runs a step of the process; no edit is applied meanwhile. */
  alone<T>(step: () => Promise<T>): Promise<T>;
  /** The next applied edit that the process has not seen. */
  next(): Promise<AppliedEdit>;
  /** Refuses all later edits as too late; resolves when the earlier ones are applied. */
  close(): Promise<void>;
}

/**
 * Receives edits as updates and applies each once, in order of arrival. An update contains only the id of the edit's row. Call it
 * before the workflow awaits anything.
 */
export function editRoom(noun: string): EditRoom {
  const { applyStoryboardEdit } = activitiesOf('quickWrite');
  const applied: AppliedEdit[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  function alone<T>(step: () => Promise<T>): Promise<T> {
    const mine = last.then(step);
    last = mine.catch(() => undefined);
    return mine;
  }
  setHandler(editUpdate, ({ editId }) => alone(async () => {
    if (closed) return { closed: true };
    const outcome = await applyStoryboardEdit({ editId, noun });
    if ('revision' in outcome && !applied.some((known) => known.editId === editId)) applied.push(outcome);
    return outcome;
  }));
  let seen = 0;
  return {
    alone,
    async next() {
      await condition(() => applied.length > seen);
      return applied[seen++]!;
    },
    async close() {
      closed = true;
      await condition(allHandlersFinished);
    },
  };
}
