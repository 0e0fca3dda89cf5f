import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { advance, approvedRun, seasonProject, taken } from '../../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 200 });
});
afterAll(() => stand.close());

const PHRASE = 'Marguerite folded the eleventh umbrella';

/** Tables of which a row holds the phrase. */
async function tablesWithPhrase(): Promise<string[]> {
  const { db } = stand.api.services;
  const tables = await db.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`);
  const found: string[] = [];
  for (const { name } of tables) {
    if ((await db.query(`SELECT 1 FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [PHRASE])).length > 0) found.push(name);
  }
  return found;
}

/** Files of the stand, the media store among them, that hold the phrase. */
async function filesWithPhrase(): Promise<string[]> {
  const files = await readdir(stand.config.dataDir, { recursive: true, withFileTypes: true });
  const found = await Promise.all(files.filter((entry) => entry.isFile()).map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return (await readFile(file).catch(() => Buffer.alloc(0))).includes(PHRASE) ? [path.relative(stand.config.dataDir, file)] : [];
  }));
  return found.flat().sort();
}

/** Files of the stand whose path contains the id. */
async function filesNamed(id: string): Promise<string[]> {
  const files = await readdir(stand.config.dataDir, { recursive: true, withFileTypes: true });
  return files.filter((entry) => entry.isFile())
    .map((entry) => path.relative(stand.config.dataDir, path.join(entry.parentPath, entry.name))).filter((file) => file.includes(id));
}

async function scriptOf(version: string): Promise<string> {
  return (await client.get(`/scripts/${version}`)).body.script.id;
}

/** An episode whose first line is the phrase, judged, performed and published. */
async function published(): Promise<{ runId: string; version: string; releaseId: string; artifactId: string }> {
  const { id: runId } = await approvedRun(client, await seasonProject(stand.api.services, client));
  const { scriptUploadId: version } = await taken(client, runId, 'advance', 'ep_1');
  const { lines } = (await client.get(`/scripts/${version}/lines`)).body;
  const { entryIndex } = lines.find(({ kind }: any) => kind === 'dialogue');
  expect((await client.patch(`/scripts/${version}/lines/${entryIndex}`, { text: `${PHRASE}.` })).status).toBe(200);
  for (const action of ['retry_coverage', 'advance', 'advance']) await taken(client, runId, action, 'ep_1');
  const { status, releaseId, artifactId } = await taken(client, runId, 'publish', 'ep_1');
  expect(status).toBe('published');
  return { runId, version, releaseId, artifactId };
}

it('a deleted script leaves none of its words, whatever was made of it', async () => {
  const { runId, version, releaseId, artifactId } = await published();
  // The pictures of a read are decided, and the decision stored, when its page is first shown.
  const { artifact } = (await client.get(`/artifacts/${artifactId}`)).body;
  expect((await fetch(artifact.manifest.theaterUrl)).status).toBe(200);
  expect(await filesNamed('pictures/reads/')).toHaveLength(1);
  expect((await filesNamed(artifactId)).length).toBeGreaterThan(2);
  expect((await filesWithPhrase()).map((file) => file.replace(/^[^/]+\//, '').split('/')[0])).toEqual(expect.arrayContaining(['coverage', 'publishing', 'scripts', 'script-versions']));
  expect((await client.post(`/publishing-releases/${releaseId}/cancel`)).status).toBe(200);
  expect((await client.post(`/season-runs/${runId}/cancel`, { confirmed: true })).status).toBe(200);
  expect((await client.delete(`/scripts/${await scriptOf(version)}?confirmed=true`)).status).toBe(200);
  expect(await filesWithPhrase()).toEqual([]);
  expect([...await filesNamed(artifactId), ...await filesNamed('pictures/reads/')]).toEqual([]);
  expect(await tablesWithPhrase()).toEqual([]);
});

it('a document that another script shares is kept until that script is deleted too', async () => {
  const content = `Title: Same\n\nINT. SHOP - DAY\n\nADA\n${PHRASE}.\n\nTOM\nNo.\n`;
  const runs = [];
  for (let each = 0; each < 2; each += 1) {
    const { id } = await approvedRun(client, await seasonProject(stand.api.services, client));
    await taken(client, id, 'advance', 'ep_1');
    runs.push({ id, episode: await taken(client, id, 'revise', 'ep_1', { scriptUploadId: await uploadedTo(id, content) }) });
  }
  const [gone, kept] = runs;
  expect((await client.post(`/season-runs/${gone!.id}/cancel`, { confirmed: true })).status).toBe(200);
  expect((await client.delete(`/scripts/${await scriptOf(gone!.episode.scriptUploadId)}?confirmed=true`)).status).toBe(200);
  expect((await filesWithPhrase()).filter((file) => file.includes('coverage/documents'))).toHaveLength(1);
  expect(await taken(client, kept!.id, 'retry_coverage', 'ep_1')).toMatchObject({ status: 'gate_failed', coverage: { reportId: kept!.episode.coverage.reportId } });
  expect((await client.post(`/season-runs/${kept!.id}/cancel`, { confirmed: true })).status).toBe(200);
  expect((await client.delete(`/scripts/${await scriptOf(kept!.episode.scriptUploadId)}?confirmed=true`)).status).toBe(200);
  expect(await filesWithPhrase()).toEqual([]);
});

async function uploadedTo(runId: string, content: string): Promise<string> {
  const { projectId } = (await client.get(`/season-runs/${runId}`)).body.run;
  const { script } = (await client.post('/scripts', { title: 'Same', content, projectId })).body;
  await client.poll(`/scripts/${script.id}`, (body: any) => body.script.parseStatus === 'complete');
  return script.scriptUploadId;
}

it('an uploaded file is deleted when the run is cancelled before the step that would take it', async () => {
  const { id } = await approvedRun(client, await seasonProject(stand.api.services, client));
  await taken(client, id, 'advance', 'ep_1');
  const { faults } = stand.api.services;
  const reach = faults.reach;
  faults.reach = async (point, ...more) => {
    if (point === 'season.claimed') {
      expect((await filesWithPhrase()).join()).toContain('season-runs/files/');
      expect((await client.post(`/season-runs/${id}/cancel`, { confirmed: true })).body.run.status).toBe('cancelled');
    }
    return reach(point, ...more);
  };
  const file = Buffer.from(`Title: X\n\nINT. SHOP - DAY\n\nADA\n${PHRASE}.\n`);
  await client.upload(`/season-runs/${id}/advance`, file, 'x.fountain', { action: 'revise', episodeId: 'ep_1', confirmed: 'true' });
  faults.reach = reach;
  expect((await advance(client, id, 'advance', 'ep_1')).body.error.details.reason).toBe('run_is_over');
  expect(await filesWithPhrase()).toEqual([]);
});
