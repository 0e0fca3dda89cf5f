import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { releaseRunId } from '../../src/domain/publishing/releases/release-run.js';
import type { ApiClient } from '../support/api-client.js';
import { until } from '../support/chaos/until.js';
import { expectSound, journalOf } from '../support/invariants.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { publicationsOf, recordPublications } from '../support/publishing/publications.js';
import { insertedSeries, newRelease } from '../support/publishing/recorded-read.js';
import { closedStatus, standingAt } from '../support/runs.js';
import { advance, approvedRun, runOf, seasonProject, settledEpisode } from '../support/season-runs/season-stand.js';

let stack: Processes;
let client: ApiClient;
/** The run whose one episode every test takes a step further, and its project. */
let runId: string;
let projectId: string;
const killed = new Set<string>();

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));

beforeAll(async () => {
  stack = await startProcesses({ workers: [['providers', 'media', 'pictures']] });
  client = await stack.newAccount(100);
  await recordPublications(stack.services);
});
afterAll(() => stack?.close());

/** The worker of the story queue. Each of them finishes what the one before left, and dies at the next point. */
let worker: Served;

/** Starts the next worker of the story queue, which dies at the point. */
async function begin(point: string): Promise<void> {
  worker = await stack.startWorker(['story'], `${point}:kill`);
}

/** Waits until the worker has died at its point. */
async function death(point: string): Promise<void> {
  expect((await worker.ended).signal).toBe('SIGKILL');
  killed.add(point);
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

cell('workers killed before and after the commit of a release that is due: each release is published once', async () => {
  const stand = { api: { services: stack.services } };
  const { project } = (await client.post('/story-projects', { name: 'Timely' })).body;
  const series = await insertedSeries(stand, client, project.id);
  const releases = [await newRelease(stand, client, series), await newRelease(stand, client, series)];
  for (const [at, point] of ['publish.before_commit', 'publish.after_commit'].entries()) {
    await begin(point);
    const due = { scheduledAt: new Date(Date.now() + 500).toISOString() };
    expect((await client.post(`/publishing-releases/${releases[at].id}/schedule`, due)).status).toBe(200);
    await death(point);
  }
  worker = await stack.startWorker(['story']);
  for (const { id } of releases) {
    await client.poll(`/publishing-releases/${id}`, ({ release }) => release.status === 'published');
    expect(await closedStatus(stack.temporal, releaseRunId(id))).toBe('COMPLETED');
    expect(await count('FROM publishing_targets WHERE release_id = $1', id)).toBe(1);
    expect(await publicationsOf(stack.services, [id])).toEqual([id]);
  }
  expect((await guidsOf(series.id)).sort()).toEqual(releases.map(({ guid }) => guid).sort());
});

cell('the API killed between the action and its signal: a worker starts it, once', async () => {
  projectId = await seasonProject(stack.services, client);
  runId = (await approvedRun(client, projectId, { episodeCount: 1 })).id;
  // With no worker, only one that comes later can start the action.
  await worker.kill('SIGTERM');
  await stack.api.kill('SIGKILL');
  const doomed = await stack.startApi('season.claimed:kill');
  await expect(advance(client, runId, 'advance', 'ep_1')).rejects.toThrow();
  expect((await doomed.ended).signal).toBe('SIGKILL');
  killed.add('season.claimed');
  await stack.startApi();
  expect((await runOf(client, runId)).episodes[0]).toMatchObject({ status: 'drafting', atWork: true });
  // It starts the drafting and dies once the text is written.
  await begin('season.written');
  await death('season.written');
  // The next one passes this point when it orders the coverage of the text, so it is told later to stop there.
  await writeFile(stack.file('ordered'), '');
  worker = await stack.startWorker(['story'], `season.ordered:wait-file:${stack.file('ordered')}`);
  expect(await settledEpisode(client, runId, 'ep_1')).toMatchObject({ status: 'gate_passed', attempts: 1, coverage: { attempts: 1 } });
  expect(await count('FROM script_versions v JOIN scripts s ON s.id = v.script_id WHERE s.project_id = $1', projectId)).toBe(1);
});

cell('a worker killed when the read is ordered: one read, charged once', async () => {
  const gate = stack.file('ordered');
  for (const file of [gate, `${gate}.reached`]) await rm(file);
  await accepted('advance');
  await standingAt(gate);
  void worker.kill('SIGKILL');
  await death('season.ordered');
  await begin('season.judged');
  const { storyJobId } = await settledEpisode(client, runId, 'ep_1');
  expect((await journalOf(stack.services, storyJobId)).map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  expect(await count('FROM jobs WHERE project_id = $1', projectId)).toBe(1);
});

cell('a worker killed when the words of the read were compared: one MP3, charged once', async () => {
  await accepted('advance');
  await death('season.judged');
  await begin('season.released');
  expect((await settledEpisode(client, runId, 'ep_1')).status).toBe('ready_to_publish');
  expect(await count(`FROM works WHERE kind = 'finalize' AND project_id = $1`, projectId)).toBe(1);
});

cell('a worker killed between the release and its publication: one release, one episode of the feed', async () => {
  await accepted('publish');
  await death('season.released');
  worker = await stack.startWorker(['story']);
  const { releaseId } = await settledEpisode(client, runId, 'ep_1');
  const run = await runOf(client, runId);
  expect([run.status, run.credits]).toEqual(['completed', { quoted: 16, reserved: 16, settled: 16, released: 0, estimated: 16 }]);
  expect(await guidsOf(run.seriesId)).toEqual([releaseId]);
  expect(await count('FROM publishing_releases WHERE series_id = $1', run.seriesId)).toBe(1);
  expect(await publicationsOf(stack.services, [releaseId])).toEqual([releaseId]);
  expect(await checkLedger(stack.services.db)).toEqual([]);
  // Waits until the digest of the source and the cover of the series have ended too.
  await until(() => count(`FROM works WHERE status NOT IN ('READY', 'FAILED', 'CANCELED')`), (open) => open === 0);
  await expectSound(stack.services);
});

it('every point of publishing and season runs was reached and survived', () => {
  const source = execFileSync('grep', ['-rhoE', String.raw`reach\('(season|publish)\.[a-z_]+'`, 'src', 'activities'], { encoding: 'utf8' });
  const points = [...source.matchAll(/'([^']+)'/g)].map(([, point]) => point!);
  expect([...killed].sort()).toEqual([...new Set(points)].sort());
});
