import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pagesOfEntries, WORDS_PER_PAGE } from '../../src/domain/artifacts/script-excerpt.js';
import { speakerOf, type Emotion } from '../../src/craft/screenplay/model.js';
import type { ApiClient } from '../support/api-client.js';
import { COMPLETE_CAST, insertPlanRow, jobAt, openJobStand, smallScreenplay, type JobStand } from '../support/stands/job-stand.js';
import { insertRecording } from '../../src/domain/artifacts/finalize/recording-store.js';
import { workIdOf } from '../../src/kernel/works/ids.js';
import { insertReadyRead } from '../support/ready-read.js';
import { insertPerformanceRow, insertWorkRow } from '../support/work-rows.js';
import { insertNextRevision } from '../../src/domain/artifacts/revision-store.js';

let stand: JobStand;
let client: ApiClient;
let artifactId: string;
let jobId: string;

beforeAll(async () => {
  stand = await openJobStand();
  client = await stand.newAccount();
  stand.writer.write = async () => smallScreenplay(['ADA', 'BEN'], 'include', 40);
  const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST, pictures: true });
  jobId = (await client.post('/story-jobs', { storyPlanId: planId })).body.job.id;
  artifactId = (await jobAt(client, jobId)).artifacts[0].id;
});
afterAll(() => stand.close());

