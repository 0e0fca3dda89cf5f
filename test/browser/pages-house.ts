import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { loadPageAssets, type PageAssets } from '../../src/pages/assets.js';
import type { DocsContent } from '../../src/pages/docs/document.js';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import type { OpenStreams } from '../../src/pages/open-streams.js';
import { pagesRouter } from '../../src/pages/router.js';
import type { LiveEvent, LiveStart, RoomAudio, RoomClock } from '../../src/kernel/contract/live.js';
import type { DrawnPicture, MediaFile } from '../../src/kernel/storage/media-file.js';
import type { PageSource } from '../../src/pages/source.js';
import type { LandingHealth } from '../../src/pages/templates/landing.js';
import type { ReadPage, RoomPage } from '../../src/pages/view.js';
import { drawnPicture } from './pages-drawings.js';
import { FakeRoom } from './pages-room.js';
import {
  DURATION_MS, fileOf, FRAME_MS, liveRead, longRead, mixedRead, RECORDING, ROOM, sampleRead, silentMp3, SPOKEN, TIMED, TOKEN,
} from './pages-sample.js';

export { FakeRoom } from './pages-room.js';
export * from './pages-sample.js';

/** A source of pages in memory. Its tokens are the keys of `reads` and `rooms`; links with any other token are closed. */
export class FakeSource implements PageSource {
  readonly reads = new Map<string, ReadPage>([
    [TOKEN, sampleRead()],
    ['mixed-token', mixedRead('mixed-token')],
    ['live-token', liveRead('live-token')],
    ['long-token', longRead('long-token')],
    ['empty-token', sampleRead({ token: 'empty-token', state: 'empty', entries: [], scenes: [], cast: [], audioUrl: null, durationMs: null })],
    ['failed-token', sampleRead({ token: 'failed-token', state: 'failed', requestId: 'req_01kb2example' })],
    ['rendering-token', sampleRead({
      token: 'rendering-token', state: 'rendering', progress: { completedLines: 3, totalLines: 42, nextAttemptAt: null },
    })],
    ['backoff-token', sampleRead({
      token: 'backoff-token', state: 'backoff', progress: { completedLines: 23, totalLines: 42, nextAttemptAt: '2026-03-14T21:42:00.000Z' },
    })],
  ]);
  readonly rooms = new Map<string, FakeRoom>([[ROOM, new FakeRoom(ROOM)]]);
  /** The file with the separate parts (voices, music, effects) of `mixed-token`. */
  mixerFile = RECORDING;
  appUrl = '';
  health: LandingHealth = { parts: ['Database', 'Engine', 'Writer', 'Voices'].map((name) => ({ name, status: 'ok' })) };
  /** Time between two voiced lines in rooms that a live start opens, in milliseconds. */
  voiceEveryMs = 300;

  findReadByToken(token: string): Promise<ReadPage | null> {
    if (token === 'broken-token') return Promise.reject(new Error('the store is away'));
    return Promise.resolve(this.reads.get(token) ?? null);
  }

  roomByToken(roomToken: string): Promise<RoomPage | null> {
    const room = this.rooms.get(roomToken);
    if (!room) return Promise.resolve(null);
    const read = liveRead('live-token');
    const done = new Set(SPOKEN.slice(0, room.voiced).map((entry) => entry.index));
    return Promise.resolve({
      roomToken, stage: room.stage, progress: { completedLines: room.voiced, totalLines: SPOKEN.length, nextAttemptAt: room.nextAttemptAt },
      audioUrl: pagePaths.roomAudio(roomToken), eventsUrl: pagePaths.roomEvents(roomToken), clockUrl: pagePaths.roomClock(roomToken), audioFrameMs: FRAME_MS,
      read: {
        ...read, durationMs: room.stage === 'complete' ? DURATION_MS : null,
        entries: read.entries.map((entry, index) => (done.has(index) ? TIMED[index] ?? entry : entry)),
      },
    });
  }

