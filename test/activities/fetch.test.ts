import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { FetchRefused, guardedFetch, isPublicAddress, type GuardedFetchOptions } from '../../src/craft/fetch/index.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Listener { server: Server; port: number; requests: number; connections: number; handle: Handler }

async function listen(): Promise<Listener> {
  const listener = { requests: 0, connections: 0, handle: (_q, r) => r.end() } as Omit<Listener, 'server' | 'port'> as Listener;
  listener.server = createServer((request, response) => {
    listener.requests += 1;
    listener.handle(request, response);
  });
  listener.server.on('connection', () => { listener.connections += 1; });
  await new Promise<void>((done) => { listener.server.listen(0, '127.0.0.1', done); });
  listener.port = (listener.server.address() as AddressInfo).port;
  return listener;
}

const stop = (listener: Listener) => new Promise((done) => {
  listener.server.closeAllConnections();
  listener.server.close(done);
});

/** A public site stands in as the first listener, which is let through; the second must never be reached. */
let site: Listener;
let forbidden: Listener;
beforeAll(async () => { site = await listen(); forbidden = await listen(); });
afterAll(async () => { await stop(site); await stop(forbidden); });
afterEach(() => {
  expect(forbidden.requests).toBe(0);
  site.handle = (_q, response) => response.end();
});

const LIMITS = { accept: ['text/html', 'text/plain'], maxBytes: 10_000_000, maxRedirects: 3, timeoutMs: 3_000 };

function fetchSite(path = '/', more: Partial<GuardedFetchOptions> = {}, signal?: AbortSignal) {
  return guardedFetch(`http://127.0.0.1:${site.port}${path}`, { ...LIMITS, allowHosts: [`127.0.0.1:${site.port}`], ...more }, signal);
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason;
    throw error;
  }
  return 'fetched';
}

const answer = (body: string | Buffer, headers: Record<string, string> = {}): Handler => (_q, response) => {
  response.writeHead(200, { 'content-type': 'text/html', ...headers });
  response.end(body);
};

describe('addresses that a fetch may not reach', () => {
  const hosts = [
    '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '１２７.0.0.1', '0', '127.0.0.1', '[::1]', '[::]',
    '[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]',
    '[2001:0:7f00:1::]', '[::127.0.0.1]', '[fec0::1]', '[fe80::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]',
    '[2001:db8::1]', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '100.100.100.200', '198.18.0.1',
    '169.254.169.254', '169.254.170.2', '192.0.0.192', '192.0.2.1', '168.63.129.16', '224.0.0.1', '240.0.0.1',
    '255.255.255.255', '127.0.0.1.', 'localhost', 'localhost.', 'LOCALHOST', 'x.localhost', 'metadata.google.internal',
    'metadata.google.internal.', 'metadata', 'printer.local', 'db.svc', 'user@127.0.0.1', 'example.com@127.0.0.1',
  ];
  it.each(hosts)('%s', async (host) => {
    const before = forbidden.connections;
    expect(await reasonOf(guardedFetch(`http://${host}:${forbidden.port}/`, LIMITS))).toBe('ip_blocked');
    expect(forbidden.connections).toBe(before);
  });

  it('reads a backslash as browsers do', async () => {
    expect(await reasonOf(guardedFetch('http://127.0.0.1\\@example.com/', LIMITS))).toBe('ip_blocked');
  });

  it('knows public addresses', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8']) {
      expect(isPublicAddress(address)).toBe(true);
    }
    for (const address of ['', 'x', '::ffff:10.0.0.1', 'fe80::1%eth0', '::1']) expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['file:///etc/passwd', 'scheme_blocked'], ['gopher://example.com/', 'scheme_blocked'], ['ftp://example.com/', 'scheme_blocked'],
    ['data:text/html,x', 'scheme_blocked'], ['http://example.com:25/', 'scheme_blocked'], ['http://', 'malformed'],
    ['not a url', 'malformed'], ['http://user:secret@example.com/', 'malformed'], ['http://[::1', 'malformed'],
    ['http://256.256.256.256/', 'malformed'],
  ])('%s is refused as %s', async (address, reason) => {
    expect(await reasonOf(guardedFetch(address, LIMITS))).toBe(reason);
  });
});

