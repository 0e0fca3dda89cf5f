import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnonymousBodies } from '../../src/kernel/http/requests/anonymous-bodies.js';
import { FormBrowser, formOf, textFile } from '../browser/browser-forms.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

const NEW = '/workplace/productions/new';
const MEGABYTE = Buffer.alloc(1_000_000, 'x');

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const sockets: Socket[] = [];
beforeEach(() => { for (const socket of sockets.splice(0)) socket.destroy(); });

const uploadFolders = async (): Promise<string[]> =>
  (await readdir(path.join(stand.config.dataDir, 'work')).catch(() => [])).filter((name) => name.startsWith('upload-'));

interface Sending { socket: Socket; received: () => string; until(pattern: RegExp): Promise<string>; closed: Promise<unknown> }

/** Opens a connection and sends the head of a request; the body is up to the test. */
async function begin(method: string, target: string, headers: Record<string, string>): Promise<Sending> {
  const { hostname, port } = new URL(stand.api.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => { text += chunk.toString('latin1'); });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => { socket.once('close', resolve); });
  await once(socket, 'connect');
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  return {
    socket, received: () => text, closed,
    async until(pattern) {
      while (!pattern.test(text)) {
        if (socket.destroyed) throw new Error(`the connection closed before ${pattern}: ${text}`);
        await sleep(10);
      }
      return text;
    },
  };
}

/** Sends megabytes until the server closes the connection; returns how many it took. */
async function flood({ socket }: Sending, megabytes: number): Promise<number> {
  for (let sent = 0; sent < megabytes; sent++) {
    if (socket.destroyed) return sent;
    await new Promise<void>((resolve) => { socket.write(MEGABYTE, () => resolve()); });
  }
  return megabytes;
}

const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '150000000' };
const RAW = { 'Content-Type': 'application/octet-stream', 'Content-Length': '150000000' };

describe('a body of a sender without a credential', () => {
  it.each([
    ['an upload address that nobody signed', `/api/v1/capture-uploads/${'A'.repeat(40)}`, RAW, /^HTTP\/1\.1 404/],
    ['an API call without a key', '/api/v1/scripts', MULTIPART, /^HTTP\/1\.1 401/],
    ['a form of the workplace without a session', '/workplace/scripts/upload', MULTIPART, /^HTTP\/1\.1 303/],
    ['an unknown address', '/nowhere', RAW, /^HTTP\/1\.1 404/],
  ])('is answered before a byte of it has arrived, and is not received: %s', async (_what, target, headers, answer) => {
    const sending = await begin('POST', target, headers);
    await sending.until(answer);
    expect(await uploadFolders()).toEqual([]);
    const taken = await flood(sending, 60);
    expect(taken).toBeLessThan(30);
    await sending.closed;
    expect(await uploadFolders()).toEqual([]);
  });

  it('gets no 100 Continue, while a body with a valid key does', async () => {
    const waiting = await begin('POST', `/api/v1/capture-uploads/${'A'.repeat(40)}`, { ...RAW, Expect: '100-continue' });
    expect(await waiting.until(/^HTTP\/1\.1 404[^]*\r\n\r\n/)).not.toContain('100 Continue');
    const known = await begin('POST', '/api/v1/story-projects', {
      'Content-Type': 'application/json', 'Content-Length': '18', Expect: '100-continue', Authorization: `Bearer ${client.apiKey}`, 'Idempotency-Key': 'asked',
    });
    await known.until(/^HTTP\/1\.1 100 Continue/);
    known.socket.write('{"name":"Patient"}');
    await known.until(/HTTP\/1\.1 201/);
  });

  it('of a capture that already has its bytes is refused as soon as its headers have arrived', async () => {
    const { project } = (await client.post('/story-projects', { name: 'Captures' })).body;
    const { capture } = (await client.post(`/story-projects/${project.id}/captures`, { kind: 'image' })).body;
    const { pathname } = new URL(capture.uploadUrl);
    const bytes = { method: 'POST', headers: { 'content-type': 'application/octet-stream' } };
    const answers = await Promise.all(['a', 'bb', 'ccc', 'dddd'].map((letter) => fetch(capture.uploadUrl, { ...bytes, body: letter.repeat(20_000) })));
    const taken = answers.filter(({ status }) => status === 200);
    expect([taken.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 3]);
    const { byteSize } = (await client.get(`/story-projects/${project.id}/captures/${capture.captureId}`)).body.capture;
    const stored = await stand.api.services.store.get(`captures/${capture.captureId}/upload`);
    expect(stored.byteLength).toBe(byteSize);
    await (await begin('POST', pathname, RAW)).until(/^HTTP\/1\.1 409/);
  });
});

