import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { parseBuffer } from 'music-metadata';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findRecording } from '../../src/domain/artifacts/finalize/recording-store.js';
import { CHUNK_BYTES } from '../../src/domain/artifacts/live-mix/live-mix-store.js';
import { workIdOf } from '../../src/kernel/works/ids.js';
import { findPerformance, listPerformedLines } from '../../src/domain/artifacts/performance/performance-store.js';
import type { ApiClient } from '../support/api-client.js';
import { childrenOf, expectSound, journalOf } from '../support/invariants.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { insertReadyRead, testScreenplay, type ReadyRead } from '../support/ready-read.js';
import { PATIENCE_MS } from '../support/jest/patience.js';

let stack: Processes;
let client: ApiClient;
/** The worker for media. Each of them takes over what the one before left, until it comes to its own fault. */
let worker: Served;
const recoveries: string[] = [];

beforeAll(async () => {
  stack = await startProcesses({ workers: [['story']] });
  client = await stack.newAccount();
});
afterAll(async () => {
  await stack?.close();
  process.stderr.write(`recovered: ${recoveries.join(', ')}\n`);
});

async function begin(fault?: string): Promise<void> {
  worker = await stack.startWorker(['media'], fault);
}

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const since = (at: number): number => Math.round(performance.now() - at);
const insertRead = (rounds = 1): Promise<ReadyRead> =>
  insertReadyRead({ api: { services: stack.services } }, client.accountId, testScreenplay(rounds));

async function startRoom(read: ReadyRead): Promise<string> {
  const response = await fetch(`${stack.services.config.appUrl}/live/start`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: read.shareToken }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { audioUrl: string }).audioUrl;
}

async function hear(audioUrl: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(audioUrl)).arrayBuffer());
}

async function performedCount(read: ReadyRead): Promise<number> {
  return (await findPerformance(stack.services.db, read.artifactId, 1))?.performedCount ?? 0;
}

