/** A request for a video to a service. */
export interface VideoRequest {
  /** Identifies the request. A service that supports such ids makes a single video, however often the request is sent. */
  requestId: string;
  /** The video in words. */
  prompt: string;
  /** A JPEG of the first picture, in the size of the video. */
  firstFrame: Buffer;
  /** Whole seconds. */
  seconds: number;
  widthPx: number;
  heightPx: number;
}

/**
 * The state of a video. A final failure would fail again, for example because the service refuses the words; other failures may pass. `progress` is from 0 to
 * 1.
 */
export type VideoState = { status: 'waiting'; progress: number } | { status: 'done' } | { status: 'failed'; reason: string; isFinal: boolean; /** What the service calls it; missing where it has no name. */ code?: string };

/**
 * A service that makes videos. A video takes minutes and costs money once it is started. `start` returns a ticket; every later call uses it to poll. All
 * methods throw `ProviderBackoff` when the service wants a pause and `ProviderFailure` when there is no answer.
 */
export interface VideoService {
  /** The service's name in records. */
  name: string;
  embedded: false;
  /** How long a video may take from its start on, in milliseconds. */
  timeoutMs: number;
  start(request: VideoRequest, signal: AbortSignal): Promise<string>;
  poll(ticket: string, signal: AbortSignal): Promise<VideoState>;
  /** Writes the finished video into a file. The file is not trusted: see `ownVideo`. */
  fetch(ticket: string, path: string, signal: AbortSignal): Promise<void>;
  /** Cancels a video that is no longer needed. */
  cancel(ticket: string): Promise<void>;
}

/** The engine that draws videos itself, without a service. */
export interface DrawnVideos { name: string; embedded: true }

export type VideoEngine = VideoService | DrawnVideos;

/** Name of drawn videos in records. */
export const EMBEDDED_VIDEOS = 'embedded';
