import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../../../src/kernel/config/index.js';
import { loadPageAssets } from '../../../src/pages/assets.js';
import { contentDisposition } from '../../../src/kernel/http/file-response.js';
import { pagePaths } from '../../../src/kernel/contract/page-paths.js';
import { OpenStreams } from '../../../src/pages/open-streams.js';
import { fileOf, openHouse, RECORDING, ROOM, sampleTheater, SPOKEN, TOKEN, UPDATED, type House } from '../../browser/pages-house.js';

let house: House;
beforeAll(async () => { house = await openHouse({ heartbeatMs: 150 }); });
afterAll(() => house.close());

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(house.url + path, init);
const recording = pagePaths.media(TOKEN, 'recording.mp3');
const etag = fileOf(RECORDING, 'audio/mpeg').etag;
const last = RECORDING.length - 1;

describe('media', () => {
  it.each<[what: string, headers: Record<string, string>, status: number, bytes: [number, number] | null]>([
    ['everything', {}, 200, [0, last]],
    ['the first bytes', { range: 'bytes=0-99' }, 206, [0, 99]],
    ['an open end', { range: 'bytes=1000-' }, 206, [1000, last]],
    ['an end past the file', { range: `bytes=1000-${RECORDING.length * 2}` }, 206, [1000, last]],
    ['the last byte', { range: `bytes=${last}-${last}` }, 206, [last, last]],
    ['a suffix', { range: 'bytes=-500' }, 206, [RECORDING.length - 500, last]],
    ['a suffix longer than the file', { range: `bytes=-${RECORDING.length + 5}` }, 206, [0, last]],
    ['several ranges, answered whole', { range: 'bytes=0-1,5-6' }, 200, [0, last]],
    ['another unit', { range: 'items=0-1' }, 200, [0, last]],
    ['a range that runs backwards', { range: 'bytes=9-3' }, 200, [0, last]],
    ['an empty range', { range: 'bytes=-' }, 200, [0, last]],
    ['If-Range with the tag', { range: 'bytes=0-9', 'if-range': etag }, 206, [0, 9]],
    ['If-Range with another tag', { range: 'bytes=0-9', 'if-range': '"other"' }, 200, [0, last]],
    ['If-Range with a weak tag', { range: 'bytes=0-9', 'if-range': `W/${etag}` }, 200, [0, last]],
    ['If-Range with the date', { range: 'bytes=0-9', 'if-range': UPDATED.toUTCString() }, 206, [0, 9]],
    ['If-Range with an older date', { range: 'bytes=0-9', 'if-range': new Date(0).toUTCString() }, 200, [0, last]],
    ['another tag', { 'if-none-match': '"other"' }, 200, [0, last]],
    ['If-None-Match with the tag', { 'if-none-match': `"x", W/${etag}` }, 304, null],
    ['If-None-Match with a star', { 'if-none-match': '*' }, 304, null],
    ['If-Modified-Since now', { 'if-modified-since': UPDATED.toUTCString() }, 304, null],
    ['If-Modified-Since before', { 'if-modified-since': new Date(0).toUTCString() }, 200, [0, last]],
    ['a tag before a date', { 'if-none-match': '"other"', 'if-modified-since': UPDATED.toUTCString() }, 200, [0, last]],
  ])('answers %s', async (_what, headers, status, bytes) => {
    const whole = await get(recording, { headers });
    const head = await get(recording, { method: 'HEAD', headers });
    const body = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, head.status]).toEqual([status, status]);
    expect(body.equals(bytes ? RECORDING.subarray(bytes[0], bytes[1] + 1) : Buffer.alloc(0))).toBe(true);
    expect(whole.headers.get('content-range')).toBe(status === 206 && bytes ? `bytes ${bytes[0]}-${bytes[1]}/${RECORDING.length}` : null);
    expect(whole.headers.get('etag')).toBe(etag);
    for (const name of ['content-length', 'content-type', 'content-range', 'accept-ranges', 'etag', 'last-modified', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  it.each([`bytes=${RECORDING.length}-`, 'bytes=99999999-', 'bytes=-0'])('refuses %s', async (range) => {
    const response = await get(recording, { headers: { range } });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${RECORDING.length}`);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  it('names the file by RFC 5987', async () => {
    const header = (await get(recording, { method: 'HEAD' })).headers.get('content-disposition');
    expect(header).toBe('inline; filename="Last Train _ Aldermere.mp3"; filename*=UTF-8\'\'Last%20Train%20%E2%80%94%20Aldermere.mp3');
    expect(contentDisposition('attachment', 'a"\\\r\nSet-Cookie: b=1\u0000\ud800(1).mp3'))
      .toBe('attachment; filename="a_ Set-Cookie: b=1(1).mp3"; filename*=UTF-8\'\'a%22%20Set-Cookie%3A%20b%3D1%281%29.mp3');
    expect(contentDisposition('attachment', '../../\u202etmp/evil.pdf')).toContain('filename="tmp evil.pdf"');
  });

  it('asks for the token on every range', async () => {
    house.source.reads.set('short-token', { ...house.source.reads.get(TOKEN)!, token: 'short-token' });
    const path = pagePaths.media('short-token', 'recording.mp3');
    expect((await get(path, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    house.source.reads.delete('short-token');
    expect((await get(path, { headers: { range: 'bytes=10-19' } })).status).toBe(404);
  });
});

describe('closed links', () => {
  it('answer the same page whatever the token, and say nothing about why', async () => {
    const pages = await Promise.all(['unknown', `${TOKEN}x`, '%00', 'a'.repeat(3000), '..%2f..%2fetc%2fpasswd'].flatMap((token) =>
      [`/share/table-read/${token}`, `/share/table-read/${token}/audio`, `/share/table-read/${token}?view=fullscreen`, `/live/${token}`]
        .map(async (path) => {
          const response = await get(path);
          return [response.status, (await response.text()).replace(/nonce="[^"]+"/g, '')] as const;
        })));
    expect(new Set(pages.map(([status]) => status))).toEqual(new Set([404]));
    expect(new Set(pages.map(([, text]) => text)).size).toBe(1);
    expect(pages[0]?.[1]).toContain('This link has closed');
  });

  it.each(['/share/table-read/nope/media/recording.mp3', '/share/table-read/nope/captions.vtt', '/share/table-read/nope/state',
    '/live/nope/events', '/live/nope/audio.mp3', `/share/table-read/${TOKEN}/media/..%2f..%2fsecret`])('refuse data at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    const { error } = await response.json() as { error: Record<string, unknown> };
    expect(error).toEqual({ code: 'artifact_not_found', message: 'No such artifact', requestId: 'req_pages_test', docUrl: `${house.url}/docs/errors#artifact_not_found` });
  });
});

describe('headers', () => {
  it.each([[pagePaths.theater(TOKEN), "'self'"], [pagePaths.audio(TOKEN), "'self'"], [pagePaths.room(ROOM), "'self'"],
    ['/share/table-read/nope', "'self'"], ['/', "'self'"], [pagePaths.fullscreen(TOKEN), '*']])('protect %s', async (path, ancestors) => {
    const [one, two] = await Promise.all([get(path), get(path)]);
    const policy = one.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toBe(`default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; `
      + "connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
      + `frame-ancestors ${ancestors}`);
    expect(nonce.length).toBeGreaterThanOrEqual(22);
    expect(two.headers.get('content-security-policy')).not.toBe(policy);
    expect(one.headers.get('referrer-policy')).toBe('no-referrer');
    expect(one.headers.get('x-content-type-options')).toBe('nosniff');
    expect(one.headers.get('cache-control')).toBe('no-store');
    expect(one.headers.get('permissions-policy')).toBe('autoplay=(self), fullscreen=*');
    expect(one.headers.get('x-frame-options')).toBe(ancestors === '*' ? null : 'DENY');
    const text = await one.text();
    expect(text).not.toMatch(/<[^>]+\sstyle=/);
    expect(text).not.toMatch(/<[^>]+\son[a-z]+=/);
  });

  it('escapes what people wrote, in markup and in the data block', async () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)>"\'\u2028';
    const read = house.source.reads.get(TOKEN)!;
    house.source.reads.set('hostile', {
      ...read, token: 'hostile', title: hostile, author: hostile, blurb: hostile,
      theater: sampleTheater({ title: hostile, subtitle: hostile, titleLayout: 'card' }),
      cast: [{ character: hostile, role: 'character', voiceName: hostile, bust: null, face: null }],
      scenes: read.scenes.map((scene) => ({ ...scene, title: hostile, heading: hostile })),
      entries: read.entries.map((entry) => ({ ...entry, text: hostile, character: hostile, parenthetical: hostile })),
    });
    for (const path of [pagePaths.theater('hostile'), pagePaths.fullscreen('hostile'), pagePaths.audio('hostile')]) {
      const text = await (await get(path)).text();
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img src=x');
      expect(text.match(/<script/g)).toHaveLength(3);
      const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(text)?.[1] ?? '') as { title: string };
      expect(data.title).toBe(hostile);
    }
    expect(await (await get(pagePaths.captions('hostile'))).text()).not.toContain('<script>');
  });
});

