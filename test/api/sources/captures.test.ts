import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Capture } from '../../../entities/capture.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { attachSource } from '../../../src/domain/sources/attach.js';
import { beginFinalizing, findCapture, reserveSource } from '../../../src/domain/sources/captures/capture-store.js';
import { capturedText } from '../../../src/domain/sources/captures/captured-text.js';
import { warningsOfBrief } from '../../../src/domain/plans/plan-warnings.js';
import type { StoryWriter } from '../../../src/craft/narrative/model.js';
import { prepareSource } from '../../../src/domain/sources/source-request.js';
import type { WorkKind } from '../../../src/kernel/works/kind.js';
import { insertWorkRow } from '../../support/work-rows.js';
import { captureKind } from '../../../src/domain/sources/captures/capture-kind.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { failLostWork } from '../../../src/kernel/works/request.js';
import { findWork } from '../../../src/kernel/works/work-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

const run = promisify(execFile);
let stand: Stand;
let client: ApiClient;
let projectId: string;
let folder: string;
let files: Record<'png' | 'jpeg' | 'mp4' | 'webp' | 'gif', Buffer>;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
  projectId = (await client.post('/story-projects', { name: 'Captured' })).body.project.id;
  folder = await mkdtemp(path.join(tmpdir(), 'captures-'));
  const { path: ffmpeg } = await ffmpegForTests();
  const make = async (name: string, ...args: string[]): Promise<Buffer> => {
    await run(ffmpeg, ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=3', ...args, '-y', path.join(folder, name)]);
    return readFile(path.join(folder, name));
  };
  files = {
    png: await make('a.png', '-frames:v', '1'), jpeg: await make('a.jpg', '-frames:v', '1'), webp: await make('a.webp', '-frames:v', '1'),
    gif: await make('a.gif', '-t', '1'), mp4: await make('a.mp4', '-c:v', 'mpeg4', '-metadata', 'title=The login page'),
  };
});
afterAll(async () => {
  await stand?.close();
  await rm(folder, { recursive: true, force: true });
});

const base = (): string => `/story-projects/${projectId}/captures`;
const create = async (kind: string, label = 'The screen'): Promise<any> => (await client.post(base(), { kind, label })).body.capture;
async function send(url: string, bytes: Uint8Array): Promise<{ status: number; body: any }> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: bytes as Uint8Array<ArrayBuffer> });
  return { status: answer.status, body: await answer.json() };
}
async function captured(kind: string, bytes: Uint8Array): Promise<any> {
  const { captureId, uploadUrl } = await create(kind);
  expect((await send(uploadUrl, bytes)).status).toBe(200);
  expect([200, 202]).toContain((await client.post(`${base()}/${captureId}/finalize`)).status);
  return (await client.poll(`${base()}/${captureId}`, ({ capture }) => capture.status !== 'finalizing')).capture;
}

it('an uploaded recording becomes a source that says what is known of it, with pictures to look at', async () => {
  const capture = await captured('screen', files.mp4);
  expect(capture).toMatchObject({ status: 'ready', durationMs: 3_000, uploadUrl: null, byteSize: files.mp4.byteLength, failureMessage: null });
  expect(capture.frames).toHaveLength(3);
  const frame = await fetch(capture.frames[1].url);
  expect([frame.status, frame.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await frame.arrayBuffer()).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  const { source } = (await client.get(`/story-projects/${projectId}/sources/${capture.sourceId}`)).body;
  expect(source).toMatchObject({ status: 'READY', label: 'The screen', metadata: { captureId: capture.captureId } });
  expect(source.extractedTextPreview).toMatch(/3 seconds, 320 by 180 pixels.*The login page.*was not read/su);
  // What it shows was not read, so both ask for a text before anything is planned.
  const told = { method: 'POST', path: `/story-projects/${projectId}/sources`, body: { type: 'text' }, asks: [{ field: 'content' }] };
  for (const path of [`${base()}/${capture.captureId}`, `/story-projects/${projectId}/sources/${capture.sourceId}`]) {
    expect((await client.get(path)).body.next).toMatchObject(told);
  }
  // Finalizing again changes nothing.
  expect((await client.post(`${base()}/${capture.captureId}/finalize`)).body.capture.sourceId).toBe(capture.sourceId);
});

it('a plan from a capture is warned that nothing of what it shows was read', () => {
  const text = capturedText({ kind: 'image', label: 'The quay' }, { format: 'PNG', width: 320, height: 180, durationMs: null, frames: ['a.jpg'], words: [] });
  const target = { audience: 'listeners', objective: 'to hear it', outcome: 'they do' };
  const sources = [{ sourceId: 'src_told', label: null, text: 'The boat is gone.', digest: null }, { sourceId: 'src_1', label: null, text, digest: null }];
  const warnings = warningsOfBrief({ seed: 's', sources, target, creativeBrief: null, canon: null, tableRead: null }, { embedded: true } as StoryWriter);
  expect(warnings.filter(({ field }) => field.startsWith('sourceIds'))).toEqual([{ field: 'sourceIds.1', message: expect.stringContaining('src_1 is a capture') }]);
});

it('pictures of four formats are read, and the list shows them newest first', async () => {
  const made = [];
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) made.push(await captured('image', files[format]));
  expect(made.map(({ status, durationMs, frames }) => [status, durationMs, frames.length])).toEqual(made.map(() => ['ready', null, 1]));
  const { captures } = (await client.get(`${base()}?limit=2`)).body;
  expect(captures.map(({ captureId }: any) => captureId)).toEqual([made[3].captureId, made[2].captureId]);
});

