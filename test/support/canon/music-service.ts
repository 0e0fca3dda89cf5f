import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpegForTests } from '../ffmpeg.js';

/** A request for a piece. */
export interface AskedPiece { prompt: string; lengthMs: number; model: string; instrumental: boolean; key: string; authorization: string }

/** A service with `POST /music` on this machine. */
export interface TestMusicService {
  url: string;
  asked: AskedPiece[];
  /** May send the answer in place of the service; returns false to let the service answer. */
  onMake: (asked: AskedPiece, response: ServerResponse) => boolean;
  close(): void;
}

/** A tone of so many milliseconds as an MP3, far louder than music under voices; `hz` 0 is silence. */
export async function testPiece(lengthMs: number, hz = 1_500): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'music-service-'));
  const file = path.join(folder, 'piece.mp3');
  const source = hz === 0 ? 'anullsrc=r=44100:cl=stereo' : `sine=frequency=${hz}:sample_rate=44100,volume=8dB`;
  await (await ffmpegForTests()).run(['-loglevel', 'error', '-f', 'lavfi', '-i', source, '-t', String(lengthMs / 1_000), '-c:a', 'libmp3lame', '-b:a', '128k', file]);
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

const sendPiece = (response: ServerResponse, bytes: Buffer): void => { response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(bytes); };

async function askedOf(request: IncomingMessage): Promise<AskedPiece> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { prompt, music_length_ms: lengthMs, model_id: model, force_instrumental: instrumental } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const { authorization = '', 'idempotency-key': key } = request.headers;
  return { prompt, lengthMs, model, instrumental, key: String(key), authorization };
}

export async function openMusicService(): Promise<TestMusicService> {
  const service: TestMusicService = { url: '', asked: [], onMake: () => false, close: () => { server.close(); server.closeAllConnections(); } };
  const make = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await askedOf(request);
    service.asked.push(asked);
    // Each piece is another tone.
    if (!service.onMake(asked, response)) sendPiece(response, await testPiece(asked.lengthMs, 1_500 + 200 * service.asked.length));
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/v1/music') void make(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** Answers with these bytes, whatever was asked for. */
export const answering = (bytes: Buffer): TestMusicService['onMake'] => (_asked, response) => {
  sendPiece(response, bytes);
  return true;
};
