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
   * Four numbers for each word of the printed text: characters since the end of the word before, its characters, milliseconds since the end of the
   * word before (of the first one, since `startMs`), its milliseconds. Absent where its times are not known.
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

/** What all listeners of a room share: which moment of its audio is heard now, and how many they are. */
export interface RoomClock {
  /**
   * When the audio is, or was, at 0 ms; null before the first line is voiced. A line that was voiced too late moves it on, so that
   * `now - startedAt` never passes what can be heard for long. Past the length of the read the room is over.
   */
  startedAt: string | null;
  /** The server's clock at the answer. */
  now: string;
  listeners: number;
}

/** The answer of a live start. */
export interface LiveStart {
  roomId: string;
  /** Absolute URLs of the room's page, its audio, its events and its clock. */
  liveRoomUrl: string;
  audioUrl: string;
  eventsUrl: string;
  /** Answers `RoomClock` as JSON; `?listener=<id>` counts the caller for some seconds, under an id of its own choice. */
  clockUrl: string;
  transport: 'hls' | 'http-chunked';
  lineCount: number;
  /** `audioUrl?from=<ms>` starts at a multiple of this, in ms; see `RoomAudio`. */
  audioFrameMs: number;
  expiresAt: string;
}
