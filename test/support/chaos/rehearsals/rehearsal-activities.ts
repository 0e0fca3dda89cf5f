import { Context } from '@temporalio/activity';
import { withHeartbeat } from '../../../../activities/shared/heartbeat.js';
import type { Services } from '../../../../src/kernel/services.js';
import { QUEUED } from '../../../../src/kernel/works/model.js';
import { startWork } from '../../../../src/kernel/works/work-store.js';
import { objectOf, type MadePart, type RehearsalInput } from './rehearsal-kind.js';

export function createRehearsalActivities({ db, store, faults }: Services) {
  return {
    /** Makes one part. Returns `over` when the work has already ended, and `impossible` for a broken part. */
    async makePart({ subjectId, line, broken, ...key }: RehearsalInput & { line: number }): Promise<MadePart | 'over' | 'impossible'> {
      if (!await startWork(db, key, { ...QUEUED, stage: 'rendering' })) return 'over';
      if (!broken.includes(line)) await store.put(objectOf(subjectId, line), `Part ${line} of ${subjectId}.`);
      await withHeartbeat(() => Promise.race([faults.reach(`rehearsal.made_${line}`, key.workId), Context.current().cancelled]));
      return broken.includes(line) ? 'impossible' : { subjectId, line };
    },
  };
}

export type RehearsalActivities = ReturnType<typeof createRehearsalActivities>;
