import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/db/ids.js';
import { jobKind } from '../../src/domain/jobs/job-kind.js';
import { putCoverArt } from '../../src/domain/publishing/series/series-store.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { purgeProjects } from '../../src/monitoring/purge/purge-projects.js';
import type { WorkKind } from '../../src/kernel/works/kind.js';
import { openWork } from '../../src/kernel/works/moves.js';
import type { ApiClient } from '../support/api-client.js';
import { insertedSeries, recordedRead } from '../support/publishing/recorded-read.js';
import { uploaded } from '../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { insertPlan } from '../support/work-rows.js';

/** A word that occurs nowhere outside the test's projects. */
const WORD = 'Quillanzibar';
const SCREENPLAY = `Title: The Lamp\n\nINT. KITCHEN - NIGHT\n\nMara lights the ${WORD} lamp.\n\nMARA\nWhere is the ${WORD}?\n\nTOM\nBehind you.\n`;

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
});
beforeEach(async () => {
  client = await stand.newAccount({ credits: 100 });
});
afterAll(() => stand.close());

const services = () => stand.api.services;
const newProject = async (): Promise<string> => (await client.post('/story-projects', { name: `${WORD} House` })).body.project.id;
const age = (projectId: string, days: number) =>
  services().db.query(`UPDATE projects SET deleted_at = now() - make_interval(days => $2) WHERE id = $1`, [projectId, days]);
/** Makes stored idempotent answers 31 days old; they are deleted after a week. */
const ageAnswers = () => services().db.query(`UPDATE idempotency_keys SET created_at = now() - interval '31 days', lease_until = now() - interval '31 days'`);

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Files whose bytes contain one of the words. */
async function filesWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesOf(stand.config.dataDir)) {
    // The file was a temporary one, and has been renamed since the folder was listed.
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return Buffer.alloc(0);
    });
    if (words.some((word) => bytes.includes(word))) found.push(path.relative(stand.config.dataDir, file));
  }
  return found;
}

/** Tables with a row that contains one of the words. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { db } = services();
  const tables = await db.query<{ name: string }>(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE ANY($1) LIMIT 1`, [words.map((word) => `%${word}%`)]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const RECORDED = 'quillanzibar-recording';

/** A project with a source, a plan that waits for approval, a script with its read, a report on the bible, and an episode in a feed. */
async function filledProject(): Promise<{ projectId: string; seriesSlug: string; mediaUrl: string; screenplayId: string }> {
  const projectId = await newProject();
  const { body: { source } } = await client.post(`/story-projects/${projectId}/sources`, {
    type: 'text', content: `Mara came home at night. "Where is the ${WORD}?" she asked. "Behind you," said Tom, and Mara turned. `.repeat(6),
  });
  await client.patch(`/story-projects/${projectId}/series-bible`, { content: { premise: `A ${WORD} is lost.`, tone: 'quiet' } });
  await client.poll(`/story-projects/${projectId}/sources/${source.id}`, (body) => body.source.digestStatus === 'READY');
  const { body: { plan } } = await client.post(`/story-projects/${projectId}/story-plans`, {
    sourceIds: [source.id], target: { audience: 'a', objective: 'b', outcome: 'c' }, artifactRequests: [{ type: 'table_read' }],
  });
  await client.poll(`/story-plans/${plan.id}`, (body) => body.plan.status === 'REQUIRES_APPROVAL');
  const script = await uploaded(client, SCREENPLAY, { projectId });
  const report = await client.post(`/story-projects/${projectId}/series-bible/coverage`, {});
  expect(report.status).toBe(202);
  const { body: { jobId } } = await client.post(`/scripts/${script.id}/table-read/prepare`, { confirmed: true, acceptSuggestedVoices: true });
  await client.poll(`/story-jobs/${jobId}`, (body) => body.job.status === 'READY');
  await client.poll(`/story-projects/${projectId}/series-bible/coverage`, ({ coverage }) => coverage?.overallScore !== null);
  const series = await insertedSeries(stand, client, projectId);
  // A cover and the one before it, which is still served.
  for (const version of [1, 2]) {
    const key = `publishing/pictures/${series.id}-${version}.jpg`;
    await services().store.put(key, Buffer.from(`${WORD} ${version}`));
    await putCoverArt(services().db, series.id, { version, pictures: [{ widthPx: 600, key, byteSize: WORD.length + 2, sha256: String(version).repeat(64) }] });
  }
  const read = await recordedRead(stand, client, { projectId, seed: RECORDED });
  const { body: { release } } = await client.post(`/publishing-series/${series.id}/releases`, { title: `The ${WORD}`, sourceArtifactId: read.artifactId });
  const published = await client.post(`/publishing-releases/${release.id}/publish`);
  return { projectId, seriesSlug: series.slug, mediaUrl: published.body.release.assets[0].url, screenplayId: read.artifactId };
}

