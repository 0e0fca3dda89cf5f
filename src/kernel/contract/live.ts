import type { MediaFile } from '../storage/media-file.js';

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
  /**
   * Four numbers for each word of the printed text: the characters since the end of the previous word, the characters of the word, the milliseconds since the
   * end of the previous word (for the first word, since `startMs`), and the milliseconds of the word. Absent when the times are not known.
   */
  words?: number[];
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

/** Facts that all listeners of a room share: the moment of the audio that is heard now, and the number of listeners. */
export interface RoomClock {
  /**
   * When the audio is, or was, at 0 ms; null before the first line is voiced. A line that is voiced too late moves this time on, so that `now - startedAt` is
   * never ahead of the audible part for long. The room is over when the difference exceeds the length of the read.
   */
  startedAt: string | null;
  /** The time of the server when it answered. */
  now: string;
  listeners: number;
}

/** The answer of a live start. */
export interface LiveStart {
  roomId: string;
  /** Absolute URLs of the page, the audio, the events and the clock of the room. */
  liveRoomUrl: string;
  audioUrl: string;
  eventsUrl: string;
  /** Answers `RoomClock` as JSON; `?listener=<id>` counts the caller as a listener for some seconds. The caller chooses the id. */
  clockUrl: string;
  transport: 'hls' | 'http-chunked';
  lineCount: number;
  /** `audioUrl?from=<ms>` starts at a multiple of this, in ms; see `RoomAudio`. */
  audioFrameMs: number;
  expiresAt: string;
}
