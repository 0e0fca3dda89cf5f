import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import { OTHER_RUNS } from '../../src/monitoring/other-runs.js';
import { episodePicturesKind } from '../../src/domain/publishing/releases/pictures-kind.js';
import { installRuntime, workflowBundlePath } from '../../src/main/worker.js';
import { workIdOf } from '../../src/kernel/works/ids.js';
import { waitUntil } from '../../src/kernel/works/request.js';
import { findWork } from '../../src/kernel/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { draftedEpisode, judgedBible, seriesProject } from '../support/stands/draft-stand.js';
import { confirmed } from '../support/canon/priced.js';
import { newRelease, newSeries } from '../support/publishing/recorded-read.js';
import { STAGED_VISUALS, stagedProject } from '../support/canon/staged-project.js';
import { approvedRun, seasonProject, taken } from '../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { uploaded } from '../support/stands/script-stand.js';
import { decided, deckOf, settledDeck } from '../support/stands/deck-stand.js';
import { cutTrailer, finished, reviewed, settled } from '../support/stands/trailer-stand.js';
import { openSite, STORY } from '../workflows/source-worker.js';
import { approvedPlan, finalizedRead, finishedJob, hearRead, startJob } from '../support/main-job.js';
import { PATIENCE_MS } from '../support/jest/patience.js';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FOLDER = path.join(HERE, 'histories');
/** Set to record the histories anew from a real main job; commit what it writes. */
const RECORD = process.env.RECORD_HISTORIES === '1';

/** Replaces what identifies the recording machine in a history. */
function scrubbed(json: string): string {
  return json.replace(/"identity": ?"[^"]*"/g, '"identity": "recorder"').replace(/"binaryChecksum": ?"[^"]*"/g, '"binaryChecksum": "recorded"');
}

/** Chooses music for a read with a finished MP3, and waits until the MP3 is mixed again. */
async function scoredRead(client: ApiClient, artifactId: string): Promise<void> {
  await client.post(`/artifacts/${artifactId}/music`, { action: 'generate' });
  await client.post(`/artifacts/${artifactId}/update-recording`, {});
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => !artifact.stale);
}

async function attachedPage(client: ApiClient, uri: string): Promise<void> {
  const { project } = (await client.post('/story-projects', { name: 'Recorded' })).body;
  const { source } = (await client.post(`/story-projects/${project.id}/sources`, { type: 'url', uri })).body;
  await client.poll(`/story-projects/${project.id}/sources/${source.id}`, ({ source: now }) => now.digestStatus === 'READY');
}

/** A Series Bible that was made from a source and judged. */
async function judgedSeries({ api: { services } }: Stand, client: ApiClient): Promise<void> {
  const projectId = await seriesProject(services, client);
  const path = `/story-projects/${projectId}/series-bible`;
  await client.post(path, {});
  await client.poll(path, ({ document }) => document.generation?.status === 'complete');
  await judgedBible(client, projectId, 'premise');
}

async function draftedOutline({ api: { services } }: Stand, client: ApiClient): Promise<void> {
  const path = `/story-projects/${await seriesProject(services, client)}/outline-map`;
  await client.patch(path, { episodeId: 'ep_1', draft: true });
  await client.poll(path, ({ outlineMap }) => outlineMap.version === 1);
}

async function readCapture(client: ApiClient): Promise<void> {
  const { project } = (await client.post('/story-projects', { name: 'Recorded' })).body;
  const path = `/story-projects/${project.id}/captures`;
  const { capture } = (await client.post(path, { kind: 'image' })).body;
  // A grey square.
  const square = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg==', 'base64');
  await fetch(capture.uploadUrl, { method: 'POST', headers: { 'content-type': 'image/png' }, body: square });
  await client.post(`${path}/${capture.captureId}/finalize`);
  await client.poll(`${path}/${capture.captureId}`, ({ capture: now }) => now.status === 'ready');
}

async function designedVoice(stand: Stand, client: ApiClient): Promise<void> {
  const projectId = await stagedProject(stand.api.services, client);
  await confirmed(client, `/story-projects/${projectId}/cast-voice/design`, { character: 'Ada', gender: 'female', count: 3 });
  await client.poll(`/story-projects/${projectId}/cast-voice/designs`, ({ designs }) => designs[0].status === 'ready');
}

async function completedCast({ api: { services } }: Stand, client: ApiClient): Promise<void> {
  const path = `/story-projects/${await stagedProject(services, client, STAGED_VISUALS)}/cast`;
  await confirmed(client, path, { character: 'Ada', imageKind: 'face' });
  await client.poll(path, ({ cast }) => cast.characters[0].images.face.avatarStatus === 'ready');
}

