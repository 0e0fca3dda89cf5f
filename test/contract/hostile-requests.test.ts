import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { models } from '../../src/kernel/contract/models.js';
import { tokenSigner } from '../../src/kernel/contract/tokens.js';
import { wordsOfPattern } from '../../src/kernel/http/requests/rejections.js';
import { mismatches } from '../../src/kernel/http/requests/validation.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

/** Sends bytes as they are, and reads what comes back until the server closes. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(stand.api.port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
    socket.on('data', (chunk) => { answer += chunk.toString('latin1'); });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('a request target that is no path', () => {
  it.each(['http://[', 'http://[::1', 'http://'])('%s is refused with the usual headers and error body', async (target) => {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nX-Request-Id: req_/i);
    expect(answer).toMatch(/\r\nRateLimit-Remaining: \d+/i);
    expect(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))).toMatchObject({ error: { code: 'validation_failed' } });
  });
});

describe('a body', () => {
  it.each([[0xe9], [0xff, 0xfe], [0xc3], [0xed, 0xa0, 0x80]])('with bytes that are not UTF-8 (%p) is refused, not altered', async (...bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"caf'), Buffer.from(bytes), Buffer.from(' noir"}')]);
    const response = await fetch(`${client.baseUrl}/story-projects`, {
      method: 'POST', body, headers: { authorization: `Bearer ${client.apiKey}`, 'idempotency-key': `bytes-${bytes.join('-')}` },
    });
    const { error } = await response.json() as { error: { code: string; message: string } };
    expect([response.status, error.code, error.message]).toEqual([400, 'validation_failed', 'the body is not UTF-8']);
  });

  it('in UTF-8 is accepted unchanged, whatever its Content-Type says, also with a byte order mark', async () => {
    for (const [type, mark] of [['application/json', ''], ['text/plain', ''], ['x', ''], ['multipart/form-data', ''], [undefined, '\uFEFF']] as const) {
      const response = await fetch(`${client.baseUrl}/story-projects`, {
        method: 'POST', body: Buffer.from(`${mark}{"name":"Über ☼ 船"}`),
        headers: { authorization: `Bearer ${client.apiKey}`, 'idempotency-key': `type-${type}`, ...(type ? { 'content-type': type } : {}) },
      });
      expect([response.status, (await response.json() as { project: { name: string } }).project.name]).toEqual([201, 'Über ☼ 船']);
    }
  });

  it('with more fields and items than any request has is refused before it is parsed; a long text is one of them', async () => {
    const { body: { project } } = await client.post('/story-projects', { name: 'Long' });
    const send = (metadata: string, content = 'A text.'): Promise<Answer> =>
      client.call('POST', `/story-projects/${project.id}/sources`, { rawBody: `{"type":"text","content":${JSON.stringify(content)},"metadata":{"list":[0${metadata}]}}` });
    const refused = await send(',0'.repeat(1_000_000));
    expect([refused.status, refused.body.error.message]).toEqual([400, 'the body has more than 1000000 fields and items']);
    expect((await send('', '“Yes,” she said, "no": {[\\]}. '.repeat(20_000))).status).toBe(201);
  });

  it.each(['1e400', '12345678901234567890', '-9007199254740993'])('with the number %s, which cannot be kept, is refused, not altered', async (number) => {
    const answer = await client.call('POST', '/story-projects', { rawBody: `{"name":"Counted","metadata":{"counts":[1.5,${number}]}}` });
    expect([answer.status, answer.body.error.details.field, answer.body.error.message]).toEqual([400, 'metadata.counts.1', expect.stringContaining('send it as a string')]);
  });

  it('is refused in words that name the field and what it needs, never with a pattern', async () => {
    const { body: { script } } = await client.post('/scripts', { title: 'S', content: 'INT. A - DAY\n\nADA\nYes.\n' });
    const refusals = [
      [await client.post('/story-projects', { name: '  ' }), 'name is blank; it needs a character that can be seen'],
      [await client.patch(`/scripts/${script.id}`, { slug: 'Two Words' }), 'slug must be small letters and digits, with single hyphens between them'],
    ] as const;
    for (const [answer, message] of refusals) expect([answer.status, answer.body.error.message]).toEqual([400, message]);
    const shown = (name: string, body: object) => mismatches(models().get(name)!, body).map(({ message }) => message);
    expect(shown('ArtifactPerformanceRequest', { character: 'ALL' })).toEqual(['the body needs at least one of speed, emotions']);
    expect(shown('ArtifactCastRequest', {})).toEqual(['the body needs at least one of entries, avatarStyle']);
  });

  it('has words for the pattern of every field', () => {
    const requests = [...models()].filter(([name]) => name.endsWith('Request')).map(([, schema]) => JSON.stringify(schema));
    const patterns = requests.flatMap((schema) => [...schema.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern]) => JSON.parse(pattern!) as string));
    expect([...new Set(patterns)].filter((pattern) => wordsOfPattern(pattern) === null)).toEqual([]);
  });

  it('of null is refused and changes nothing', async () => {
    const { body: { project } } = await client.post('/story-projects', { name: 'Kept' });
    for (const path of [`/story-projects/${project.id}`, `/story-projects/${project.id}/cast-canon`, `/story-projects/${project.id}/series-bible`]) {
      const answer = await client.call('PATCH', path, { rawBody: 'null' });
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 400, 'validation_failed']);
    }
    expect((await client.get(`/story-projects/${project.id}/cast-canon`)).body.castCanon.version).toBe(0);
  });
});

describe('a token', () => {
  const signer = tokenSigner(Buffer.alloc(32, 7));
  const token = signer.sign('share', 'art_1', new Date(Date.now() + 60_000));
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

  it('is accepted in exactly one spelling', () => {
    expect(signer.read('share', token)).toMatchObject({ subject: 'art_1' });
    const others = [...ALPHABET].map((letter) => `${token.slice(0, -1)}${letter}`).filter((other) => other !== token);
    for (const other of [...others, `${token}=`, `${token}!`, `${token} `, `${token}\u0000`, token.replace(/[-_]/g, (mark) => (mark === '-' ? '+' : '/')) + '=']) {
      expect([other, signer.read('share', other)]).toEqual([other, null]);
    }
  });
});