describe('GET /artifacts/{artifactId}', () => {
  it('carries the manifest of a ready table read', async () => {
    const { status, body } = await client.get(`/artifacts/${artifactId}`);
    expect(status).toBe(200);
    const { manifest, ...artifact } = body.artifact;
    expect(artifact).toMatchObject({
      id: artifactId, storyJobId: jobId, type: 'table_read', title: 'The Room', status: 'READY', currentVersion: 1, revision: 1, refineCount: 0,
      failureCode: null, failureMessage: null,
    });
    const { appUrl } = stand.config;
    const player = `${appUrl}/share/table-read/${manifest.shareToken}`;
    expect(manifest).toEqual({
      type: 'table_read', status: 'ready', shareToken: expect.any(String), theaterUrl: player, theaterFullscreenUrl: `${player}?view=fullscreen`,
      audio: {
        mode: 'live_on_demand', liveUrl: `${player}/audio`, startLiveUrl: `${appUrl}/live/start`,
        recording: { status: 'not_started', completed: 0, total: expect.any(Number) }, recordingUrl: null, recordingDurationMs: null, formerRecordingUrl: null, finalize: null,
      },
      video: { status: 'not_rendered', renderUrl: expect.stringMatching(/\/artifacts\/art_\w+\/render-video$/), url: null },
      warnings: [],
      expiresAt: expect.any(String),
      overlays: { theater: expect.objectContaining({ enabled: true, title: null }) },
    });
    const days = (Date.parse(manifest.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    expect(stand.services.tokens.read('share', manifest.shareToken)?.subject).toBe(artifactId);
    expect(stand.services.tokens.read('media', manifest.shareToken)).toBeNull();
  });

  it('shows the recording once a finalize of the revision is complete, and keeps every link', async () => {
    const { db } = stand.services;
    const before = (await client.get(`/artifacts/${artifactId}`)).body.artifact.manifest;
    const projectId = (await client.get(`/artifacts/${artifactId}`)).body.artifact.projectId as string;
    const finalize = async (revision: number, status: 'READY' | 'RUNNING', mediaKey: string | null): Promise<void> => {
      const workId = workIdOf('finalize', artifactId, revision);
      await insertWorkRow(db, { workId, kind: 'finalize', accountId: client.accountId, projectId, subjectId: artifactId, revision, status, credits: 6 });
      if (mediaKey === null) return;
      const made = { mediaKey, sha256: 'a', byteSize: 1, durationMs: 61_000, integratedLufs: -16, truePeakDb: -1, laneKeys: {}, mixer: null, buildManifest: {} };
      await insertRecording(db, workId, { ...made, artifactId, revision });
    };
    await finalize(1, 'READY', 'recordings/one.mp3');
    const done = (await client.get(`/artifacts/${artifactId}`)).body.artifact.manifest;
    expect(done.audio.recordingUrl).toBe(`${before.theaterUrl}/media/recording.mp3`);
    expect(done).toEqual({
      ...before,
      audio: { ...before.audio, recordingUrl: expect.any(String), recordingDurationMs: 61000, finalize: { status: 'complete', error: null } },
    });

    const stemsId = workIdOf('stems', artifactId, 1);
    await insertWorkRow(db, { workId: stemsId, kind: 'stems', accountId: client.accountId, projectId, subjectId: artifactId, revision: 1, status: 'READY', credits: 0 });
    const zip = { mediaKey: 'recordings/one.zip', sha256: 'b', byteSize: 1, durationMs: 61_000, integratedLufs: -16, truePeakDb: -1, laneKeys: {}, mixer: null };
    await insertRecording(db, stemsId, { ...zip, buildManifest: { files: ['mix.wav'] }, artifactId, revision: 1 }, 'stems');
    const stemsOf = async () => (await client.get(`/artifacts/${artifactId}/stems`)).body;
    const archived = await stemsOf();
    expect(archived.stems).toMatchObject({ status: 'complete', stale: false, files: ['mix.wav'] });

    const [made] = await db.query<{ title: string; content: object }>('SELECT title, content FROM artifact_revisions WHERE artifact_id = $1', [artifactId]);
    const insert = (more: object) => db.transaction((tx) => insertNextRevision(tx, artifactId, { ...made!, cause: 'edit', raises: 'revision', expected: 1, ...more }, () => 'wrk_edit'));
    expect(await insert({})).toEqual({ revision: 2, isNew: true });
    expect(await insert({})).toEqual({ revision: 2, isNew: false });
    await expect(insert({ content: {} })).rejects.toMatchObject({ code: 'version_conflict', details: { actual: 2 } });
    expect((await client.get(`/artifacts/${artifactId}`)).body.artifact.currentVersion).toBe(1);
    await db.query('UPDATE artifacts SET current_version = 2 WHERE id = $1', [artifactId]);
    // The archive of the first revision stays until a newer one is made.
    expect(await stemsOf()).toMatchObject({ stems: { ...archived.stems, stale: true, url: expect.stringContaining('/stems/') }, next: { method: 'POST' } });
    await finalize(2, 'RUNNING', null);
    const second = (await client.get(`/artifacts/${artifactId}`)).body.artifact;
    expect(second).toMatchObject({ currentVersion: 2, revision: 2, refineCount: 0 });
    expect(second.manifest).toEqual({ ...before, audio: { ...before.audio, finalize: { status: 'rendering', error: null } } });
    const first = (await client.get(`/artifacts/${artifactId}?revision=1`)).body.artifact;
    expect(first).toMatchObject({
      currentVersion: 2, revision: 1, stale: false, manifest: { ...done, audio: { ...done.audio, recordingUrl: `${before.theaterUrl}/media/former-a.mp3` } },
    });
  });

  it('answers 404 for a revision that never existed and for other accounts', async () => {
    const other = await stand.newAccount();
    for (const answer of [
      await client.get(`/artifacts/${artifactId}?revision=9`), await client.get('/artifacts/art_00000000000000000000000000'),
      await other.get(`/artifacts/${artifactId}`), await other.patch(`/artifacts/${artifactId}`, { title: 'Mine' }),
      await other.get(`/artifacts/${artifactId}/cast`), await other.get(`/artifacts/${artifactId}/script`),
    ]) expect([answer.status, answer.body.error.code]).toEqual([404, 'artifact_not_found']);
    expect((await client.get(`/artifacts/${artifactId}?revision=0`)).status).toBe(400);
    const list = await other.get(`/story-jobs/${jobId}/artifacts`);
    expect([list.status, list.body.error.code]).toEqual([404, 'story_job_not_found']);
  });

  it('has no manifest before it is ready', async () => {
    let open!: () => void;
    const gate = new Promise<void>((resolve) => { open = resolve; });
    const usual = stand.writer.write;
    stand.writer.write = async () => { await gate; return smallScreenplay(); };
    const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
    const { body } = await client.post('/story-jobs', { storyPlanId: planId });
    const job = await jobAt(client, body.job.id, ['RUNNING']);
    const id = job.artifacts[0].id as string;
    expect((await client.get(`/artifacts/${id}`)).body.artifact).toMatchObject({ status: 'RUNNING', manifest: null, currentVersion: 1 });
    for (const path of ['cast', 'script', 'script/edits']) {
      const answer = await client.get(`/artifacts/${id}/${path}`);
      expect(answer.status).toBe(409);
      expect(answer.body.error).toMatchObject({ code: 'artifact_not_ready', details: { status: 'RUNNING' } });
    }
    open();
    stand.writer.write = usual;
    await jobAt(client, body.job.id);
  });
});

describe('a read whose job was cancelled', () => {
  it('leads to its job, and that to what can be made again', async () => {
    let open!: () => void;
    const gate = new Promise<void>((resolve) => { open = resolve; });
    const usual = stand.writer.write;
    stand.writer.write = async () => { await gate; return smallScreenplay(); };
    const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
    const { body: { job: { id } } } = await client.post('/story-jobs', { storyPlanId: planId });
    const [made] = (await jobAt(client, id, ['RUNNING'])).artifacts;
    const cancelled = await client.post(`/story-jobs/${id}/cancel`);
    open();
    stand.writer.write = usual;
    expect(cancelled.body).toMatchObject({ job: { status: 'CANCELED' }, next: { method: 'GET', path: `/story-plans/${planId}` } });
    for (const path of ['script', 'script/edits']) {
      const { error } = (await client.get(`/artifacts/${made.id}/${path}`)).body;
      expect(error).toMatchObject({ code: 'artifact_not_ready', details: { status: 'FAILED', next: { method: 'GET', path: `/story-jobs/${id}` } } });
    }
  });
});

describe('PATCH /artifacts/{artifactId}', () => {
  it('renames and changes nothing else', async () => {
    const before = (await client.get(`/artifacts/${artifactId}`)).body.artifact;
    const { status, body } = await client.patch(`/artifacts/${artifactId}`, { title: 'The Dark Room' });
    expect(status).toBe(200);
    expect(body.artifact).toMatchObject({ id: artifactId, title: 'The Dark Room', manifest: { shareToken: before.manifest.shareToken } });
    for (const bad of [{}, { title: ' ' }, { title: 'x'.repeat(201) }, { title: 'a', status: 'READY' }]) {
      expect((await client.patch(`/artifacts/${artifactId}`, bad)).body.error.code).toBe('validation_failed');
    }
  });
});

describe('GET /artifacts/{artifactId}/cast', () => {
  it('lists everybody who is heard with voice and portrait', async () => {
    const { body } = await client.get(`/artifacts/${artifactId}/cast`);
    expect(body).toMatchObject({ artifactId, avatarStyle: null });
    expect(body.voiceMap.ADA).toEqual({ voiceId: 'ada', voiceName: expect.any(String), provider: 'scripted' });
    expect(Object.keys(body.voiceMap).sort()).toEqual(['ADA', 'BEN', 'NARRATOR']);
    expect(body.cast.map(({ character, voiceId, provider, avatarStatus }: Record<string, string>) => [character, voiceId, provider, avatarStatus]))
      .toEqual([['NARRATOR', 'nell', 'scripted', 'none'], ['ADA', 'ada', 'scripted', 'ready'], ['BEN', 'ben', 'scripted', 'ready']]);
  });
});

describe('GET /artifacts/{artifactId}/script', () => {
  const script = async (query = '') => client.get(`/artifacts/${artifactId}/script${query}`);

  it('shows the whole screenplay, directed, with pages', async () => {
    const { body } = await script();
    const { entries, pageCount, entryCount, scenes } = body.script;
    expect(entries.map(({ index }: { index: number }) => index)).toEqual([...Array(entryCount).keys()]);
    expect(scenes).toHaveLength(2);
    expect(pageCount).toBeGreaterThan(1);
    for (const entry of entries) {
      const heard = speakerOf({ ...entry, character: entry.character ?? undefined }, 'include') !== null;
      expect(entry.delivery !== null).toBe(heard);
      if (heard) expect(entry.delivery.emotion as Emotion).toEqual(expect.any(String));
    }
  });

  it('says when a line is heard, also in a read of hours', async () => {
    const read = await insertReadyRead({ api: { services: stand.services } }, client.accountId);
    const of = async () => (await client.get(`/artifacts/${read.artifactId}/script?scope=range&from=1&to=3`)).body.script.performed;
    expect(await of()).toEqual([]);
    await insertPerformanceRow(stand.services.db, { ...read, accountId: client.accountId }, { status: 'RUNNING', lineCount: 7, performedCount: 1 });
    await stand.services.db.query(`INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key, start_ms, end_ms,
      chunk_key, byte_start, byte_size) VALUES ($1, 1, 0, 2, 0, 'MARA', 'lines/none', 7200000, 7203000, 'chunks/none', 0, 1)`, [read.artifactId]);
    expect(await of()).toEqual([{ entryIndex: 2, startMs: 7_200_000, endMs: 7_203_000, soundUrl: expect.stringContaining('/line-sounds/') }]);
  });

  it('shows the review notes of the selected part', async () => {
    const about = async (query: string) => (await script(query)).body.script.reviewNotes.map(({ rule }: { rule: string }) => rule);
    expect(await about('')).toEqual(['breath', 'length']);
    expect(await about('?scope=scene&scene=1')).toEqual(['length']);
  });

  it('shows a page, a scene, a character or a range', async () => {
    const whole = (await script()).body.script;
    const pages = [];
    for (let page = 1; page <= whole.pageCount; page++) pages.push(...(await script(`?scope=page&page=${page}`)).body.script.entries);
    expect(pages).toEqual(whole.entries);
    const scene = (await script('?scope=scene&scene=1')).body.script;
    expect(scene.entries).toEqual(whole.entries.filter((entry: { sceneIndex: number }) => entry.sceneIndex === 1));
    expect(scene.scenes).toHaveLength(1);
    const ada = (await script('?scope=character&character=ada')).body.script.entries;
    expect(new Set(ada.map(({ character }: { character: string }) => character))).toEqual(new Set(['ADA']));
    const told = (await script('?scope=character&character=NARRATOR')).body.script.entries;
    expect(told.map(({ kind }: { kind: string }) => kind)).toEqual(['action', 'action']);
    expect((await script('?scope=range&from=2&to=4')).body.script.entries.map(({ index }: { index: number }) => index)).toEqual([2, 3, 4]);
  });

  it.each([
    ['?scope=page', 'page'], ['?scope=page&page=99', 'page'], ['?scope=page&page=0', 'page'], ['?page=1', 'page'], ['?scope=scene&scene=7', 'scene'],
    ['?scope=character&character=ANONYMOUS', 'character'], ['?scope=range&from=3', 'to'], ['?scope=range&from=4&to=3', 'from'],
    ['?scope=range&from=9999&to=99999', 'from'], ['?scope=act', 'scope'], ['?lines=3', 'lines'],
  ])('refuses %s and names the parameter', async (query, field) => {
    const { status, body } = await script(query);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'validation_failed', details: { field } });
  });
});

