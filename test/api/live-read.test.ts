import { createHash } from 'node:crypto';
import { parseBuffer } from 'music-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { creditsSummary } from '../../src/kernel/credits/summary.js';
import type { ApiClient } from '../support/api-client.js';
import { insertReadyRead, testScreenplay, type ReadyRead } from '../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const startUrl = (): string => `${stand.config.appUrl}/live/start`;

async function start(token: string): Promise<Response> {
  return fetch(startUrl(), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) });
}

async function startRoom(read: ReadyRead): Promise<{ audioUrl: string; eventsUrl: string; lineCount: number; transport: string; liveRoomUrl: string }> {
  const response = await start(read.shareToken);
  expect(response.status).toBe(200);
  return response.json() as never;
}

/** Plays the room to its end and answers its bytes and lines. */
async function listen(room: { audioUrl: string; eventsUrl: string }): Promise<{ bytes: Buffer; events: { event: string; data: any }[] }> {
  const [audio, events] = await Promise.all([fetch(room.audioUrl), fetch(room.eventsUrl)]);
  const [bytes, text] = await Promise.all([audio.arrayBuffer(), events.text()]);
  const parsed = text.split('\n\n').filter((block) => block.includes('event: ')).map((block) => ({
    event: /event: (\w+)/.exec(block)![1]!, data: JSON.parse(/data: (.*)/.exec(block)![1]!) as any,
  }));
  return { bytes: Buffer.from(bytes), events: parsed };
}

const finalize = (read: ReadyRead, key?: string) =>
  client.post(`/artifacts/${read.artifactId}/finalize`, { mode: 'audio' }, key ? { key } : {});
const available = async (account: ApiClient): Promise<number> =>
  (await creditsSummary(stand.api.services.db, account.accountId, stand.config.billingCycleDays)).balance;

async function finalStatus(read: ReadyRead): Promise<any> {
  for (let i = 0; i < 400; i++) {
    const [row] = await stand.api.services.db.query(
      `SELECT w.*, r.* FROM works w LEFT JOIN recordings r ON r.work_id = w.id WHERE w.kind = 'finalize' AND w.subject_id = $1`, [read.artifactId]) as any[];
    if (row?.status === 'READY' || row?.status === 'FAILED') return row;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the finalize did not end');
}

describe('a live read', () => {
  it('is audible in order, tells its lines, and becomes a file with ranges', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const wrong = await fetch(startUrl());
    expect([wrong.status, wrong.headers.get('allow'), (await wrong.json() as any).error.code]).toEqual([405, 'POST', 'method_not_allowed']);
    const room = await startRoom(read);
    expect(room).toMatchObject({ transport: 'http-chunked', lineCount: 7 });
    const { bytes, events } = await listen(room);
    const lines = events.filter(({ event }) => event === 'line').map(({ data }) => data);
    expect(lines.map((line) => line.entryIndex)).toEqual([1, 2, 3, 4, 6, 7, 8]);
    for (const [before, after] of lines.slice(1).map((line, i) => [lines[i], line])) expect(after.startMs).toBeGreaterThanOrEqual(before.endMs);
    expect(events.at(-1)).toMatchObject({ event: 'end' });
    const states = events.filter(({ event }) => event === 'state').map(({ data }) => data);
    expect(states.at(-1)).toMatchObject({ stage: 'complete', completedLines: 7, totalLines: 7 });
    for (const [i, state] of states.slice(1).entries()) expect(state).not.toEqual(states[i]);
    const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
    const { durationMs } = events.at(-1)!.data;
    expect(Math.abs(format.duration! * 1000 - durationMs)).toBeLessThan(100);
    const performances = (jobs: any[]): any[] => jobs.filter(({ kind }) => kind === 'perform');
    const { jobs } = await client.poll('/background-activity', (body: any) => performances(body.jobs).some(({ status }) => status === 'completed'));
    expect(performances(jobs)).toEqual([expect.objectContaining({
      id: expect.stringMatching(/^wrk_[a-z0-9]+$/), projectId: expect.any(String), progress: { unit: 'lines', completed: 7, total: 7 },
    })]);

    const whole = await fetch(room.audioUrl);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(createHash('sha256').update(Buffer.from(await whole.arrayBuffer())).digest('hex'))
      .toBe(createHash('sha256').update(bytes).digest('hex'));
    const part = await fetch(room.audioUrl, { headers: { range: 'bytes=288-575' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 288-575/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(288, 576))).toBe(true);
  });

  it('shares one performance between rooms; a late listener hears it from the first line', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const rooms = await Promise.all(Array.from({ length: 8 }, () => startRoom(read)));
    expect(new Set(rooms.map((room) => room.liveRoomUrl)).size).toBe(8);
    const heard = await Promise.all(rooms.map(listen));
    expect(new Set(heard.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))).size).toBe(1);
    const late = await listen(await startRoom(read));
    expect(late.bytes.equals(heard[0]!.bytes)).toBe(true);
    const [{ fence }] = await stand.api.services.db.query('SELECT fence FROM performances WHERE artifact_id = $1', [read.artifactId]) as any[];
    expect(fence).toBe(1);
  });

  it('continues after the last event a listener saw', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const room = await startRoom(read);
    await listen(room);
    const rest = await fetch(room.eventsUrl, { headers: { 'last-event-id': '4' } });
    expect([...(await rest.text()).matchAll(/^id: (\d+)/gm)].map((match) => Number(match[1]))).toEqual([6, 7, 8]);
  });

  it('is refused for a token that is forged, of another purpose, expired, or of a deleted project', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const { tokens, db } = stand.api.services;
    const flipped = read.shareToken.slice(0, -2) + (read.shareToken.at(-2) === 'A' ? 'B' : 'A') + read.shareToken.at(-1);
    const others = [
      flipped, 'nonsense', tokens.sign('room', read.artifactId, new Date(Date.now() + 60_000)),
      tokens.sign('share', read.artifactId, new Date(Date.now() - 1000)), tokens.sign('share', 'art_missing', new Date(Date.now() + 60_000)),
    ];
    for (const token of others) {
      const answer = await start(token);
      expect([answer.status, ((await answer.json()) as any).error.code]).toEqual([404, 'artifact_not_found']);
    }
    await db.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [read.projectId]);
    expect((await start(read.shareToken)).status).toBe(404);
    const asKey = await fetch(`${stand.config.baseUrl}/credits`, { headers: { authorization: `Bearer ${read.shareToken}` } });
    expect([asKey.status, ((await asKey.json()) as any).error.code]).toEqual([401, 'invalid_api_key']);
  });
});

