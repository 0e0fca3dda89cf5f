import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureLoudness } from '../../../src/craft/audio/loudness.js';
import { listPerformedLines } from '../../../src/domain/artifacts/performance/performance-store.js';
import { listRecordedFiles } from '../../../src/domain/artifacts/finalize/recording-store.js';
import { purgeProjects } from '../../../src/monitoring/purge/purge-projects.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const RATE = 24_000;

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const newRead = async (): Promise<string> => (await insertReadyRead(stand, client.accountId)).artifactId;
const music = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}/music`)).body.music;
const change = (id: string, body: object): Promise<Answer> => client.post(`/artifacts/${id}/music`, body);
const artifactOf = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}`)).body.artifact;
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

async function finalized(id: string): Promise<void> {
  await client.post(`/artifacts/${id}/finalize`, { waitForRecording: true });
  await client.poll(`/artifacts/${id}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
}

async function updated(id: string): Promise<any> {
  await client.post(`/artifacts/${id}/update-recording`, {});
  return (await client.poll(`/artifacts/${id}`, ({ artifact }) => !artifact.stale)).artifact;
}

async function mp3(id: string): Promise<Buffer> {
  const { manifest } = await artifactOf(id);
  return Buffer.from(await (await fetch(manifest.audio.recordingUrl)).arrayBuffer());
}

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** An MP3 as a file, and its samples. */
async function decoded(bytes: Buffer): Promise<{ file: string; samples: Int16Array }> {
  const file = path.join(stand.config.dataDir, `${sha(bytes)}.mp3`);
  await writeFile(file, bytes);
  await (await ffmpegForTests()).run(['-i', file, '-f', 's16le', '-ar', String(RATE), '-ac', '1', `${file}.pcm`]);
  const pcm = await readFile(`${file}.pcm`);
  return { file, samples: new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength)) };
}

/** Level of a stretch, in dB of full scale. */
function levelAt(samples: Int16Array, startMs: number, endMs: number): number {
  const part = samples.subarray(Math.round((startMs * RATE) / 1000), Math.round((endMs * RATE) / 1000));
  const square = part.reduce((sum, value) => sum + (value / 32_768) ** 2, 0) / Math.max(1, part.length);
  return 10 * Math.log10(square + 1e-12);
}

describe('music in the MP3', () => {
  it('is chosen by scene, heard in the pauses, down under every line, and gone again when it is muted', async () => {
    const id = await newRead();
    await finalized(id);
    const [plain, before, credits] = [await mp3(id), await artifactOf(id), await balance()];
    expect(before).toMatchObject({ stale: false, staleness: null });

    const { status, body } = await change(id, { action: 'generate', mix: 1, clip: { fadeInMs: 0 } });
    expect(status).toBe(200);
    expect(body.music).toMatchObject({ version: 1, status: 'stale', cues: [{ cueId: 'scene-0', muted: false, mix: 1, take: 1 }, { cueId: 'scene-1' }] });
    expect(body.next).toMatchObject({ method: 'POST', path: `/artifacts/${id}/update-recording`, why: 'Mixes the MP3 again, free of charge: the music.' });
    expect(await artifactOf(id)).toMatchObject({ stale: true, staleness: { music: true, changedLineCount: 0, update: null }, currentVersion: 1 });
    expect(sha(await mp3(id))).toBe(sha(plain));

    const after = await updated(id);
    expect(after).toMatchObject({ currentVersion: 1, refineCount: 0, manifest: { shareToken: before.manifest.shareToken } });
    expect(await balance()).toBe(credits);
    const scored = await mp3(id);
    const shown = await music(id);
    expect(shown.status).toBe('complete');
    expect(shown.spans.map(({ cueId }: any) => cueId)).toEqual(['scene-0', 'scene-1']);
    expect(shown.spans[1].startMs).toBe(shown.spans[0].endMs);
    expect(Math.abs(shown.spans[1].endMs - after.manifest.audio.recordingDurationMs)).toBeLessThan(50);

    const lines = await listPerformedLines(stand.api.services.db, id, 1);
    const [{ samples: voices }, { samples: both, file }] = [await decoded(plain), await decoded(scored)];
    const gap = { from: lines[3]!.endMs + 350, to: lines[4]!.startMs - 200 };
    // Without music of its own the read is silent within a scene; between scenes a phrase is heard.
    expect(levelAt(voices, lines[0]!.endMs + 120, lines[1]!.startMs - 60)).toBeLessThan(-70);
    const pause = levelAt(both, gap.from, gap.to);
    expect(pause).toBeGreaterThan(-45);
    // Speech is as loud as it was: what lies under it is far below.
    const [first] = lines;
    expect(Math.abs(levelAt(both, first!.startMs, first!.endMs) - levelAt(voices, first!.startMs, first!.endMs))).toBeLessThan(1.5);
    const loudness = await measureLoudness(await ffmpegForTests(), ['-i', file]);
    expect(Math.abs(loudness.lufs + 16)).toBeLessThan(1);
    expect(loudness.truePeakDb).toBeLessThanOrEqual(-1);

    expect((await change(id, { action: 'mute' })).body.music.status).toBe('stale');
    await updated(id);
    expect(sha(await mp3(id))).toBe(sha(plain));
    expect(await music(id)).toMatchObject({ status: 'silent', spans: [] });
    expect(await checkLedger(stand.api.services.db)).toEqual([]);

    // The files that were replaced are deleted with the project.
    const { db, store } = stand.api.services;
    const files = await listRecordedFiles(db, 'artifact_id = $1', [id]);
    expect(files).toHaveLength(2);
    await client.delete(`/story-projects/${before.projectId}`);
    await db.query(`UPDATE projects SET deleted_at = now() - interval '400 days' WHERE id = $1`, [before.projectId]);
    expect(await purgeProjects(stand.api.services)).toContain(before.projectId);
    expect(await Promise.all(files.map(({ key }) => store.stat(key)))).toEqual([null, null]);
  });

  it('is in the first MP3 when it was chosen before, and calls at once mix once', async () => {
    const id = await newRead();
    expect((await change(id, { action: 'replace', clip: { assetId: 'lullaby' } })).body).toMatchObject({
      music: { status: 'chosen', spans: null, cues: [{ cueId: 'screenplay', clip: { assetId: 'lullaby', playMode: 'loop' }, mood: null }] },
      next: { path: `/artifacts/${id}/finalize` },
    });
    await finalized(id);
    expect(await artifactOf(id)).toMatchObject({ stale: false });
    expect((await music(id)).status).toBe('complete');
    await change(id, { action: 'tune', ducking: 1, endTransition: 'cut' });
    const answers = await Promise.all([1, 2, 3].map(() => client.post(`/artifacts/${id}/update-recording`, {})));
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
    await client.poll(`/artifacts/${id}`, ({ artifact }) => !artifact.stale);
    const [{ count }] = await stand.api.services.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM works WHERE kind = 'remix' AND subject_id = $1`, [id]) as [{ count: number }];
    expect(count).toBe(1);
    expect((await client.post(`/artifacts/${id}/update-recording`, {})).body.status).toBe('current');
  });
});

