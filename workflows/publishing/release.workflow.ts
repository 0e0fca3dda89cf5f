import { condition, defineQuery, defineSignal, log, setHandler } from '@temporalio/workflow';
import type { DueOutcome, ReleaseRunInput, Schedule } from '../../src/domain/publishing/releases/release-run.js';
import { activitiesOf } from '../shared/activity-options.js';
import { showStage } from '../shared/stage.js';

/** Sent by the API, or by an operator from the Temporal UI. */
export const scheduleSignal = defineSignal<[Schedule]>('schedule');
const stateQuery = defineQuery<Schedule & { releaseId: string; refused: string | null }>('state');

/** Null for an invalid argument, which an operator may send by mistake. */
function parseSchedule(sent: unknown): Schedule | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const { version, dueAt } = sent as Partial<Record<keyof Schedule, unknown>>;
  if (typeof version !== 'number' || (dueAt !== null && (typeof dueAt !== 'string' || Number.isNaN(Date.parse(dueAt))))) return null;
  return { version, dueAt };
}

/**
 * Publishes a release when it is due. A signal moves or ends the wait; one about an old schedule, or a repeated one, does nothing. The
 * row decides whether there is anything to publish, so a repeat after a crash publishes nothing twice. A release that cannot be
 * published when it is due waits for its next schedule.
 */
export async function releaseWorkflow({ releaseId, version, dueAt }: ReleaseRunInput): Promise<{ outcome: DueOutcome['outcome'] }> {
  // A long outage of the database must not end the run.
  const { publishDueRelease } = activitiesOf('quickWrite', { scheduleToCloseTimeout: '365 days' });
  let schedule: Schedule = { version, dueAt };
  let refused: string | null = null;
  setHandler(scheduleSignal, (sent) => {
    const next = parseSchedule(sent);
    if (!next) log.warn('a signal was ignored: it has no schedule');
    else if (next.version > schedule.version) schedule = next;
  });
  setHandler(stateQuery, () => ({ releaseId, ...schedule, refused }));
  while (schedule.dueAt !== null) {
    const current: Schedule = schedule;
    const isMoved = (): boolean => schedule !== current;
    const waitMs = Date.parse(current.dueAt!) - Date.now();
    showStage('scheduled', `Is published at ${current.dueAt}.`);
    if (waitMs > 0 && await condition(isMoved, waitMs)) continue;
    let outcome = await publishDueRelease({ releaseId });
    // The clocks of engine and database differ, or the date in the row is later than this run knows.
    while (outcome.outcome === 'early' && !isMoved()) {
      if (!await condition(isMoved, Math.max(outcome.waitMs, 1))) outcome = await publishDueRelease({ releaseId });
    }
    if (outcome.outcome === 'published' || outcome.outcome === 'over') {
      showStage(outcome.outcome === 'published' ? 'ready' : 'over', outcome.outcome === 'published' ? 'Published.' : 'There was nothing to publish any more.');
      return { outcome: outcome.outcome };
    }
    if (outcome.outcome === 'refused' && !isMoved()) {
      refused = outcome.code;
      showStage('stalled', `Due, and not published: ${outcome.message}`);
      await condition(isMoved);
      refused = null;
    }
  }
  showStage('over', 'The schedule was withdrawn, or the release was published by hand.');
  return { outcome: 'over' };
}
