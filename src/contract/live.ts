import type { MediaFile } from './media.js';

/** Where a live room stands. `opening` has no audible line yet; `complete` has its whole performance. */
export type RoomStage = 'opening' | 'performing' | 'backoff' | 'complete' | 'failed';

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

/** Constant-rate frames: a frame's number gives both its first byte and its moment on the stream's own clock, exactly. */
export interface AudioFrames { byteSize: number; lengthMs: number }

/**
 * Audio of a room: still growing, heard from any whole frame on (one that is not there yet is waited for); or complete, and then
 * an ordinary file.
 */
export type RoomAudio = { frames: AudioFrames } & (
  | { complete: false; contentType: string; open(signal: AbortSignal, fromByte: number): AsyncIterable<Uint8Array> }
  | { complete: true; file: MediaFile });

/** What a live start answers. */
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