describe('actions', () => {
  it('regenerate, tune and mute change the cues at and inside an address; replace names one', async () => {
    const id = await newRead();
    const [generated] = (await change(id, { action: 'generate', scenes: [1], bpm: 80 })).body.music.cues;
    expect(generated).toMatchObject({ cueId: 'scene-1', scope: 'scene', sceneIndex: 1, entryIndex: null, bpm: 80, take: 1 });
    const [again] = (await change(id, { action: 'regenerate', scope: 'scene', sceneIndex: 1 })).body.music.cues;
    expect(again).toMatchObject({ take: 2, bpm: 80 });
    expect(again.clip.assetId).not.toBe(generated.clip.assetId);
    const [tuned] = (await change(id, { action: 'tune', density: 0.9, instruments: { bass: 0 }, clip: { volume: 0.4 } })).body.music.cues;
    expect(tuned).toMatchObject({ bpm: 80, density: 0.9, instruments: { pad: 1, strings: 1, bass: 0 }, clip: { ...again.clip, volume: 0.4 } });
    const [reset] = (await change(id, { action: 'tune', mode: 'replace', brightness: 0.2 })).body.music.cues;
    expect(reset).toMatchObject({ bpm: null, density: null, brightness: 0.2, instruments: { bass: 1 }, clip: { volume: 1, assetId: again.clip.assetId } });
    const covered = (await change(id, { action: 'mute', scope: 'entry', entryIndex: 6 })).body.music.cues;
    expect(covered.map(({ cueId, muted }: any) => [cueId, muted])).toEqual([['scene-1', false], ['entry-6', true]]);
    const heard = (await change(id, { action: 'mute', muted: false, scope: 'scene', sceneIndex: 1 })).body.music.cues;
    expect(heard.every(({ muted }: any) => !muted)).toBe(true);
    const merged = (await change(id, { action: 'replace', clip: { prompt: 'a slow march for a ceremony' } })).body.music.cues;
    expect(merged.map(({ cueId }: any) => cueId)).toEqual(['screenplay', 'scene-1', 'entry-6']);
    expect(merged[0].clip).toMatchObject({ assetId: 'slow-march', prompt: 'a slow march for a ceremony' });
    const alone = (await change(id, { action: 'replace', mode: 'replace', clip: { assetId: 'lullaby' } })).body.music;
    expect([alone.cues.map(({ cueId }: any) => cueId), alone.version]).toEqual([['screenplay'], 8]);
  });

  it('generate covers the wanted share with the clearest moods, and merging keeps what is there', async () => {
    const id = await newRead();
    expect((await change(id, { action: 'generate', coverage: 0 })).body.music.cues).toEqual([]);
    const half = (await change(id, { action: 'generate', coverage: 50 })).body.music.cues;
    expect(half).toHaveLength(1);
    await change(id, { action: 'tune', mix: 0.1 });
    const all = (await change(id, { action: 'generate', coverage: 1 })).body.music.cues;
    expect(all.map(({ mix }: any) => mix).sort()).toEqual([0.1, 0.5]);
    const fresh = (await change(id, { action: 'generate', mode: 'replace' })).body.music.cues;
    expect(fresh.map(({ mix }: any) => mix)).toEqual([0.5, 0.5]);
  });

  it.each([
    ['an action that there is not', { action: 'compose' }, 'action'],
    ['a scene without its index', { action: 'generate', scope: 'scene' }, 'sceneIndex'],
    ['an index too many', { action: 'generate', entryIndex: 1 }, 'entryIndex'],
    ['a scene that the read does not have', { action: 'generate', scope: 'scene', sceneIndex: 2 }, 'sceneIndex'],
    ['an entry that the read does not have', { action: 'generate', scope: 'entry', entryIndex: 9 }, 'entryIndex'],
    ['scenes that the read does not have', { action: 'generate', scenes: [0, 7] }, 'scenes'],
    ['coverage of one scene', { action: 'generate', scope: 'scene', sceneIndex: 0, coverage: 0.5 }, 'scope'],
    ['a field that the action does not take', { action: 'mute', mix: 0.5 }, 'mix'],
    ['a sound that is no music', { action: 'replace', clip: { assetId: 'rain' } }, 'clip.assetId'],
    ['a replacement without a piece', { action: 'replace', clip: { volume: 1 } }, 'clip'],
    ['another piece while tuning', { action: 'tune', clip: { assetId: 'lullaby' } }, 'clip'],
    ['nothing to tune', { action: 'tune', mix: 0.5 }, 'scope'],
    ['a tempo out of range', { action: 'generate', bpm: 200 }, 'bpm'],
  ])('refuse %s and change nothing', async (_what, body, field) => {
    const id = await sharedRead();
    const { status, body: { error } } = await change(id, body);
    expect([status, error.code, error.details.field]).toEqual([400, 'validation_failed', field]);
    expect(await music(id)).toMatchObject({ version: 0, cues: [], status: 'silent' });
  });

  it('keep to the version that the caller saw, and to the account', async () => {
    const id = await newRead();
    await change(id, { action: 'generate' });
    const { status, body: { error } } = await change(id, { action: 'mute', expectedVersion: 0 });
    expect([status, error.code, error.details]).toEqual([409, 'version_conflict', { expected: 0, actual: 1 }]);
    const other = await stand.newAccount();
    expect((await other.get(`/artifacts/${id}/music`)).status).toBe(404);
    expect((await other.post(`/artifacts/${id}/music`, { action: 'mute' })).status).toBe(404);
  });
});

let shared: string | null = null;
const sharedRead = async (): Promise<string> => (shared ??= await newRead());
