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
  /** Who is heard (a cast member's cue; the narrator for read action), or null when the entry is only printed. */
  character: string | null;
  /** Without brackets. */
  parenthetical: string | null;
  /** As printed. */
  text: string;
  /** Null until the entry is voiced, and always null for an entry that is only printed. */
  startMs: number | null;
  endMs: number | null;
  /** When its words are said, in milliseconds from its start; null where that is not known. */
  words: TimedWord[] | null;
  /** Who is there meanwhile beside those who speak; absent for nobody. `isWhole`: these are all, and who speaks may be elsewhere. */
  present?: readonly string[];
  isWhole?: true;
}

/** Where people are from an entry on. */
export interface ReadStop { sceneIndex: number; entryIndex: number; backdrop: PagePicture }

/** Who looks other than at first from an entry on, until the next one of the scene: busts by cue. */
export interface ReadDress { sceneIndex: number; entryIndex: number; busts: Readonly<Record<string, PagePicture>> }

/** How a scene opens, where its owner says so. */
export interface SceneStaging {
  /** Shown while it opens, or null. */
  summary: string | null;
  reveal: 'fade' | 'drift' | 'spotlight';
  /** How long its background takes to come; 0 is a cut. */
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
 * `ready` can be played (from its recording, or live); `rendering` and `backoff` are on their way; `empty` has no spoken line;
 * `failed` will not continue by itself. A closed link (expired, unknown or revoked) is no state: the lookup answers null.
 */
export type ReadState = 'ready' | 'rendering' | 'backoff' | 'empty' | 'failed';

/** Progress of a read or a room that is being voiced. */
export interface ReadProgress {
  completedLines: number;
  totalLines: number;
  /** When the next try is due, while a provider asked us to wait. */
  nextAttemptAt: string | null;
}

/** How the owner of a script shared it. There are no logins: the link opens for everybody who has it. */
export interface PageShare {
  audience: 'public' | 'private_review' | 'team';
  /** What the part is called that the page is limited to, e.g. `Scene 2`; null for the whole read. */
  part: string | null;
}

/** How the stage looks, as the owner of the read chose. */
export interface PageTheater {
  /** Without the stage every link opens the audio player. */
  enabled: boolean;
  /** Heads the theater; the audio player is headed by the title of the read. */
  title: string;
  subtitle: string | null;
  /** `card` also shows title and subtitle on the stage until the read starts. */
  titleLayout: 'bar' | 'card';
  /** `light` leaves the drawings of places out. */
  backgrounds: 'drawn' | 'light';
  transition: 'fade' | 'cut';
  transitionMs: number;
}

/** A raster for link previews, at an absolute URL. */
export interface PreviewImage { url: string; widthPx: number; heightPx: number }

/** A film on a page; `isUpright`: for telephones. */
export interface PageFilm { url: string; isUpright: boolean }

/** What is said before the first line or after the last one; without times until it is performed. */
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
  /** People who are seen and have no line; absent for nobody. */
  extras?: readonly ReadCastMember[];
  /** Other places within scenes, from an entry on; absent where people stay. */
  stops?: readonly ReadStop[];
  /** How people look who change within the read; absent where nobody does. */
  dress?: readonly ReadDress[];
  /** Square, with the title on it; null for a read that has none. */
  cover: PagePicture | null;
  /** Length of the recording, or null while there is none. */
  durationMs: number | null;
  /** Same-origin path of the recording (see `pagePaths.media`), or null: then pressing play starts a live read. */
  audioUrl: string | null;
  /**
   * The recording with its parts apart, as AAC with five channels: front left and right are the music, front centre the voices, back left
   * the effects, back right the atmosphere (`beds`). Null when there are only voices, and for a part of a read.
   */
  mixer: { url: string; parts: readonly ('voices' | 'music' | 'effects' | 'beds')[] } | null;
  /** What the page shows as a film, with same-origin paths of the MP4: the wide one first. */
  films: readonly PageFilm[];
  /** Same-origin path of the captions (see `pagePaths.captions`), or null while lines have no times. */
  vttUrl: string | null;
  /** Takes `POST {"token"}`; see `pagePaths.startLive`. */
  startLiveUrl: string;
  /** What moves on the stage beside people and backdrops; absent where nothing of it was chosen. */
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
  /** `read.entries` carry the times of the lines voiced so far; `read.audioUrl` is not used. */
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
