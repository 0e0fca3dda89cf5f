import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Koa from 'koa';
import { loadPageAssets, type PageAssets } from '../../src/pages/assets.js';
import { pagePaths } from '../../src/pages/paths.js';
import type { LandingHealth } from '../../src/pages/templates/landing.js';
import { pagesRouter } from '../../src/pages/router.js';
import type { AudioFrames, DrawnPicture, LiveEvent, LiveStart, MediaFile, PageSource, RoomAudio } from '../../src/pages/source.js';
import { backdropOf, coverOf, drawnPicture, HEADINGS, PEOPLE, portrayed } from './pages-drawings.js';
import type { ReadCastMember, ReadEntry, ReadPage, ReadScene, RoomPage } from '../../src/pages/view.js';

/** A short play of the house: three scenes, a narrator, four people, one line longer than a caption. */
const LINES: readonly [scene: number, who: string | null, text: string, parenthetical?: string][] = [
  [0, 'NARRATOR', 'A provincial platform, rain just over. One lamp works. The clock has not moved since spring.'],
  [0, 'OKORO', 'The last train is not late, madam. It is merely being careful.'],
  [0, 'MARA', 'Careful of what?', 'not looking up'],
  [0, 'OKORO', 'Of arriving. It is the part trains find hardest.'],
  [0, 'TOBY', 'Is it true you can hear it in the rails before you can see it?'],
  [0, 'MRS. PELL', 'You can hear anything in the rails, child, if you are prepared to get your ear wet; I once heard a whole wedding.'],
  [0, null, 'CUT TO:'],
  [1, 'NARRATOR', 'The waiting room. A stove, a bench, <i>no</i> timetable & one "window".'],
  [1, 'TOBY', 'I hear… somebody singing.', 'kneeling'],
  [1, 'MARA', 'That is not the train.'],
  [1, 'MRS. PELL', 'Nobody on this platform has sung since nineteen seventy-one, and he was asked to stop.'],
  [2, 'OKORO', 'Nine-forty. Or as near to it as makes no difference to those of us who are staying.', 'a watch with no hands'],
  [2, 'MARA', 'You said there was a train. I gave you my ticket. I gave you my good umbrella.'],
  [2, 'OKORO', 'And there is. I never said it was for you.'],
];

const LEAD_MS = 300;
const GAP_MS = 250;
const lineMs = (text: string): number => 700 + text.length * 22;

export const TOKEN = 'open-token';
export const ROOM = 'open-room';
export const UPDATED = new Date('2026-03-14T09:26:53.589Z');

/** A frame of silence: MPEG-1 layer III, 96 kbit/s, 48 kHz, mono, as live reads are. Its side information is all zero. */
const FRAME = Buffer.alloc(288);
FRAME.set([0xff, 0xfb, 0x74, 0xc4]);
export const FRAME_MS = 24;
const FRAMES: AudioFrames = { byteSize: FRAME.length, lengthMs: FRAME_MS };

/** A playable MP3 of at least this length. */
export function silentMp3(durationMs: number): Buffer {
  return Buffer.concat(Array.from({ length: Math.ceil(durationMs / FRAME_MS) }, () => FRAME));
}

export function sampleEntries(timed: boolean): ReadEntry[] {
  let clockMs = LEAD_MS;
  return LINES.map(([sceneIndex, character, text, parenthetical], index): ReadEntry => {
    const kind = character === null ? 'transition' : character === 'NARRATOR' ? 'action' : 'dialogue';
    const startMs = clockMs;
    if (character !== null) clockMs += lineMs(text) + GAP_MS;
    const heard = timed && character !== null;
    return {
      index, sceneIndex, kind, character, parenthetical: parenthetical ?? null, text,
      startMs: heard ? startMs : null, endMs: heard ? startMs + lineMs(text) : null,
    };
  });
}

const TIMED = sampleEntries(true);
export const SPOKEN = TIMED.filter((entry) => entry.character !== null);
export const DURATION_MS = Math.max(...SPOKEN.map((entry) => entry.endMs ?? 0)) + 500;
export const RECORDING = silentMp3(DURATION_MS);

const SCENES: ReadScene[] = HEADINGS.map(([heading, title], index) => {
  const own = TIMED.filter((entry) => entry.sceneIndex === index);
  return { index, heading, title, firstEntry: own[0]?.index ?? 0, lastEntry: own[own.length - 1]?.index ?? 0, backdrop: backdropOf(index) };
});

const NARRATOR: ReadCastMember = { character: 'NARRATOR', role: 'narrator', voiceName: 'Ada', bust: null, face: null };
const CAST: ReadCastMember[] = [NARRATOR, ...[0, 1, 2, 3].map(portrayed)];

export function sampleRead(over: Partial<ReadPage> = {}): ReadPage {
  return {
    token: TOKEN, state: 'ready', progress: null, requestId: null, title: 'Last Train to Aldermere', author: 'by Ines Okafor-Lund',
    blurb: 'Four strangers, one lamp, and a train that is only careful.', language: 'en', mode: 'drama', scenes: SCENES, entries: TIMED,
    cast: CAST, cover: coverOf('Last Train to Aldermere'), durationMs: DURATION_MS, audioUrl: pagePaths.media(TOKEN, 'recording.mp3'), vttUrl: pagePaths.captions(TOKEN),
    startLiveUrl: pagePaths.startLive(), expiresAt: '2026-12-24T18:00:00.000Z', indexable: false, previewImageUrl: null, ...over,
  };
}

