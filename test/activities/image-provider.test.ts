import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { fingerprintOf, likenessDistance, MIN_LIKENESS_DISTANCE } from '../../src/craft/images/engines/likeness.js';
import { createOpenAiImages } from '../../src/craft/images/engines/openai-images.js';
import { castLooks } from '../../src/craft/images/person/cast.js';
import { drawFace } from '../../src/craft/images/person/portrait.js';
import type { ImageEngine, ImageRequest } from '../../src/craft/images/port.js';
import { smallPng } from '../../src/craft/images/raster.js';
import { openImageService, sendJson, type ImageService } from '../support/canon/image-service.js';
import { ffmpegForTests } from '../support/ffmpeg.js';

let service: ImageService;

const [one, other] = castLooks('faces', [{ name: 'One', description: 'a man of 60 with a white beard' }, { name: 'Other', description: 'a girl of 9 with red hair' }]);
const picture = smallPng(drawFace(one!), 300);

beforeAll(async () => {
  service = await openImageService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.asked = [];
  service.answer = (_body, response) => sendJson(response, 200, { data: [{ b64_json: picture.toString('base64') }] });
});

const engine = (timeoutMs = 5_000): ImageEngine =>
  createOpenAiImages(ffmpegForTests, { baseUrl: `${service.url}/v1`, apiKey: 'secret', model: 'painter', timeoutMs, allowHosts: [] });

const WANTED: ImageRequest = { purpose: 'face', prompt: 'A keeper', seed: 'seed:1', aspect: '2:3', widthPx: 240, format: 'webp' };

describe('images of a service', () => {
  it('are asked for in words, and come out in the wanted shape, size and format', async () => {
    let authorization: string | undefined;
    service.answer = (_body, response, request) => {
      authorization = request.headers.authorization;
      sendJson(response, 200, { data: [{ b64_json: picture.toString('base64') }] });
    };
    const made = await engine().make(WANTED);
    expect(service.asked).toEqual([{ model: 'painter', prompt: 'A keeper', n: 1, seed: expect.any(Number), response_format: 'b64_json', size: '1024x1536' }]);
    expect(authorization).toBe('Bearer secret');
    expect(made).toMatchObject({ mime: 'image/webp', widthPx: 240, heightPx: 360, provider: 'openai', prompt: 'A keeper', seed: 'seed:1' });
    expect(made.bytes.toString('latin1', 8, 12)).toBe('WEBP');
    for (const [format, magic] of [['png', '89504e47'], ['jpeg', 'ffd8ffe0']] as const) {
      expect((await engine().make({ ...WANTED, format })).bytes.subarray(0, 4).toString('hex')).toBe(magic);
    }
    expect((await engine().make(WANTED)).bytes.equals(made.bytes)).toBe(true);
  });

  it('may come as an address, of the service itself or a public one', async () => {
    service.answer = (_body, response) => sendJson(response, 200, { data: [{ url: `${service.url}/made.png` }] });
    expect((await engine().make(WANTED)).bytes.byteLength).toBeGreaterThan(500);
    service.answer = (_body, response) => sendJson(response, 200, { data: [{ url: 'http://10.0.0.7/made.png' }] });
    await expect(engine().make(WANTED)).rejects.toThrow('the image could not be fetched');
  });

  it('are requested again without the parameters that a service refuses, which later requests omit at once', async () => {
    service.answer = (body, response) => {
      const part = ['seed', 'response_format'].find((name) => name in body);
      if (part) sendJson(response, 400, { error: { message: `Unknown parameter: '${part}'.` } });
      else sendJson(response, 200, { data: [{ b64_json: picture.toString('base64') }] });
    };
    const images = engine();
    await images.make(WANTED);
    expect(service.asked).toHaveLength(3);
    await images.make(WANTED);
    expect([service.asked.length, Object.keys(service.asked[3]!).sort()]).toEqual([4, ['model', 'n', 'prompt', 'size']]);
  });

  it('wait as long as the service asks, and fail for good only when asking again is of no use', async () => {
    service.answer = (_body, response) => sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' });
    await expect(engine().make(WANTED)).rejects.toMatchObject({ name: 'ProviderBackoff', retryAfterMs: 7_000 } satisfies Partial<ProviderBackoff>);
    service.answer = (_body, response) => sendJson(response, 503, {});
    await expect(engine().make(WANTED)).rejects.toBeInstanceOf(ProviderBackoff);
    service.answer = (_body, response) => sendJson(response, 500, {});
    await expect(engine().make(WANTED)).rejects.toMatchObject({ name: 'ProviderFailure', retryable: true } satisfies Partial<ProviderFailure>);
    service.answer = (_body, response) => sendJson(response, 400, { error: { message: 'the words are not allowed' } });
    await expect(engine().make(WANTED)).rejects.toMatchObject({ retryable: false, message: 'openai: answered 400: the words are not allowed' });
  });

  it('are refused when they are no pictures, whatever they are called, or do not come in time', async () => {
    for (const bytes of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('GIF89a, and more than sixteen bytes'), picture.subarray(0, 60)]) {
      service.answer = (_body, response) => sendJson(response, 200, { data: [{ b64_json: bytes.toString('base64') }] });
      await expect(engine().make(WANTED)).rejects.toBeInstanceOf(ProviderFailure);
    }
    service.answer = (_body, response) => sendJson(response, 200, { data: [] });
    await expect(engine().make(WANTED)).rejects.toThrow('the answer has no image');
    service.answer = () => undefined;
    await expect(engine(200).make(WANTED)).rejects.toThrow('no image in 200 ms');
    const stop = new AbortController();
    const stopped = engine().make(WANTED, stop.signal);
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
  });
});

describe('the fingerprint of a portrait', () => {
  it('is nearly the same for the same picture in another size and format, and far away for another person', async () => {
    const ffmpeg = await ffmpegForTests();
    const made = await engine().make({ ...WANTED, aspect: '1:1', widthPx: 200, format: 'jpeg' });
    const pictures = [picture, made.bytes, smallPng(drawFace(other!), 300)];
    const [first, again, stranger] = await Promise.all(pictures.map((bytes) => fingerprintOf(ffmpeg, bytes))) as [string, string, string];
    expect(likenessDistance(first, again)).toBeLessThan(MIN_LIKENESS_DISTANCE);
    expect(likenessDistance(first, stranger)).toBeGreaterThan(2 * MIN_LIKENESS_DISTANCE);
  });
});