async function designedPortraits({ api: { services } }: Stand, client: ApiClient): Promise<void> {
  const base = `/story-projects/${await stagedProject(services, client, STAGED_VISUALS)}/cast-portraits`;
  await confirmed(client, `${base}/design`, { character: 'Ada', count: 2 });
  await client.poll(`${base}/designs`, ({ designs: [design] }) => design?.status === 'ready');
}

/** Makes a new portrait of the first character of a read that has one. */
async function anotherPortrait(client: ApiClient, artifactId: string): Promise<void> {
  const path = `/artifacts/${artifactId}/cast`;
  const { cast } = (await client.get(path)).body;
  const { character } = cast.find(({ avatarUrl }: { avatarUrl: string | null }) => avatarUrl !== null);
  await confirmed(client, `/artifacts/${artifactId}/avatar`, { character });
  await client.poll(path, (body) => body.cast.every(({ avatarStatus }: { avatarStatus: string }) => avatarStatus === 'ready' || avatarStatus === 'none'));
}

/** A clip of the first scene of a read. */
async function movingScene(client: ApiClient, artifactId: string): Promise<void> {
  await confirmed(client, `/artifacts/${artifactId}/theater-motion-clip`, { sceneIndex: 0, entryIndex: 0, durationMs: 4_000 });
  await client.poll(`/artifacts/${artifactId}/theater`, ({ theater }) => theater.clips[0]?.status === 'ready');
}

/** A trailer of a performed read, with a beat that is made again, up to its finished film. */
async function finishedTrailer(client: ApiClient, artifactId: string): Promise<void> {
  const { artifact: { projectId } } = (await client.get(`/artifacts/${artifactId}`)).body;
  const { trailer: { id } } = await cutTrailer(client, { artifactId, projectId }, { seconds: 15 });
  await reviewed(client, id);
  await confirmed(client, `/trailers/${id}/storyboard/regenerate-clip`, { beatIndex: 0 });
  await settled(client, id, ({ trailer, storyboard }) => !trailer.draft.stale && storyboard.beats[0].takes.length === 2);
  await finished(client, id);
}

/** A pitch deck of a performed read, with music that is written to it, up to its finished film and its PDF. */
async function finishedDeck(client: ApiClient, artifactId: string): Promise<void> {
  const { artifact: { projectId } } = (await client.get(`/artifacts/${artifactId}`)).body;
  const { deckId } = await deckOf(client, projectId);
  await decided(client, deckId, 'plan/approve', { acknowledgePlanCoverage: true });
  await confirmed(client, `/pitch-decks/${deckId}/score-to-picture`);
  await settledDeck(client, deckId, ({ storyboard }) => storyboard.score.isToPicture);
  await client.post(`/pitch-decks/${deckId}/storyboard/approve`, {});
  await settledDeck(client, deckId, ({ pitchDeck }) => pitchDeck.stage === 'draft');
  await client.post(`/pitch-decks/${deckId}/draft/approve`, {});
  await decided(client, deckId, 'finish');
  await client.post(`/pitch-decks/${deckId}/pdf`, {});
  await settledDeck(client, deckId, ({ pitchDeck }) => pitchDeck.documents.length > 0);
}

/** A series whose cover is drawn, and a release with pictures that is published on time after its date was moved. */
async function publishedOnTime(stand: Stand, client: ApiClient): Promise<void> {
  const { project } = (await client.post('/story-projects', { name: 'Published' })).body;
  const series = await newSeries(client, project.id);
  await client.poll(`/publishing-series/${series.id}`, ({ series: now }) => now.coverArt.status === 'ready');
  const { id } = await newRelease(stand, client, series);
  await client.post(`/publishing-releases/${id}/schedule`, { scheduledAt: new Date(Date.now() + 60_000).toISOString() });
  await client.post(`/publishing-releases/${id}/schedule`, { scheduledAt: new Date(Date.now() + 1_000).toISOString() });
  await client.poll(`/publishing-releases/${id}`, ({ release }) => release.status === 'published');
  await waitUntil(() => findWork(stand.api.services.db, workIdOf(episodePicturesKind.kind, id, 1)), (work) => work?.status === 'READY', PATIENCE_MS);
}

