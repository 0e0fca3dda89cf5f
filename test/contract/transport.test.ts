import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Type from 'typebox';
import { closed } from '../../src/kernel/contract/models.js';
import { accepted, created, file, fileOfBytes, ok, redirect, redirectTo, text } from '../../src/kernel/http/operations/answers.js';
import { multipart, rawFile } from '../../src/kernel/http/requests/body-kinds.js';
import { operationDefiner } from '../../src/kernel/http/operations/define-operation.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { openApiDocument } from '../../src/kernel/http/operations/openapi.js';
import type { ApiClient } from '../support/api-client.js';
import { serveOperations, type Edge } from '../support/edge.js';
import { openStand, type Stand } from '../support/stands/stand.js';

const defineOperation = operationDefiner({});
const base = { area: 'library', scopes: ['story:write'] } as const;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const BELL = Buffer.from(Array.from({ length: 4_000 }, (_, index) => index % 251));
const FEED = '<?xml version="1.0"?><rss version="2.0"><channel><title>Lamps &amp; bells</title></channel></rss>';
const seen = new Map<string, number>();
let keptCopy = '';

const operations: Operation[] = [
  defineOperation({
    ...base, id: 'lightLamp', method: 'POST', path: '/lamps', idempotency: 'required', summary: 'Light a lamp, unless it is lit',
    request: { body: closed({ name: Type.String() }) },
    response: { 201: closed({ lit: Type.String() }), 200: closed({ lit: Type.String() }), 202: closed({ queued: Type.Literal(true) }) },
    async handle({ body: { name } }) {
      if (name === 'far') return accepted({ queued: true });
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return count === 1 ? created({ lit: name }) : ok({ lit: name });
    },
  }),
  defineOperation({
    ...base, id: 'uploadBell', method: 'POST', path: '/bells', idempotency: 'required', summary: 'Upload the sound of a bell',
    request: {
      body: multipart(closed({ label: Type.String({ maxLength: 20 }), pitch: Type.Optional(Type.Integer({ maximum: 10 })) }), {
        audio: { contentTypes: ['audio/mpeg', 'audio/wav'], maxBytes: 5_000, required: true },
        cover: { contentTypes: ['image/png'], maxBytes: 500, required: false },
      }),
    },
    response: { 201: Type.Record(Type.String(), Type.Unknown()) },
    async handle({ body, files: { audio, cover } }) {
      const { path: _audioPath, ...about } = audio;
      return { ...body, audio: about, stored: sha256(await readFile(audio.path)), cover: cover ? cover.byteSize : null };
    },
  }),
  defineOperation({
    ...base, id: 'putBell', method: 'POST', path: '/bells/raw', idempotency: 'accepted', summary: 'Send the sound of a bell as the body',
    request: { body: rawFile(5_000, 'audio/mpeg') }, response: { 200: closed({ byteSize: Type.Integer(), sha256: Type.String() }) },
    async handle({ body }, { config }) {
      keptCopy = path.join(config.dataDir, 'kept-bell');
      await copyFile(body.path, keptCopy);
      return { byteSize: body.byteSize, sha256: body.sha256 };
    },
  }),
  defineOperation({
    ...base, id: 'getBell', method: 'GET', path: '/bells/sound', idempotency: 'none', summary: 'Hear the sound of a bell',
    cacheControl: 'private, no-cache', response: { 200: file('audio/mpeg') },
    handle: async () => ok(fileOfBytes(BELL, { contentType: 'audio/mpeg', filename: 'große glocke.mp3', disposition: 'inline' })),
  }),
  defineOperation({
    ...base, id: 'getWrongFile', method: 'GET', path: '/bells/wrong', idempotency: 'none', summary: 'Hear what is no sound',
    response: { 200: file('audio/mpeg') }, handle: async () => fileOfBytes(BELL, { contentType: 'video/mp4' }),
  }),
  defineOperation({
    ...base, id: 'getFeed', method: 'GET', path: '/feed.xml', idempotency: 'none', summary: 'Read the feed', cacheControl: 'public, max-age=60',
    response: { 200: text('application/rss+xml; charset=utf-8') }, handle: async () => FEED,
  }),
  defineOperation({
    ...base, id: 'findBell', method: 'GET', path: '/bells/latest', idempotency: 'none', summary: 'Go to the latest bell',
    response: { 302: redirect() }, handle: async (_call, { config }) => redirectTo(new URL(`${config.appUrl}/bells?name=große glocke`)),
  }),
  defineOperation({
    ...base, id: 'getLamp', method: 'GET', path: '/lamps/one', idempotency: 'none', summary: 'Read a lamp that may be kept', cacheControl: 'private, max-age=5',
    response: { 200: closed({ lit: Type.Boolean() }) }, handle: async () => ({ lit: true }),
  }),
];

