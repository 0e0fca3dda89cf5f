import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createStore, ObjectKeyInvalid, ObjectMissing, StoreMissing, type ObjectStore } from '../../src/kernel/storage/index.js';

const NO_KEYS = { accessKeyId: null, secretAccessKey: null };

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** What every media store promises, whatever is behind it. */
function keepsThePromises(make: () => ObjectStore, scratch: () => string): void {
  it('gives back the stored bytes, with size and time', async () => {
    const store = make();
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    const stored = await store.put('sources/ab/one.bin', bytes);
    expect(stored).toMatchObject({ key: 'sources/ab/one.bin', byteSize: 5 });
    expect(await store.get('sources/ab/one.bin')).toEqual(bytes);
    const facts = await store.stat('sources/ab/one.bin');
    expect(facts).toMatchObject({ key: 'sources/ab/one.bin', byteSize: 5 });
    expect(Math.abs(Date.now() - facts!.modifiedAt.getTime())).toBeLessThan(60_000);
  });

  it('keeps text as UTF-8, empty objects too, and replaces an object as a whole', async () => {
    const store = make();
    await store.put('t/text', 'naïve – 🎭');
    expect((await store.get('t/text')).toString('utf8')).toBe('naïve – 🎭');
    await store.put('t/text', '');
    expect(await store.get('t/text')).toHaveLength(0);
    expect(await store.stat('t/text')).toMatchObject({ byteSize: 0 });
  });

  it('says that an object is missing', async () => {
    const store = make();
    await expect(store.get('no/such')).rejects.toBeInstanceOf(ObjectMissing);
    await expect(store.stream('no/such')).rejects.toBeInstanceOf(ObjectMissing);
    await expect(store.stream('no/such', { start: 0, end: 1 })).rejects.toBeInstanceOf(ObjectMissing);
    await expect(store.toLocalFile('no/such', path.join(scratch(), 'x'))).rejects.toBeInstanceOf(ObjectMissing);
    expect(await store.stat('no/such')).toBeNull();
    await expect(store.delete('no/such')).resolves.toBeUndefined();
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('streams whole objects and inclusive ranges, clamped at the end', async () => {
    const store = make();
    await store.put('media/a.mp3', '0123456789');
    expect(await textOf(await store.stream('media/a.mp3'))).toBe('0123456789');
    expect(await textOf(await store.stream('media/a.mp3', { start: 2, end: 4 }))).toBe('234');
    expect(await textOf(await store.stream('media/a.mp3', { start: 0, end: 0 }))).toBe('0');
    expect(await textOf(await store.stream('media/a.mp3', { start: 8, end: 99 }))).toBe('89');
    for (const range of [{ start: 10, end: 11 }, { start: 4, end: 3 }, { start: -1, end: 2 }, { start: 0.5, end: 2 }]) {
      await expect(store.stream('media/a.mp3', range)).rejects.toBeInstanceOf(RangeError);
    }
  });

  it('deletes, and deletes again without complaint', async () => {
    const store = make();
    await store.put('d/one', 'x');
    await store.delete('d/one');
    await store.delete('d/one');
    await expect(store.get('d/one')).rejects.toBeInstanceOf(ObjectMissing);
  });

  it('moves a finished file in and copies an object out', async () => {
    const store = make();
    const local = path.join(scratch(), 'finished.wav');
    await writeFile(local, 'RIFF');
    expect(await store.putFile('audio/line.wav', local)).toMatchObject({ byteSize: 4 });
    await expect(stat(local)).rejects.toMatchObject({ code: 'ENOENT' });
    const copy = path.join(scratch(), 'copy.wav');
    expect(await store.toLocalFile('audio/line.wav', copy)).toBe(copy);
    expect(await readFile(copy, 'utf8')).toBe('RIFF');
    await writeFile(copy, 'changed');
    expect((await store.get('audio/line.wav')).toString()).toBe('RIFF');
  });

  it.each([
    '', '/abs', '../up', 'a/../b', 'a/..', 'a//b', 'a/', '.hidden', 'a/.hidden', 'A/b', 'a b', 'a\\b', 'a\0b', 'a%2e%2e',
    'C:\\x', 'é', '🎭', 'a..b', `a${'b'.repeat(256)}`,
  ])('refuses the key %j in every call', async (key) => {
    const store = make();
    const local = path.join(scratch(), 'kept');
    await writeFile(local, 'kept');
    await expect(store.put(key, 'x')).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await expect(store.putFile(key, local)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await expect(store.get(key)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await expect(store.stream(key)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await expect(store.stat(key)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await expect(store.delete(key)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await expect(store.toLocalFile(key, local)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    expect(await readFile(local, 'utf8')).toBe('kept');
  });

  it('shows readers one whole object while many writers replace it', async () => {
    const store = make();
    const versions = Array.from({ length: 8 }, (_, n) => String(n).repeat(40_000));
    await store.put('race/key', versions[0]!);
    const seen: string[] = [];
    await Promise.all([
      ...versions.map((version) => store.put('race/key', version)),
      ...versions.map(async () => { seen.push((await store.get('race/key')).toString()); }),
    ]);
    for (const text of seen) expect(versions).toContain(text);
    expect(versions).toContain((await store.get('race/key')).toString());
  });
}

let folder: string;
beforeEach(async () => { folder = await mkdtemp(path.join(tmpdir(), 'proscenium-store-')); });
afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

describe('the filesystem store', () => {
  const root = () => path.join(folder, 'media');
  const make = () => createStore({ storageUrl: null, dataDir: folder, s3: NO_KEYS });
  keepsThePromises(make, () => folder);

  it('uses the folder of a file URL', async () => {
    const elsewhere = path.join(folder, 'else where');
    const store = createStore({ storageUrl: pathToFileURL(elsewhere).href, dataDir: '/nowhere', s3: NO_KEYS });
    await store.put('a/b', 'x');
    expect(await readFile(path.join(elsewhere, 'a', 'b'), 'utf8')).toBe('x');
  });

  it('tells when its folder is gone', async () => {
    const store = make();
    await store.put('a/b', 'x');
    await rm(root(), { recursive: true });
    await expect(store.check()).rejects.toBeInstanceOf(StoreMissing);
  });

  it('lets only the owner read', async () => {
    const store = make();
    await store.put('p/one', 'x');
    const local = path.join(folder, 'open.txt');
    await writeFile(local, 'y');
    await chmod(local, 0o666);
    await store.putFile('p/two', local);
    for (const name of ['one', 'two']) expect((await stat(path.join(root(), 'p', name))).mode & 0o777).toBe(0o600);
    for (const name of ['.', 'p', '.incoming']) expect((await stat(path.join(root(), name))).mode & 0o077).toBe(0);
  });

  it('leaves no temporary file after success or failure', async () => {
    const store = make();
    await store.put('q/one', 'x');
    await mkdir(path.join(root(), 'q', 'folder'));
    await expect(store.put('q/folder', 'x')).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(store.get('q/folder')).rejects.toBeInstanceOf(ObjectMissing);
    expect(await readdir(path.join(root(), '.incoming'))).toEqual([]);
  });

  it('does not follow links out of its folder', async () => {
    const store = make();
    await store.put('links/real', 'x');
    const secret = path.join(folder, 'secret');
    await mkdir(secret);
    await writeFile(path.join(secret, 'file'), 'secret');
    await symlink(secret, path.join(root(), 'out'));
    await symlink(path.join(secret, 'file'), path.join(root(), 'links', 'leaf'));
    await expect(store.get('out/file')).rejects.toThrow('outside');
    await expect(store.put('out/new', 'x')).rejects.toThrow('outside');
    await expect(store.delete('out/file')).rejects.toThrow('outside');
    await expect(store.get('links/leaf')).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await store.stat('links/leaf')).toBeNull();
    await expect(store.toLocalFile('links/leaf', path.join(folder, 'copy'))).rejects.toBeInstanceOf(ObjectMissing);
    await expect(store.putFile('links/in', path.join(root(), 'links', 'leaf'))).rejects.toThrow('regular file');
    expect(await readdir(secret)).toEqual(['file']);
    expect(await readFile(path.join(secret, 'file'), 'utf8')).toBe('secret');
  });

  it('sweeps what a killed writer left, and nothing younger', async () => {
    const store = make();
    await store.put('s/one', 'x');
    const stale = path.join(root(), '.incoming', '1-stale');
    const young = path.join(root(), '.incoming', '1-young');
    await writeFile(stale, 'half');
    await writeFile(young, 'half');
    const past = new Date(Date.now() - 120_000);
    await utimes(stale, past, past);
    await utimes(path.join(root(), 's', 'one'), past, past);
    expect(await store.sweep(60_000)).toBe(1);
    expect(await readdir(path.join(root(), '.incoming'))).toEqual(['1-young']);
    expect((await store.get('s/one')).toString()).toBe('x');
  });

  it.each(['ftp://x/y', 's3://', 'nonsense'])('refuses the storage address %s by name', (storageUrl) => {
    expect(() => createStore({ storageUrl, dataDir: folder, s3: NO_KEYS })).toThrow('STORAGE_URL');
  });
});

/** Just enough of S3's REST interface, in path style, to hear what the adapter says and answer as the service would. */
function startBucket(): Promise<{ server: Server; url: string; requests: string[]; outage: { answers: number; isGone: boolean } }> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const outage = { answers: 0, isGone: false };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = decodeURIComponent(request.url!.split('?')[0]!);
      requests.push(`${request.method} ${name}`);
      if (outage.answers > 0) {
        outage.answers -= 1;
        return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
      }
      if (!request.headers.authorization?.includes('Credential=key-id/')) return response.writeHead(403).end();
      if (request.method === 'PUT') {
        objects.set(name, Buffer.concat(chunks));
        return response.writeHead(200, { etag: '"1"' }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(name);
        return response.writeHead(204).end();
      }
      const object = outage.isGone ? undefined : objects.get(name);
      if (!object) {
        const body = request.method === 'HEAD' ? '' : `<Error><Code>${outage.isGone ? 'NoSuchBucket' : 'NoSuchKey'}</Code><Message>none</Message></Error>`;
        return response.writeHead(404, { 'content-type': 'application/xml' }).end(body);
      }
      const range = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers.range ?? ''));
      const body = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object;
      response.writeHead(range ? 206 : 200, {
        'content-length': body.length, 'last-modified': new Date().toUTCString(), etag: '"1"',
      });
      return response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, url: `http://127.0.0.1:${port}`, requests, outage });
    });
  });
}

