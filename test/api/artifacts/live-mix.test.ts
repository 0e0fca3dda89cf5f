import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIVE_FRAME_MS, LIVE_MIX_FRAME_BYTES } from '../../../src/craft/audio/live-encoder.js';
import { listMixObjects } from '../../../src/domain/artifacts/live-mix/live-mix-store.js';
import { listPerformedLines, type PerformedLine } from '../../../src/domain/artifacts/performance/performance-store.js';
import { purgeProjects } from '../../../src/monitoring/purge/purge-projects.js';
import type { ApiClient } from '../../support/api-client.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { insertReadyRead, testScreenplay } from '../../support/ready-read.js';
import { performedScript } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const RATE = 24_000;

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

interface Room { audioUrl: string; eventsUrl: string; liveRoomUrl: string; clockUrl: string; audioFrameMs: number }

const started = async (token: string, { config: { appUrl } } = stand): Promise<Room> => (await fetch(`${appUrl}/live/start`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
})).json() as never;
const bytesOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const mixesOf = (id: string): Promise<any[]> =>
  stand.api.services.db.query(`SELECT status, epoch FROM works WHERE kind = 'live-mix' AND subject_id LIKE $1 || '.%'`, [id]);

/** Performs the read to its end and returns its lines. */
async function performed(id: string, token: string): Promise<PerformedLine[]> {
  await bytesOf((await started(token)).audioUrl);
  return listPerformedLines(stand.api.services.db, id, 1);
}

async function recordingOf(id: string): Promise<Buffer> {
  await client.post(`/artifacts/${id}/finalize`, { waitForRecording: true });
  const { artifact } = await client.poll(`/artifacts/${id}`, (body) => body.artifact.manifest.audio.finalize?.status === 'complete');
  return bytesOf(artifact.manifest.audio.recordingUrl as string);
}

/** The channels of an MP3. */
async function decoded(bytes: Buffer): Promise<{ left: Float32Array; right: Float32Array }> {
  const file = path.join(stand.config.dataDir, `${sha(bytes)}.mp3`);
  await writeFile(file, bytes);
  await (await ffmpegForTests()).run(['-i', file, '-f', 's16le', '-ar', String(RATE), '-ac', '2', `${file}.pcm`]);
  const pcm = await readFile(`${file}.pcm`);
  const samples = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength));
  return { left: Float32Array.from(samples.filter((_, at) => at % 2 === 0)), right: Float32Array.from(samples.filter((_, at) => at % 2 === 1)) };
}

const stretch = (samples: Float32Array, fromMs: number, toMs: number): Float32Array =>
  samples.subarray(Math.round((fromMs * RATE) / 1000), Math.round((toMs * RATE) / 1000));
function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}
const powerOf = (samples: Float32Array): number => product(samples, samples);
const levelOf = (samples: Float32Array): number => 10 * Math.log10(powerOf(samples) / samples.length / 32_768 ** 2 + 1e-12);

/** The longest stretch that is compared, in samples: a second and a half. */
const MOST_COMPARED = RATE * 1.5;

/** How alike two sounds are at best, up to 1, and by how many milliseconds the second one is late. */
function likeness(one: Float32Array, other: Float32Array, mostMs = 100): { alike: number; lateMs: number } {
  let best = { alike: -1, lateMs: 0 };
  const margin = (mostMs * RATE) / 1000;
  const middle = one.subarray(margin, Math.min(one.length - margin, margin + MOST_COMPARED));
  const power = powerOf(middle);
  for (let late = -margin; late <= margin; late += 4) {
    const moved = other.subarray(margin + late, margin + late + middle.length);
    const alike = product(middle, moved) / Math.sqrt(power * powerOf(moved) + 1);
    if (alike > best.alike) best = { alike, lateMs: (late * 1000) / RATE };
  }
  return best;
}

