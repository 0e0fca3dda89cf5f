import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderBackoff, ProviderFailure } from '../../src/adapters/failures.js';
import { fingerprintOf, likenessDistance, MIN_LIKENESS_DISTANCE } from '../../src/adapters/images/engines/likeness.js';
import { createOpenAiImages } from '../../src/adapters/images/engines/openai-images.js';
import { castLooks } from '../../src/adapters/images/person/cast.js';
import { drawFace } from '../../src/adapters/images/person/portrait.js';
import type { ImageEngine, ImageRequest } from '../../src/adapters/images/port.js';
import { smallPng } from '../../src/adapters/images/raster.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

type Handler = (body: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let base: string;
let answer: Handler;
let asked: Record<string, unknown>[] = [];

const [one, other] = castLooks('faces', [{ name: 'One', description: 'a man of 60 with a white beard' }, { name: 'Other', description: 'a girl of 9 with red hair' }]);
const picture = smallPng(drawFace(one!), 300);

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      asked.push(body);
      answer(body, response, request);
    });
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => { server.close(); });
beforeEach(() => {
  asked = [];
  answer = (_body, response) => sendJson(response, 200, { data: [{ b64_json: picture.toString('base64') }] });
});

const sendJson = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const engine = (timeoutMs = 5_000): ImageEngine =>
  createOpenAiImages(ffmpegForTests, { baseUrl: `${base}/v1`, apiKey: 'secret', model: 'painter', timeoutMs, allowHosts: [] });

const WANTED: ImageRequest = { purpose: 'face', prompt: 'A keeper', seed: 'seed:1', aspect: '2:3', widthPx: 240, format: 'webp' };

describe('images of a service', () => {
  it('are asked for in words, and come out in the wanted shape, size and format', async () => {
    let authorization: string | undefined;
    answer = (_body, response, request) => {
      authorization = request.headers.authorization;
      sendJson(response, 200, { data: [{ b64_json: picture.toString('base64') }] });
    };
    const made = await engine().make(WANTED);
    expect(asked).toEqual([{ model: 'painter', prompt: 'A keeper', n: 1, seed: expect.any(Number), response_format: 'b64_json', size: '1024x1536' }]);
    expect(authorization).toBe('Bearer secret');
    expect(made).toMatchObject({ mime: 'image/webp', widthPx: 240, heightPx: 360, provider: 'openai', prompt: 'A keeper', seed: 'seed:1' });
    expect(made.bytes.toString('latin1', 8, 12)).toBe('WEBP');
    for (const [format, magic] of [['png', '89504e47'], ['jpeg', 'ffd8ffe0']] as const) {
      expect((await engine().make({ ...WANTED, format })).bytes.subarray(0, 4).toString('hex')).toBe(magic);
    }
    expect((await engine().make(WANTED)).bytes.equals(made.bytes)).toBe(true);
  });

  it('may come as an address, of the service itself or a public one', async () => {
    answer = (_body, response) => sendJson(response, 200, { data: [{ url: `${base}/made.png` }] });
    expect((await engine().make(WANTED)).bytes.byteLength).toBeGreaterThan(500);
    answer = (_body, response) => sendJson(response, 200, { data: [{ url: 'http://10.0.0.7/made.png' }] });
    await expect(engine().make(WANTED)).rejects.toThrow('the image could not be fetched');
  });

  it('are asked for again without the parts that a service refuses, and later ones without them from the start', async () => {
    answer = (body, response) => {
      const part = ['seed', 'response_format'].find((name) => name in body);
      if (part) sendJson(response, 400, { error: { message: `Unknown parameter: '${part}'.` } });
      else sendJson(response, 200, { data: [{ b64_json: picture.toString('base64') }] });
    };
    const images = engine();
    await images.make(WANTED);
    expect(asked).toHaveLength(3);
    await images.make(WANTED);
    expect([asked.length, Object.keys(asked[3]!).sort()]).toEqual([4, ['model', 'n', 'prompt', 'size']]);
  });

  it('wait as long as the service asks, and fail for good only when asking again is of no use', async () => {
    answer = (_body, response) => sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' });
    await expect(engine().make(WANTED)).rejects.toMatchObject({ name: 'ProviderBackoff', retryAfterMs: 7_000 } satisfies Partial<ProviderBackoff>);
    answer = (_body, response) => sendJson(response, 503, {});
    await expect(engine().make(WANTED)).rejects.toBeInstanceOf(ProviderBackoff);
    answer = (_body, response) => sendJson(response, 500, {});
    await expect(engine().make(WANTED)).rejects.toMatchObject({ name: 'ProviderFailure', retryable: true } satisfies Partial<ProviderFailure>);
    answer = (_body, response) => sendJson(response, 400, { error: { message: 'the words are not allowed' } });
    await expect(engine().make(WANTED)).rejects.toMatchObject({ retryable: false, message: 'openai: answered 400: the words are not allowed' });
  });

  it('are refused when they are no pictures, whatever they are called, or do not come in time', async () => {
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('GIF89a, and more than sixteen bytes'), picture.subarray(0, 60)]) {
      answer = (_body, response) => sendJson(response, 200, { data: [{ b64_json: bytes.toString('base64') }] });
      await expect(engine().make(WANTED)).rejects.toBeInstanceOf(ProviderFailure);
    }
    answer = (_body, response) => sendJson(response, 200, { data: [] });
    await expect(engine().make(WANTED)).rejects.toThrow('the answer has no image');
    answer = () => undefined;
    await expect(engine(200).make(WANTED)).rejects.toThrow('no image in 200 ms');
    const stop = new AbortController();
    const stopped = engine().make(WANTED, stop.signal);
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
  });
});

describe('the fingerprint of a portrait', () => {
  it('is nearly the same for the same picture in another size and format, and far for another person', async () => {
    const ffmpeg = await ffmpegForTests();
    const made = await engine().make({ ...WANTED, aspect: '1:1', widthPx: 200, format: 'jpeg' });
    const pictures = [picture, made.bytes, smallPng(drawFace(other!), 300)];
    const [first, again, stranger] = await Promise.all(pictures.map((bytes) => fingerprintOf(ffmpeg, bytes))) as [string, string, string];
    expect(likenessDistance(first, again)).toBeLessThan(MIN_LIKENESS_DISTANCE);
    expect(likenessDistance(first, stranger)).toBeGreaterThan(2 * MIN_LIKENESS_DISTANCE);
  });
});
