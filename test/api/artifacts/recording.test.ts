import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import NodeID3 from 'node-id3';
import { creditsSummary } from '../../../src/kernel/credits/summary.js';
import { attendPerformance, mustMakeWay } from '../../../src/domain/artifacts/performance/performance-store.js';
import { ensurePerforming } from '../../../src/domain/artifacts/shares/live-start.js';
import { findCurrentRead } from '../../../src/domain/artifacts/read-store.js';
import { programmeOf } from '../../../src/domain/publishing/releases/programme.js';
import { shownWords } from '../../../src/craft/speech/times/shown-words.js';
import { transcriptJson } from '../../../src/pages/publishing/transcripts.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { tellWaiters } from '../../../src/kernel/works/waiting.js';
import type { ApiClient } from '../../support/api-client.js';
import { approvedPlan, finishedJob, startJob } from '../../support/main-job.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES, env: { RECORD_READS: 'auto' } });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const audioOf = async (artifactId: string): Promise<any> => (await client.get(`/artifacts/${artifactId}`)).body.artifact.manifest.audio;
const recorded = (artifactId: string) =>
  client.poll(`/artifacts/${artifactId}`, ({ artifact: { manifest } }) => ['complete', 'failed'].includes(manifest.audio.recording.status));
const finalized = (artifactId: string) =>
  client.poll(`/artifacts/${artifactId}`, ({ artifact: { manifest } }) => ['complete', 'failed'].includes(manifest.audio.finalize?.status));
const available = async (): Promise<number> =>
  (await creditsSummary(stand.api.services.db, client.accountId, stand.config.billingCycleDays)).balance;

const seconds = (stamp: string): number => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Checks the times of words of a recorded read in the API, in its captions and in the transcript of an episode. */
async function expectWordTimes(artifactId: string): Promise<void> {
  const { body: { script } } = await client.get(`/artifacts/${artifactId}/script?times=true`);
  const spoken = script.entries.filter((entry: any) => entry.spoken);
  expect(spoken.length).toBeGreaterThan(3);
  for (const { text, spoken: { startMs, endMs, estimated, words } } of spoken) {
    expect([estimated, words.map((word: any) => word.text)]).toEqual([false, shownWords(text).map(({ from, to }) => text.slice(from, to))]);
    words.forEach((word: any, at: number) => {
      expect(word.startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? startMs);
      expect(word.endMs).toBeGreaterThan(word.startMs);
      expect(word.endMs).toBeLessThanOrEqual(endMs);
    });
  }
  const plain = (await client.get(`/artifacts/${artifactId}/script`)).body.script.entries;
  expect(plain.every((entry: any) => !('spoken' in entry))).toBe(true);

  const { artifact } = (await client.get(`/artifacts/${artifactId}`)).body;
  const vtt = await (await fetch(`${artifact.manifest.theaterUrl}/captions.vtt`)).text();
  const stamps = vtt.split('\n\n').slice(1).flatMap((cue) => {
    const [from, to] = /(\S+) --> (\S+)/.exec(cue)!.slice(1).map((stamp) => seconds(stamp));
    const within = [...cue.matchAll(/<(\d\d:\d\d:\d\d\.\d{3})>/g)].map(([, stamp]) => seconds(stamp!));
    within.forEach((at, index) => expect(at > (within[index - 1] ?? from!) && at < to!).toBe(true));
    return within.map((at) => Math.round(at * 1_000));
  });
  const starts = spoken.flatMap(({ spoken: { words } }: any) => words.map((word: any) => word.startMs));
  expect(stamps.length).toBeGreaterThan(starts.length / 2);
  expect(stamps.filter((at) => !starts.includes(at))).toEqual([]);

  const programme = await programmeOf(stand.api.services, (await findCurrentRead(stand.api.services.db, artifactId))!);
  const { segments } = JSON.parse(transcriptJson(programme));
  const [opening, closing] = [segments.shift(), segments.pop()];
  expect([opening.body, closing.body]).toEqual([
    'The Light at Corran Head. Part 4 of 6.', 'That was part 4 of The Light at Corran Head. Performed by synthetic voices.']);
  expect(segments.map(({ startTime }: any) => Math.round(startTime * 1_000))).toEqual(starts);
  expect(segments.every(({ startTime, endTime, body }: any) => endTime > startTime && body !== '')).toBe(true);
}

