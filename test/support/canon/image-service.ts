import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import { drawFace } from '../../../src/craft/images/person/portrait.js';
import { smallPng } from '../../../src/craft/images/raster.js';

export type ImageAnswer = (body: Record<string, unknown>, response: ServerResponse, request: IncomingMessage) => void;

/** A service with `POST /images/generations` on this machine. */
export interface ImageService {
  /** The base URL, without the version. */
  url: string;
  /** The bodies of the requests that it received. */
  asked: Record<string, unknown>[];
  answer: ImageAnswer;
  close(): void;
}

export function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A portrait of a person who follows from the seed. */
export const paintedFace = (seed: unknown): Buffer => smallPng(drawFace(castLooks(String(seed), [{ name: 'One', description: 'a man of 60 with a white beard' }])[0]!), 300);

/** Answers with a portrait that follows from the seed of the request. */
export const paints: ImageAnswer = ({ seed }, response) => sendJson(response, 200, { data: [{ b64_json: paintedFace(seed).toString('base64') }] });

/** Starts a service that paints until `answer` is changed; every GET answers a portrait. */
export async function openImageService(): Promise<ImageService> {
  const service: ImageService = { url: '', asked: [], answer: paints, close: () => server.close() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'image/png' }).end(paintedFace('fetched'));
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      service.asked.push(body);
      service.answer(body, response, request);
    });
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