describe('names', () => {
  const named = (resolve: GuardedFetchOptions['resolve']) =>
    guardedFetch(`http://stage.example:${forbidden.port}/`, { ...LIMITS, resolve, timeoutMs: 500 });

  it('every answer is checked, not just the first', async () => {
    const before = forbidden.connections;
    const answers = [{ address: '93.184.216.34', family: 4 }, { address: '127.0.0.1', family: 4 }];
    expect(await reasonOf(named(async () => answers))).toBe('ip_blocked');
    expect(await reasonOf(named(async () => [{ address: '::ffff:127.0.0.1', family: 6 }]))).toBe('ip_blocked');
    expect(forbidden.connections).toBe(before);
  });

  it('a name is resolved only once, even when its answer changes', async () => {
    let asked = 0;
    site.handle = answer('x');
    const document = await guardedFetch(`http://stage.example:${site.port}/`, {
      ...LIMITS, allowHosts: ['stage.example'],
      resolve: async () => {
        asked += 1;
        return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
      },
    });
    expect({ text: document.bytes.toString(), asked }).toEqual({ text: 'x', asked: 1 });
  });

  it('the address the socket ended at is checked again before a request is sent', async () => {
    let read = 0;
    const shifty = { get address() { read += 1; return read === 1 ? '93.184.216.34' : '127.0.0.1'; }, family: 4 };
    const before = forbidden.connections;
    expect(await reasonOf(named(async () => [shifty]))).toBe('ip_blocked');
    expect(forbidden.connections).toBe(before + 1);
    expect(forbidden.requests).toBe(0);
  });

  it('reports a name that does not resolve, or not in time', async () => {
    expect(await reasonOf(named(async () => []))).toBe('dns');
    expect(await reasonOf(named(async () => { throw new Error('ENOTFOUND'); }))).toBe('dns');
    expect(await reasonOf(named(() => new Promise(() => undefined)))).toBe('timeout');
  });

  it('connects to the pinned answer and sends the name as host', async () => {
    let host: string | undefined;
    site.handle = (request, response) => {
      host = request.headers.host;
      answer('x')(request, response);
    };
    await guardedFetch(`http://stage.example:${site.port}/`, {
      ...LIMITS, allowHosts: ['stage.example'], resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    expect(host).toBe(`stage.example:${site.port}`);
  });
});

describe('redirects', () => {
  const redirect = (location: string): Handler => (_q, response) => {
    response.writeHead(302, { location });
    response.end('moved');
  };

  it('follows three, resolves relative ones, and reports the last address', async () => {
    site.handle = (request, response) => {
      const hop = Number(request.url!.slice(1));
      return hop < 3 ? redirect(`${hop + 1}#part`)(request, response) : answer('end')(request, response);
    };
    const document = await fetchSite('/0');
    expect(document.finalUrl).toBe(`http://127.0.0.1:${site.port}/3`);
  });

  it('stops at the fourth, and in a loop', async () => {
    site.requests = 0;
    site.handle = (request, response) => redirect(`/${Number(request.url!.slice(1)) + 1}`)(request, response);
    expect(await reasonOf(fetchSite('/0'))).toBe('redirect_limit');
    expect(site.requests).toBe(4);
    site.handle = redirect('/');
    expect(await reasonOf(fetchSite('/'))).toBe('redirect_limit');
  });

  it('checks every hop', async () => {
    const targets: [string, string][] = [
      [`http://127.0.0.1:${forbidden.port}/`, 'ip_blocked'], [`//localhost:${forbidden.port}/`, 'ip_blocked'],
      ['http://169.254.169.254/latest/meta-data/', 'ip_blocked'], ['file:///etc/passwd', 'scheme_blocked'],
      ['gopher://example.com/', 'scheme_blocked'], ['ftp://example.com/', 'scheme_blocked'], ['http://[', 'malformed'],
    ];
    for (const [target, reason] of targets) {
      site.handle = (request, response) => redirect(request.url === '/0' ? '/1' : target)(request, response);
      expect(await reasonOf(fetchSite('/0'))).toBe(reason);
    }
    site.handle = (_q, response) => response.writeHead(302).end();
    expect(await reasonOf(fetchSite())).toBe('malformed');
  });
});

describe('bodies', () => {
  it('gives the bytes, the type and the charset', async () => {
    site.handle = answer('<p>é</p>', { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' });
    const document = await fetchSite();
    expect(document).toMatchObject({ contentType: 'text/html', charset: 'iso-8859-1' });
    expect(document.bytes.toString()).toBe('<p>é</p>');
  });

  it.each([['gzip', gzipSync], ['deflate', deflateSync], ['br', brotliCompressSync]] as const)('inflates %s', async (name, pack) => {
    site.handle = answer(pack(Buffer.from('hello')), { 'content-encoding': name });
    expect((await fetchSite()).bytes.toString()).toBe('hello');
  });

  it('stops at the limit, declared or not, and counts after inflation', async () => {
    const limit = { maxBytes: 100_000 };
    site.handle = answer(Buffer.alloc(100_000));
    expect((await fetchSite('/', limit)).bytes).toHaveLength(100_000);
    site.handle = answer(Buffer.alloc(100_001));
    expect(await reasonOf(fetchSite('/', limit))).toBe('body_too_large');
    site.handle = (_q, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      for (let sent = 0; sent < 101; sent += 1) response.write(Buffer.alloc(1_000));
      response.end();
    };
    expect(await reasonOf(fetchSite('/', limit))).toBe('body_too_large');
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    expect(bomb.byteLength).toBeLessThan(250_000);
    site.handle = answer(bomb, { 'content-encoding': 'gzip' });
    const heapBefore = process.memoryUsage().rss;
    expect(await reasonOf(fetchSite('/', { maxBytes: 10_000_000 }))).toBe('body_too_large');
    expect(process.memoryUsage().rss - heapBefore).toBeLessThan(100_000_000);
  });

  it('refuses damaged and unexpected compression', async () => {
    site.handle = answer('not gzip', { 'content-encoding': 'gzip' });
    expect(await reasonOf(fetchSite())).toBe('malformed');
    site.handle = answer('x', { 'content-encoding': 'zstd' });
    expect(await reasonOf(fetchSite())).toBe('malformed');
    site.handle = answer('x', { 'content-encoding': 'gzip, gzip, gzip' });
    expect(await reasonOf(fetchSite())).toBe('malformed');
  });

  it.each(['image/svg+xml', 'application/pdf', 'text/htmlx', ''])('refuses the type %j', async (type) => {
    site.handle = (_q, response) => {
      if (type) response.setHeader('content-type', type);
      response.end('x');
    };
    expect(await reasonOf(fetchSite())).toBe('content_type');
  });

  it('reports an error status, and whether a retry may help', async () => {
    for (const [status, retryable] of [[404, false], [403, false], [429, true], [500, true], [304, false]] as const) {
      site.handle = (_q, response) => response.writeHead(status).end();
      await expect(fetchSite()).rejects.toMatchObject({ reason: 'upstream_status', retryable, details: { status } });
    }
  });

  it('does not wait for a slow answer or a slow body', async () => {
    site.handle = () => undefined;
    expect(await reasonOf(fetchSite('/', { timeoutMs: 150 }))).toBe('timeout');
    site.handle = (_q, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    // This body never ends by itself.
    expect(await reasonOf(fetchSite('/', { timeoutMs: 200 }))).toBe('timeout');
  });

  it('reports a broken connection as one that may work later', async () => {
    site.handle = (_q, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(fetchSite()).rejects.toMatchObject({ reason: 'upstream_status', retryable: true });
    site.handle = (request) => request.socket.destroy();
    await expect(fetchSite()).rejects.toMatchObject({ reason: 'upstream_status', retryable: true });
  });

  it('stops when the caller stops, with the caller\'s reason', async () => {
    const stopper = new AbortController();
    site.handle = () => stopper.abort(new Error('cancelled by the caller'));
    await expect(fetchSite('/', {}, stopper.signal)).rejects.toThrow('cancelled by the caller');
    await expect(fetchSite('/', {}, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});