let stand: Stand;
let edge: Edge;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  edge = await serveOperations(stand, operations);
  client = edge.client(await stand.newAccount());
});
afterAll(async () => {
  await edge.close();
  await stand.close();
});

const leftovers = async (): Promise<string[]> => (await readdir(path.join(stand.config.dataDir, 'work'))).filter((name) => name.startsWith('upload-'));
const send = (route: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> => fetch(`${client.baseUrl}${route}`, {
  method: 'POST', body, headers: { authorization: `Bearer ${client.apiKey}`, 'idempotency-key': Math.random().toString(36), ...headers },
});

describe('the status of an answer', () => {
  it('tells what happened, and is the same when the call is repeated with its key', async () => {
    const first = await client.post('/lamps', { name: 'hall' }, { key: 'lamp-1' });
    const second = await client.post('/lamps', { name: 'hall' }, { key: 'lamp-2' });
    const queued = await client.post('/lamps', { name: 'far' });
    expect([first.status, second.status, queued.status, queued.body]).toEqual([201, 200, 202, { queued: true }]);
    const again = await client.post('/lamps', { name: 'hall' }, { key: 'lamp-1' });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(seen.get('hall')).toBe(2);
  });
});

describe('a form', () => {
  const form = (fields: Record<string, string | Blob>, files: Record<string, [Blob, string]> = {}): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    for (const [name, [blob, filename]] of Object.entries(files)) data.append(name, blob, filename);
    return data;
  };
  const bell = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(BELL), type = 'audio/mpeg'): [Blob, string] => [new Blob([bytes], { type }), 'glöckchen.mp3'];
  const problemOf = async (response: Response): Promise<unknown> => {
    const { error } = await response.json() as { error: { code: string; details: { field?: string } } };
    return [response.status, error.code, error.details.field];
  };

  it('gives the handler its fields and files, and keeps nothing afterwards', async () => {
    const cover: [Blob, string] = [new Blob([new Uint8Array(300)], { type: 'image/png' }), 'cover.png'];
    const response = await send('/bells', form({ label: 'Glöckchen ☼', pitch: '7' }, { audio: bell(), cover }));
    expect([response.status, await response.json()]).toEqual([201, {
      label: 'Glöckchen ☼', pitch: 7, stored: sha256(BELL), cover: 300,
      audio: { byteSize: 4_000, contentType: 'audio/mpeg', filename: 'glöckchen.mp3', sha256: sha256(BELL) },
    }]);
    expect(await leftovers()).toEqual([]);
  });

  it('is one request with its files: the same key with another file is a mismatch', async () => {
    const once = (bytes: Uint8Array<ArrayBuffer>) => send('/bells', form({ label: 'one' }, { audio: bell(bytes) }), { 'idempotency-key': 'bell-once' });
    const [first, again] = [await once(new Uint8Array(BELL)), await once(new Uint8Array(BELL))];
    expect([first.status, again.status, again.headers.get('idempotency-replayed'), await again.text()]).toEqual([201, 201, 'true', await first.text()]);
    const other = await once(new Uint8Array(BELL).fill(1));
    expect((await other.json() as { error: unknown }).error).toMatchObject({ code: 'idempotency_conflict', details: { reason: 'mismatch' } });
  });

  const big = new Uint8Array(5_001).fill(1);
  it.each<[string, FormData | string, string | undefined]>([
    ['a file that is missing', form({ label: 'x' }), 'audio'],
    ['a file of another type', form({ label: 'x' }, { audio: bell(undefined, 'text/html') }), 'audio'],
    ['a file that is too large', form({ label: 'x' }, { audio: bell(big) }), 'body'],
    ['a file over its own limit', form({ label: 'x' }, { audio: bell(), cover: [new Blob([big.subarray(0, 501)], { type: 'image/png' }), 'c.png'] }), 'cover'],
    ['an empty file', form({ label: 'x' }, { audio: bell(new Uint8Array(0)) }), 'body'],
    ['a file that is not declared', form({ label: 'x' }, { audio: bell(), virus: bell() }), 'virus'],
    ['more files than it has', form({ label: 'x' }, { audio: bell(), cover: bell(), third: bell(), fourth: bell() }), undefined],
    ['a field that is not declared', form({ label: 'x', shade: 'red' }, { audio: bell() }), 'shade'],
    ['a field that is too long', form({ label: 'x'.repeat(21) }, { audio: bell() }), 'label'],
    ['a field of another type', form({ label: 'x', pitch: 'high' }, { audio: bell() }), 'pitch'],
    ['a field that is missing', form({}, { audio: bell() }), 'label'],
    ['more fields than it has', form(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x'])), { audio: bell() }), 'body'],
    ['fields that are too large', form({ label: 'x'.repeat(300 * 1024) }, { audio: bell() }), 'body'],
    ['JSON', JSON.stringify({ label: 'x' }), 'Content-Type'],
  ])('with %s is refused, and leaves nothing behind', async (_what, body, field) => {
    const response = await send('/bells', body, typeof body === 'string' ? { 'content-type': 'application/json' } : {});
    const problem = await problemOf(response) as unknown[];
    expect(problem.slice(0, 2)).toEqual([400, 'validation_failed']);
    if (field !== undefined) expect(problem[2]).toBe(field);
    expect(await leftovers()).toEqual([]);
  });

  const raw = (parts: (string | Buffer)[]): Promise<Response> => send('/bells', new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string)))),
    { 'content-type': 'multipart/form-data; boundary=line' });
  const field = (head: string, value: string | Buffer): (string | Buffer)[] => [`--line\r\nContent-Disposition: form-data; name="label"${head}\r\n\r\n`, value, '\r\n'];
  const audio = ['--line\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\nContent-Type: audio/mpeg\r\n\r\n', 'abc', '\r\n--line--\r\n'];

  it('whose field is not UTF-8 is refused', async () => {
    expect(await problemOf(await raw([...field('', Buffer.from([0x63, 0xe9])), ...audio]))).toEqual([400, 'validation_failed', 'body']);
  });

  it('may name the encoding of a part; an unknown encoding and a cut-off form are refused without a crash', async () => {
    const named = await raw([...field('\r\nContent-Transfer-Encoding: 8bit', 'ok'), ...audio]);
    expect([named.status, (await named.json() as { label: string }).label]).toEqual([201, 'ok']);
    expect((await raw([...field('\r\nContent-Transfer-Encoding: x-odd', 'ok'), ...audio])).status).toBe(400);
    expect((await raw([...field('', 'cut off')])).status).toBe(400);
    expect(await leftovers()).toEqual([]);
  });
});

