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
  /** The words with their times (`wordClock`); absent where these are not known. */
  words?: number[];
  /** Who is there meanwhile beside those who speak; absent for nobody. `isWhole`: these are all, and who speaks may be elsewhere. */
  present?: readonly string[];
  isWhole?: true;
}

/** Where people are from an entry on, within a scene. */
export interface ClientStop { sceneIndex: number; entryIndex: number; backdrop: { url: string; alt: string } }

/** Who looks other than at first from an entry on, until the next one of the scene: busts by cue. */
export interface ClientDress { sceneIndex: number; entryIndex: number; busts: Readonly<Record<string, { url: string; alt: string }>> }

/** `backdrop` is the place's drawing and what it shows, or null. `changeMs`: how long it takes to come; 0 is a cut. */
export interface ClientScene {
  index: number; title: string; mood: string; backdrop: { url: string; alt: string } | null; changeMs: number;
  /** Words that are shown while it opens, empty for none, and how they come up. */
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

/** What of a recording a listener can weigh. */
export type MixerPart = 'voices' | 'music' | 'effects' | 'beds';

/** What moves on the stage beside people and backdrops; `client/staging.ts` plays it, with a module in `client/staging/` for each field. */
export interface StagingData { clips?: ClientClip[]; motions?: ClientMotion[]; canvas?: ClientBeat[]; weather?: ClientWeather[] }

/** A film that is shown instead of the backdrop of a scene, from an entry on. */
export interface ClientClip { sceneIndex: number; fromEntry: number; url: string }

/** When something on the stage begins and ends; without `durationMs` as long as its entry is heard, and at most until its scene ends. */
export interface ClientSpan { sceneIndex: number; entryIndex: number; durationMs: number | null }

/** What the camera does, and words that are shown meanwhile. `isBehind` moves the place alone. */
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
  /** It ends so long after its first entry began; null: with its last entry. */
  durationMs: number | null;
  /** Covers the picture so far; null for none. */
  wash: { colour: string; opacity: number } | null;
  /** Of what moves; empty where nothing does. */
  colour: string;
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
  /** The recording with its parts apart, and which of them it has; null for one of voices alone. */
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
  /** In their order. */
  stops: ClientStop[];
  dress: ClientDress[];
  entries: ClientEntry[];
  /** Null where nothing of it was chosen, and on pages without a stage. */
  staging: StagingData | null;
}

/** What the page of an episode starts from: the words of each line of its transcript with their times (`wordClock`); null where these are not known. */
export interface EpisodeData { words: (number[] | null)[] }

/** The share page of a pitch deck: when its chapters are seen, and where it tells what was watched. */
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
