import type { TimedWord } from '../craft/stage/caption-parts.js';
import type { RoomStage } from '../kernel/contract/live.js';
import type { PagePicture, ReadCastMember } from '../domain/artifacts/pictures/page-pictures.js';
import type { StagingData } from './client-data.js';
import type { EntryKind, TableReadMode } from '../craft/screenplay/model.js';

/**
 * The data of a page. Pages are pure functions of these records, independent of stores, token signatures and providers.
 * All times are milliseconds on the clock of the read's audio; all instants are ISO 8601 strings.
 */


/** One printed or spoken entry of the read; `index` is the line index of the API. */
export interface ReadEntry {
  index: number;
  sceneIndex: number;
  kind: EntryKind;
  /** The cue of the cast member who speaks (the narrator for action that is read); null when the entry is only printed. */
  character: string | null;
  /** Without brackets. */
  parenthetical: string | null;
  /** As printed. */
  text: string;
  /** Null until the entry is voiced, and always null for an entry that is only printed. */
  startMs: number | null;
  endMs: number | null;
  /** The words with their times, in milliseconds from the start of the entry; null when the times are not known. */
  words: TimedWord[] | null;
  /**
   * The people present, who may include the speaker; absent when none are known. With `isWhole` the list is complete, so that a speaker who is missing from
   * it is elsewhere.
   */
  present?: readonly string[];
  isWhole?: true;
}

/** The place to which the people of a scene move, from this entry on. */
export interface ReadStop { sceneIndex: number; entryIndex: number; backdrop: PagePicture }

/** The people who look different than at first, from this entry until the next dress of the scene. `busts` are by cue. */
export interface ReadDress { sceneIndex: number; entryIndex: number; busts: Readonly<Record<string, PagePicture>> }

/** How a scene opens, if its owner has set that. */
export interface SceneStaging {
  /** Text that is shown while the scene opens, or null. */
  summary: string | null;
  reveal: 'fade' | 'drift' | 'spotlight';
  /** Duration of the change to its background; 0 is a cut. */
  changeMs: number;
}

export interface ReadScene {
  index: number;
  heading: string;
  title: string;
  /** Indexes of entries, inclusive. */
  firstEntry: number;
  lastEntry: number;
  /** 16:9 picture of the place; null for a read that has none. */
  backdrop: PagePicture | null;
  staging?: SceneStaging;
}


/**
 * Whether a visitor may press play.
 * `ready` can be played (from its recording, or live); `rendering` and `backoff` will become ready; `empty` has no spoken line; `failed` will not continue by
 * itself. A closed link (expired, unknown or revoked) has no state: the lookup returns null.
 */
export type ReadState = 'ready' | 'rendering' | 'backoff' | 'empty' | 'failed';

/** Progress of a read or a room that is being voiced. */
export interface ReadProgress {
  completedLines: number;
  totalLines: number;
  /** When the next try is due, while a provider asked us to wait. */
  nextAttemptAt: string | null;
}

/** How the owner of a script shared it. There are no logins: the link works for everybody who has it. */
export interface PageShare {
  audience: 'public' | 'private_review' | 'team';
  /** The name of the part that the page is limited to, e.g. `Scene 2`; null for the whole read. */
  part: string | null;
}

/** The look of the stage, as chosen by the owner of the read. */
export interface PageTheater {
  /** When false, every link opens the audio player instead. */
  enabled: boolean;
  /** The title of the theater; the audio player shows the title of the read. */
  title: string;
  subtitle: string | null;
  /** `card` also shows title and subtitle on the stage until the read starts. */
  titleLayout: 'bar' | 'card';
  /** `light` shows no drawings of places. */
  backgrounds: 'drawn' | 'light';
  transition: 'fade' | 'cut';
  transitionMs: number;
}

/** A raster for link previews, at an absolute URL. */
export interface PreviewImage { url: string; widthPx: number; heightPx: number }

/** A film on a page. `isUpright` is the shape for telephones. */
export interface PageFilm { url: string; isUpright: boolean }

/** Spoken credits before the first line or after the last one; the times are null until they are performed. */
export interface PageCredit { place: 'opening' | 'closing'; text: string; startMs: number | null; endMs: number | null }

/** A table read behind a share link. */
export interface ReadPage {
  theater: PageTheater;
  /** Null for the link of the read itself. */
  share: PageShare | null;
  token: string;
  state: ReadState;
  progress: ReadProgress | null;
  /** Shown on `failed` so that people can report it. */
  requestId: string | null;
  title: string;
  /** As printed under the title, e.g. `by Ines Okafor-Lund`; null when the author is unknown. */
  author: string | null;
  /** One or two sentences about the story, or null. */
  blurb: string | null;
  /** BCP 47 tag of the script's language. */
  language: string;
  mode: TableReadMode;
  scenes: ReadScene[];
  entries: ReadEntry[];
  /** Absent for a part, and for a read without spoken credits. */
  credits?: readonly PageCredit[];
  cast: ReadCastMember[];
  /** People who are seen but have no line; absent when there are none. */
  extras?: readonly ReadCastMember[];
  /** Changes of place within scenes; absent when there are none. */
  stops?: readonly ReadStop[];
  /** Changes of people's looks within the read; absent when there are none. */
  dress?: readonly ReadDress[];
  /** Square, with the title on it; null for a read that has none. */
  cover: PagePicture | null;
  /** Length of the recording, or null while there is none. */
  durationMs: number | null;
  /** Same-origin path of the recording (see `pagePaths.media`). Null when pressing play starts a live read. */
  audioUrl: string | null;
  /** The recording without its tag, for players, which can begin sooner with it; when absent, they play `audioUrl`. */
  soundUrl?: string;
  /**
   * The recording with its parts in separate channels, as AAC with five channels: front left and right are the music, front centre the voices, back left the
   * effects, back right the atmosphere (`beds`). Null when there are only voices, and for a part of a read.
   */
  mixer: { url: string; parts: readonly ('voices' | 'music' | 'effects' | 'beds')[] } | null;
  /** The films of the read, with same-origin paths of the MP4; the wide one first. */
  films: readonly PageFilm[];
  /** Same-origin path of the captions (see `pagePaths.captions`), or null while lines have no times. */
  vttUrl: string | null;
  /** Path that accepts `POST {"token"}`; see `pagePaths.startLive`. */
  startLiveUrl: string;
  /** Movement on the stage besides people and backdrops; absent when there is none. */
  staging?: StagingData;
  /** When the link closes, or null when it does not. */
  expiresAt: string | null;
  /** Only a public share may be found by search engines. */
  indexable: boolean;
  previewImage: PreviewImage | null;
  /** Same-origin path of a square raster for lock screens, or null. */
  artworkUrl: string | null;
}


/** A live room: the read it performs plus the progress of the performance. */
export interface RoomPage {
  roomToken: string;
  /** `read.entries` contain the times of the lines voiced so far; `read.audioUrl` is not used. */
  read: ReadPage;
  stage: RoomStage;
  progress: ReadProgress;
  /** Same-origin paths, see `pagePaths.roomAudio`, `pagePaths.roomEvents` and `pagePaths.roomClock`. */
  audioUrl: string;
  eventsUrl: string;
  clockUrl: string;
  /** Length of one frame of the audio: `audioUrl?from=<ms>` begins at a multiple of it. */
  audioFrameMs: number;
}