describe('a raw body', () => {
  it('reaches the handler as a file that is deleted once the call is answered', async () => {
    const response = await send('/bells/raw', new Uint8Array(BELL), { 'content-type': 'audio/mpeg' });
    expect([response.status, await response.json()]).toEqual([200, { byteSize: 4_000, sha256: sha256(BELL) }]);
    expect(sha256(await readFile(keptCopy))).toBe(sha256(BELL));
    expect(await leftovers()).toEqual([]);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['is too large', new Uint8Array(5_001), 'audio/mpeg'], ['is empty', new Uint8Array(0), 'audio/mpeg'], ['is of another type', new Uint8Array(BELL), 'audio/wav'],
  ])('that %s is refused', async (_what, bytes, type) => {
    const response = await send('/bells/raw', bytes, { 'content-type': type });
    expect([response.status, (await response.json() as { error: { code: string } }).error.code]).toEqual([400, 'validation_failed']);
    expect(await leftovers()).toEqual([]);
  });
});

describe('an answer that is', () => {
  const get = (route: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(`${client.baseUrl}${route}`, { method, redirect: 'manual', headers: { authorization: `Bearer ${client.apiKey}`, ...headers } });

  it('a file has its type, length, name, tag and ranges', async () => {
    const whole = await get('/bells/sound');
    expect(Object.fromEntries(['content-type', 'content-length', 'etag', 'cache-control', 'accept-ranges', 'content-disposition'].map((name) => [name, whole.headers.get(name)]))).toEqual({
      'content-type': 'audio/mpeg', 'content-length': '4000', etag: `"${sha256(BELL)}"`, 'cache-control': 'private, no-cache', 'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="gro_e glocke.mp3"; filename*=UTF-8''gro%C3%9Fe%20glocke.mp3`,
    });
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(BELL));
    expect((await get('/bells/sound', { 'if-none-match': whole.headers.get('etag')! })).status).toBe(304);
    const part = await get('/bells/sound', { range: 'bytes=10-19' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, BELL.subarray(10, 20)]);
    const beyond = await get('/bells/sound', { range: 'bytes=4000-' });
    expect(['content-range', 'content-type', 'content-disposition', 'etag'].map((name) => beyond.headers.get(name))).toEqual(
      ['bytes */4000', 'application/json; charset=utf-8', null, null]);
    expect([beyond.status, await beyond.json()]).toEqual([416, { error: expect.objectContaining({
      code: 'validation_failed', requestId: beyond.headers.get('x-request-id'), details: { field: 'Range', byteSize: 4_000 },
    }) }]);
    const head = await get('/bells/sound', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([200, '4000', 0]);
  });

  it('a file of an undeclared type fails the test that gets it', async () => {
    expect((await get('/bells/wrong')).status).toBe(500);
  });

  it('a text has its type, and becomes a 304 for callers that have it already', async () => {
    const feed = await get('/feed.xml');
    expect([feed.status, feed.headers.get('content-type'), feed.headers.get('cache-control'), await feed.text()]).toEqual(
      [200, 'application/rss+xml; charset=utf-8', 'public, max-age=60', FEED]);
    const known = await get('/feed.xml', { 'if-none-match': feed.headers.get('etag')! });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const head = await get('/feed.xml', {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([200, String(Buffer.byteLength(FEED)), feed.headers.get('etag')]);
  });

  it('JSON that may be cached has a strong ETag', async () => {
    const lamp = await get('/lamps/one');
    expect([lamp.headers.get('etag'), lamp.headers.get('cache-control')]).toEqual([expect.stringMatching(/^"[\w-]{43}"$/), 'private, max-age=5']);
    expect((await get('/lamps/one', { 'if-none-match': `"other", ${lamp.headers.get('etag')}` })).status).toBe(304);
    expect((await get('/lamps/one', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('a redirect names the address', async () => {
    const response = await get('/bells/latest');
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control'), await response.text()]).toEqual(
      [302, `${stand.config.appUrl}/bells?name=gro%C3%9Fe%20glocke`, 'no-store', '']);
  });
});

describe('a declaration', () => {
  it('is refused when its answer could not be repeated for the same key', () => {
    expect(() => defineOperation({
      ...base, id: 'wrong', method: 'POST', path: '/wrong', idempotency: 'required', summary: 'Answer a file to a call with a key',
      response: { 200: file('audio/mpeg') }, handle: async () => fileOfBytes(BELL, { contentType: 'audio/mpeg' }),
    })).toThrow('must be JSON or text');
  });

  it('appears in OpenAPI with its statuses, content types, files and headers', () => {
    const { paths, components } = openApiDocument(operations, 'http://127.0.0.1/api/v1') as { paths: Record<string, Record<string, any>>; components: object };
    const contents = (route: string, method: string, status: number): string[] => Object.keys(paths[route]![method].responses[status].content ?? {});
    expect(Object.keys(paths['/lamps']!.post.responses).filter((status) => status < '300')).toEqual(['200', '201', '202']);
    expect(contents('/bells/sound', 'get', 200)).toEqual(['audio/mpeg']);
    expect(contents('/feed.xml', 'get', 200)).toEqual(['application/rss+xml; charset=utf-8']);
    expect(paths['/bells/latest']!.get.responses[302].headers).toHaveProperty('Location');
    const sound = paths['/bells/sound']!.get.responses;
    expect(Object.keys(sound).filter((status) => ['200', '206', '304', '416'].includes(status))).toEqual(['200', '206', '304', '416']);
    for (const name of ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Disposition']) expect(sound[200].headers).toHaveProperty(name);
    expect([sound[206].headers, sound[206].content]).toEqual([expect.objectContaining({ 'Content-Range': expect.anything() }), sound[200].content]);
    expect(paths['/feed.xml']!.get.responses[304].headers).toHaveProperty('ETag');
    expect(paths['/lamps']!.post.responses[201].headers).toHaveProperty('Idempotency-Replayed');
    const { responses, headers } = components as { responses: Record<string, any>; headers: object };
    const refused = (status: number): any => responses[(paths['/lamps']!.post.responses[status].$ref as string).split('/').at(-1)!].headers;
    expect([refused(401), refused(409)]).toEqual([expect.objectContaining({ 'WWW-Authenticate': expect.anything() }), expect.objectContaining({ 'Retry-After': expect.anything() })]);
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['IdempotencyReplayed', 'Challenge', 'ContentRange']));
    const { 'multipart/form-data': bell } = paths['/bells']!.post.requestBody.content;
    expect([Object.keys(bell.schema.properties), bell.schema.required, bell.encoding.audio]).toEqual(
      [['label', 'pitch', 'audio', 'cover'], ['label', 'audio'], { contentType: 'audio/mpeg, audio/wav' }]);
    expect(Object.keys(paths['/bells/raw']!.post.requestBody.content)).toEqual(['audio/mpeg']);
  });
});