const LONG_LINE_MS = 500;
export const LONG_LINES = 1000;

/** A read of a thousand lines in twenty scenes with nine people, who all speak in every scene. */
export function longRead(token: string): ReadPage {
  const entries = Array.from({ length: LONG_LINES }, (_, index): ReadEntry => ({
    index, sceneIndex: Math.floor(index / 50), kind: 'dialogue', character: PEOPLE[(index * 4 + Math.floor(index / 7)) % PEOPLE.length]![0],
    parenthetical: index % 9 === 0 ? 'to nobody' : null, text: `${LINES[index % 6]![2]} That was line ${index + 1}.`,
    startMs: index * LONG_LINE_MS, endMs: (index + 1) * LONG_LINE_MS - 50,
  }));
  return sampleRead({
    token, title: 'A Long Night at Aldermere', entries, cast: [NARRATOR, ...PEOPLE.map((_, person) => portrayed(person))],
    scenes: Array.from({ length: 20 }, (_, index) => ({
      index, heading: HEADINGS[index % 3]![0], title: `Part ${index + 1}`, firstEntry: index * 50, lastEntry: index * 50 + 49, backdrop: backdropOf(index % 3),
    })),
    durationMs: LONG_LINES * LONG_LINE_MS, audioUrl: pagePaths.media(token, 'recording.mp3'),
  });
}

export function liveRead(token: string): ReadPage {
  return sampleRead({ token, audioUrl: null, vttUrl: null, durationMs: null, entries: sampleEntries(false) });
}

/** A performance in which each spoken line is a tone of its own, as 16-bit samples at 48 kHz, mono: 400 Hz, 500 Hz, … */
export function toneSamples(): Int16Array {
  const samples = new Int16Array(Math.ceil(DURATION_MS * 48));
  for (const [line, { startMs, endMs }] of SPOKEN.entries()) {
    for (let i = (startMs ?? 0) * 48; i < (endMs ?? 0) * 48; i++) samples[i] = 9000 * Math.sin((2 * Math.PI * toneHz(line) * i) / 48_000);
  }
  return samples;
}

export const toneHz = (line: number): number => 400 + 100 * line;

export function fileOf(bytes: Buffer, contentType: string, filename?: string): MediaFile {
  const range = (part?: { start: number; end: number }): Buffer => (part ? bytes.subarray(part.start, part.end + 1) : bytes);
  return {
    byteSize: bytes.length, etag: `"${createHash('sha256').update(bytes).digest('hex')}"`, contentType, lastModified: UPDATED,
    ...(filename ? { filename } : {}),
    open: (part) => Promise.resolve(Readable.from([range(part)], { objectMode: false })),
  };
}

/** A room whose lines are voiced one at a time, when the test says so or by the clock. */
export class FakeRoom {
  voiced = 0;
  stage: RoomPage['stage'] = 'opening';
  nextAttemptAt: string | null = null;
  listeners = 0;
  /** Marks with which event streams were opened. */
  readonly marks: (number | null)[] = [];
  /** Bytes from which its audio was asked for while it grew. */
  readonly starts: number[] = [];
  private changed: (() => void)[] = [];
  /** What is performed, in frames of `FRAME_MS`. */
  recording: Buffer = RECORDING;
  /** Counts the cuts of event streams. */
  private cut = 0;
  private audioCut = 0;

  constructor(readonly token: string) {}

  voice(lines = 1): void {
    this.voiced = Math.min(SPOKEN.length, this.voiced + lines);
    this.stage = this.voiced === SPOKEN.length ? 'complete' : 'performing';
    this.wake();
  }

  setStage(stage: RoomPage['stage'], nextAttemptAt: string | null = null): void {
    this.stage = stage;
    this.nextAttemptAt = nextAttemptAt;
    this.wake();
  }

  /** Ends every open event stream, as a proxy or a restart does. */
  cutEvents(): void {
    this.cut++;
    this.wake();
  }

  /** Breaks off every open sound, as when a proxy gives up. */
  cutAudio(): void {
    this.audioCut++;
    this.wake();
  }

  async voiceAll(everyMs: number): Promise<void> {
    while (this.voiced < SPOKEN.length) {
      this.voice();
      await pause(everyMs, undefined, { ref: false });
    }
  }

  private wake(): void {
    for (const resolve of this.changed.splice(0)) resolve();
  }

