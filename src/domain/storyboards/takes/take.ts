import type { BeatPicture } from '../../../craft/trailer/cut.js';
import type { Db } from '../../../kernel/db/database.js';
import { findRequest, listRequests, type RequestRow } from '../../../kernel/families/candidates/candidate-store.js';
import type { BoardedRow } from '../boarded-film.js';

/** A field of an item that a retake has changed so that the same defect does not come again. */
export interface Mended { field: string; from: unknown; to: unknown }

/** Reasons why a take is defective. */
export const DEFECTS = ['line_unheard', 'line_cut_off', 'other_voice', 'lips_out_of_step', 'opening_frame_missing'] as const;
export type Defect = (typeof DEFECTS)[number];

/**
 * A request for takes or frames. `draft`: the takes of a draft, which are those of all beats of a trailer, and those of the chapters of a deck that have no
 * take or were changed since; `frames`: frames of all items; `clip`: another take of one or several items; `repair`: another take at the expense of the
 * service; `frame`: another frame of one item.
 */
export interface TakeBrief {
  purpose: 'draft' | 'frames' | 'clip' | 'repair' | 'frame';
  /** Ids of the beats or chapters. */
  itemIds: readonly string[];
  /** How the takes should be, in the words of the caller; null for no wish. */
  instruction: string | null;
}

/** True for a request whose candidates are stills. */
export const makesFrames = ({ purpose }: Pick<TakeBrief, 'purpose'>): boolean => purpose === 'frame' || purpose === 'frames';

/** A clip or a frame of a beat or a chapter. `Shown` holds what the take shows besides its picture, so that a take that is brought back restores it. */
export interface TakeFacts<Shown extends object = object> {
  takeId: string;
  itemId: string;
  /** Identifies what is seen: equal keys mean equal clips. */
  key: string;
  variation: number;
  /** The picture of the item when the take was made; null for an item without one, such as a card. */
  picture: BeatPicture | null;
  shown: Shown;
  mediaKey: string | null;
  frameKey: string;
  durationMs: number;
  byteSize: number;
  defects: readonly Defect[];
  /** True when the service made this take free of charge, in place of a take with defects. */
  retaken?: true;
  /** The changes against the replaced take, besides the variation. */
  mended?: readonly Mended[];
}

export type TakeRequest<Shown extends object = object> = RequestRow<TakeBrief, TakeFacts<Shown>>;

/** The id of a take: the id of its request, and its number in that request. */
export const takeIdOf = (requestId: string, ordinal: number): string => `${requestId}-${ordinal}`;

export const findTakeRequest = <Shown extends object>(db: Db, kind: string, id: string): Promise<TakeRequest<Shown> | null> =>
  findRequest<TakeBrief, TakeFacts<Shown>>(db, kind, id);

/** The clip with this id; null when there is none. */
export async function findTake<Shown extends object>(db: Db, kind: string, takeId: string): Promise<TakeFacts<Shown> | null> {
  const request = await findTakeRequest<Shown>(db, kind, takeId.slice(0, takeId.lastIndexOf('-')));
  return request?.candidates.map(({ facts }) => facts).find((take) => take.takeId === takeId && take.mediaKey !== null) ?? null;
}

/** The takes and frames of these requests, those of the newest request first. */
export const madeBy = <Shown extends object>(requests: readonly TakeRequest<Shown>[]): TakeFacts<Shown>[] =>
  requests.flatMap(({ candidates }) => candidates.map(({ facts }) => facts));

const MOST_REQUESTS = 200;

/** The requests for takes of a trailer or a deck, newest first. */
export const listTakeRequests = <Shown extends object>(
  db: Db, kind: string, { id, projectId }: Pick<BoardedRow, 'id' | 'projectId'>,
): Promise<TakeRequest<Shown>[]> => listRequests<TakeBrief, TakeFacts<Shown>>(db, kind, projectId, { limit: MOST_REQUESTS }, id);
