/** A video that is asked of a service. */
export interface VideoRequest {
  /** Names the request. A service that knows it makes one video, however often it is asked. */
  requestId: string;
  /** The video in words. */
  prompt: string;
  /** JPEG of its first picture, in its size. */
  firstFrame: Buffer;
  /** Whole seconds. */
  seconds: number;
  widthPx: number;
  heightPx: number;
}

/** How far a video is. What failed finally fails again, such as words that the service refuses; other failures may pass. `progress` is from 0 to 1. */
export type VideoState = { status: 'waiting'; progress: number } | { status: 'done' } | { status: 'failed'; reason: string; isFinal: boolean; /** What the service calls it; missing where it has no name. */ code?: string };

/**
 * A service that makes videos. A video takes minutes and costs when it is begun: `start` answers a ticket, which whoever asks again polls with. All methods
 * throw `ProviderBackoff` when the service wants a pause and `ProviderFailure` when there is no answer.
 */
export interface VideoService {
  /** Name in records. */
  name: string;
  embedded: false;
  /** How long a video may take from its start on, in milliseconds. */
  timeoutMs: number;
  start(request: VideoRequest, signal: AbortSignal): Promise<string>;
  poll(ticket: string, signal: AbortSignal): Promise<VideoState>;
  /** Writes the finished video into a file. It is a stranger's file: see `ownVideo`. */
  fetch(ticket: string, path: string, signal: AbortSignal): Promise<void>;
  /** Gives up a video that nobody waits for any more. */
  cancel(ticket: string): Promise<void>;
}

/** Videos are drawn here. */
export interface DrawnVideos { name: string; embedded: true }

export type VideoEngine = VideoService | DrawnVideos;

/** Name of drawn videos in records. */
export const EMBEDDED_VIDEOS = 'embedded';
