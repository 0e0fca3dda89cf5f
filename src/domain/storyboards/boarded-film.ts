import type { BeatPicture } from '../../craft/trailer/cut.js';
import type { TokenPurpose } from '../../kernel/contract/tokens.js';
import type { Db } from '../../kernel/db/database.js';
import type { BoardFields, StoryboardItem } from '../../kernel/families/storyboards/storyboard.js';
import type { StoryboardNoun } from '../../kernel/families/storyboards/storyboard.js';
import type { Subject } from '../../kernel/families/subject.js';
import type { Turn } from '../artifacts/finalize/render-folder.js';

/** The row of a film that is cut from a performed read and edited as a storyboard: a trailer, or the film of a pitch deck. */
export interface BoardedRow {
  id: string; accountId: string; projectId: string; requestId: string; title: string; updatedAt: Date;
  /** The read that the film is cut from, and the revision of the read that has its lines. */
  artifactId: string; readRevision: number;
}

/** An image of the project that an item shows instead of the stage. */
export interface ItemImage { imageId: string; path: string }

/** A sound of the catalogue in an item: its start after the beginning of the item, and its level against the voices. */
export interface ItemEffect { soundId: string; offsetMs: number; levelDb: number }

/** A beat or a chapter as it is stored. */
export interface BoardedItem extends StoryboardItem {
  picture: BeatPicture | null;
  image: ItemImage | null;
  effects: readonly ItemEffect[];
  /** The take that the film shows; null before there is one. */
  takeId: string | null;
  /** Rises with every clip that is made of the item; another variation has another camera. */
  variation: number;
}

/** The storyboard of a film that is cut from a read. */
export interface BoardedBoard<Item extends BoardedItem = BoardedItem, Fields extends BoardFields = BoardFields> { items: readonly Item[]; fields: Fields }

/** A voice that speaks narrated lines and cards instead of the narrator of the read. */
export interface ChosenNarrator { voiceId: string; provider: string | null }

/** A rendered film: its file, and the storyboard that it shows. */
export interface RenderedFilm {
  mediaKey: string; sha256: string; byteSize: number; durationMs: number;
  /** The sound of the film alone, for listening: an M4A file. */
  soundKey: string; soundBytes: number;
  /** WebVTT captions for players. Missing in films from before captions were stored, and in films without speech. */
  captions?: { key: string; byteSize: number; language: string };
  /** Loudness of the whole film in LUFS. */
  lufs: number;
  /** Loudness of each beat or chapter in LUFS; null for a silent one. Missing in films from before it was measured. */
  itemLufs?: readonly (number | null)[];
  /** The loudness of the voices that the mix was based on, and the level of the film. */
  voicesLufs: number; gainDb: number; ceilingDb: number;
  revision: number;
}

/** A type of film that is edited as a storyboard. */
export interface BoardedType<Row extends BoardedRow = BoardedRow> {
  /** The stored `type` of such a film as a subject of families. */
  type: string;
  noun: StoryboardNoun;
  /** The word for the film in messages: `trailer`. */
  word: string;
  /** The folder of its objects in the store: `trailers`. */
  folder: string;
  /** The purpose of the tokens in the addresses of its files, and the path of these addresses. */
  token: TokenPurpose;
  filesPath: string;
  /** The queues in which its takes and its films wait for their turn to be rendered. */
  turns: { takes: Turn; films: Turn };
  find(db: Db, id: string): Promise<Row | null>;
  /** Locks the row until the transaction ends; null when it is gone. */
  lock(tx: Db, id: string): Promise<Row | null>;
}

export const boardedSubject = ({ type }: Pick<BoardedType, 'type'>, { id, projectId }: Pick<BoardedRow, 'id' | 'projectId'>): Subject => ({ type, id, projectId });
