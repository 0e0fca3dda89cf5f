import type { MediaFile } from './media.js';

/** Stage of a live room. `opening`: no line can be heard yet; `complete`: all lines are performed. */
export type RoomStage = 'opening' | 'performing' | 'backoff' | 'complete' | 'failed';

/** A line has been voiced. Its audio is at `[startMs, endMs)` (half-open) of the room's audio. */
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

/** The performance is complete; the last event of a room. */
export interface RoomEndEvent { type: 'end'; durationMs: number }

export type LiveEvent = LineEvent | RoomStateEvent | RoomEndEvent;

/** Frames of constant size and length: a frame's number times these gives its first byte and its start time exactly. */
export interface AudioFrames { byteSize: number; lengthMs: number }

/**
 * Audio of a room. While it grows, it can be played from any frame, and a reader waits for a frame that does not exist yet. Once it is
 * complete it is an ordinary file.
 */
export type RoomAudio = { frames: AudioFrames } & (
  | { complete: false; contentType: string; open(signal: AbortSignal, fromByte: number): AsyncIterable<Uint8Array> }
  | { complete: true; file: MediaFile });

/** The answer of a live start. */
export interface LiveStart {
  roomId: string;
  /** Absolute URLs of the room's page, its audio and its events. */
  liveRoomUrl: string;
  audioUrl: string;
  eventsUrl: string;
  transport: 'hls' | 'http-chunked';
  lineCount: number;
  /** `audioUrl?from=<ms>` starts at a multiple of this, in ms; see `RoomAudio`. */
  audioFrameMs: number;
  expiresAt: string;
}
