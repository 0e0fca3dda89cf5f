import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mendSchedules, publishOverdue } from '../../src/domain/publishing/releases/mend-schedules.js';
import { releaseRunId } from '../../src/domain/publishing/releases/release-run.js';
import type { ApiClient } from '../support/api-client.js';
import { publicationsOf, recordPublications } from '../support/publishing/publications.js';
import { insertedSeries, newRelease, record } from '../support/publishing/recorded-read.js';
import { testScreenplay } from '../support/ready-read.js';
import { openJobStand, type JobStand } from '../support/stands/job-stand.js';

let stand: JobStand;
let client: ApiClient;
let series: { id: string; projectId: string; slug: string };

beforeAll(async () => {
  stand = await openJobStand();
  client = await stand.newAccount();
  const projectId = (await client.post('/story-projects', { name: 'Timely' })).body.project.id;
  series = await insertedSeries(stand, client, projectId);
  await recordPublications(stand.services);
});
afterAll(() => stand.close());
afterEach(() => { stand.faults.reach = async () => undefined; });

const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();
const schedule = async (id: string, scheduledAt: string): Promise<any> => (await client.post(`/publishing-releases/${id}/schedule`, { scheduledAt })).body.release;
const release = async (id: string): Promise<any> => (await client.get(`/publishing-releases/${id}`)).body.release;
const published = async (id: string, timeoutMs = 60_000): Promise<any> =>
  (await client.poll(`/publishing-releases/${id}`, ({ release: now }) => now.status === 'published', timeoutMs)).release;
const run = (id: string) => stand.temporal.workflow.getHandle(releaseRunId(id));
const activity = async (id: string): Promise<any> => (await client.get('/background-activity')).body.jobs.find((item: any) => item.id === id);
const made = (): Promise<any> => newRelease(stand, client, series);
const FAR = '2033-01-01T00:00:00.000Z';