describe('files of the pages', () => {
  it('are immutable under their hash and absent under another', async () => {
    const css = (await loadPageAssets()).url('pages.css');
    const response = await get(css, { headers: { 'accept-encoding': 'gzip' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).not.toContain('asset:');
    expect((await get(css.replace(/[0-9a-f]{16}/, '0'.repeat(16)))).status).toBe(404);
  });

  it('stay within their budgets', async () => {
    const assets = await loadPageAssets();
    const gzipped = (name: string): number => assets.at(assets.url(name))?.gzipped?.length ?? Number.NaN;
    expect(gzipped('player.js')).toBeLessThan(15_232);
    expect(gzipped('pages.css')).toBeLessThan(4_096);
    expect(gzipped('pages.css') + gzipped('player.css')).toBeLessThan(10_240);
    for (const path of [pagePaths.theater(TOKEN), pagePaths.fullscreen(TOKEN), pagePaths.audio(TOKEN), pagePaths.room(ROOM), '/']) {
      const page = await get(path, { headers: { 'accept-encoding': 'gzip' } });
      expect(page.headers.get('content-encoding')).toBe('gzip');
      expect(gzipSync(await page.text()).length).toBeLessThan(12_000);
    }
    const fonts = ['atkinson.woff2', 'fraunces-600.woff2', 'fraunces-400-italic.woff2'];
    expect(fonts.reduce((sum, name) => sum + (assets.at(assets.url(name))?.body.length ?? 0), 0)).toBeLessThan(80_000);
  });
});

describe('pictures', () => {
  const path = pagePaths.picture(TOKEN, 'scene-0.svg');

  it('are SVG without scripts, cached by the browser and revalidated by their tag', async () => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+/);
    expect(await response.text()).toMatch(/^<svg /);
    const tag = response.headers.get('etag')!;
    const again = await get(path, { headers: { 'if-none-match': tag } });
    expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('etag')]).toEqual([304, 0, tag]);
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await get(path, { method: 'HEAD' })).headers.get('etag')).toBe(tag);
  });

  it.each([pagePaths.picture(TOKEN, 'scene-x.svg'), pagePaths.picture(TOKEN, '../secret'), pagePaths.picture('nope', 'scene-0.svg')])(
    'are not there at %s', async (missing) => {
      const response = await get(missing);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'artifact_not_found' } });
      expect(response.headers.get('cache-control')).toBe('no-store');
    });
});

