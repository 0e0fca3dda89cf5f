import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { retryAfterMs } from '../../src/craft/retry-after.js';
import { createOpenAiSpeech } from '../../src/craft/speech/openai-speech.js';
import { pcmBytes } from '../../src/craft/speech/line-cache.js';
import type { SpeechEngine, SpeechRequest } from '../../src/craft/speech/port.js';
import { openSpeech } from '../../src/craft/speech/index.js';
import { readConfig } from '../../src/kernel/config/index.js';

type Script = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Something with the level and rhythm of speech: a buzz that swells and ebbs. */
function speechLike(milliseconds: number, rate = 24_000, level = 0.25): Int16Array {
  return Int16Array.from({ length: (milliseconds * rate) / 1000 }, (_, index) => {
    const time = index / rate;
    const swell = 0.5 + 0.5 * Math.sin(2 * Math.PI * 4 * time);
    return Math.round(32767 * level * swell * Math.sin(2 * Math.PI * 150 * time));
  });
}

function wavOf(samples: Int16Array, rate: number, declaredBytes = samples.byteLength): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE((36 + declaredBytes) >>> 0, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(declaredBytes >>> 0, 40);
  return Buffer.concat([header, pcmBytes(samples)]);
}

describe('a speech service with the OpenAI interface', () => {
  const line: SpeechRequest = { text: 'Good evening, everyone.', voiceId: 'openai:nova', emotion: 'neutral', speed: 1, volume: 1 };
  let server: Server;
  let script: Script;
  let seen: { url: string; authorization: string | undefined; body: unknown }[];
  let engine: SpeechEngine;

  beforeEach(async () => {
    seen = [];
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => { body += text; }).on('end', () => {
        seen.push({ url: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(body) });
        script(request, response, body);
      });
    });
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
    engine = createOpenAiSpeech({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, apiKey: 'secret', model: 'tts-1',
      voices: ['nova', 'onyx'], timeoutMs: 600,
    });
  });
  afterEach(async () => {
    await engine.close();
    server.closeAllConnections();
    await new Promise((resolve) => { server.close(resolve); });
  });

  const sound = (bytes: Buffer, type = 'audio/pcm'): Script => (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(bytes);
  };
  const good = sound(pcmBytes(speechLike(1_600)));
  const answer = (status: number, headers: Record<string, string> = {}): Script => (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}');
  };

  it('sends what the interface asks for and takes the samples', async () => {
    script = good;
    const { samples, durationMs } = await engine.speak({ ...line, speed: 1.25 });
    expect(seen).toEqual([{
      url: '/v1/audio/speech', authorization: 'Bearer secret',
      body: { model: 'tts-1', voice: 'nova', input: line.text, response_format: 'pcm', speed: 1.25 },
    }]);
    expect(durationMs).toBe(1_600);
    expect(samples).toEqual(speechLike(1_600));
  });

  it('pads to whole milliseconds and applies the volume itself', async () => {
    script = sound(pcmBytes(speechLike(1_600).subarray(0, 38_390)));
    const { samples, durationMs } = await engine.speak({ ...line, volume: 0.5 });
    expect([samples.length, durationMs]).toEqual([38_400, 1_600]);
    expect(Math.max(...samples)).toBeLessThan(0.13 * 32767);
  });

  it('takes a WAV file from a server that ignores the format, whatever length its header says', async () => {
    script = sound(wavOf(speechLike(1_600), 24_000, 0xffffffff), 'audio/wav');
    expect((await engine.speak(line)).samples).toEqual(speechLike(1_600));
    script = sound(wavOf(speechLike(1_600, 16_000), 16_000), 'audio/wav');
    expect((await engine.speak(line)).durationMs).toBe(1_600);
  });

  it.each([429, 503])('waits as long as an answer %d asks', async (status) => {
    script = answer(status, { 'retry-after': '7' });
    await expect(engine.speak(line)).rejects.toMatchObject({ name: 'ProviderBackoff', provider: 'openai', retryAfterMs: 7_000 });
  });

  it.each([[500, true], [502, true], [400, false], [401, false], [404, false], [302, false]])(
    'answers %d with a failure, retryable %j', async (status, retryable) => {
      script = answer(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {});
      await expect(engine.speak(line)).rejects.toMatchObject({ name: 'ProviderFailure', retryable });
      expect(seen).toHaveLength(1);
    });

  it('gives up on a hanging answer, before and within the body', async () => {
    script = () => undefined;
    await expect(engine.speak(line)).rejects.toMatchObject({ name: 'ProviderFailure', retryable: true, message: /600 ms/ });
    script = (_, response) => { response.writeHead(200, { 'content-type': 'audio/pcm' }).write(Buffer.alloc(4_800)); };
    await expect(engine.speak(line)).rejects.toMatchObject({ name: 'ProviderFailure', retryable: true, message: /600 ms/ });
  });

  it('is stopped by its caller', async () => {
    script = () => undefined;
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('cancelled by the caller')), 50);
    await expect(engine.speak(line, abort.signal)).rejects.toThrow('cancelled by the caller');
  });

  const bad: [string, Script, RegExp][] = [
    ['a truncated answer', (_, response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm', 'content-length': '76800' }).write(Buffer.alloc(20_000));
      setTimeout(() => response.destroy(), 20);
    }, /connection failed/],
    ['half a sample', sound(pcmBytes(speechLike(1_600)).subarray(1)), /16-bit/],
    ['silence', sound(Buffer.alloc(76_800)), /silent/],
    ['nothing', sound(Buffer.alloc(0)), /empty/],
    ['a scrap of sound', sound(pcmBytes(speechLike(150))), /audible/],
    ['a minute for three words', sound(pcmBytes(speechLike(60_000))), /lasts 60/],
    ['text as samples', sound(Buffer.from('no such voice, try another one please. '.repeat(1_500))), /not sound|too loud/],
    ['noise', sound(Buffer.from(Uint8Array.from({ length: 76_800 }, (_, index) => (index * 7_919 + (index >> 3) * 104_729) & 255))), /too loud|not sound/],
    ['a clipped line', sound(pcmBytes(speechLike(1_600, 24_000, 1).map((value) => Math.max(-32768, Math.min(32767, value * 1.6))))), /clipped|too loud/],
    ['an MP3 file', sound(Buffer.concat([Buffer.from('ID3\u0003'), Buffer.alloc(40_000, 1)]), 'audio/mpeg'), /MP3/],
    ['a JSON error with status 200', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"busy"}');
    }, /not with sound/],
  ];
  it.each(bad)('rejects %s, to be tried again', async (_, behaviour, message) => {
    script = behaviour;
    await expect(engine.speak(line)).rejects.toMatchObject({ name: 'ProviderFailure', retryable: true, message });
  });

  it('stops reading an endless answer', async () => {
    script = (_, response) => {
      response.writeHead(200, { 'content-type': 'audio/pcm' });
      const more = (): void => { while (!response.destroyed && response.write(Buffer.alloc(1 << 20))); };
      response.on('drain', more);
      more();
    };
    const patient = createOpenAiSpeech({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: null, model: 'm', voices: ['nova'], timeoutMs: 10_000,
    });
    await expect(patient.speak(line)).rejects.toMatchObject({ name: 'ProviderFailure', retryable: false, message: /larger/ });
    expect(seen[0]?.authorization).toBeUndefined();
    await patient.close();
  });

  it('asks nothing for a line without words or a voice it does not have', async () => {
    script = good;
    expect((await engine.speak({ ...line, text: '…' })).durationMs).toBe(400);
    await expect(engine.speak({ ...line, voiceId: 'openai:echo' })).rejects.toMatchObject({ retryable: false });
    expect(seen).toEqual([]);
  });

  it('is available beside the embedded voices when it is configured', async () => {
    script = good;
    const config = readConfig({
      SPEECH_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, SPEECH_VOICES: 'nova, onyx', SPEECH_MODEL: 'tts-1', VOICES: 'stage',
    });
    const speech = await openSpeech(config);
    expect(speech.voices()).toHaveLength(18);
    expect(speech.engineFor('openai:onyx').name).toBe('openai');
    expect(speech.engineFor('stage-scot').embedded).toBe(true);
    expect((await speech.speak(line)).durationMs).toBe(1_600);
    expect(() => speech.engineFor('openai:nobody')).toThrow(/no voice/);
    await speech.close();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['7', 7_000], ['0', 1_000], ['86400', 900_000], ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000], ['soon', 5_000], [undefined, 5_000],
  ])('%j is %d ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