/** Expects that a room plays the voices alone when the music of its read is composed and the stand has no instruments to compose with. */
async function playsVoices(bare: Stand): Promise<void> {
  const own = await bare.newAccount();
  const { artifactId: id, shareToken } = await insertReadyRead(bare, own.accountId);
  const voices = await bytesOf((await started(shareToken, bare)).audioUrl);
  await own.poll('/background-activity', ({ jobs }) => jobs.some(({ kind, status }: any) => kind === 'perform' && status === 'completed'));
  await own.post(`/artifacts/${id}/music`, { action: 'replace', clip: { assetId: 'lullaby' } });
  // Stores composed music directly, as if the read had come from a machine with instruments.
  const changed = await bare.api.services.db.query(
    `UPDATE settings SET value = jsonb_set(value, '{cues,0,clip,assetId}', '"composed"') WHERE subject_id = $1 AND key = 'music' RETURNING key`, [id]);
  expect(changed).toHaveLength(1);
  const room = await started(shareToken, bare);
  const cut = await bytesOf(room.audioUrl);
  expect(cut.length === 0 || sha(cut) === sha(voices)).toBe(true);
  expect(await bare.api.services.db.query(`SELECT status FROM works WHERE kind = 'live-mix' AND subject_id LIKE $1 || '.%'`, [id])).toEqual([{ status: 'FAILED' }]);
  expect(sha(await bytesOf(room.audioUrl))).toBe(sha(voices));
  expect((await fetch(room.clockUrl)).status).toBe(200);
}

