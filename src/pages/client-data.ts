/**
 * Types of the JSON data block of a page, which the server writes and `client/` parses. Types only, so that the client bundle
 * contains no server code.
 */

import type { CanvasPlace } from '../craft/stage/canvas-places.js';
import type { CameraStep } from '../craft/stage/camera-course.js';

/** One entry; times are null until it is voiced. */
export interface ClientEntry {
  index: number;
  sceneIndex: number;
  kind: string;
  character: string | null;
  text: string;
  startMs: number | null;
  endMs: number | null;
  /** The words with their times (`wordClock`); absent when the times are not known. */
  words?: number[];
  /**
   * The people present, who may include the speaker; absent when none are known. With `isWhole` the list is complete, so that a speaker who is missing from
   * it is elsewhere.
   */
  present?: readonly string[];
  isWhole?: true;
}

/** Spoken credits before the first line or after the last one, which nobody on stage speaks. */
export interface ClientCredit { text: string; startMs: number; endMs: number }

/** The place to which the people of a scene move, from this entry on. */
export interface ClientStop { sceneIndex: number; entryIndex: number; backdrop: { url: string; alt: string } }

/** The people who look different than at first, from this entry until the next dress of the scene. `busts` are by cue. */
export interface ClientDress { sceneIndex: number; entryIndex: number; busts: Readonly<Record<string, { url: string; alt: string }>> }

/** `backdrop` is the drawing of the place with its description, or null. `changeMs` is the duration of the change to it; 0 is a cut. */
export interface ClientScene {
  index: number; title: string; mood: string; backdrop: { url: string; alt: string } | null; changeMs: number;
  /** The words that are shown while the scene opens, empty for none, and the way in which they appear. */
  summary: string; reveal: string;
}

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

/** The parts of a recording whose level a listener can set. */
export type MixerPart = 'voices' | 'music' | 'effects' | 'beds';

/** What moves on the stage beside people and backdrops; `client/staging.ts` plays it, with a module in `client/staging/` for each field. */
export interface StagingData { clips?: ClientClip[]; motions?: ClientMotion[]; canvas?: ClientBeat[]; weather?: ClientWeather[] }

/** A film that is shown instead of the backdrop of a scene, from an entry on. */
export interface ClientClip { sceneIndex: number; fromEntry: number; url: string }

/** When something on the stage begins and ends. It begins with its entry. When `durationMs` is null, it ends with the entry; it always ends with the scene. */
export interface ClientSpan { sceneIndex: number; entryIndex: number; durationMs: number | null }

/** A move of the camera, with words that are shown during it. `isBehind` moves only the backdrop, not the people. */
export interface ClientMotion extends ClientSpan { steps: readonly CameraStep[]; isBehind: boolean; caption: string | null }

/** Words, or a picture, that the stage shows. */
export interface ClientBeat extends ClientSpan { text: string | null; picture: { url: string; alt: string } | null; place: CanvasPlace; reveal: string }

/** Something that comes over the stage while some entries are heard. */
export interface ClientWeather {
  sceneIndex: number;
  effect: string;
  /** 0 for light, 1 for standard, 2 for strong. */
  level: 0 | 1 | 2;
  fromEntry: number;
  untilEntry: number;
  /** Time from the beginning of its first entry to its end; null when it ends with its last entry. */
  durationMs: number | null;
  /** The colour that covers the picture, with its opacity; null for none. */
  wash: { colour: string; opacity: number } | null;
  /** The colour of the moving parts; empty when nothing moves. */
  colour: string;
}

export interface PlayerData {
  /** The key under which the visitor's position is remembered; null in a room, which has its own clock. */
  placeKey: string | null;
  title: string;
  author: string | null;
  durationMs: number | null;
  /** A raster for lock screens, which draw no SVG; null when there is none. */
  artworkUrl: string | null;
  /** The recording; null when the read is performed live. */
  audioUrl: string | null;
  /** The file with the parts of the recording in separate channels, and the parts that it has; null when the recording has only voices. */
  mixer: { url: string; parts: readonly MixerPart[] } | null;
  /** How to open a live room, on a read without a recording. */
  startLive: { url: string; token: string; lineCount: number } | null;
  /** The room this page belongs to, on a room's own page. */
  room: ClientRoom | null;
  silenceUrl: string;
  /** The people on stage, in order; the narrator is not among them. */
  people: string[];
  narrators: string[];
  scenes: ClientScene[];
  /** In the order of their entries. */
  stops: ClientStop[];
  dress: ClientDress[];
  entries: ClientEntry[];
  /** In the order in which they are heard; empty until their times are known, and for a part. */
  credits: ClientCredit[];
  /** Null when the read has no staging, and on pages without a stage. */
  staging: StagingData | null;
}

/** The data of an episode's page: for each line of its transcript, the words with their times (`wordClock`); null when the times are not known. */
export interface EpisodeData { words: (number[] | null)[] }

/** The data of a pitch deck's share page: the times of its chapters, and the address that counts what was watched. */
export interface DeckData { watchedUrl: string; chapters: readonly { startMs: number; endMs: number }[] }

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
