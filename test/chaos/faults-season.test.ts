import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { releaseRunId } from '../../src/domain/publishing/releases/release-run.js';
import type { ApiClient } from '../support/api-client.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { startProcesses, type Processes } from '../support/processes.js';
import { publicationsOf, recordPublications } from '../support/publishing/publications.js';
import { insertedSeries, newRelease } from '../support/publishing/recorded-read.js';
import { closedStatus } from '../support/runs.js';
import { advance, approvedRun, runOf, seasonProject, settledEpisode } from '../support/season-runs/season-stand.js';

let stack: Processes;
let client: ApiClient;
/** The run whose one episode every test takes a step further. */
let runId: string;
const killed = new Set<string>();

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));

beforeAll(async () => {
  stack = await startProcesses({ workers: [['providers', 'media', 'pictures']] });
  client = await stack.newAccount(100);
  await recordPublications(stack.services);
});
afterAll(() => stack?.close());

/** Runs `ask` while a worker is up that dies at the point, and waits for its death. */
async function killedAt(point: string, ask: () => Promise<unknown>): Promise<void> {
  const doomed = await stack.startWorker(['story'], `${point}:kill`);
  await ask();
  expect((await doomed.ended).signal).toBe('SIGKILL');
  killed.add(point);
}

/** Runs `work` while a worker of the story queue is there. */
async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  const worker = await stack.startWorker(['story']);
  const result = await work();
  await worker.kill('SIGTERM');
  return result;
}

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await stack.services.db.query<{ count: number }>(`SELECT count(*)::int AS count ${sql}`, values))[0]!.count;

async function guidsOf(seriesId: string): Promise<string[]> {
  const { feedUrl } = (await client.get(`/publishing-series/${seriesId}`)).body.series;
  return [...(await (await fetch(feedUrl)).text()).matchAll(/<guid[^>]*>([^<]+)<\/guid>/g)].map(([, guid]) => guid!);
}

async function accepted(action: string): Promise<void> {
  const answer = await advance(client, runId, action, 'ep_1');
  if (answer.status !== 202) throw new Error(answer.text);
}

cell('the API killed between the action and its signal: a worker starts it, once', async () => {
  const projectId = await seasonProject(stack.services, client);
  runId = await withWorker(async () => (await approvedRun(client, projectId, { episodeCount: 1 })).id);
  await stack.api.kill('SIGKILL');
  const doomed = await stack.startApi('season.claimed:kill');
  await expect(advance(client, runId, 'advance', 'ep_1')).rejects.toThrow();
  expect((await doomed.ended).signal).toBe('SIGKILL');
  killed.add('season.claimed');
  await stack.startApi();
  expect((await runOf(client, runId)).episodes[0]).toMatchObject({ status: 'drafting', atWork: true });
  // The same worker starts the drafting and dies once the text is written.
  await killedAt('season.written', async () => undefined);
  expect(await withWorker(() => settledEpisode(client, runId, 'ep_1'))).toMatchObject({ status: 'gate_passed', attempts: 1, coverage: { attempts: 1 } });
  expect(await count('FROM script_versions v JOIN scripts s ON s.id = v.script_id WHERE s.project_id = $1', projectId)).toBe(1);
});

cell('a worker killed when the read is ordered: one read, charged once', async () => {
  await killedAt('season.ordered', () => accepted('advance'));
  const { storyJobId } = await withWorker(() => settledEpisode(client, runId, 'ep_1'));
  expect((await journalOf(stack.services, storyJobId)).map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  expect(await count('FROM jobs WHERE account_id = $1', client.accountId)).toBe(1);
});

cell('a worker killed when the words of the read were compared: one MP3, charged once', async () => {
  await killedAt('season.judged', () => accepted('advance'));
  expect((await withWorker(() => settledEpisode(client, runId, 'ep_1'))).status).toBe('ready_to_publish');
  expect(await count(`FROM works WHERE kind = 'finalize' AND account_id = $1`, client.accountId)).toBe(1);
});

cell('a worker killed between the release and its publication: one release, one episode of the feed', async () => {
  await killedAt('season.released', () => accepted('publish'));
  const { releaseId } = await withWorker(() => settledEpisode(client, runId, 'ep_1'));
  const run = await runOf(client, runId);
  expect([run.status, run.credits]).toEqual(['completed', { quoted: 16, reserved: 16, settled: 16, released: 0, estimated: 16 }]);
  expect(await guidsOf(run.seriesId)).toEqual([releaseId]);
  expect(await count('FROM publishing_releases WHERE series_id = $1', run.seriesId)).toBe(1);
  expect(await publicationsOf(stack.services, [releaseId])).toEqual([releaseId]);
  expect(await checkLedger(stack.services.db)).toEqual([]);
  // Waits until the digest of the source and the cover of the series have ended too.
  await withWorker(async () => {
    while (await count(`FROM works WHERE status NOT IN ('READY', 'FAILED', 'CANCELED')`) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expectSound(stack.services);
});

it.each(['publish.before_commit', 'publish.after_commit'])('a worker killed at %s of a release that is due: it is published once', (point) => stack.withLogs(async () => {
  const stand = { api: { services: stack.services } };
  const { id: projectId } = (await client.post('/story-projects', { name: 'Timely' })).body.project;
  const series = await insertedSeries(stand, client, projectId);
  const { id, guid } = await newRelease(stand, client, series);
  await killedAt(point, () => client.post(`/publishing-releases/${id}/schedule`, { scheduledAt: new Date(Date.now() + 500).toISOString() }));
  const status = await withWorker(async () => {
    await client.poll(`/publishing-releases/${id}`, ({ release }) => release.status === 'published');
    return closedStatus(stack.temporal, releaseRunId(id));
  });
  expect([status, await guidsOf(series.id)]).toEqual(['COMPLETED', [guid]]);
  expect(await count('FROM publishing_targets WHERE release_id = $1', id)).toBe(1);
  expect(await publicationsOf(stack.services, [id])).toEqual([id]);
}));

it('every point of publishing and season runs was reached and survived', () => {
  const source = execFileSync('grep', ['-rhoE', String.raw`reach\('(season|publish)\.[a-z_]+'`, 'src', 'activities'], { encoding: 'utf8' });
  const points = [...source.matchAll(/'([^']+)'/g)].map(([, point]) => point!);
  expect([...killed].sort()).toEqual([...new Set(points)].sort());
});