describe('a live room', () => {
  it('plays the same mix as the MP3 once the voices are complete, from any frame on, made once for all rooms', async () => {
    const { artifactId: id, shareToken, projectId } = await insertReadyRead(stand, client.accountId, testScreenplay(6));
    await client.post(`/artifacts/${id}/music`, { action: 'replace', clip: { assetId: 'lullaby', fadeInMs: 0 }, mix: 1, ducking: 0.5 });
    await client.post(`/artifacts/${id}/soundscapes`, { action: 'add', assetId: 'sea-shore', volume: 1 });
    const early = await started(shareToken);
    const voices = await bytesOf(early.audioUrl);
    const lines = await listPerformedLines(stand.api.services.db, id, 1);

    const rooms = await Promise.all([1, 2, 3].map(() => started(shareToken)));
    const heard = await Promise.all(rooms.map(({ audioUrl }) => bytesOf(audioUrl)));
    expect(new Set(heard.map(sha)).size).toBe(1);
    const [mixed] = heard as [Buffer];
    expect(await mixesOf(id)).toEqual([{ status: expect.stringMatching(/RUNNING|READY/), epoch: 1 }]);
    // The room that was opened while the voices were performed plays on as it was.
    expect(sha(await bytesOf(early.audioUrl))).toBe(sha(voices));

    const recording = await recordingOf(id);
    const [live, mp3, spoken] = await Promise.all([decoded(mixed), decoded(recording), decoded(voices)]);
    expect(Math.abs(live.left.length - mp3.left.length) / (RATE / 1000)).toBeLessThan(100);
    const pause = { from: lines[3]!.endMs + 300, to: lines[4]!.startMs - 100 };
    for (const channel of ['left', 'right'] as const) {
      for (const [from, to] of [[pause.from, pause.to], [lines[9]!.startMs, lines[9]!.endMs + 400], [lines.at(-2)!.startMs, lines.at(-1)!.endMs]] as const) {
        const [one, other] = [stretch(live[channel], from, to), stretch(mp3[channel], from, to)];
        const { alike, lateMs } = likeness(other, one);
        expect(alike).toBeGreaterThan(0.95);
        expect(Math.abs(lateMs)).toBeLessThan(50);
        expect(Math.abs(levelOf(one) - levelOf(other))).toBeLessThan(1.5);
      }
    }
    // The mix has waves between the lines, and they differ between the ears; the voices alone are silent within a scene.
    const within = { from: lines[0]!.endMs + 120, to: lines[1]!.startMs - 60 };
    expect(likeness(stretch(live.left, pause.from, pause.to), stretch(live.right, pause.from, pause.to), 0).alike).toBeLessThan(0.999);
    expect(levelOf(stretch(spoken.left, within.from, within.to))).toBeLessThan(-70);
    expect(levelOf(stretch(live.left, within.from, within.to))).toBeGreaterThan(-50);

    const { audioUrl, eventsUrl, audioFrameMs } = rooms[0]!;
    const range = await fetch(audioUrl, { headers: { range: 'bytes=98300-98310' } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 98300-98310/${mixed.length}`]);
    expect(Buffer.from(await range.arrayBuffer()).equals(mixed.subarray(98_300, 98_311))).toBe(true);
    expect([audioFrameMs, mixed.length % LIVE_MIX_FRAME_BYTES]).toEqual([LIVE_FRAME_MS, 0]);
    for (let at = 0; at < mixed.length; at += LIVE_MIX_FRAME_BYTES) expect(mixed.readUInt16BE(at) & 0xfffe).toBe(0xfffa);
    const late = await bytesOf(`${audioUrl}?from=9607`);
    expect(late.equals(mixed.subarray(Math.floor(9_607 / LIVE_FRAME_MS) * LIVE_MIX_FRAME_BYTES))).toBe(true);
    expect((await fetch(`${audioUrl}?from=99999999`)).status).toBe(416);
    const events = await (await fetch(eventsUrl)).text();
    expect([...events.matchAll(/^id: /gm)]).toHaveLength(lines.length);
    expect(events).toContain('event: end');

    // The stored mix is deleted with its project.
    const { db, store } = stand.api.services;
    const objects = await listMixObjects(db, 'artifact_id = $1', [id]);
    const stored = (await Promise.all(objects.map((key) => store.stat(key)))).filter((found) => found !== null);
    expect(stored.reduce((sum, { byteSize }) => sum + byteSize, 0)).toBe(mixed.length);
    await client.delete(`/story-projects/${projectId}`);
    expect((await fetch(audioUrl)).status).toBe(404);
    await db.query(`UPDATE projects SET deleted_at = now() - interval '400 days' WHERE id = $1`, [projectId]);
    expect(await purgeProjects(stand.api.services)).toContain(projectId);
    expect(await Promise.all(objects.map((key) => store.stat(key)))).toEqual(objects.map(() => null));
  });

  it('plays on when the lanes change; later rooms play the new mix, or the voices when no lane is left', async () => {
    const { artifactId: id, shareToken } = await insertReadyRead(stand, client.accountId);
    const lines = await performed(id, shareToken);
    const voices = await bytesOf((await started(shareToken)).audioUrl);
    const lay = (lane: string, body: object) => client.post(`/artifacts/${id}/${lane}`, body);
    await lay('sfx', { action: 'add', scope: 'entry', entryIndex: 2, assetId: 'door-slam', volume: 1 });
    const first = await started(shareToken);
    const before = await bytesOf(first.audioUrl);
    const { startedAt, now } = await (await fetch(first.clockUrl)).json() as { startedAt: string; now: string };
    expect(Date.parse(now) - Date.parse(startedAt)).toBeLessThan(60_000);
    // A page seeks in the file by itself only once the mix is complete.
    const { db } = stand.api.services;
    const stageOf = async (): Promise<string> => /"stage":"(\w+)"/.exec(await (await fetch(first.liveRoomUrl)).text())![1]!;
    const stages = [await stageOf()];
    await db.query('UPDATE live_mixes SET completed_at = NULL WHERE artifact_id = $1', [id]);
    stages.push(await stageOf());
    await db.query('UPDATE live_mixes SET completed_at = now() WHERE artifact_id = $1', [id]);
    expect(stages).toEqual(['complete', 'performing']);
    await lay('sfx', { action: 'update', cueId: 'entry-2', assetId: 'church-bell' });
    const second = await started(shareToken);
    const [after, still] = [await bytesOf(second.audioUrl), await bytesOf(first.audioUrl)];
    expect([sha(still), before.length]).toEqual([sha(before), after.length]);
    const [slam, bell] = await Promise.all([decoded(before), decoded(after)]);
    const line = lines.find(({ entryIndex }) => entryIndex === 2)!;
    const next = lines.find(({ entryIndex }) => entryIndex === 3)!;
    const same = (from: number, to: number) => likeness(stretch(slam.left, from, to), stretch(bell.left, from, to), 5).alike;
    expect(same(line.startMs, line.endMs - 100)).toBeGreaterThan(0.99);
    expect(same(line.endMs + 80, next.startMs)).toBeLessThan(0.5);
    // With the first effect again, its stored mix is played and no other one is made.
    await lay('sfx', { action: 'update', cueId: 'entry-2', assetId: 'door-slam' });
    expect(sha(await bytesOf((await started(shareToken)).audioUrl))).toBe(sha(before));
    expect(await mixesOf(id)).toHaveLength(2);
    await lay('sfx', { action: 'mute' });
    expect(sha(await bytesOf((await started(shareToken)).audioUrl))).toBe(sha(voices));
  });

  it('of a scene plays its part of the mix only, from its first line on', async () => {
    const script = await performedScript(stand, client);
    const { artifactId: id, shareToken, scriptId } = script;
    await client.post(`/artifacts/${id}/soundscapes`, { action: 'add', assetId: 'sea-shore', volume: 1 });
    const lines = await performed(id, shareToken);
    const whole = await decoded(await bytesOf((await started(shareToken)).audioUrl));
    const share = async (part: object): Promise<string> => {
      const { body } = await client.post(`/scripts/${scriptId}/share`, { descriptor: { mode: 'theater', ...part } });
      return (body.share.shareUrl as string).split('/').at(-1)!;
    };
    const room = await started(await share({ scope: 'scene', sceneIndex: 1 }));
    const part = await decoded(await bytesOf(room.audioUrl));
    const [begin, end] = [lines.find(({ sceneIndex }) => sceneIndex === 1)!.startMs, lines.find(({ sceneIndex }) => sceneIndex === 2)!.startMs];
    expect(Math.abs((part.left.length * 1000) / RATE - (end - begin))).toBeLessThan(100);
    for (const channel of ['left', 'right'] as const) {
      const ms = end - begin - 100;
      const { alike, lateMs } = likeness(stretch(whole[channel], begin + 100, begin + ms), stretch(part[channel], 100, ms));
      expect(alike).toBeGreaterThan(0.95);
      expect(Math.abs(lateMs)).toBeLessThan(50);
    }
    const { durationMs } = JSON.parse(/event: end\ndata: (.*)/.exec(await (await fetch(room.eventsUrl)).text())![1]!) as { durationMs: number };
    expect(Math.abs(durationMs - (end - begin))).toBeLessThan(50);
    // Once the link shows another scene, its old room plays nothing of the scene before, and its new rooms play their own part of the mix.
    const token = await share({ scope: 'scene', sceneIndex: 0 });
    const moved = await decoded(await bytesOf(room.audioUrl));
    const [first] = lines;
    expect(Math.abs((moved.left.length * 1000) / RATE - (begin - first!.startMs))).toBeLessThan(100);
    expect(levelOf(stretch(moved.left, first!.endMs - first!.startMs + 120, lines[1]!.startMs - first!.startMs - 60))).toBeLessThan(-70);
    const anew = await decoded(await bytesOf((await started(token)).audioUrl));
    expect(levelOf(stretch(anew.left, first!.endMs - first!.startMs + 120, lines[1]!.startMs - first!.startMs - 60))).toBeGreaterThan(-50);
  });

  it('plays the voices when its mix cannot be made', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'proscenium-no-instruments-'));
    const bare = await openStand({ queues: ALL_QUEUES, env: { PROSCENIUM_CACHE_DIR: empty } });
    try {
      await playsVoices(bare);
    } finally {
      await bare.close();
      await rm(empty, { recursive: true });
    }
  });
});