describe('a read records itself', () => {
  it('once it is READY, without a listener, and says how far it is', async () => {
    const { body } = await startJob(client, await approvedPlan(client));
    const job = await finishedJob(client, body.job.id);
    const { artifact } = await recorded(job.artifacts[0].id);
    const { recording } = artifact.manifest.audio;
    expect(recording).toEqual({ status: 'complete', completed: recording.total, total: expect.any(Number) });
    expect(recording.total).toBeGreaterThan(3);
    const { body: asked } = await client.post(`/artifacts/${artifact.id}/finalize`, {});
    expect(asked.finalize.status).not.toBe('needs_recording');
    expect((await finalized(artifact.id)).artifact.manifest.audio).toMatchObject({ finalize: { status: 'complete' }, recordingUrl: expect.any(String) });
    const mp3 = Buffer.from(await (await fetch((await audioOf(artifact.id)).recordingUrl)).arrayBuffer());
    expect(NodeID3.read(mp3).comment?.text).toBe('Performed by synthetic voices.');
    // The player plays the same sound without the tag, whose cover would delay it.
    const { theaterUrl } = artifact.manifest;
    const [, src] = /<audio id="audio"[^>]* src="([^"]+)"/.exec(await (await fetch(theaterUrl, { headers: { accept: 'text/html' } })).text())!;
    const sound = Buffer.from(await (await fetch(new URL(src!, theaterUrl))).arrayBuffer());
    expect([sound.length < mp3.length, sound[0], sound.equals(mp3.subarray(mp3.length - sound.length))]).toEqual([true, 0xff, true]);
    const range = await fetch(new URL(src!, theaterUrl), { headers: { range: 'bytes=100-103' } });
    expect([range.status, range.headers.get('content-range'), Buffer.from(await range.arrayBuffer())]).toEqual([206, `bytes 100-103/${sound.length}`, sound.subarray(100, 104)]);
    await expectWordTimes(artifact.id);
  });

  it('a finalize may wait for it: the credits are held at once, and the MP3 follows', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    expect((await audioOf(artifactId)).recording).toEqual({ status: 'not_started', completed: 0, total: 7 });
    const before = await available();
    const early = await client.post(`/artifacts/${artifactId}/finalize`, {});
    expect([early.status, early.body.finalize.status, await available()]).toEqual([200, 'needs_recording', before]);
    const waiting = await client.post(`/artifacts/${artifactId}/finalize`, { waitForRecording: true });
    expect([waiting.status, waiting.body.finalize.status]).toEqual([202, 'queued']);
    expect(await available()).toBe(before - 6);
    // A second request joins the finalize that waits.
    expect((await client.post(`/artifacts/${artifactId}/finalize`, {})).body.finalize.status).not.toBe('needs_recording');
    const { artifact } = await finalized(artifactId);
    expect(artifact.manifest.audio).toMatchObject({ recording: { status: 'complete' }, finalize: { status: 'complete', error: null } });
    expect(await available()).toBe(before - 6);
  });

  it('a finalize that waits for a read that cannot be performed fails and gives the credits back', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId);
    const { db } = stand.api.services;
    await db.query(`UPDATE artifact_revisions SET content = content || '{"scriptKey": "scripts/none.json"}' WHERE artifact_id = $1`, [artifactId]);
    const before = await available();
    await client.post(`/artifacts/${artifactId}/finalize`, { waitForRecording: true });
    const read = (await findCurrentRead(db, artifactId))!;
    await db.query(`UPDATE works SET status = 'FAILED', failure_code = 'artifact_generation_failed', failure_message = 'x' WHERE kind = 'perform' AND subject_id = $1`, [read.artifactId]);
    // The statement ends the work without the kernel, which would tell those who wait for the work.
    await tellWaiters(stand.worker!.services, workIdOf('perform', artifactId, 1));
    const { artifact } = await finalized(artifactId);
    expect(artifact.manifest.audio.finalize).toEqual({ status: 'failed', error: expect.stringContaining('could not be performed') });
    expect(await available()).toBe(before);
  });

  it('makes way for a read with a listener', async () => {
    const idle = await openStand();
    try {
      const owner = await idle.newAccount();
      const { db } = idle.api.services;
      const place = async (): Promise<string> => {
        const { artifactId } = await insertReadyRead(idle, owner.accountId);
        await ensurePerforming(idle.api.services, (await findCurrentRead(db, artifactId))!);
        await db.query(`UPDATE works SET status = 'RUNNING' WHERE kind = 'perform' AND subject_id = $1`, [artifactId]);
        return artifactId;
      };
      const [alone, heard] = [await place(), await place()];
      expect(await mustMakeWay(db, alone, 1)).toBe(false);
      await attendPerformance(db, heard, 1);
      expect([await mustMakeWay(db, alone, 1), await mustMakeWay(db, heard, 1)]).toEqual([true, false]);
      await attendPerformance(db, alone, 1);
      expect(await mustMakeWay(db, alone, 1)).toBe(false);
    } finally {
      await idle.close();
    }
  });
});