describe('the S3 store', () => {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  beforeEach(async () => { bucket = await startBucket(); });
  afterEach(async () => {
    bucket.server.closeAllConnections();
    await new Promise((done) => { bucket.server.close(done); });
  });
  const make = () => createStore({
    storageUrl: `s3://stage/media?endpoint=${encodeURIComponent(bucket.url)}&region=eu-west-1`,
    dataDir: folder, s3: { accessKeyId: 'key-id', secretAccessKey: 'secret' },
  });
  keepsThePromises(make, () => folder);

  it('addresses the bucket in path style under its prefix', async () => {
    await make().put('a/b.txt', 'x');
    expect(bucket.requests).toEqual(['PUT /stage/media/a/b.txt']);
  });

  it('tells a bucket that does not exist from one without the object, and both from a service that does not answer', async () => {
    const store = make();
    bucket.outage.isGone = true;
    await expect(store.check()).rejects.toBeInstanceOf(StoreMissing);
    bucket.outage.answers = 100;
    await expect(store.check()).rejects.not.toBeInstanceOf(StoreMissing);
  });

  it('tries again when the service is overloaded, and gives up in the end with the local file kept', async () => {
    const store = make();
    bucket.outage.answers = 1;
    await store.put('a/b.txt', 'x');
    expect((await store.get('a/b.txt')).toString()).toBe('x');
    const local = path.join(folder, 'kept.wav');
    await writeFile(local, 'RIFF');
    bucket.outage.answers = 2;
    await store.putFile('a/c.wav', local);
    expect((await store.get('a/c.wav')).toString()).toBe('RIFF');
    bucket.outage.answers = 100;
    await writeFile(local, 'RIFF');
    await expect(store.putFile('a/c.wav', local)).rejects.toThrow();
    expect(await readFile(local, 'utf8')).toBe('RIFF');
    await expect(store.stat('a/b.txt')).rejects.not.toBeInstanceOf(ObjectMissing);
  });
});
