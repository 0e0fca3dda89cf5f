/**
 * Types of the JSON data block of a page, which the server writes and `client/` parses. Types only, so that the client bundle
 * contains no server code.
 */

/** One entry; times are null until it is voiced. */
export interface ClientEntry {
  index: number;
  sceneIndex: number;
  kind: string;
  character: string | null;
  text: string;
  startMs: number | null;
  endMs: number | null;
}

/** `backdrop` is the place's drawing and what it shows, or null. */
export interface ClientScene { index: number; title: string; mood: string; backdrop: { url: string; alt: string } | null }

export interface ClientRoom {
  eventsUrl: string;
  clockUrl: string;
  audioUrl: string;
  audioFrameMs: number;
  stage: 'opening' | 'performing' | 'backoff' | 'complete' | 'failed';
  completedLines: number;
  totalLines: number;
  nextAttemptAt: string | null;
}

export interface PlayerData {
  /** Under which the visitor's place is remembered; null in a room, which has a clock of its own. */
  placeKey: string | null;
  title: string;
  author: string | null;
  durationMs: number | null;
  /** A raster for lock screens, which draw no SVG; null when there is none. */
  artworkUrl: string | null;
  /** The recording, or null: then the read is performed live. */
  audioUrl: string | null;
  /** How to open a live room, on a read without a recording. */
  startLive: { url: string; token: string; lineCount: number } | null;
  /** The room this page belongs to, on a room's own page. */
  room: ClientRoom | null;
  silenceUrl: string;
  /** The people on stage, in order; the narrator is not among them. */
  people: string[];
  narrators: string[];
  /** How long one background takes to become the next; 0 is a cut. */
  sceneChangeMs: number;
  scenes: ClientScene[];
  entries: ClientEntry[];
}

/** The answer that the waiting page polls. `reload` makes it load the page again, because the read can be played or the link has closed. */
export interface WaitingData {
  stateUrl: string;
  state: string;
  completedLines: number;
  totalLines: number;
  nextAttemptAt: string | null;
  /** Request that starts a failed read again. */
  startLive: { url: string; token: string } | null;
}
