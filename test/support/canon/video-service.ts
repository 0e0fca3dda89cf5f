import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpegForTests } from '../ffmpeg.js';
import { sendJson } from './image-service.js';

/** A request for a video: the fields of its form, and its first picture. */
export interface AskedVideo { id: string; fields: Record<string, string>; firstFrame: Buffer; key: string }

/** A test server on this machine that answers `POST /videos`. Each video is complete at the second poll. */
export interface VideoService {
  url: string;
  asked: AskedVideo[];
  polled: string[];
  cancelled: string[];
  /** May answer a poll in place of the service; returns false to let the service answer. */
  onPoll: (id: string, response: ServerResponse) => boolean;
  /** May answer a request for a video in place of the service; returns false to let the service answer. */
  onCreate: (response: ServerResponse) => boolean;
  /** The bytes of a video of so many seconds. */
  content: (seconds: number) => Promise<Buffer>;
  close(): void;
}

/** A test picture that moves, as an MP4 of another size and rate than ours, with a tone that nobody asked for. */
export async function testVideo(seconds: number): Promise<Buffer> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'video-service-')), 'video.mp4');
  await (await ffmpegForTests()).run(['-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc=size=640x480:rate=30:duration=${seconds}`, '-f', 'lavfi', '-i', `sine=frequency=900:duration=${seconds}`,
    '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-f', 'mp4', file]);
  return readFile(file);
}

async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': request.headers['content-type']! } }).formData();
}

export async function openVideoService(): Promise<VideoService> {
  const service: VideoService = {
    url: '', asked: [], polled: [], cancelled: [], onPoll: () => false, onCreate: () => false, content: testVideo, close: () => { server.close(); server.closeAllConnections(); },
  };
  const create = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await formOf(request);
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<string, string>;
    const id = `video_${service.asked.length + 1}`;
    service.asked.push({ id, fields, firstFrame: Buffer.from(await (form.get('input_reference') as Blob).arrayBuffer()), key: String(request.headers['idempotency-key']) });
    if (!service.onCreate(response)) sendJson(response, 200, { id, object: 'video', status: 'queued' });
  };
  const server = createServer((request, response) => {
    const [, id = '', content] = /^\/v1\/videos\/([\w-]+)(\/content)?$/.exec(request.url!) ?? [];
    const asked = service.asked.find((one) => one.id === id);
    if (request.method === 'POST') void create(request, response);
    else if (!asked) sendJson(response, 404, { error: { message: 'no such video' } });
    else if (request.method === 'DELETE') {
      service.cancelled.push(id);
      sendJson(response, 200, { id, deleted: true });
    } else if (content) {
      void service.content(Number(asked.fields['seconds'])).then((bytes) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(bytes));
    } else {
      service.polled.push(id);
      if (service.onPoll(id, response)) return;
      const looks = service.polled.filter((one) => one === id).length;
      sendJson(response, 200, looks > 1 ? { id, status: 'completed', progress: 100 } : { id, status: 'in_progress', progress: 40 });
    }
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
