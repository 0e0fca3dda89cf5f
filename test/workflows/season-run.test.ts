import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { DECIDERS } from '../../src/domain/deciders.js';
import { mendDecisions } from '../../src/kernel/decisions/mend-decisions.js';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { episodeRunId, seasonRunId, seasonRunSpec } from '../../src/domain/season-runs/season-run-kind.js';
import { mendSeasonRuns } from '../../src/domain/season-runs/mend-runs.js';
import { findRun } from '../../src/domain/season-runs/season-run-store.js';
import { startWorker, workflowBundlePath, type RunningWorker } from '../../src/main/worker.js';
import { runChecks } from '../../src/monitoring/checker.js';
import type { ApiClient } from '../support/api-client.js';
import { until } from '../support/chaos/until.js';
import { closedStatus } from '../support/runs.js';
import { advance, approvedRun, isIdle, isOver, openRun, runOf, seasonProject, settledEpisode, taken } from '../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { LAMP } from '../support/stands/script-stand.js';
import { openSite, type Site } from './source-worker.js';

let stand: Stand;
let client: ApiClient;
let temporal: Client;
let worker: RunningWorker;
let site: Site;

beforeAll(async () => {
  site = await openSite();
  stand = await openStand({ env: { FETCH_ALLOW_HOSTS: site.host } });
  worker = await startWorker(stand.config, ALL_QUEUES, stand.connections);
  client = await stand.newAccount({ credits: 500 });
  temporal = new Client({ connection: await Connection.connect({ address: stand.connections.temporalAddress }) });
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
  await temporal.connection.close();
  await site.close();
});

const newProject = (): Promise<string> => seasonProject(stand.api.services, client);
const season = (id: string) => temporal.workflow.getHandle(seasonRunId(id));
const reason = ({ status, body }: any): unknown[] => [status, body.error?.details?.reason];
const approve = (id: string, expectedMapVersion: number) => client.post(`/season-runs/${id}/approve`, { expectedMapVersion, confirmed: true });
const edit = (id: string, expectedMapVersion: number, logline: string) =>
  client.patch(`/season-runs/${id}/episodes/ep_1`, { expectedMapVersion, patch: { logline } });

describe('signals', () => {
  it('of an operator do what the API does, each once; odd ones do nothing', async () => {
    const run = await openRun(client, await newProject(), { episodeCount: 1 });
    const [{ id: episodeId }] = run.episodes;
    for (const odd of [null, 'approve', { gate: 'season_map', revision: 7, verdict: 'APPROVED' }]) await season(run.id).signal('decide', odd);
    for (const odd of [5, {}, { episodeId, action: 'burn' }, { episodeId, action: 'publish' }, { episodeId: 'nobody' }]) await season(run.id).signal('act', odd);
    await season(run.id).signal('decide', { gate: 'season_map', revision: 1, verdict: 'APPROVED', by: 'operator-ann' });
    const { run: approved } = await client.poll(`/season-runs/${run.id}`, (body) => body.run.approvals.length === 2);
    expect(approved.approvals.map(({ kind, decidedBy, outcome }: any) => [kind, decidedBy, outcome]).sort()).toEqual([
      ['map', 'operator-ann', 'done'], ['publish', 'operator', 'refused'],
    ]);
    for (const [action, status] of [['advance', 'gate_passed'], ['advance', 'performing'], ['advance', 'ready_to_publish'], ['publish', 'published']]) {
      await season(run.id).signal('act', { action, episodeId, by: 'operator-ann' });
      const { run: now } = await client.poll(`/season-runs/${run.id}`, ({ run: { episodes: [episode] } }) => episode.status === status && !episode.atWork);
      expect(now.approvals.at(-1)).toMatchObject({ kind: action, decidedBy: 'operator-ann', mapVersion: 1 });
    }
    expect((await client.poll(`/season-runs/${run.id}`, isOver)).run).toMatchObject({ status: 'completed', credits: { quoted: 16, settled: 16 } });
    expect(await closedStatus(temporal, seasonRunId(run.id))).toBe('COMPLETED');
    expect(await closedStatus(temporal, episodeRunId(run.id, episodeId))).toBe('COMPLETED');
  });
});