async function record(): Promise<void> {
  const site = await openSite();
  site.paths.set('/story', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
  const stand = await openStand({ queues: ALL_QUEUES, env: { FETCH_ALLOW_HOSTS: site.host } });
  const client = await stand.newAccount({ credits: 1_000 });
  const connection = await Connection.connect({ address: stand.connections.temporalAddress });
  const temporal = new Client({ connection });
  try {
    const plan = await approvedPlan(client);
    const { job } = (await startJob(client, plan)).body;
    const { artifacts } = await finishedJob(client, job.id);
    await hearRead(client, artifacts[0].id);
    await finalizedRead(client, artifacts[0].id);
    await scoredRead(client, artifacts[0].id);
    // Performs the read again, now with its music.
    await hearRead(client, artifacts[0].id);
    await client.post(`/artifacts/${artifacts[0].id}/stems`, {});
    await client.poll(`/artifacts/${artifacts[0].id}/stems`, (body) => body.stems.status === 'complete');
    await client.post(`/artifacts/${artifacts[0].id}/render-video`, { grade: 'draft' });
    await client.poll(`/artifacts/${artifacts[0].id}/render-video`, (body) => body.video.status === 'complete');
    const { storyJob } = (await client.post(`/artifacts/${artifacts[0].id}/refine`, { instruction: 'Slower.' })).body;
    await finishedJob(client, storyJob.id);
    await uploaded(client);
    await draftedEpisode(stand.api.services, client);
    await draftedOutline(stand, client);
    await readCapture(client);
    const run = await approvedRun(client, await seasonProject(stand.api.services, client));
    await taken(client, run.id, 'advance', 'ep_1');
    await judgedSeries(stand, client);
    await attachedPage(client, `${site.url}/story`);
    await designedVoice(stand, client);
    await designedPortraits(stand, client);
    await publishedOnTime(stand, client);
    await completedCast(stand, client);
    await anotherPortrait(client, artifacts[0].id);
    await movingScene(client, artifacts[0].id);
    await finishedTrailer(client, artifacts[0].id);
    await finishedDeck(client, artifacts[0].id);
    mkdirSync(FOLDER, { recursive: true });
    const prefix = stand.config.temporal.queuePrefix;
    for await (const { workflowId, type } of temporal.workflow.list({ query: `TaskQueue = '${prefix}story'` })) {
      const history = await temporal.workflow.getHandle(workflowId).fetchHistory();
      writeFileSync(path.join(FOLDER, `${type}.json`), `${scrubbed(historyToJSON(history))}\n`);
    }
  } finally {
    await connection.close();
    await stand.close();
    await site.close();
  }
}

const recorded = (): string[] => readdirSync(FOLDER).filter((file) => file.endsWith('.json')).sort();

/** Replays all recorded histories in one worker. Returns what each failed with, or null, by the name of its file. */
async function replayed(workflowBundle: WorkflowBundleOption): Promise<Map<string, string | null>> {
  const histories = recorded().map((file) => ({ workflowId: file, history: JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as unknown }));
  const failures = new Map<string, string | null>();
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) failures.set(workflowId, error?.message ?? null);
  return failures;
}

beforeAll(async () => {
  installRuntime({ logLevel: 'silent', metricsPort: null, host: '127.0.0.1' });
  if (RECORD) await record();
});

describe('recorded histories', () => {
  it('cover every workflow that an operation starts', () => {
    const kinds = [...WORK_KINDS.values()];
    const others = OTHER_RUNS.flatMap(({ workflows }) => [...workflows]);
    // Kinds of one step share their workflow, so a new one needs no history of its own.
    const own = [...kinds.filter(({ step }) => !step).map(({ workflow }) => workflow), ...others].map((name) => `${name}.json`);
    const started = new Set([...kinds.map(({ workflow }) => workflow), ...others].map((name) => `${name}.json`));
    expect(new Set(own).size).toBeGreaterThan(10);
    expect(own.filter((file) => !recorded().includes(file))).toEqual([]);
    expect(recorded().filter((file) => !started.has(file))).toEqual([]);
    expect(recorded().length).toBeGreaterThan(new Set(own).size);
  });

  it('replay on the workflow code as it is', async () => {
    expect([...await replayed({ codePath: workflowBundlePath() })]).toEqual(recorded().map((file) => [file, null]));
  });

  it('do not replay on changed code, which proves that the replay notices changes', async () => {
    const { code } = await bundleWorkflowCode({
      workflowsPath: path.join(HERE, 'changed-workflows.ts'), logger: new DefaultLogger('ERROR'),
      webpackConfigHook: (config) => {
        config.resolve = { ...config.resolve, extensionAlias: { '.js': ['.ts', '.js'] } };
        return config;
      },
    });
    expect([...await replayed({ code })]).toEqual(recorded().map((file) => [file, expect.stringMatching(/[Nn]ondeterminism|TMPRL1100/)]));
  });
});