describe('the front door', () => {
  it('shows the health of the server and links to its parts', async () => {
    const up = await (await get('/')).text();
    expect(up).toContain('Everything is up');
    for (const href of ['/api/v1/openapi.json', 'http://127.0.0.1:8233', pagePaths.theater(TOKEN)]) expect(up).toContain(`href="${href}"`);
    house.source.health = { parts: [{ name: 'Database', status: 'ok' }, { name: 'Engine', status: 'down' }, { name: 'Voices', status: 'degraded' }] };
    const down = await (await get('/')).text();
    expect(down).toContain('A part of this server is down');
    expect(readConfig({ DEMO_READ_URL: 'https://read.example/share/table-read/x' }).demoReadUrl).toBe('https://read.example/share/table-read/x');
    expect(() => readConfig({ DEMO_READ_URL: 'javascript:alert(1)' })).toThrow('DEMO_READ_URL');
    expect(down).toMatch(/<div data-status="down"><dt>Engine<\/dt>\s*<dd>Down/);
  });

  it('answers 503 to a health check while the database does not answer, and still shows the page', async () => {
    expect((await get('/')).status).toBe(200);
    house.source.health = { parts: [{ name: 'Database', status: 'down' }], isOutOfService: true };
    const out = await get('/');
    expect([out.status, await out.text()]).toEqual([503, expect.stringContaining('<dt>Database</dt>')]);
    house.source.health = { parts: [{ name: 'Database', status: 'ok' }] };
  });
});

describe('captions', () => {
  it('are WebVTT with one cue per voiced line', async () => {
    const response = await get(pagePaths.captions(TOKEN));
    expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    const text = await response.text();
    expect(text.startsWith('WEBVTT\n\n0.1\n00:00:00.300 --> 00:00:0')).toBe(true);
    expect(text.match(/^\d+(?:\.1)?$/gm)).toHaveLength(SPOKEN.length);
    expect(Math.max(...text.split('\n').map((row) => row.replace(/<v [^>]+>|<\/v>|<[\d:.]+>|&lt;|&gt;|&amp;/g, '').length))).toBeLessThanOrEqual(84);
    expect(text).toContain('<v OKORO>The <00:00:0');
    const shown = text.replace(/<[\d:.]+>/g, '');
    expect(shown).toContain('<v OKORO>The last train is not late, madam. It is merely being careful.</v>');
    expect(shown).toContain('A stove, a bench, &lt;i&gt;no&lt;/i&gt; timetable &amp; one "window".');
  });
});