async function until(done: () => Promise<boolean>, timeoutMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!await done()) {
    if (Date.now() > deadline) throw new Error(`it did not come about in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Expects every line once and in order: each begins at the byte where the one before it ended, and at that moment or later. */
async function expectWholeReading(read: ReadyRead, bytes: Buffer): Promise<void> {
  const { db } = stack.services;
  const [row, lines] = [await findPerformance(db, read.artifactId, 1), await listPerformedLines(db, read.artifactId, 1)];
  expect(row).toMatchObject({ status: 'complete', performedCount: row!.lineCount, byteSize: bytes.length });
  expect(lines.map(({ position }) => position)).toEqual(Array.from({ length: row!.lineCount }, (_, position) => position));
  let [byte, ms] = [0, 0];
  for (const line of lines) {
    expect(line.byteStart).toBe(byte);
    expect(line.startMs).toBeGreaterThanOrEqual(ms);
    [byte, ms] = [line.byteStart + line.byteSize, line.endMs];
  }
  expect(byte).toBe(bytes.length);
}

/** The audio of the same screenplay, performed by a running worker without a fault. */
async function undisturbed(rounds = 1): Promise<Buffer> {
  return hear(await startRoom(await insertRead(rounds)));
}

cell('the reader killed at line 3 while somebody listens: the listener hears what an undisturbed run gives', async () => {
  await begin('tts.line_3:kill');
  const read = await insertRead();
  const audioUrl = await startRoom(read);
  const listener = hear(audioUrl);
  const { signal, at } = await worker.ended;
  expect(signal).toBe('SIGKILL');
  expect(await performedCount(read)).toBe(3);
  await until(async () => (await childrenOf([read.jobId])).length === 0, 2_000);
  await begin(Array.from({ length: 35 }, (_, line) => `tts.line_${line}:delay:500`).join(','));
  await until(async () => await performedCount(read) > 3);
  recoveries.push(`line 3 to line 4 ${since(at)} ms`);
  const [heard, late, plain] = [await listener, await hear(audioUrl), await undisturbed()];
  expect([sha256(heard), sha256(late)]).toEqual([sha256(plain), sha256(plain)]);
  await expectWholeReading(read, heard);
  expect((await findPerformance(stack.services.db, read.artifactId, 1))!.fence).toBe(2);
  await expectSound(stack.services);
});

cell('the reader asked to stop in the middle of a read: it leaves in time, nothing stays behind, the next one completes', async () => {
  const read = await insertRead(5);
  const listener = hear(await startRoom(read));
  await until(async () => await performedCount(read) >= 3);
  const askedAt = performance.now();
  const { code, signal, at } = await worker.kill('SIGTERM');
  expect([code, signal]).toEqual([0, null]);
  expect(at - askedAt).toBeLessThan(20_000);
  expect(await childrenOf([read.jobId])).toEqual([]);
  const performedBefore = await performedCount(read);
  expect(performedBefore).toBeLessThan(35);
  await begin('mix.chunk_2:kill');
  await until(async () => await performedCount(read) > performedBefore);
  recoveries.push(`SIGTERM left in ${Math.round(at - askedAt)} ms, next line after ${since(at)} ms`);
  const heard = await listener;
  expect(sha256(heard)).toBe(sha256(await undisturbed(5)));
  await expectWholeReading(read, heard);
  await expectSound(stack.services);
});

/** A room that mixes the sound of waves with voices that are already complete. */
async function startMixed(read: ReadyRead): Promise<string> {
  await hear(await startRoom(read));
  await until(async () => (await findPerformance(stack.services.db, read.artifactId, 1))?.status === 'complete');
  expect((await client.post(`/artifacts/${read.artifactId}/soundscapes`, { action: 'add', assetId: 'sea-shore' })).status).toBe(200);
  return startRoom(read);
}

cell('the mixer killed at its third chunk while somebody listens: the listener hears what an undisturbed run gives', async () => {
  const read = await insertRead(5);
  const audioUrl = await startMixed(read);
  const listener = hear(audioUrl);
  const { signal, at } = await worker.ended;
  expect(signal).toBe('SIGKILL');
  const byteSize = async (): Promise<number> => (await stack.services.db.query<{ bytes: number }>(
    'SELECT byte_size AS bytes FROM live_mixes WHERE artifact_id = $1', [read.artifactId]))[0]!.bytes;
  expect(await byteSize()).toBe(2 * CHUNK_BYTES);
  await until(async () => (await childrenOf([read.jobId])).length === 0, 2_000);
  await begin('render.before_rename:kill');
  await until(async () => await byteSize() > 2 * CHUNK_BYTES);
  recoveries.push(`mix: chunk 2 to chunk 3 ${since(at)} ms`);
  const [heard, late, plain] = [await listener, await hear(audioUrl), await hear(await startMixed(await insertRead(5)))];
  expect([sha256(heard), sha256(late)]).toEqual([sha256(plain), sha256(plain)]);
  expect(heard.length).toBe(await byteSize());
  await expectSound(stack.services);
});

interface Strike { point: string; read: ReadyRead; at: number }

/** The worker renders the MP3 of a performed read up to its point, and is killed there. */
async function strike(point: string, read: ReadyRead): Promise<Strike> {
  const asked = await client.post(`/artifacts/${read.artifactId}/finalize`, { mode: 'audio' });
  expect([asked.status, asked.text]).toEqual([202, expect.any(String)]);
  const { signal, at } = await worker.ended;
  expect(signal).toBe('SIGKILL');
  await until(async () => (await childrenOf([read.jobId])).length === 0, 2_000);
  return { point, read, at };
}

async function expectRenderedOnce({ point, read: { artifactId }, at }: Strike): Promise<void> {
  const { artifact: { manifest } } = await client.poll(`/artifacts/${artifactId}`, ({ artifact }) =>
    ['complete', 'failed'].includes(artifact.manifest.audio.finalize?.status));
  recoveries.push(`${point} ${since(at)} ms`);
  expect(manifest.audio.finalize).toMatchObject({ status: 'complete' });
  const row = (await findRecording(stack.services.db, artifactId, 1))!;
  const bytes = await stack.services.store.get(row.mediaKey);
  expect(sha256(bytes)).toBe(row.sha256);
  const { format } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: true });
  expect(Math.abs(format.duration! * 1000 - row.durationMs)).toBeLessThan(60);
  expect(await journalOf(stack.services, workIdOf('finalize', artifactId, 1))).toEqual([
    { kind: 'reserve', epoch: 1, line: 0, credits: 6 }, { kind: 'settle', epoch: 1, line: 0, credits: 6 },
  ]);
}

cell('renderers killed before and after the file is in place: each MP3 is complete and charged once', async () => {
  const [first, second] = [await insertRead(), await insertRead()];
  for (const read of [first, second]) await hear(await startRoom(read));
  const strikes = [await strike('render.before_rename', first)];
  await begin('render.after_rename_before_db:kill');
  strikes.push(await strike('render.after_rename_before_db', second));
  const work = path.join(stack.services.config.dataDir, 'work');
  const left = await readdir(work);
  // On a busy machine, the second renderer may also have begun the file of the first one before it was killed.
  expect(left.length).toBeGreaterThanOrEqual(2);
  // Makes the leftover files so old that no attempt can still use them; the next worker deletes them.
  for (const name of left) await utimes(path.join(work, name), 0, 0);
  await begin();
  await Promise.all(strikes.map(expectRenderedOnce));
  expect(await readdir(work)).toEqual([]);
  await expectSound(stack.services);
});
