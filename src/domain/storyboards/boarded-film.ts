import type { BeatPicture } from '../../craft/trailer/cut.js';
import type { TokenPurpose } from '../../kernel/contract/tokens.js';
import type { Db } from '../../kernel/db/database.js';
import type { BoardFields, StoryboardItem } from '../../kernel/families/storyboards/storyboard.js';
import type { StoryboardNoun } from '../../kernel/families/storyboards/storyboard.js';
import type { Subject } from '../../kernel/families/subject.js';
import type { Turn } from '../artifacts/finalize/render-folder.js';

/** A film that is cut from a performed read and edited as a storyboard, by its row: a trailer, or the film of a pitch deck. */
export interface BoardedRow {
  id: string; accountId: string; projectId: string; requestId: string; title: string; updatedAt: Date;
  /** The read that it is cut from, and the revision whose lines it has. */
  artifactId: string; readRevision: number;
}

/** What an item shows instead of the stage: an image of the project. */
export interface ItemImage { imageId: string; path: string }

/** A sound of the catalogue in an item, from when on after the item begins, and how loud against the voices. */
export interface ItemEffect { soundId: string; offsetMs: number; levelDb: number }

/** A beat or a chapter as it is stored. */
export interface BoardedItem extends StoryboardItem {
  picture: BeatPicture | null;
  image: ItemImage | null;
  effects: readonly ItemEffect[];
  /** The take that is seen; null before there is one. */
  takeId: string | null;
  /** Rises with every clip that is made of it, which then moves otherwise. */
  variation: number;
}

/** A storyboard of such a film. */
export interface BoardedBoard<Item extends BoardedItem = BoardedItem, Fields extends BoardFields = BoardFields> { items: readonly Item[]; fields: Fields }

/** A voice that speaks narrated lines and cards instead of the narrator of the read. */
export interface ChosenNarrator { voiceId: string; provider: string | null }

/** A rendered film: its file, and the storyboard that it shows. */
export interface RenderedFilm {
  mediaKey: string; sha256: string; byteSize: number; durationMs: number;
  /** Its sound alone, for listening: an M4A. */
  soundKey: string; soundBytes: number;
  /** Its captions for players: WebVTT. Missing in films of before, and where nothing is said. */
  captions?: { key: string; byteSize: number; language: string };
  /** Loudness of the whole. */
  lufs: number;
  /** Loudness of each beat or chapter in it; null for one that is silent. Missing in films of before. */
  itemLufs?: readonly (number | null)[];
  /** How loud its voices were taken to be, and its level. */
  voicesLufs: number; gainDb: number; ceilingDb: number;
  revision: number;
}

/** A type of such films. */
export interface BoardedType<Row extends BoardedRow = BoardedRow> {
  /** Its name among the subjects of families. */
  type: string;
  noun: StoryboardNoun;
  /** In messages: `trailer`. */
  word: string;
  /** Where its objects are kept: `trailers`. */
  folder: string;
  /** The purpose of the tokens in the addresses of its files, and their path. */
  token: TokenPurpose;
  filesPath: string;
  /** What its takes and its films are rendered in turn with. */
  turns: { takes: Turn; films: Turn };
  find(db: Db, id: string): Promise<Row | null>;
  /** Locks the row until the transaction ends; null when it is gone. */
  lock(tx: Db, id: string): Promise<Row | null>;
}

export const boardedSubject = ({ type }: Pick<BoardedType, 'type'>, { id, projectId }: Pick<BoardedRow, 'id' | 'projectId'>): Subject => ({ type, id, projectId });