describe('a scheduled release', () => {
  it('is published when it is due, not before, and operators see it', async () => {
    const { id } = await made();
    const due = soon(8_000);
    await schedule(id, due);
    const { searchAttributes, memo } = await run(id).describe();
    expect([searchAttributes.StoryAccountId, searchAttributes.StoryProjectId, memo !== undefined]).toEqual([[client.accountId], [series.projectId], true]);
    expect(await run(id).query('state')).toEqual({ releaseId: id, version: 1, dueAt: due, refused: null });
    await sleep(500);
    expect((await release(id)).status).toBe('scheduled');
    const item = { kind: 'release', projectId: series.projectId, progress: { unit: 'releases', total: 1 } };
    expect(await activity(id)).toMatchObject({ ...item, status: 'queued', queueState: 'queued', nextAttemptAt: due, assets: { completed: 0, total: 1 } });
    const { publishedAt } = await published(id);
    expect(await activity(id)).toMatchObject({ ...item, status: 'completed', nextAttemptAt: null, assets: { completed: 1, total: 1 } });
    const { queues } = await client.poll('/generation-health', (body) => body.queues.find(({ name }: any) => name === 'releases').p50Ms !== null);
    expect(queues.find(({ name }: any) => name === 'releases')).toMatchObject({ queued: 0, running: 0, oldestQueuedSeconds: null });
    expect(Date.parse(publishedAt)).toBeGreaterThanOrEqual(Date.parse(due));
    expect(await run(id).result()).toEqual({ outcome: 'published' });
  });

  it('follows a moved date in the same run, and ignores old and invalid messages', async () => {
    const { id } = await made();
    await schedule(id, FAR);
    const { runId } = await run(id).describe();
    for (const odd of [{ version: 0, dueAt: soon(-1_000) }, { version: 1, dueAt: soon(-1_000) }, { version: 9, dueAt: 'soon' }, 'now', null]) {
      await run(id).signal('schedule', odd);
    }
    await schedule(id, soon(60_000));
    await schedule(id, soon(1_500));
    await published(id);
    expect((await run(id).describe()).runId).toBe(runId);
    expect((await release(id)).status).toBe('published');
  });

  it('is not published after it was withdrawn, and its run ends', async () => {
    const { id } = await made();
    await schedule(id, soon(1_500));
    await client.post(`/publishing-releases/${id}/cancel`);
    expect(await run(id).result()).toEqual({ outcome: 'over' });
    await sleep(2_000);
    expect((await release(id)).status).toBe('cancelled');
  });

  it('is published once although the worker dies right after the commit', async () => {
    const { id } = await made();
    let deaths = 0;
    stand.faults.reach = async (point) => {
      if (point === 'publish.after_commit' && deaths < 2) {
        deaths += 1;
        throw new Error('the worker died');
      }
    };
    await schedule(id, soon(800));
    const { publishedAt } = await published(id);
    expect(await run(id).result()).toEqual({ outcome: 'over' });
    expect([deaths, await publicationsOf(stand.services, [id]), (await release(id)).publishedAt]).toEqual([2, [id], publishedAt]);
  });

  it('waits by the clock of the database when the engine is ahead of it', async () => {
    const { id } = await made();
    const due = soon(8_000);
    const { services } = stand;
    await services.db.query(
      `UPDATE publishing_releases SET status = 'scheduled', scheduled_at = $2, schedule_version = 1 WHERE id = $1`, [id, due]);
    await services.engine.start({
      workflow: 'releaseWorkflow', workflowId: releaseRunId(id), input: { releaseId: id, version: 1, dueAt: soon(-3_600_000) }, summary: 'ahead',
      labels: { accountId: client.accountId },
    });
    await sleep(1_000);
    expect((await release(id)).status).toBe('scheduled');
    expect(Date.parse((await published(id)).publishedAt)).toBeGreaterThanOrEqual(Date.parse(due));
  });

  it('says why it could not be published, and is published when its media are there', async () => {
    const { id, read } = await made();
    await schedule(id, soon(1_200));
    const { db } = stand.services;
    await db.query(
      `INSERT INTO artifact_revisions (artifact_id, revision, version, title, cause, work_id, content)
       SELECT artifact_id, 2, 2, title, 'refine', work_id, content FROM artifact_revisions WHERE artifact_id = $1`, [read.artifactId]);
    await db.query('UPDATE artifacts SET current_version = 2 WHERE id = $1', [read.artifactId]);
    const refused = await client.poll(`/publishing-releases/${id}`, ({ release: now }) => now.failureCode !== null);
    expect(refused.release).toMatchObject({
      status: 'scheduled', failureCode: 'publishing_asset_stale', failureMessage: expect.stringContaining('revised'), targets: [{ status: 'failed', failureCode: 'publishing_asset_stale' }],
    });
    expect(await run(id).query('state')).toMatchObject({ refused: 'publishing_asset_stale' });
    expect(await activity(id)).toMatchObject({ status: 'failed', queueState: 'completed', failureReason: 'publishing_asset_stale', nextAttemptAt: null });
    await record(stand, read.artifactId, testScreenplay(), 'later', 2);
    await client.post(`/publishing-releases/${id}/refresh-media`, { sourceArtifactId: read.artifactId });
    expect(await published(id)).toMatchObject({ failureCode: null, sourceRevision: 2, targets: [{ status: 'live' }] });
  });

  it('gets a new run after an operator stopped it, and is published although its run missed a new date', async () => {
    const { id } = await made();
    await schedule(id, soon(600_000));
    await run(id).terminate('by hand');
    await mendSchedules(stand.services);
    expect((await run(id).describe()).status.name).toBe('RUNNING');
    await schedule(id, soon(1_000));
    await published(id);
    const other = await made();
    await schedule(other.id, FAR);
    await stand.services.db.query(
      `UPDATE publishing_releases SET scheduled_at = now() - interval '1 minute', schedule_version = 2 WHERE id = $1`, [other.id]);
    await publishOverdue(stand.services);
    await published(other.id);
  });
});

describe('a schedule whose workers were away', () => {
  it('is kept when they return', async () => {
    const away = await openJobStand({ workers: false });
    try {
      const owner = await away.newAccount();
      const projectId = (await owner.post('/story-projects', { name: 'Away' })).body.project.id;
      const { id } = await newRelease(away, owner, await insertedSeries(away, owner, projectId));
      await owner.post(`/publishing-releases/${id}/schedule`, { scheduledAt: soon(1_000) });
      await sleep(2_500);
      expect((await owner.get(`/publishing-releases/${id}`)).body.release.status).toBe('scheduled');
      await away.startWorkers();
      await owner.poll(`/publishing-releases/${id}`, ({ release: now }) => now.status === 'published');
    } finally {
      await away.close();
    }
  });
});