describe('races', () => {
  it('two approvals at once are one decision', async () => {
    const { id } = await openRun(client, await newProject());
    const answers = await Promise.all([approve(id, 1), approve(id, 1)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { approvals, status } = await runOf(client, id);
    expect([approvals.map(({ kind }: any) => kind), status]).toEqual([['map'], 'awaiting_approval']);
  });

  it('of several actions at once one is taken, and the others are refused as already at work', async () => {
    const { id } = await approvedRun(client, await newProject());
    const answers = await Promise.all([1, 2, 3].map(() => advance(client, id, 'advance', 'ep_1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map((answer) => reason(answer)[1])).toEqual(['at_work', 'at_work']);
    expect((await settledEpisode(client, id, 'ep_1')).attempts).toBe(1);
  });

  it('an approval while a patch is under way never approves what nobody saw', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await openRun(client, await newProject());
      const [patched, approved] = await Promise.all([edit(id, 1, 'Somebody drains the lamp.'), approve(id, 1)]);
      expect(patched.status).toBe(200);
      expect([[200, undefined], [409, 'map_changed']]).toContainEqual(reason(approved));
      const run = await runOf(client, id);
      expect([run.mapVersion, run.status, [1, null].includes(run.approvedMapVersion)]).toEqual([2, 'map_ready', true]);
      expect(reason(await advance(client, id, 'advance', 'ep_1'))).toEqual([409, 'map_not_approved']);
      expect((await approve(id, 2)).body.run.status).toBe('awaiting_approval');
    }
  });

  it('two edits of one version: one counts, the other gets the episode as it is', async () => {
    const { id } = await openRun(client, await newProject());
    const answers = await Promise.all([edit(id, 1, 'One.'), edit(id, 1, 'Other.')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const kept = (await runOf(client, id)).episodes[0].logline;
    expect(answers.find(({ status }) => status === 409)!.body.error.details).toMatchObject({ expected: 1, actual: 2, episode: { logline: kept } });
  });
});

type Events = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>;

/** The timers of a history that have neither fired nor been cancelled. */
function openTimers(events: Events): string[] {
  const over = new Set(events.map(({ timerCanceledEventAttributes: cancelled, timerFiredEventAttributes: fired }) => cancelled?.timerId ?? fired?.timerId));
  return events.flatMap(({ timerStartedEventAttributes: timer }) => timer?.timerId ?? []).filter((id) => !over.has(id));
}

describe('a long wait', () => {
  it('has no time limit: months and a new worker between two approvals change nothing', async () => {
    const { db } = stand.api.services;
    const run = await approvedRun(client, await newProject());
    expect((await taken(client, run.id, 'advance', 'ep_1')).status).toBe('gate_passed');
    await worker.stop();
    for (const table of ['season_runs', 'season_run_episodes']) await db.query(`UPDATE ${table} SET created_at = created_at - interval '90 days', updated_at = updated_at - interval '90 days'`);
    await db.query(`UPDATE idempotency_keys SET created_at = created_at - interval '90 days', lease_until = lease_until - interval '90 days'`);
    expect((await runChecks(stand.api.services)).findings).toEqual([]);
    const sent = await advance(client, run.id, 'advance', 'ep_1');
    expect([sent.status, sent.body.run.episodes[0].atWork]).toEqual([202, true]);
    worker = await startWorker(stand.config, ALL_QUEUES, stand.connections);
    expect((await settledEpisode(client, run.id, 'ep_1')).status).toBe('performing');
    for (const workflowId of [seasonRunId(run.id), episodeRunId(run.id, run.episodes[0].id)]) {
      const handle = temporal.workflow.getHandle(workflowId);
      // Timers exist only while a step waits for work, so none is open while the run waits for a person.
      const { events } = await until(() => handle.fetchHistory(), ({ events: now }) => openTimers(now ?? []).length === 0);
      const [first] = events!;
      expect(Number(first!.workflowExecutionStartedEventAttributes!.workflowExecutionTimeout?.seconds ?? 0)).toBe(0);
    }
  });
});

describe('continue-as-new', () => {
  it('loses no waiting message, and each run replays', async () => {
    const { engine, db } = stand.api.services;
    const { id, episodes: [episode] } = await openRun(client, await newProject());
    await season(id).terminate('to be started with a small history');
    const spec = seasonRunSpec((await findRun(db, id))!);
    await engine.start({ ...spec, input: { ...spec.input, maxEvents: 25 } });
    const runIds = new Set<string>();
    for (let round = 1; round <= 8; round += 1) {
      await season(id).signal('act', { odd: round });
      // A decision about the version that the next edit makes. It waits for that version, in a later run if necessary.
      if (round === 8) await season(id).signal('decide', { gate: 'season_map', revision: 9, verdict: 'APPROVED', by: 'early' });
      expect((await edit(id, round, `Version ${round + 1}.`)).status).toBe(200);
      runIds.add((await season(id).describe()).runId);
    }
    expect(runIds.size).toBeGreaterThan(1);
    const { run } = await client.poll(`/season-runs/${id}`, (body) => body.run.approvedMapVersion === 9);
    expect([run.mapVersion, run.episodes[0].logline, run.approvals[0].decidedBy]).toEqual([9, 'Version 9.', 'early']);
    for (let more = 0; more < 12; more += 1) await season(id).signal('act', { episodeId: 'nobody' });
    await season(id).signal('act', { action: 'advance', episodeId: episode.id, by: 'operator' });
    expect((await client.poll(`/season-runs/${id}`, (body) => body.run.episodes[0].attempts === 1 && isIdle(body))).run.episodes[0].status).toBe('gate_passed');
    for (const runId of runIds) {
      const history = await temporal.workflow.getHandle(seasonRunId(id), runId).fetchHistory();
      await expect(Worker.runReplayHistory({ workflowBundle: { codePath: workflowBundlePath() } }, history)).resolves.toBeUndefined();
    }
  });
});

describe('what has lost its run', () => {
  it('is started again: an action whose season and episode runs were terminated', async () => {
    const run = await approvedRun(client, await newProject());
    const [{ id }] = run.episodes;
    const episode = temporal.workflow.getHandle(episodeRunId(run.id, id));
    while (await episode.describe().then(() => false, () => true)) await new Promise((resolve) => setTimeout(resolve, 100));
    await episode.terminate('by mistake');
    await season(run.id).terminate('by mistake as well');
    // The API dies between writing the row and sending the signal.
    const reach = stand.api.services.faults.reach;
    stand.api.services.faults.reach = async (point) => { if (point === 'season.claimed') throw new Error('the API died'); };
    expect((await advance(client, run.id, 'advance', 'ep_1')).status).toBe(500);
    stand.api.services.faults.reach = reach;
    await stand.api.services.db.query(`UPDATE decisions SET created_at = now() - interval '1 minute' WHERE subject_id = $1`, [run.id]);
    await mendDecisions(stand.api.services, DECIDERS);
    expect(await settledEpisode(client, run.id, 'ep_1')).toMatchObject({ status: 'gate_passed', attempts: 1 });
  });
});

describe('a signal that was never sent', () => {
  it('is made up for later, although the run of the episode is open', async () => {
    const { db, faults } = stand.api.services;
    const run = await approvedRun(client, await newProject());
    const episode = temporal.workflow.getHandle(episodeRunId(run.id, run.episodes[0].id));
    const events = () => episode.fetchHistory().then((history) => history.events ?? [], () => []);
    // Waits until the episode's run has looked for an action and found none.
    while (!(await events()).some((event) => event.markerRecordedEventAttributes)) await new Promise((resolve) => setTimeout(resolve, 100));
    const reach = faults.reach;
    faults.reach = async (point) => { if (point === 'season.claimed') throw new Error('the API died'); };
    expect((await advance(client, run.id, 'advance', 'ep_1')).status).toBe(500);
    faults.reach = reach;
    await db.query(`UPDATE decisions SET created_at = now() - interval '1 minute' WHERE subject_id = $1`, [run.id]);
    await mendDecisions(stand.api.services, DECIDERS);
    expect(await settledEpisode(client, run.id, 'ep_1')).toMatchObject({ status: 'gate_passed', attempts: 1 });
    expect((await events()).filter((event) => event.workflowExecutionSignaledEventAttributes?.signalName === 'act')).toHaveLength(1);
  });
});

describe('cancelling', () => {
  const isCancelled = ({ run }: any): boolean => run.status === 'cancelled' && isIdle({ run })
    && run.credits.reserved === run.credits.settled + run.credits.released;
  const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

  it.each(['the API', 'an operator'])('by %s releases what is held and keeps what is written', async (who) => {
    const before = await balance();
    const run = await approvedRun(client, await newProject());
    const { scriptUploadId } = await taken(client, run.id, 'advance', 'ep_1');
    expect((await advance(client, run.id, 'advance', 'ep_1')).status).toBe(202);
    await client.poll(`/season-runs/${run.id}`, (body) => body.run.credits.reserved === 10 || !body.run.episodes[0].atWork);
    if (who === 'the API') expect((await client.post(`/season-runs/${run.id}/cancel`, { confirmed: true })).status).toBe(200);
    else await season(run.id).cancel();
    const { run: over } = await client.poll(`/season-runs/${run.id}`, isCancelled);
    expect(over.credits.settled + over.credits.released).toBe(over.credits.reserved);
    expect(await balance()).toBe(before - over.credits.settled);
    expect((await client.get(`/scripts/${scriptUploadId}`)).status).toBe(200);
    expect(reason(await advance(client, run.id, 'advance', 'ep_2'))).toEqual([409, 'run_is_over']);
    expect(await closedStatus(temporal, seasonRunId(run.id))).toBe('COMPLETED');
    for (const { id } of run.episodes) expect(['COMPLETED', 'CANCELED', 'CANCELLED']).toContain(await closedStatus(temporal, episodeRunId(run.id, id)));
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
    expect((await openRun(client, run.projectId)).status).toBe('map_ready');
  });
});

describe('a run that is over', () => {
  const closed = ['COMPLETED', 'CANCELED', 'CANCELLED', 'TERMINATED'];
  /** The runs of season and episodes that the engine still has open. */
  async function openRunsOf({ id, episodes }: any): Promise<string[]> {
    const ids = [seasonRunId(id), ...episodes.map((episode: any) => episodeRunId(id, episode.id))];
    const open = await Promise.all(ids.map(async (workflowId) => (await stand.api.services.engine.status(workflowId) === 'open' ? [workflowId] : [])));
    return open.flat();
  }
  const started = async (workflowId: string): Promise<void> => {
    while (await stand.api.services.engine.status(workflowId) === null) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  it.each(['its own', 'its own and those of its episodes'])('is cancelled when its runs in the engine were terminated before: %s', async (which) => {
    const run = await approvedRun(client, await newProject());
    for (const { id } of run.episodes) await started(episodeRunId(run.id, id));
    await season(run.id).terminate('by mistake');
    if (which !== 'its own') for (const { id } of run.episodes) await temporal.workflow.getHandle(episodeRunId(run.id, id)).terminate('by mistake');
    const answer = await client.post(`/season-runs/${run.id}/cancel`, { confirmed: true });
    expect([answer.status, answer.body.run.status, answer.body.run.finishedAt]).toEqual([200, 'cancelled', expect.any(String)]);
    for (const { id } of run.episodes) expect(closed).toContain(await closedStatus(temporal, episodeRunId(run.id, id)));
    expect((await openRun(client, run.projectId)).status).toBe('map_ready');
  });

  it('is cancelled although no worker answers, and what it held goes back when one does', async () => {
    const run = await approvedRun(client, await newProject());
    expect((await taken(client, run.id, 'advance', 'ep_1')).status).toBe('gate_passed');
    await worker.stop();
    expect((await advance(client, run.id, 'advance', 'ep_1')).status).toBe(202);
    const answer = await client.post(`/season-runs/${run.id}/cancel`, { confirmed: true });
    expect([answer.status, answer.body.run.status]).toEqual([200, 'cancelled']);
    worker = await startWorker(stand.config, ALL_QUEUES, stand.connections);
    expect(await closedStatus(temporal, seasonRunId(run.id))).toBe('COMPLETED');
    const { credits, status } = await runOf(client, run.id);
    expect([status, credits.reserved]).toEqual(['cancelled', credits.settled + credits.released]);
    // The runs of its episodes were asked to end, and do so with the worker that is back.
    await until(() => openRunsOf(run), (open) => open.length === 0);
  });

  it('is cancelled when its project is deleted, and is shown as cancelled when the project is restored', async () => {
    const before = (await client.get('/credits')).body.credits.balance;
    const run = await approvedRun(client, await newProject());
    await taken(client, run.id, 'advance', 'ep_1');
    expect((await advance(client, run.id, 'advance', 'ep_1')).status).toBe(202);
    const path = `/story-projects/${run.projectId}`;
    expect((await client.delete(path)).status).toBe(200);
    expect((await client.get(`/season-runs/${run.id}`)).status).toBe(404);
    const runIds = [seasonRunId(run.id), ...run.episodes.map((episode: any) => episodeRunId(run.id, episode.id))];
    for (const id of runIds) expect(closed).toContain(await closedStatus(temporal, id));
    expect((await client.post(`${path}/restore`)).status).toBe(200);
    const over = await runOf(client, run.id);
    expect([over.status, over.credits.reserved]).toEqual(['cancelled', over.credits.settled + over.credits.released]);
    expect((await client.get('/credits')).body.credits.balance).toBe(before - over.credits.settled);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('is cancelled later when the API died while it deleted the project', async () => {
    const run = await approvedRun(client, await newProject());
    await stand.api.services.db.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [run.projectId]);
    await mendSeasonRuns(stand.api.services);
    expect((await findRun(stand.api.services.db, run.id))!.status).toBe('cancelled');
    expect(closed).toContain(await closedStatus(temporal, seasonRunId(run.id)));
  });
});

describe('the text of one episode, step by step', () => {
  let run: any;
  beforeAll(async () => {
    run = await approvedRun(client, await newProject());
    await taken(client, run.id, 'advance', 'ep_1');
  });
  const versionsOf = async ({ scriptUploadId }: any): Promise<any[]> => (await client.get(`/scripts/${scriptUploadId}`)).body.script.versions;

  it('a step that fails says why, and can be taken again', async () => {
    const failed = await taken(client, run.id, 'revise', 'ep_1', { fileUrl: `${site.url}/nothing` });
    expect(failed).toMatchObject({ status: 'failed', nextAction: 'advance', failureCode: 'source_fetch_failed', failureMessage: expect.any(String) });
    site.paths.set('/episode.fountain', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(LAMP));
    const revised = await taken(client, run.id, 'revise', 'ep_1', { fileUrl: `${site.url}/episode.fountain` });
    expect([revised.attempts, revised.failureCode, ['gate_passed', 'gate_failed'].includes(revised.status)]).toEqual([2, null, true]);
    expect(await versionsOf(revised)).toHaveLength(2);
  });

  it('a step takes an uploaded screenplay as the next version of the script, once, and refuses a file that is none', async () => {
    const path = `/season-runs/${run.id}/advance`;
    const fields = { action: 'revise', episodeId: 'ep_1', confirmed: 'true' };
    const uploaded = `${LAMP}\nTOM\nThis is another text.\n`;
    expect(reason(await client.upload(path, Buffer.from(uploaded), 'lamp.fountain', { ...fields, episodeId: 'ep_2' }))).toEqual([409, 'not_allowed']);
    expect((await client.upload(path, Buffer.from('GIF89a'), 'lamp.txt', fields)).body.error.code).toBe('source_type_unsupported');
    expect((await client.upload(path, Buffer.from(uploaded), 'lamp.fountain', { ...fields, confirmed: 'false' })).body.error.details.field).toBe('confirmed');
    const send = () => client.upload(path, Buffer.from(uploaded), 'lamp.fountain', fields, 'same-file');
    expect([(await send()).status, (await send()).status]).toEqual([202, 202]);
    const revised = await settledEpisode(client, run.id, 'ep_1');
    expect([revised.attempts, revised.coverage.attempts, revised.failureCode]).toEqual([3, 3, null]);
    expect(await versionsOf(revised)).toHaveLength(3);
    const { content } = (await client.get(`/scripts/${revised.scriptUploadId}/export?format=fountain`)).body;
    expect(content).toContain('This is another text.');
  });

  it('a step plans an episode again, which needs an approval again', async () => {
    const again = await taken(client, run.id, 'replan', 'ep_1');
    expect([again.status, again.begun, again.blockedReason.code]).toEqual(['mapped', false, 'map_not_approved']);
    const { mapVersion, status } = await runOf(client, run.id);
    expect([mapVersion, status]).toEqual([2, 'map_ready']);
    expect((await approve(run.id, 2)).body.run.status).toBe('awaiting_approval');
    expect(await taken(client, run.id, 'advance', 'ep_1')).toMatchObject({ attempts: 4, begun: true });
  });
});
