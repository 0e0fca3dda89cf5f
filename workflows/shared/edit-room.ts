import { allHandlersFinished, condition, defineUpdate, setHandler } from '@temporalio/workflow';
import type { AppliedEdit, EditAnswer } from '../../src/kernel/families/storyboards/storyboard.js';
import type { SubjectKey } from '../../src/kernel/families/subject.js';
import { activitiesOf, localActivities } from './activity-options.js';
import { oneAtATime, type OneAtATime } from './one-at-a-time.js';

const editUpdate = defineUpdate<EditAnswer, [{ editId: string }]>('edit');

/** Serialises the edits of a storyboard with the steps of its run. */
export interface EditRoom {
  /** Runs a step of the process; no edit is applied meanwhile. */
  alone: OneAtATime;
  /** The next applied edit that the process has not seen. */
  next(): Promise<AppliedEdit>;
  /** The next unseen edit without waiting: null when there is none. */
  look(): Promise<AppliedEdit | null>;
  /** The revision of the last seen edit, to be passed on when the run continues as a new one. */
  seen(): number;
  /** Refuses all edits that have not begun to be applied, because the process is over; resolves when every received edit is answered. */
  close(): Promise<void>;
}

/**
 * Receives edits as updates and applies each once, in order of arrival. The rows hold the truth: an update contains only the id of the edit's row, and the
 * process reads from the rows which edits were applied after the revision `seen`. So a run that was lost, reset or continued misses no edit. `applied` is
 * called after each edit. Call `editRoom` before the workflow awaits anything.
 */
export function editRoom(noun: string, subject: SubjectKey, seen = 1, applied = () => {}): EditRoom {
  const { applyStoryboardEdit } = activitiesOf('quickWrite');
  const { nextStoryboardEdit } = localActivities();
  const alone = oneAtATime();
  let [count, closed] = [0, false];
  setHandler(editUpdate, ({ editId }) => alone(async () => {
    if (closed) return { closed: true };
    const outcome = await applyStoryboardEdit({ editId, noun });
    count += 1;
    applied();
    return outcome;
  }));
  async function look(): Promise<AppliedEdit | null> {
    const edit = await alone(() => nextStoryboardEdit({ ...subject, after: seen }));
    if (edit) seen = edit.revision;
    return edit;
  }
  return {
    alone, look,
    async next() {
      for (;;) {
        const looked = count;
        const edit = await look();
        if (edit) return edit;
        await condition(() => count > looked);
      }
    },
    seen: () => seen,
    async close() {
      closed = true;
      await condition(allHandlersFinished);
    },
  };
}