describe('POST /artifacts/{artifactId}/finalize', () => {
  it('needs a complete performance first and charges nothing without one', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const before = await available(client);
    const { status, body } = await finalize(read);
    expect([status, body]).toEqual([200, {
      artifactId: read.artifactId, mode: 'audio', finalize: { status: 'needs_recording' },
      next: expect.objectContaining({ method: 'POST', body: { waitForRecording: true } }),
    }]);
    expect(await available(client)).toBe(before);
  });

  it('makes the file once, for six credits', async () => {
    const own = await stand.newAccount({ credits: 20 });
    const read = await insertReadyRead(stand, own.accountId);
    await listen(await startRoom(read));
    const path = `/artifacts/${read.artifactId}/finalize`;
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => own.post(path, {}, { key: `finalize-${i % 5}` })));
    expect(asked.every(({ status }) => [200, 202, 409].includes(status))).toBe(true);
    const row = await finalStatus(read);
    expect(row.failure_message).toBeNull();
    expect(row.status).toBe('READY');
    expect(await available(own)).toBe(14);
    const late = await own.post(path);
    expect([late.status, late.body.finalize.status]).toEqual([200, 'complete']);
    expect(await available(own)).toBe(14);
    expect(Math.abs(row.integrated_lufs + 16)).toBeLessThanOrEqual(1);
    expect(row.true_peak_db).toBeLessThanOrEqual(-1);

    const media = await fetch(`${stand.config.appUrl}/share/table-read/${read.shareToken}/media/recording.mp3`);
    const bytes = Buffer.from(await media.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
    const { common, format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true, includeChapters: true });
    expect(common.title).toBe('The Light at Corran Head');
    expect(common.picture).toHaveLength(1);
    expect(Math.abs(format.duration! * 1000 - row.duration_ms)).toBeLessThan(60);
  });

  it('refuses on a balance of five, and succeeds with the same key after a top-up', async () => {
    const own = await stand.newAccount({ credits: 5 });
    const read = await insertReadyRead(stand, own.accountId);
    await listen(await startRoom(read));
    const path = `/artifacts/${read.artifactId}/finalize`;
    const { status, body } = await own.post(path, {}, { key: 'poor-1' });
    expect([status, body.error.code, body.error.details]).toEqual([402, 'insufficient_credits', expect.objectContaining({ required: 6, available: 5 })]);
    expect(await available(own)).toBe(5);
    expect(await stand.api.services.db.query(`SELECT 1 FROM works WHERE kind = 'finalize' AND subject_id = $1`, [read.artifactId])).toEqual([]);
    const { grantCredits } = await import('../../src/kernel/credits/ledger.js');
    await grantCredits(stand.api.services.db, { accountId: own.accountId, credits: 4, reference: 'top-up-1' });
    expect((await own.post(path, {}, { key: 'poor-1' })).status).toBe(202);
    expect((await finalStatus(read)).status).toBe('READY');
    expect(await available(own)).toBe(3);
  });

  it('gives the credits back when the render fails, and a retry makes it', async () => {
    const own = await stand.newAccount({ credits: 10 });
    const read = await insertReadyRead(stand, own.accountId, testScreenplay(2));
    await listen(await startRoom(read));
    const { db, store } = stand.api.services;
    const [line] = await db.query('SELECT line_key FROM performance_lines WHERE artifact_id = $1 AND position = 9', [read.artifactId]) as any[];
    const kept = await store.get(line.line_key);
    await store.put(line.line_key, kept.subarray(0, kept.length - 96));
    await own.post(`/artifacts/${read.artifactId}/finalize`);
    const failed = await finalStatus(read);
    expect([failed.status, failed.failure_code]).toEqual(['FAILED', 'artifact_generation_failed']);
    expect(await available(own)).toBe(10);
    await store.put(line.line_key, kept);
    expect((await own.post(`/artifacts/${read.artifactId}/finalize/retry`)).status).toBe(202);
    for (let i = 0; i < 100 && (await finalStatus(read)).status !== 'READY'; i++) await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await finalStatus(read)).status).toBe('READY');
    expect(await available(own)).toBe(4);
  });

  it('answers 404 for another account and 400 for a kind of file that is not offered', async () => {
    const read = await insertReadyRead(stand, client.accountId);
    const other = await stand.newAccount();
    expect((await other.post(`/artifacts/${read.artifactId}/finalize`)).body.error.code).toBe('artifact_not_found');
    expect((await client.post(`/artifacts/${read.artifactId}/finalize`, { mode: 'pdf' })).body.error.code).toBe('validation_failed');
  });
});