describe('GET /story-jobs/{jobId}/artifacts', () => {
  it('lists the artifacts of the job with their manifests', async () => {
    const { body } = await client.get(`/story-jobs/${jobId}/artifacts`);
    expect(body.artifacts).toHaveLength(1);
    expect(body.artifacts[0]).toEqual((await client.get(`/artifacts/${artifactId}`)).body.artifact);
  });
});

describe('GET /voices', () => {
  it('lists the catalogue and filters it', async () => {
    const { body } = await client.get('/voices');
    expect(body.voices.map(({ voiceId }: { voiceId: string }) => voiceId)).toEqual(['ada', 'ben', 'nell', 'old']);
    expect((await client.get('/voices?status=retired')).body.voices).toHaveLength(1);
    expect((await client.get('/voices?language=en&gender=neutral&provider=scripted&status=ready')).body.voices).toHaveLength(3);
    expect((await client.get('/voices?gender=female')).body.voices).toEqual([]);
    expect((await client.get('/voices?gender=none')).status).toBe(400);
  });
});

describe('pages and names', () => {
  it('fills pages with whole entries by their number of words', () => {
    const entry = (words: number) => ({ index: 0, sceneIndex: 0, kind: 'action' as const, text: 'w '.repeat(words), origin: 'source' as const, spans: [] });
    expect(pagesOfEntries([entry(100), entry(100), entry(1), entry(2 * WORDS_PER_PAGE), entry(1)])).toEqual([1, 1, 2, 2, 4]);
    expect(pagesOfEntries([])).toEqual([]);
  });
});