  roomEvents(roomToken: string, lastEntryIndex: number | null, signal: AbortSignal): Promise<AsyncIterable<LiveEvent> | null> {
    return Promise.resolve(this.rooms.get(roomToken)?.events(lastEntryIndex, signal) ?? null);
  }

  roomAudio(roomToken: string): Promise<RoomAudio | null> {
    return Promise.resolve(this.rooms.get(roomToken)?.audio ?? null);
  }

  roomClock(roomToken: string, listenerId: string | null): Promise<RoomClock | null> {
    const room = this.rooms.get(roomToken);
    if (!room) return Promise.resolve(null);
    if (listenerId) room.present.add(listenerId);
    return Promise.resolve({ startedAt: room.startedAt?.toISOString() ?? null, now: new Date().toISOString(), listeners: room.present.size });
  }

  startLive(token: string): Promise<LiveStart | null> {
    if (!this.reads.has(token)) return Promise.resolve(null);
    const roomToken = `room-${this.rooms.size}`;
    const room = new FakeRoom(roomToken);
    this.rooms.set(roomToken, room);
    void room.voiceAll(this.voiceEveryMs);
    return Promise.resolve({
      roomId: `rom_${this.rooms.size}`, liveRoomUrl: `${this.appUrl}${pagePaths.room(roomToken)}`,
      // The public host, which differs from the host of this page.
      audioUrl: `https://read.example${pagePaths.roomAudio(roomToken)}`, eventsUrl: `https://read.example${pagePaths.roomEvents(roomToken)}`,
      clockUrl: `https://read.example${pagePaths.roomClock(roomToken)}`,
      transport: 'http-chunked', lineCount: SPOKEN.length, audioFrameMs: FRAME_MS, expiresAt: '2026-12-24T18:00:00.000Z',
    });
  }

  picture(token: string, name: string): Promise<DrawnPicture | null> {
    return this.reads.has(token) || this.rooms.has(token) ? drawnPicture(name) : Promise.resolve(null);
  }

  media(token: string, name: string): Promise<MediaFile | null> {
    if (name === 'mixer.m4a' && this.reads.get(token)?.mixer) return Promise.resolve(fileOf(this.mixerFile, 'audio/mp4'));
    const read = name === 'recording.mp3' ? this.reads.get(token) : undefined;
    if (!read) return Promise.resolve(null);
    const bytes = token === 'long-token' ? silentMp3(read.durationMs ?? 0) : RECORDING;
    return Promise.resolve(fileOf(bytes, 'audio/mpeg', 'Last Train — Aldermere.mp3'));
  }
}

/** `refuse` is the error for paths without a page. */
export interface House { url: string; source: FakeSource; errors: unknown[]; refuse: ApiError; close(): Promise<void> }

let assets: Promise<PageAssets> | null = null;

/** A Koa server with nothing but the pages, on a free port. */
export async function openHouse(options: { heartbeatMs?: number; docs?: () => DocsContent; streams?: OpenStreams } = {}): Promise<House> {
  assets ??= loadPageAssets();
  const source = new FakeSource();
  const errors: unknown[] = [];
  const app = new Koa();
  // Koa reports a visitor who hangs up; that is the visitor's right and no fault.
  app.on('error', (error: NodeJS.ErrnoException) => { if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') errors.push(error); });
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  source.appUrl = url;
  app.use(async (ctx, next) => {
    ctx.set('X-Request-Id', 'req_pages_test');
    ctx.set('X-Frame-Options', 'DENY');
    try {
      await next();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      ctx.status = error.status;
      ctx.body = { error: { code: error.code } };
    }
  });
  app.use(pagesRouter(source, {
    appUrl: url, assets: await assets, apiPath: '/api/v1', ...options,
    landing: { docs: '/docs', openapi: '/api/v1/openapi.json', health: null, temporalUi: 'http://127.0.0.1:8233', demoRead: pagePaths.theater(TOKEN) },
    health: () => Promise.resolve(source.health),
  }));
  app.use(() => { throw house.refuse; });
  server.on('request', app.callback());
  const house: House = {
    url, source, errors, refuse: new ApiError('not_found'),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return house;
}
