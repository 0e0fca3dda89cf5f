import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureLoudness } from '../../../src/craft/audio/loudness.js';
import { BOTH_CHANNELS_DB } from '../../../src/craft/audio/mix/mix.js';
import { artifactViews } from '../../../api/artifacts/answers.js';
import { getArtifact } from '../../../src/domain/artifacts/artifact-store.js';
import { listPerformedLines } from '../../../src/domain/artifacts/performance/performance-store.js';
import { listRecordedFiles } from '../../../src/domain/artifacts/finalize/recording-store.js';
import { purgeProjects } from '../../../src/monitoring/purge/purge-projects.js';
import { pagePaths } from '../../../src/kernel/contract/page-paths.js';
import { unzipMember } from '../../../src/main/binaries/unzip.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { insertReadyRead, testScreenplay } from '../../support/ready-read.js';
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
  await client.poll(`/artifacts/${id}`, ({ artifact }) => !artifact.stale);
  // Asks again, because the answer that is not stale may have been begun before the new MP3 was there.
  return artifactOf(id);
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

const mixerUrl = (shareToken: string): string => `${stand.config.appUrl}${pagePaths.media(shareToken, 'mixer.m4a')}`;

/** The five channels of the mixer file behind a share link, which keeps the parts of the mix apart. */
async function mixerParts(shareToken: string): Promise<Int16Array[]> {
  const answer = await fetch(mixerUrl(shareToken));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
  const file = path.join(stand.config.dataDir, 'mixer.m4a');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  await (await ffmpegForTests()).run(['-i', file, '-f', 's16le', '-ar', '48000', `${file}.pcm`]);
  const pcm = await readFile(`${file}.pcm`);
  const frames = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength));
  return [0, 1, 2, 3, 4].map((channel) => frames.filter((_, index) => index % 5 === channel));
}

/** The archive of a read and the samples of its files, both channels interleaved. */
async function archived(id: string): Promise<{ stems: any; files: Int16Array[] }> {
  expect((await client.post(`/artifacts/${id}/stems`, {})).status).toBe(202);
  const { stems } = await client.poll(`/artifacts/${id}/stems`, (body: any) => ['complete', 'failed'].includes(body.stems.status));
  const answer = await fetch(stems.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.length).toBe(stems.byteSize);
  const folder = path.join(stand.config.dataDir, 'stems');
  await mkdir(folder);
  const archive = path.join(folder, 'stems.zip');
  await writeFile(archive, bytes);
  const files: Int16Array[] = [];
  for (const name of stems.files as string[]) {
    const file = path.join(folder, name);
    await unzipMember(archive, name, file, { maxBytes: 100_000_000 });
    await (await ffmpegForTests()).run(['-i', file, '-f', 's16le', '-ar', '48000', '-ac', '2', `${file}.pcm`]);
    const pcm = await readFile(`${file}.pcm`);
    files.push(new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength)));
  }
  return { stems, files };
}

/** Level of a stretch, in dB of full scale. */
function levelAt(samples: Int16Array, startMs: number, endMs: number, rate = RATE): number {
  const part = samples.subarray(Math.round((startMs * rate) / 1000), Math.round((endMs * rate) / 1000));
  const square = part.reduce((sum, value) => sum + (value / 32_768) ** 2, 0) / Math.max(1, part.length);
  return 10 * Math.log10(square + 1e-12);
}