describe('a form with a file', () => {
  const part = (name: string, value: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\nContent-Type: text/plain\r\n\r\n';
  const forms = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '40000000' };

  const CHOICES = part('mode', 'podcast') + part('minutes', '20');
  it.each([['no key', CHOICES, /^HTTP\/1\.1 401/], ['a wrong key', part('key', `psc_0123456789_${'a'.repeat(32)}`) + CHOICES, /^HTTP\/1\.1 401/]])(
    'of the front page with %s is refused where its file begins', async (_what, fields, answer) => {
      const sending = await begin('POST', NEW, forms);
      sending.socket.write(fields + FILE);
      await sending.until(answer);
      await sending.until(/Choose the file again\.[^]*<option value="podcast" selected>[^]*<option value="20" selected>/);
      expect(await flood(sending, 40)).toBeLessThan(30);
      await sending.closed;
      expect(await uploadFolders()).toEqual([]);
    });

  it('with the form token of another session is refused where its file begins', async () => {
    const [mine, theirs] = [new FormBrowser(stand.api.url), new FormBrowser(stand.api.url)];
    await mine.signIn(client.apiKey!);
    const page = await theirs.signIn((await stand.newAccount()).apiKey!);
    const sending = await begin('POST', NEW, { ...forms, Cookie: mine.cookie });
    sending.socket.write(part('formToken', String(formOf(page, NEW).get('formToken'))) + FILE);
    await sending.until(/^HTTP\/1\.1 400/);
    await flood(sending, 40);
    await sending.closed;
    expect(await uploadFolders()).toEqual([]);
  });

  it('of the front page is accepted with its file when it has a valid key', async () => {
    const browser = new FormBrowser(stand.api.url);
    const front = await browser.open('/');
    const places = ['key', 'mode', 'minutes', 'file'].map((name) => front.html.indexOf(`name="${name}"`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const made = await browser.send(front, NEW, { key: client.apiKey!, file: textFile('The lamp went out. '.repeat(20_000), 'lamp.txt') });
    expect([made.status, made.path]).toEqual([200, expect.stringMatching(/^\/workplace\/productions\/prj_/)]);
  });
});

describe('forms of unknown senders', () => {
  it('are limited to eight per address and thirty-two in total; when some have ended, others are accepted', () => {
    const bodies = new AnonymousBodies();
    const own = Array.from({ length: 8 }, () => bodies.begin('192.0.2.1'));
    const refused = (address: string): unknown => {
      try {
        bodies.begin(address).end();
        return null;
      } catch (error) {
        return error;
      }
    };
    expect(refused('192.0.2.1')).toMatchObject({ code: 'rate_limited', headers: { 'Retry-After': expect.any(String) } });
    const others = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].flatMap((address) => Array.from({ length: 8 }, () => bodies.begin(address)));
    expect(refused('192.0.2.5')).toMatchObject({ code: 'rate_limited' });
    own[0]!.end();
    own[0]!.end();
    expect(refused('192.0.2.5')).toBeNull();
    for (const body of [...own, ...others]) body.end();
    expect(refused('192.0.2.1')).toBeNull();
  });
});
