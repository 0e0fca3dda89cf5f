import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { runChecks } from '../../../src/monitoring/checker.js';
import { workRunId } from '../../../src/kernel/works/ids.js';
import { ENDED, type WorkStatus } from '../../../src/kernel/works/model.js';
import { findWork, type WorkRow } from '../../../src/kernel/works/work-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { callsOf, hasArrived, hold, letGo, type HeldCall } from '../../support/chaos/rehearsals/held-calls.js';
import { objectOf, PARTS } from '../../support/chaos/rehearsals/rehearsal-kind.js';
import { openRehearsalStand, workOf, type RehearsalStand } from '../../support/chaos/rehearsals/rehearsal-stand.js';
import { until } from '../../support/chaos/until.js';
import { expectSound, journalOf } from '../../support/invariants.js';
import { closedStatus, resetRun } from '../../support/runs.js';

/** Where work stands when its run is ended: at the `nth` call of a point, with `published` of its parts published. */
const STAGES = {
  opened: { point: 'reserve.after_commit', nth: 1, published: 0 },
  making: { point: 'rehearsal.made_0', nth: 1, published: 0 },
  publishing: { point: 'settle.before_commit', nth: 1, published: 0 },
  'one part published': { point: 'settle.after_commit', nth: 1, published: 1 },
  'half made': { point: 'rehearsal.made_1', nth: 1, published: 1 },
  'publishing its last part': { point: 'settle.before_commit', nth: 2, published: 1 },
} as const;
type Stage = keyof typeof STAGES;

/** The parts that turn out to be impossible: none, or the last. */
const BROKEN = { whole: [], broken: [1] } as const;
const WAYS = ['terminated', 'terminated and started again', 'cancelled', 'reset', 'without their worker'] as const;
type Way = (typeof WAYS)[number];

interface Case { way: Way; stage: Stage; broken: readonly number[]; subjectId: string; call: HeldCall }

const CELLS = WAYS.flatMap((way) => Object.keys(STAGES).map((stage) => [stage, way] as [Stage, Way]));
const CASES = CELLS.flatMap(([stage, way]) => Object.entries(BROKEN).map(([name, broken]): Case => {
  const subjectId = `${way}-${stage}-${name}`.replaceAll(' ', '-');
  const { point, nth } = STAGES[stage];
  return { way, stage, broken, subjectId, call: { point, nth, subject: workOf(subjectId) } };
})).filter(({ stage, broken }) => stage !== 'publishing its last part' || broken.length === 0);

let stand: RehearsalStand;
let client: ApiClient;
let connection: Connection;
let temporal: Client;

const rowOf = async ({ subjectId }: Case): Promise<WorkRow> => (await findWork(stand.api.services.db, workOf(subjectId)))!;
const start = ({ subjectId, broken }: Case) => client.post('/rehearsals', { subjectId, broken });
const handleOf = ({ subjectId }: Case) => temporal.workflow.getHandle(workRunId({ kind: 'rehearsal', subjectId, revision: 0, epoch: 1 }));
const hasEnded = ({ status }: WorkRow): boolean => ENDED.includes(status);
const ended = (work: Case): Promise<WorkRow> => until(() => rowOf(work), hasEnded);

/** Waits until a workflow task was completed after the event that `isCause` finds, so that the run has seen that event. */
async function taskAfter(work: Case, isCause: (event: { workflowExecutionCancelRequestedEventAttributes?: unknown }) => boolean): Promise<void> {
  await until(async () => (await handleOf(work).fetchHistory()).events ?? [], (events) => {
    const at = events.findIndex(isCause);
    return at >= 0 && events.slice(at).some((event) => event.workflowTaskCompletedEventAttributes);
  });
}

/** The answers to the requests. A request waits until its work is open, and gives up after a while. */
const answers = new Map<string, ReturnType<typeof start>>();

/** Starts the work. On a busy machine the engine may not answer in time; then the request is repeated. */
const accepted = (work: Case) => until(() => start(work), ({ status }) => status === 202);

/**
 * How many works run at a time. With more, a call would be held for longer than its activity may last; it is then repeated, and the repeated call is not
 * held.
 */