it('hostile uploads fail and say why; none of them is opened as what it is not', async () => {
  const secret = path.join(folder, 'secret.txt');
  await writeFile(secret, 'not to be read');
  const bomb = Buffer.from(files.png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const hostile: [string, Buffer, RegExp][] = [
    ['screen', Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`), /no known format/u],
    ['screen', Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`), /no known format/u],
    ['image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'), /no known format/u],
    ['image', files.mp4, /MP4 or MOV; a capture of kind image/u],
    ['screen', files.png, /PNG; a capture of kind screen/u],
    ['image', files.png.subarray(0, 60), /damaged, cut short/u],
    ['screen', files.mp4.subarray(0, 400), /damaged, cut short|no picture/u],
    ['image', bomb, /damaged, cut short, or larger|no picture/u],
    // A recording's first bytes with a playlist behind them.
    ['screen', Buffer.concat([files.mp4.subarray(0, 32), Buffer.from(`\n#EXTM3U\n${secret}\n`)]), /damaged, cut short|no picture/u],
  ];
  const ended = await Promise.all(hostile.map(([kind, bytes]) => captured(kind, bytes)));
  ended.forEach((capture, index) => {
    expect([index, capture.status, capture.sourceId, capture.frames]).toEqual([index, 'failed', null, []]);
    expect(capture.failureMessage).toMatch(hostile[index]![2]);
  });
  for (const [index, { captureId }] of ended.entries()) {
    expect((await client.get(`${base()}/${captureId}`)).body.next).toMatchObject({ method: 'POST', path: base(), body: { kind: hostile[index]![0] } });
  }
  expect((await readdir(path.join(stand.config.dataDir, 'work'))).filter((name) => name.startsWith('capture-'))).toEqual([]);
});

it('an upload address takes bytes once, before it expires, and only with its own signature', async () => {
  const { captureId, uploadUrl } = await create('image');
  const early = await client.post(`${base()}/${captureId}/finalize`);
  expect(early.body.error).toMatchObject({ code: 'capture_state_invalid', details: { status: 'uploading', allowed: ['upload'] } });
  expect((await send(uploadUrl, Buffer.alloc(0))).status).toBe(400);
  expect((await send(`${uploadUrl.slice(0, -2)}xx`, files.png)).body.error.code).toBe('capture_not_found');
  // A text that is no token at all is answered like an address that has expired, at every address of a file.
  const unknown = await Promise.all(['line-sounds', 'stems', 'capture-frames', 'trailer-files', 'pitch-deck-files'].map((place) => client.get(`/${place}/zzz`)));
  expect(unknown.map(({ status, body }) => [status, body.error.message])).toEqual(unknown.map(() => [404, expect.stringContaining('the address is wrong or has expired')]));
  expect((await send(`${stand.config.baseUrl}/capture-uploads/zzz`, files.png)).status).toBe(404);
  expect((await send(uploadUrl, files.png)).status).toBe(200);
  expect((await send(uploadUrl, files.jpeg)).body.error.code).toBe('capture_state_invalid');
  const signed = (subject: string, at: number): string =>
    `${stand.config.baseUrl}/capture-uploads/${stand.api.services.tokens.sign('capture', subject, new Date(at))}`;
  const other = await create('image');
  expect((await send(signed(`upload.${other.captureId}`, Date.now() - 1_000), files.png)).body.error.code).toBe('capture_not_found');
  expect((await send(signed(`frame.${other.captureId}.0`, Date.now() + 60_000), files.png)).body.error.code).toBe('capture_not_found');
  const big = await send(other.uploadUrl, Buffer.concat([files.png, Buffer.alloc(20_000_000)]));
  expect(big.body.error).toMatchObject({ code: 'source_too_large', details: { maxBytes: 20_000_000 } });
  const stranger = await stand.newAccount();
  expect((await stranger.get(`${base()}/${captureId}`)).status).toBe(404);
  const own = (await stranger.post('/story-projects', { name: 'Other' })).body.project.id;
  expect((await stranger.get(`/story-projects/${own}/captures/${captureId}`)).body.error.code).toBe('capture_not_found');
});