/** Opens work that holds ten credits and whose run is never started. */
async function holdCredits(projectId: string): Promise<void> {
  const { db, config } = services();
  const [planId, jobId] = [newId('plan'), newId('job')];
  await insertPlan(db, { planId, accountId: client.accountId, projectId });
  const job = {
    workId: jobId, kind: 'job', subjectId: jobId, revision: 0, label: 'Producing', epoch: 1, accountId: client.accountId, projectId, planId, requestId: 'req_1',
    artifacts: [{ line: 0, artifactId: newId('artifact'), type: 'table_read' }], lines: [{ line: 0, credits: 10 }], voiceMap: {},
  };
  expect((await openWork(db, jobKind as WorkKind, job, config.billingCycleDays)).outcome).toBe('open');
}

describe('a project that was deleted', () => {
  it('is gone after 30 days, with its rows, texts and media; the ledger stays, and so does what others use', async () => {
    const { projectId, seriesSlug, mediaUrl } = await filledProject();
    // The same words and the same sound in another project.
    const other = await newProject();
    const otherSeries = await insertedSeries(stand, client, other);
    const otherRead = await recordedRead(stand, client, { projectId: other, seed: RECORDED });
    const { body: { release } } = await client.post(`/publishing-series/${otherSeries.id}/releases`, { title: 'Other', sourceArtifactId: otherRead.artifactId });
    const otherUrl = (await client.post(`/publishing-releases/${release.id}/publish`)).body.release.assets[0].url;
    await holdCredits(projectId);
    const balance = (await client.get('/credits')).body.credits.balance;
    const entries = (await client.get('/credits/entries')).body.entries;
    expect((await filesWith(WORD)).length).toBeGreaterThan(5);
    expect((await fetch(mediaUrl)).status).toBe(200);

    await client.patch(`/story-projects/${other}`, { name: 'Another house' });
    await client.delete(`/story-projects/${projectId}`);
    await age(projectId, 29);
    expect(await purgeProjects(services())).toEqual([]);
    expect((await client.post(`/story-projects/${projectId}/restore`)).status).toBe(200);
    expect((await fetch(mediaUrl)).status).toBe(200);

    await client.delete(`/story-projects/${projectId}`);
    await age(projectId, 31);
    await ageAnswers();
    expect((await runChecks(services())).findings).toEqual([]);
    expect(await tablesWith(projectId, WORD)).toEqual([]);
    expect(await filesWith(projectId, WORD)).toEqual([]);
    const refused = await client.post(`/story-projects/${projectId}/restore`);
    expect([refused.status, refused.body.error.code]).toEqual([404, 'project_not_found']);
    expect((await client.get('/story-projects/deleted')).body.projects).toEqual([]);
    expect((await fetch(mediaUrl)).status).toBe(404);

    // What the work held is given back; every other entry is as it was.
    expect((await client.get('/credits')).body.credits.balance).toBe(balance + 10);
    const after = (await client.get('/credits/entries')).body.entries;
    expect(after.map(({ id, kind, credits }: any) => [id, kind, credits]).slice(1)).toEqual(entries.map(({ id, kind, credits }: any) => [id, kind, credits]));
    expect(after[0]).toMatchObject({ kind: 'release', credits: 10 });
    expect((await runChecks(services())).findings).toEqual([]);

    // The other project has lost nothing, and no new series gets the address of the deleted feed.
    expect((await fetch(otherUrl)).status).toBe(200);
    expect((await client.get(`/artifacts/${otherRead.artifactId}/cast`)).status).toBe(200);
    const title = seriesSlug.replaceAll('-', ' ');
    const made = await client.post(`/story-projects/${other}/publishing-series`, { title, medium: 'audio', format: 'audio_drama' });
    expect([made.status, made.body.series.slug]).toEqual([201, `${seriesSlug}-2`]);
  });

  it('is removed in several passes when it is large, even if one of them is interrupted', async () => {
    const projectId = await newProject();
    const read = await recordedRead(stand, client, { projectId });
    await services().db.query(
      `INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key, start_ms, end_ms, chunk_key, byte_start, byte_size)
       SELECT $1, 1, 1000 + n, 0, 0, 'MARA', 'k', 0, 1, 'performances/' || n, 0, 1 FROM generate_series(1, 2100) n`, [read.artifactId]);
    await client.delete(`/story-projects/${projectId}`);
    await age(projectId, 31);
    const countLines = async (): Promise<number> =>
      (await services().db.query<{ lines: number }>('SELECT count(*)::int AS lines FROM performance_lines WHERE artifact_id = $1', [read.artifactId]))[0]!.lines;
    const before = await countLines();
    expect(await purgeProjects(services())).toEqual([]);
    const removed = before - await countLines();
    expect([removed >= 2_000, removed < before]).toEqual([true, true]);
    const broken = { ...services(), store: { ...services().store, delete: () => Promise.reject(new Error('the store is away')) } };
    expect(await purgeProjects(broken as never)).toEqual([]);
    expect(await Promise.all([purgeProjects(services()), purgeProjects(services())])).toContainEqual([projectId]);
    expect(await purgeProjects(services())).toEqual([]);
    await ageAnswers();
    await runChecks(services());
    expect(await tablesWith(projectId, read.artifactId)).toEqual([]);
  });
});
