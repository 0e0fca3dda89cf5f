import { allHandlersFinished, condition, defineUpdate, setHandler } from '@temporalio/workflow';
import type { AppliedEdit, EditAnswer } from '../../src/families/storyboards/storyboard.js';
import { activitiesOf } from './activity-options.js';

const editUpdate = defineUpdate<EditAnswer, [{ editId: string }]>('edit');

/** Where the edits of a storyboard meet the work of its run: one after the other, never both at once. */
export interface EditRoom {
  /** Runs a step of the process with no edit in between. */
  alone<T>(step: () => Promise<T>): Promise<T>;
  /** The next edit that was applied and that the process has not seen. */
  next(): Promise<AppliedEdit>;
  /** From now on edits are answered that it is too late; resolves when those that came before are done. */
  close(): Promise<void>;
}

/**
 * Takes edits as updates and applies each once, in the order of their arrival. Only ids travel: an edit is a row. Call before
 * anything is awaited.
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