  private change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.changed.push(done);
      signal.addEventListener('abort', done);
    });
  }

  async *events(after: number | null, signal: AbortSignal): AsyncGenerator<LiveEvent> {
    this.marks.push(after);
    const { cut } = this;
    let next = after === null ? 0 : SPOKEN.filter((entry) => entry.index <= after).length;
    let said = '';
    while (!signal.aborted && this.cut === cut) {
      while (next < this.voiced) {
        const entry = SPOKEN[next++];
        if (!entry) break;
        yield {
          type: 'line', entryIndex: entry.index, sceneIndex: entry.sceneIndex, character: entry.character,
          startMs: entry.startMs ?? 0, endMs: entry.endMs ?? 0,
        };
      }
      const state = {
        type: 'state' as const, stage: this.stage, completedLines: this.voiced, totalLines: SPOKEN.length, nextAttemptAt: this.nextAttemptAt,
      };
      if (JSON.stringify(state) !== said) yield state;
      said = JSON.stringify(state);
      if (this.stage === 'complete') {
        yield { type: 'end', durationMs: DURATION_MS };
        return;
      }
      if (next >= this.voiced) await this.change(signal);
    }
  }

  get audio(): RoomAudio {
    if (this.stage === 'complete') return { complete: true, frames: FRAMES, file: fileOf(this.recording, 'audio/mpeg') };
    return { complete: false, frames: FRAMES, contentType: 'audio/mpeg', open: (signal, fromByte) => this.bytes(signal, fromByte) };
  }

  /** Whole frames up to the end of what is voiced, then those to come. */
  private async *bytes(signal: AbortSignal, fromByte: number): AsyncGenerator<Uint8Array> {
    this.listeners++;
    this.starts.push(fromByte);
    const { audioCut } = this;
    try {
      let sent = fromByte;
      while (!signal.aborted) {
        const endMs = this.voiced === SPOKEN.length ? DURATION_MS : (SPOKEN[this.voiced - 1]?.endMs ?? 0) + (this.voiced > 0 ? GAP_MS : 0);
        const end = Math.min(this.recording.length, Math.floor(endMs / FRAME_MS) * FRAME.length);
        if (this.audioCut !== audioCut) throw new Error('the connection is cut');
        if (end > sent) yield this.recording.subarray(sent, end);
        sent = Math.max(sent, end);
        if (this.stage === 'complete') return;
        if (this.stage === 'failed') return;
        await this.change(signal);
      }
    } finally {
      this.listeners--;
    }
  }
}

/** A domain in memory. Tokens: see `reads` and `rooms`; any other one has closed. */
export class FakeSource implements PageSource {
  readonly reads = new Map<string, ReadPage>([
    [TOKEN, sampleRead()],
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
  appUrl = '';
  health: LandingHealth = { parts: ['Database', 'Engine', 'Writer', 'Voices'].map((name) => ({ name, status: 'ok' })) };
  /** How fast rooms that are opened by a live start are voiced. */
  voiceEveryMs = 300;

  readByToken(token: string): Promise<ReadPage | null> {
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
      audioUrl: pagePaths.roomAudio(roomToken), eventsUrl: pagePaths.roomEvents(roomToken), audioFrameMs: FRAME_MS,
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

  startLive(token: string): Promise<LiveStart | null> {
    if (!this.reads.has(token)) return Promise.resolve(null);
    const roomToken = `room-${this.rooms.size}`;
    const room = new FakeRoom(roomToken);
    this.rooms.set(roomToken, room);
    void room.voiceAll(this.voiceEveryMs);
    return Promise.resolve({
      roomId: `rom_${this.rooms.size}`, liveRoomUrl: `${this.appUrl}${pagePaths.room(roomToken)}`,
      // The public host, which is not the one this page was reached by.
      audioUrl: `https://read.example${pagePaths.roomAudio(roomToken)}`, eventsUrl: `https://read.example${pagePaths.roomEvents(roomToken)}`,
      transport: 'http-chunked', lineCount: SPOKEN.length, audioFrameMs: FRAME_MS, expiresAt: '2026-12-24T18:00:00.000Z',
    });
  }

  picture(token: string, name: string): Promise<DrawnPicture | null> {
    return this.reads.has(token) || this.rooms.has(token) ? drawnPicture(name) : Promise.resolve(null);
  }

  media(token: string, name: string): Promise<MediaFile | null> {
    const read = name === 'recording.mp3' ? this.reads.get(token) : undefined;
    if (!read) return Promise.resolve(null);
    const bytes = token === 'long-token' ? silentMp3(read.durationMs ?? 0) : RECORDING;
    return Promise.resolve(fileOf(bytes, 'audio/mpeg', 'Last Train — Aldermere.mp3'));
  }
}

export interface House { url: string; source: FakeSource; errors: unknown[]; close(): Promise<void> }

let assets: Promise<PageAssets> | null = null;

/** A Koa server with nothing but the pages, on a free port. */
export async function openHouse(options: { heartbeatMs?: number } = {}): Promise<House> {
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
    await next();
  });
  app.use(pagesRouter(source, {
    appUrl: url, assets: await assets, ...options,
    landing: { docs: '/docs', openapi: '/api/v1/openapi.json', health: null, temporalUi: 'http://127.0.0.1:8233', demoRead: pagePaths.theater(TOKEN) },
    health: () => Promise.resolve(source.health),
  }));
  server.on('request', app.callback());
  return {
    url, source, errors,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