const AT_ONCE = 6;
const inTurn = (works: readonly Case[]): Case[][] =>
  Array.from({ length: Math.ceil(works.length / AT_ONCE) }, (_, at) => works.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/** Starts works and waits until their calls are held. */
async function startAll(works: readonly Case[]): Promise<void> {
  for (const work of works) answers.set(work.subjectId, work.stage === 'opened' ? start(work) : accepted(work));
  await until(() => Promise.all(works.map(({ call }) => hasArrived(stand.held, call))), (arrived) => arrived.every(Boolean));
}

/** Terminates the run once its request is answered: a request that still waited for the run would start another one. */
async function terminate(work: Case): Promise<void> {
  await answers.get(work.subjectId);
  await handleOf(work).terminate('test');
}

/** The same call of the next epoch, which is held too; null where there is no next epoch, or where its request would not be answered while the call is held. */
const sameOfNext = ({ way, stage, call }: Case): HeldCall | null =>
  (way === 'terminated and started again' && (stage === 'making' || stage === 'publishing') ? { ...call, nth: call.nth + 1 } : null);

/** What is done to a run while one of its calls is held. Resolves when the call may continue, long after the run has gone on without it. */
const ACTS: Record<Exclude<Way, 'without their worker'>, (work: Case) => Promise<unknown>> = {
  async terminated(work) {
    await terminate(work);
    // The check skips works that changed only just now.
    await stand.api.services.db.query(`UPDATE works SET updated_at = now() - interval '1 hour' WHERE id = $1`, [workOf(work.subjectId)]);
  },
  /** The held call continues while the next epoch is at the same point, or after the next epoch has ended. */
  async 'terminated and started again'(work) {
    await terminate(work);
    await accepted(work);
    const next = sameOfNext(work);
    if (!next) return ended(work);
    await until(() => hasArrived(stand.held, next), Boolean);
    await letGo(stand.held, work.call);
    await until(() => callsOf(stand.calls, next.subject), ({ begun, ended: over }) => begun === over.length + 1);
    return letGo(stand.held, next);
  },
  async cancelled(work) {
    await handleOf(work).cancel();
    await taskAfter(work, (event) => Boolean(event.workflowExecutionCancelRequestedEventAttributes));
    if (work.stage === 'making' || work.stage === 'publishing') await ended(work);
  },
  async reset(work) {
    await taskAfter(work, () => true);
    await resetRun(temporal, handleOf(work).workflowId, 'first');
    await ended(work);
  },
};

/** Lets the held call continue, and waits until every call of the work has ended. */
async function followed(work: Case): Promise<void> {
  await letGo(stand.held, work.call);
  await until(() => callsOf(stand.calls, work.call.subject), ({ begun, ended: over }) => begun === over.length);
}

/** Terminates the work and has the check find it. */
async function endTerminated(works: readonly Case[]): Promise<void> {
  await Promise.all(works.map(ACTS.terminated));
  const { mended } = await runChecks(stand.api.services);
  expect(mended.map(({ id }) => id).sort()).toEqual(works.map(({ subjectId }) => workOf(subjectId)).sort());
  await Promise.all(works.map(followed));
}

const ACTED = ['terminated and started again', 'cancelled', 'reset'] as const;
const casesOf = (way: Way): Case[] => CASES.filter((work) => work.way === way);

beforeAll(async () => {
  stand = await openRehearsalStand();
  connection = await Connection.connect({ address: stand.connections.temporalAddress });
  temporal = new Client({ connection });
  client = await stand.newAccount({ credits: 1_000 });
  await stand.withLogs(async () => {
    await Promise.all(CASES.flatMap((work) => [work.call, sameOfNext(work) ?? work.call]).map((call) => hold(stand.held, call)));
    const worker = await stand.startWorker(true);
    for (const works of inTurn(casesOf('terminated'))) {
      await startAll(works);
      await endTerminated(works);
    }
    for (const way of ACTED) for (const works of inTurn(casesOf(way))) {
      await startAll(works);
      await Promise.all(works.map(async (work) => {
        await ACTS[way](work);
        await followed(work);
      }));
    }
    for (const works of inTurn(casesOf('without their worker'))) await startAll(works);
    await worker.kill('SIGKILL');
    await stand.startWorker(false);
    await Promise.all(CASES.map(ended));
    await Promise.all(answers.values());
  });
});
afterAll(async () => {
  await connection?.close();
  await stand?.close();
});

interface Outcome { status: WorkStatus; epoch: number; parts: string[]; movements: string[] }

const MOVED: Record<string, string> = { ready: 'settle', failed: 'release', cancelled: 'release' };

/** The expected movements of credits in an epoch: each part has one hold, which is settled or released once, as its part ended. */
const heldAndMoved = (epoch: number, parts: readonly string[]): string[] => PARTS.flatMap(({ line, credits }) =>
  [MOVED[parts[line]!]!, 'reserve'].sort().map((kind) => `epoch ${epoch}, part ${line}: ${kind} ${credits}`));

function expected({ way, stage, broken }: Case): Outcome {
  const made = ['ready', broken.length > 0 ? 'failed' : 'ready'];
  const stopped = STAGES[stage].published > 0 ? ['ready', 'failed'] : ['failed', 'failed'];
  const once = (status: WorkStatus, parts: string[]): Outcome => ({ status, epoch: 1, parts, movements: heldAndMoved(1, parts) });
  if (way === 'reset' || way === 'without their worker') return once('READY', made);
  if (STAGES[stage].published > 0) return once('READY', way === 'cancelled' ? made : stopped);
  if (way === 'cancelled') return once('CANCELED', ['cancelled', 'cancelled']);
  if (way === 'terminated') return once('FAILED', stopped);
  return { status: 'READY', epoch: 2, parts: made, movements: [...heldAndMoved(1, stopped), ...heldAndMoved(2, made)] };
}

async function found(work: Case): Promise<Outcome> {
  const { db } = stand.api.services;
  const { id, status, epoch } = await rowOf(work);
  const parts = await db.query<{ state: string; published: number }>('SELECT state, published FROM rehearsal_parts WHERE subject_id = $1 ORDER BY line', [work.subjectId]);
  expect(parts.map(({ published }) => published)).toEqual(parts.map(({ state }) => Number(state === 'ready')));
  return {
    status, epoch, parts: parts.map(({ state }) => state),
    movements: (await journalOf({ db }, id)).map((moved) => `epoch ${moved.epoch}, part ${moved.line}: ${moved.kind} ${moved.credits}`),
  };
}

it.each(CELLS)('stage “%s”, way “%s”: the work ends once as expected, and the held call then changes nothing', async (stage, way) => {
  const works = CASES.filter((work) => work.stage === stage && work.way === way);
  for (const work of works) {
    expect([work.subjectId, await found(work)]).toEqual([work.subjectId, expected(work)]);
    expect(await closedStatus(temporal, handleOf(work).workflowId)).not.toBe('RUNNING');
    const kept = await Promise.all(PARTS.map(({ line }) => stand.api.services.store.stat(objectOf(work.subjectId, line))));
    expect(kept.map((object) => object !== null)).toEqual(expected(work).parts.map((state) => state === 'ready'));
  }
});

/**
 * Whether a call failed that must not fail. Only `makePart` may, since it is stopped when its run is cancelled; all others succeed, even when they come too
 * late.
 */
const isMishap = (call: string): boolean => call.includes(' failed: ') && !call.startsWith('makePart ');

it('a call that comes too late learns that the work is over', async () => {
  for (const { way, stage, subjectId, call } of CASES) {
    const { ended: calls } = await callsOf(stand.calls, call.subject);
    expect([subjectId, calls.filter(isMishap)]).toEqual([subjectId, []]);
    const isLate = STAGES[stage].point === 'settle.before_commit' && way !== 'without their worker' && !(stage !== 'publishing' && way === 'cancelled');
    if (isLate) expect([subjectId, calls]).toEqual([subjectId, expect.arrayContaining(['finishLine "over"'])]);
  }
});

it('the ledger, the runs and the files are sound afterwards', async () => {
  expect(await runChecks(stand.api.services)).toEqual({ findings: [], mended: [] });
  await expectSound(stand.api.services);
});