describe('live start', () => {
  const start = (body: string, type = 'application/json'): Promise<Response> =>
    get(pagePaths.startLive(), { method: 'POST', body, headers: { 'content-type': type } });

  it('opens a room', async () => {
    const response = await start(JSON.stringify({ token: 'live-token' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const room = await response.json() as { liveRoomUrl: string; eventsUrl: string; lineCount: number };
    expect(room.lineCount).toBe(SPOKEN.length);
    expect((await fetch(room.liveRoomUrl)).status).toBe(200);
  });

  it.each([['a closed link', '{"token":"nope"}', 404, 'artifact_not_found'], ['no token', '{}', 400, 'validation_failed'],
    ['an unknown field', '{"token":"live-token","room":1}', 400, 'validation_failed'], ['no JSON', 'token', 400, 'validation_failed'],
    ['a long body', JSON.stringify({ token: 'x'.repeat(9000) }), 400, 'validation_failed']])('refuses %s', async (_what, body, status, code) => {
    const response = await start(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, requestId: 'req_pages_test' } });
  });

  it('refuses a form of another site', async () => {
    expect((await start('token=live-token', 'application/x-www-form-urlencoded')).status).toBe(400);
  });
});

describe('the streams of rooms', () => {
  it('are bounded for an address, and each that ends makes room for another', async () => {
    const small = await openHouse({ heartbeatMs: 50, streams: new OpenStreams(0, { ofAddress: 2, ofAll: 10 }) });
    const leaving = [new AbortController(), new AbortController()];
    const open = (signal?: AbortSignal): Promise<Response> => fetch(small.url + pagePaths.roomEvents(ROOM), signal ? { signal } : {});
    const held = await Promise.all(leaving.map(({ signal }) => open(signal)));
    expect(held.map(({ status }) => status)).toEqual([200, 200]);
    for (const path of [pagePaths.roomEvents(ROOM), pagePaths.roomAudio(ROOM)]) {
      const refused = await fetch(small.url + path);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    }
    expect((await fetch(small.url + pagePaths.roomClock(ROOM))).status).toBe(200);
    leaving[0]!.abort();
    let again = await open(leaving[1]!.signal);
    while (again.status === 429) {
      await again.arrayBuffer();
      again = await open(leaving[1]!.signal);
    }
    expect(again.status).toBe(200);
    leaving[1]!.abort();
    await small.close();
  });

  it('are not counted for a listener who left before the stream began', async () => {
    const small = await openHouse({ heartbeatMs: 50, streams: new OpenStreams(0, { ofAddress: 1, ofAll: 10 }) });
    const { roomAudio } = small.source;
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => { asked = resolve; });
    small.source.roomAudio = async (token) => {
      asked();
      await sleep(200);
      return roomAudio.call(small.source, token);
    };
    const leaving = new AbortController();
    const stream = fetch(small.url + pagePaths.roomAudio(ROOM), { signal: leaving.signal }).catch(() => null);
    await isAsked;
    leaving.abort();
    await stream;
    await sleep(400);
    const next = new AbortController();
    expect((await fetch(small.url + pagePaths.roomEvents(ROOM), { signal: next.signal })).status).toBe(200);
    next.abort();
    await small.close();
  });
});

describe('an internal error', () => {
  it('shows a page with a reference and is logged', async () => {
    const response = await get(pagePaths.theater('broken-token'));
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Reference req_pages_test');
    expect(house.errors.splice(0).map(String)).toEqual(['Error: the store is away']);
  });

  it('closes the connection when a file fails half way, so that it does not pass for complete', async () => {
    const { Readable } = await import('node:stream');
    const bytes = fileOf(RECORDING, 'audio/mpeg');
    const { media } = house.source;
    house.source.media = () => Promise.resolve({
      ...bytes,
      open: () => Promise.resolve(Readable.from((async function* () {
        yield RECORDING.subarray(0, 1000);
        throw new Error('the disk is away');
      })())),
    });
    const outcome = await new Promise<string>((resolve) => {
      request(house.url + recording, (response) => {
        response.on('data', () => undefined).on('end', () => resolve('whole')).on('error', () => resolve('cut'));
      }).on('error', () => resolve('cut')).end();
    });
    house.source.media = media;
    expect(outcome).toBe('cut');
    expect(new Set(house.errors.splice(0).map(String))).toEqual(new Set(['Error: the disk is away']));
  });
});
