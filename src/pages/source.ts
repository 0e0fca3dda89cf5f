import type { Readable } from 'node:stream';
import type { ReadPage, RoomPage, RoomStage } from './view.js';

/** A line has been voiced. Its audio lies at `[startMs, endMs)` of the room's audio. */
export interface LineEvent {
  type: 'line';
  entryIndex: number;
  sceneIndex: number;
  character: string | null;
  startMs: number;
  endMs: number;
}

export interface RoomStateEvent {
  type: 'state';
  stage: RoomStage;
  completedLines: number;
  totalLines: number;
  nextAttemptAt: string | null;
}

/** The performance is complete; nothing follows. */
export interface RoomEndEvent { type: 'end'; durationMs: number }

export type LiveEvent = LineEvent | RoomStateEvent | RoomEndEvent;

/** Inclusive byte offsets, as in HTTP Range. */
export interface ByteRange { start: number; end: number }

/** A finished file that may be read in part. `etag` is strong and quoted, e.g. `"<sha256>"`. */
export interface MediaFile {
  byteSize: number;
  etag: string;
  contentType: string;
  lastModified: Date;
  /** Suggested name when it is saved. */
  filename?: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** An SVG document; the same picture always has the same bytes and the same strong, quoted `etag`. */
export interface DrawnPicture { svg: string; etag: string }

/** Constant-rate frames: a frame's number gives both its first byte and its moment on the stream's own clock, exactly. */
export interface AudioFrames { byteSize: number; lengthMs: number }

/**
 * Audio of a room: still growing, heard from any whole frame on (one that is not there yet is waited for); or complete, and then
 * an ordinary file.
 */
export type RoomAudio = { frames: AudioFrames } & (
  | { complete: false; contentType: string; open(signal: AbortSignal, fromByte: number): AsyncIterable<Uint8Array> }
  | { complete: true; file: MediaFile });

/** What a live start answers (contract: silent parts, "Live room"). */
export interface LiveStart {
  roomId: string;
  /** Absolute URLs of the room's page, its audio and its events. */
  liveRoomUrl: string;
  audioUrl: string;
  eventsUrl: string;
  transport: 'hls' | 'http-chunked';
  lineCount: number;
  /** `audioUrl?from=<ms>` begins at this multiple; see `RoomAudio`. */
  audioFrameMs: number;
  expiresAt: string;
}

/**
 * Everything the pages ask of the domain. A token that is expired, unknown, revoked or malformed answers null from every method,
 * and a caller cannot tell which. Implementations must check the token on each call, and read the clock themselves.
 */
export interface PageSource {
  readByToken(token: string): Promise<ReadPage | null>;
  roomByToken(roomToken: string): Promise<RoomPage | null>;
  /**
   * Events of a room: one `line` per voiced line in order, starting after `lastEntryIndex` (null: from the first), then those
   * to come; `state` at the start and whenever it changes; `end` last, also when the room was complete before the call.
   * Ends early, without an error, when the signal fires.
   */
  roomEvents(roomToken: string, lastEntryIndex: number | null, signal: AbortSignal): Promise<AsyncIterable<LiveEvent> | null>;
  roomAudio(roomToken: string): Promise<RoomAudio | null>;
  /** Opens a room that plays from the first line. May throw a `ApiError`. */
  startLive(token: string): Promise<LiveStart | null>;
  /** A file of the read, by its public name such as `recording.mp3`; null also for a name that does not exist. */
  media(token: string, name: string): Promise<MediaFile | null>;
  /**
   * A drawn picture of the read behind a share or room token, by its public name (`scene-<index>.svg`, `bust-<seat>.svg`,
   * `face-<seat>.svg`, `cover.svg`; a seat is an index into `cast`); null also for a name that does not exist.
   */
  picture(token: string, name: string): Promise<DrawnPicture | null>;
}