describe('music in the MP3', () => {
  it('is chosen by scene, heard in the pauses, lowered under every line, and gone again when it is muted', async () => {
    const id = await newRead();
    await finalized(id);
    const [plain, before, credits] = [await mp3(id), await artifactOf(id), await balance()];
    expect(before).toMatchObject({ stale: false, staleness: null });

    const { status, body } = await change(id, { action: 'generate', mix: 1, clip: { fadeInMs: 0 } });
    expect(status).toBe(200);
    expect(body.music).toMatchObject({ version: 1, status: 'stale', cues: [{ cueId: 'scene-0', muted: false, mix: 1, take: 1 }, { cueId: 'scene-1' }] });
    expect(body.next).toMatchObject({ method: 'POST', path: `/artifacts/${id}/update-recording`, why: 'Mixes the MP3 again, free of charge: the music.' });
    expect(await artifactOf(id)).toMatchObject({ stale: true, staleness: { mix: ['music'], changedLineCount: 0, update: null }, currentVersion: 1 });
    expect(sha(await mp3(id))).toBe(sha(plain));

    const readBefore = await getArtifact(stand.api.services.db, client.accountId, id);
    const after = await updated(id);
    expect(after).toMatchObject({ currentVersion: 1, refineCount: 0, manifest: { shareToken: before.manifest.shareToken } });
    // An answer may read its row before the MP3 is replaced and compare it afterwards. It then shows the new MP3.
    expect(await artifactViews(stand.api.services, [readBefore])).toEqual([expect.objectContaining({ stale: false, manifest: after.manifest })]);
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
    // Speech is as loud as it was, now from both channels: what lies under it is far below.
    const [first] = lines;
    const under = levelAt(both, first!.startMs, first!.endMs) + BOTH_CHANNELS_DB;
    expect(Math.abs(under - levelAt(voices, first!.startMs, first!.endMs))).toBeLessThan(1.5);
    const loudness = await measureLoudness(await ffmpegForTests(), ['-i', file]);
    expect(Math.abs(loudness.lufs + 16)).toBeLessThan(1);
    expect(loudness.truePeakDb).toBeLessThanOrEqual(-1);

    const parts = await mixerParts(after.manifest.shareToken);
    expect(Math.abs(parts[2]!.length / 48 - after.manifest.audio.recordingDurationMs)).toBeLessThan(60);
    const inPause = parts.map((part) => levelAt(part, gap.from, gap.to, 48_000));
    const inLine = parts.map((part) => levelAt(part, first!.startMs, first!.endMs, 48_000));
    expect([inPause[0]! > -50, inPause[1]! > -50, inPause[2]! < -60, inPause[3]! < -90, inPause[4]! < -90]).toEqual([true, true, true, true, true]);
    expect(inLine[2]! - inLine[0]!).toBeGreaterThan(12);
    // The parts are as loud as they are in the MP3.
    expect(Math.abs(inLine[2]! - levelAt(both, first!.startMs, first!.endMs))).toBeLessThan(1);
    expect(Math.abs((inPause[0]! + inPause[1]!) / 2 - pause)).toBeLessThan(1);

    const former = after.manifest.audio.formerRecordingUrl as string;
    expect((await fetch(former.replace(/former-.{8}/, 'former-00000000'))).status).toBe(404);
    expect([before.manifest.audio.formerRecordingUrl, sha(Buffer.from(await (await fetch(former)).arrayBuffer()))]).toEqual([null, sha(plain)]);
    const { performed } = (await client.get(`/artifacts/${id}/script?scope=range&from=2&to=4`)).body.script;
    expect(performed).toEqual(lines.filter(({ entryIndex }) => entryIndex >= 2 && entryIndex <= 4)
      .map(({ entryIndex, startMs, endMs }) => ({ entryIndex, startMs, endMs, soundUrl: expect.stringContaining('/line-sounds/') })));
    expect((await fetch(performed[0].soundUrl)).headers.get('content-type')).toBe('audio/wav');

    const { stems, files: stemFiles } = await archived(id);
    expect(stems).toMatchObject({ status: 'complete', stale: false, files: ['voices.flac', 'music.flac', 'mix.wav'] });
    const [voice, bed, whole] = stemFiles;
    expect([voice!.length, bed!.length]).toEqual([whole!.length, whole!.length]);
    const rest = whole!.map((value, index) => value - voice![index]! - bed![index]!);
    // The parts add up to the whole, except for what the limiter takes, which is far below.
    expect(levelAt(rest, 0, 60_000, 96_000)).toBeLessThan(levelAt(whole!, 0, 60_000, 96_000) - 20);
    for (const [from, to] of [[first!.startMs, first!.endMs], [gap.from, gap.to]] as const) {
      expect(Math.abs(levelAt(whole!, from, to, 96_000) - levelAt(both, from, to))).toBeLessThan(1);
    }
    expect(levelAt(bed!, gap.from, gap.to, 96_000)).toBeGreaterThan(-45);
    expect(levelAt(voice!, gap.from, gap.to, 96_000)).toBeLessThan(-70);
    expect((await client.post(`/artifacts/${id}/stems`, {})).status).toBe(200);

    expect((await change(id, { action: 'mute' })).body.music.status).toBe('stale');
    expect((await client.get(`/artifacts/${id}/stems`)).body).toMatchObject({ stems: { status: 'complete', stale: true }, next: { method: 'POST' } });
    await updated(id);
    const mixed = (await artifactOf(id)).manifest.audio.formerRecordingUrl as string;
    expect(sha(Buffer.from(await (await fetch(mixed)).arrayBuffer()))).toBe(sha(scored));
    expect((await fetch(former)).status).toBe(404);
    expect(sha(await mp3(id))).toBe(sha(plain));
    expect(await music(id)).toMatchObject({ status: 'silent', spans: [] });
    expect((await fetch(mixerUrl(after.manifest.shareToken))).status).toBe(404);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);

    // The files that were replaced are deleted with the project.
    const { db, store } = stand.api.services;
    const files = await listRecordedFiles(db, 'artifact_id = $1', [id]);
    // The MP3 with voices alone, the MP3 with music, the parts of the latter, and their archive.
    expect(files).toHaveLength(4);
    await client.delete(`/story-projects/${before.projectId}`);
    await db.query(`UPDATE projects SET deleted_at = now() - interval '400 days' WHERE id = $1`, [before.projectId]);
    expect(await purgeProjects(stand.api.services)).toContain(before.projectId);
    expect(await Promise.all(files.map(({ key }) => store.stat(key)))).toEqual(files.map(() => null));
  });

  it('is in the first MP3 when it was chosen before, and concurrent calls mix once', async () => {
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

describe('effects and soundscapes in the MP3', () => {
  it('are laid from the script and by hand, heard where the answers say, over no word, and gone again when they are muted', async () => {
    const id = await newRead();
    await finalized(id);
    const [plain, { manifest: { shareToken } }] = [await mp3(id), await artifactOf(id)];
    const lay = (lane: string, body: object): Promise<Answer> => client.post(`/artifacts/${id}/${lane}`, body);

    const found = (await lay('sfx', { action: 'regenerate' })).body.sfx;
    expect(found).toMatchObject({ version: 1, status: 'stale', cues: [{ cueId: 'entry-6', entryIndex: 6, assetId: 'church-bell', anchor: 'after', words: 'a bell began to sound', muted: false }] });
    const { sfx, next } = (await lay('sfx', { action: 'add', scope: 'entry', entryIndex: 2, assetId: 'door-slam', volume: 1 })).body;
    expect(sfx.cues.map(({ cueId, words }: any) => [cueId, words])).toEqual([['entry-2', null], ['entry-6', 'a bell began to sound']]);
    expect(next.why).toBe('Mixes the MP3 again, free of charge: the effects.');
    const { soundscapes } = (await lay('soundscapes', { action: 'regenerate', volume: 1 })).body;
    expect(soundscapes.cues.map(({ cueId, layer, assetId }: any) => [cueId, layer, assetId])).toContainEqual(['scene-0-2', 'weather', 'wind-outside']);
    expect(await artifactOf(id)).toMatchObject({ staleness: { mix: ['sfx', 'soundscapes'] }, currentVersion: 1 });

    await updated(id);
    const [effects, beds] = [(await client.get(`/artifacts/${id}/sfx`)).body.sfx, (await client.get(`/artifacts/${id}/soundscapes`)).body.soundscapes];
    expect([effects.status, beds.status]).toEqual(['complete', 'complete']);
    const lines = await listPerformedLines(stand.api.services.db, id, 1);
    const slam = effects.spans.find(({ cueId }: any) => cueId === 'entry-2');
    const line = lines.find(({ entryIndex }) => entryIndex === 2)!;
    expect(slam).toMatchObject({ assetId: 'door-slam', startMs: line.endMs + 60 });
    const parts = await mixerParts(shareToken);
    const levels = (startMs: number, endMs: number) => parts.map((part) => levelAt(part, startMs, endMs, 48_000));
    // The effect is heard in the pause and not in the words before it. The bed is heard all along, far below the words.
    expect(levels(slam.startMs + 100, slam.startMs + 400)[3]!).toBeGreaterThan(-35);
    expect(levels(line.startMs, line.endMs)[3]!).toBeLessThan(-80);
    const [wind] = beds.spans.filter(({ assetId }: any) => assetId === 'wind-outside');
    expect(wind.startMs).toBe(0);
    const under = levels(line.startMs, line.endMs);
    expect(under[4]!).toBeGreaterThan(-60);
    expect(under[2]! - under[4]!).toBeGreaterThan(10);
    expect(Math.abs((await measureLoudness(await ffmpegForTests(), ['-i', (await decoded(await mp3(id))).file])).lufs + 16)).toBeLessThan(1);

    expect((await lay('sfx', { action: 'mute' })).body.sfx.status).toBe('stale');
    expect((await lay('soundscapes', { action: 'remove' })).body.soundscapes).toMatchObject({ cues: [], spans: [] });
    await updated(id);
    expect(sha(await mp3(id))).toBe(sha(plain));
    expect((await client.get(`/artifacts/${id}/sfx`)).body.sfx).toMatchObject({ status: 'silent', spans: [] });
  });

  it('change one by one: which sound, when, how loud, and in what region', async () => {
    const id = await newRead();
    const sfx = async (body: object): Promise<any> => (await client.post(`/artifacts/${id}/sfx`, body)).body.sfx.cues;
    const beds = async (body: object): Promise<any> => (await client.post(`/artifacts/${id}/soundscapes`, body)).body.soundscapes.cues;
    await sfx({ action: 'add', scope: 'entry', entryIndex: 3, assetId: 'door-knock', anchor: 'before' });
    await sfx({ action: 'add', scope: 'entry', entryIndex: 3, assetId: 'church-bell' });
    expect((await sfx({ action: 'retime', cueId: 'entry-3-2', offsetMs: 400 })).map(({ offsetMs }: any) => offsetMs)).toEqual([0, 400]);
    expect((await sfx({ action: 'update', cueId: 'entry-3', volume: 0.2, assetId: 'door-open' }))[0]).toMatchObject({ assetId: 'door-open', volume: 0.2, anchor: 'before' });
    expect((await sfx({ action: 'regenerate', cueId: 'entry-3' }))[0]).toMatchObject({ assetId: 'door-slam', take: 2 });
    expect((await sfx({ action: 'mute', cueId: 'entry-3' })).map(({ muted }: any) => muted)).toEqual([true, false]);
    expect((await sfx({ action: 'regenerate', volume: 0.4 })).map(({ cueId, volume }: any) => [cueId, volume])).toEqual([['entry-3', 0.2], ['entry-3-2', 0.7], ['entry-6', 0.4]]);
    await sfx({ action: 'mute', cueId: 'entry-6' });
    expect((await sfx({ action: 'regenerate' })).at(-1)).toMatchObject({ cueId: 'entry-6', muted: true });
    expect(await sfx({ action: 'regenerate', mode: 'replace' })).toMatchObject([{ cueId: 'entry-6', muted: false }]);
    expect(await sfx({ action: 'remove', scope: 'scene', sceneIndex: 1 })).toEqual([]);

    await beds({ action: 'add', assetId: 'sea-shore' });
    const [, region] = await beds({ action: 'add', scope: 'entry', entryIndex: 2, toEntry: 3, assetId: 'tavern', volume: 0.3 });
    expect(region).toMatchObject({ cueId: 'entry-2', layer: 'place', toEntry: 3, reason: null });
    expect((await beds({ action: 'update', cueId: 'entry-2', toEntry: 6 }))[1]).toMatchObject({ toEntry: 6, volume: 0.3 });
    expect(await beds({ action: 'mute', scope: 'scene', sceneIndex: 1 })).toMatchObject([{ cueId: 'screenplay', muted: false }, { cueId: 'scene-1', assetId: 'sea-shore', muted: true }, { cueId: 'entry-2' }]);
  });

  it('leave a place that no words describe silent, or take the sounds that the Series Bible names', async () => {
    const read = await insertReadyRead(stand, client.accountId, {
      ...testScreenplay(), scenes: testScreenplay().scenes.map((scene) => ({ ...scene, heading: 'SOMEWHERE' })),
      entries: testScreenplay().entries.map((entry) => (entry.kind === 'scene_heading' ? { ...entry, text: 'SOMEWHERE' } : { ...entry, text: 'So it was, then.' })),
    });
    const regenerate = async (): Promise<any[]> => (await client.post(`/artifacts/${read.artifactId}/soundscapes`, { action: 'regenerate' })).body.soundscapes.cues;
    expect(await regenerate()).toEqual([]);
    const bible = await client.get(`/story-projects/${read.projectId}/series-bible`);
    await client.patch(`/story-projects/${read.projectId}/series-bible`, { content: { audioStyle: 'Sea and wind' }, expectedVersion: bible.body.bible?.version });
    expect((await regenerate()).map(({ assetId }: any) => assetId)).toEqual(['sea-shore', 'wind-blowing', 'sea-shore', 'wind-blowing']);
  });

  it.each([
    ['sfx', 'an effect without a sound', { action: 'add', scope: 'entry', entryIndex: 2 }, 'assetId'],
    ['sfx', 'music as an effect', { action: 'add', scope: 'entry', entryIndex: 2, assetId: 'lullaby' }, 'assetId'],
    ['sfx', 'an effect for a scene', { action: 'add', scope: 'scene', sceneIndex: 0, assetId: 'thunder' }, 'scope'],
    ['sfx', 'a retiming without a time', { action: 'retime' }, 'offsetMs'],
    ['sfx', 'an effect that there is not', { action: 'mute', cueId: 'entry-2' }, 'cueId'],
    ['sfx', 'a sound while retiming', { action: 'retime', offsetMs: 3, assetId: 'thunder' }, 'assetId'],
    ['soundscapes', 'an effect as a bed', { action: 'add', assetId: 'thunder' }, 'assetId'],
    ['soundscapes', 'a region that ends before it begins', { action: 'add', scope: 'entry', entryIndex: 4, toEntry: 2, assetId: 'river' }, 'toEntry'],
    ['soundscapes', 'a region of a scene', { action: 'add', scope: 'scene', sceneIndex: 0, toEntry: 2, assetId: 'river' }, 'toEntry'],
    ['soundscapes', 'beds of an entry', { action: 'regenerate', scope: 'entry', entryIndex: 2 }, 'scope'],
    ['soundscapes', 'an update of nothing', { action: 'update' }, 'assetId'],
  ])('%s refuse %s and change nothing', async (lane, _what, body, field) => {
    const id = await sharedRead();
    const { status, body: { error } } = await client.post(`/artifacts/${id}/${lane}`, body);
    expect([status, error.code, error.details.field]).toEqual([400, 'validation_failed', field]);
    expect((await client.get(`/artifacts/${id}/${lane}`)).body[lane]).toMatchObject({ version: 0, cues: [], status: 'silent' });
  });
});

describe('actions', () => {
  it('regenerate, tune and mute change the cues at and inside an address; replace changes only the cue at its address', async () => {
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
    const left = (await change(id, { action: 'remove', scope: 'scene', sceneIndex: 1 })).body.music.cues;
    expect(left.map(({ cueId }: any) => cueId)).toEqual(['screenplay', 'entry-6']);
    const alone = (await change(id, { action: 'replace', mode: 'replace', clip: { assetId: 'lullaby' } })).body.music;
    expect([alone.cues.map(({ cueId }: any) => cueId), alone.version]).toEqual([['screenplay'], 9]);
    expect((await change(id, { action: 'remove', mode: 'replace' })).body.music.cues).toEqual([]);
  });

  it('generate covers the wanted share with the clearest moods, and merging keeps existing cues', async () => {
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
    ['nothing to remove', { action: 'remove', scope: 'scene', sceneIndex: 0 }, 'scope'],
    ['nothing to tune', { action: 'tune', mix: 0.5 }, 'scope'],
    ['a tempo out of range', { action: 'generate', bpm: 200 }, 'bpm'],
  ])('refuse %s and change nothing', async (_what, body, field) => {
    const id = await sharedRead();
    const { status, body: { error } } = await change(id, body);
    expect([status, error.code, error.details.field]).toEqual([400, 'validation_failed', field]);
    if (field.endsWith('Index') && error.details.maximum !== undefined) expect(error.message).toBe(`${field} ${(body as any)[field]} does not exist: the last is ${error.details.maximum}`);
    expect(await music(id)).toMatchObject({ version: 0, cues: [], status: 'silent' });
  });

  it('refuse an old version, and answer 404 to another account', async () => {
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