it('a capture leaves no source when reading it stops after the source was attached, and has one once read again', async () => {
  const { services } = stand.api;
  const { captureId, uploadUrl } = await create('image');
  await send(uploadUrl, files.png);
  // As if the run had died after it attached the source and before it published the capture.
  await beginFinalizing(services.db, captureId);
  const key = { workId: workIdOf('capture', captureId), kind: 'capture', accountId: client.accountId, projectId, subjectId: captureId, revision: 0 };
  await insertWorkRow(services.db, { ...key, status: 'RUNNING' });
  const sourceId = (await reserveSource(services.db, captureId, newId('source')))!;
  expect(await reserveSource(services.db, captureId, newId('source'))).not.toBe(sourceId);
  const reserved = (await findCapture(services.db, captureId))!.sourceId!;
  await attachSource(services, await prepareSource({ type: 'text', content: 'Seen.' }, { id: reserved, accountId: client.accountId, projectId }), 'req_test_0001');
  expect(await reserveSource(services.db, captureId, newId('source'))).toBe(reserved);
  await failLostWork(services, captureKind as WorkKind, (await findWork(services.db, key.workId))!, { code: 'source_incomplete', message: 'stopped' });
  const sourceOf = async (id: string): Promise<number> => (await client.get(`/story-projects/${projectId}/sources/${id}`)).status;
  expect((await client.get(`${base()}/${captureId}`)).body).toMatchObject({ capture: { status: 'failed', sourceId: null }, next: { path: `${base()}/${captureId}/finalize` } });
  expect(await sourceOf(reserved)).toBe(404);
  expect((await client.post(`${base()}/${captureId}/finalize`)).status).toBe(202);
  const { capture } = await client.poll(`${base()}/${captureId}`, (found) => found.capture.status !== 'finalizing');
  expect([capture.status, await sourceOf(capture.sourceId)]).toEqual(['ready', 200]);
  await captureKind.clearAway!(services, captureId);
  expect(await sourceOf(capture.sourceId)).toBe(200);
});

it('a capture is deleted with its source, unless a plan was made from that', async () => {
  const used = await captured('image', files.jpeg);
  const plan = await client.post(`/story-projects/${projectId}/story-plans`, {
    sourceIds: [used.sourceId], target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' },
    artifactRequests: [{ type: 'table_read', mode: 'documentary', durationSeconds: 60 }],
  });
  expect(plan.status).toBe(201);
  const refused = await client.delete(`${base()}/${used.captureId}`);
  expect(refused.body.error).toMatchObject({
    code: 'capture_state_invalid', details: { reason: 'in_use', uses: [{ type: 'plan', id: plan.body.plan.id }] },
  });
  const free = await captured('image', files.jpeg);
  expect((await client.delete(`${base()}/${free.captureId}`)).body).toEqual({ deleted: true, captureId: free.captureId });
  expect((await client.get(`/story-projects/${projectId}/sources/${free.sourceId}`)).status).toBe(404);
  expect((await fetch(free.frames[0].url)).status).toBe(404);
  expect(await stand.api.services.db.repository(Capture).countBy({ id: free.captureId })).toBe(0);
});

it('a capture whose source was deleted shows none, begins again, and can be deleted although a plan was made from it', async () => {
  const { captureId, sourceId } = await captured('image', files.jpeg);
  await client.post(`/story-projects/${projectId}/story-plans`, {
    sourceIds: [sourceId], target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' }, artifactRequests: [{ type: 'table_read', durationSeconds: 60 }],
  });
  expect((await client.delete(`/story-projects/${projectId}/sources/${sourceId}`)).status).toBe(200);
  const { capture, next } = (await client.get(`${base()}/${captureId}`)).body;
  expect([capture.status, capture.sourceId, next.path, next.body]).toEqual(['ready', null, base(), { kind: 'image' }]);
  expect((await client.get(`${base()}?limit=1`)).body.captures).toMatchObject([{ captureId, sourceId: null }]);
  expect((await client.delete(`${base()}/${captureId}`)).body).toEqual({ deleted: true, captureId });
});

it('a capture is not deleted while it is being read', async () => {
  const { db } = stand.api.services;
  const { captureId } = (await client.post(base(), { kind: 'image' })).body.capture;
  await db.query('UPDATE captures SET byte_size = 3 WHERE id = $1', [captureId]);
  expect(await beginFinalizing(db, captureId)).toBe(true);
  const refused = await client.delete(`${base()}/${captureId}`);
  expect([refused.status, refused.body.error?.code, refused.body.error?.details.reason]).toEqual([409, 'capture_state_invalid', 'finalizing']);
  await db.query(`UPDATE captures SET status = 'failed' WHERE id = $1`, [captureId]);
  expect((await client.delete(`${base()}/${captureId}`)).status).toBe(200);
});
