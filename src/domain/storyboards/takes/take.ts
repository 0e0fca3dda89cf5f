import type { BeatPicture } from '../../../craft/trailer/cut.js';
import type { Db } from '../../../kernel/db/database.js';
import { findRequest, listRequests, type RequestRow } from '../../../kernel/families/candidates/candidate-store.js';
import type { BoardedRow } from '../boarded-film.js';

/** A field of an item that a retake has changed so that the same defect does not come again. */
export interface Mended { field: string; from: unknown; to: unknown }

/** Why a take is not as it should be. */
export const DEFECTS = ['line_unheard', 'line_cut_off', 'other_voice', 'lips_out_of_step', 'opening_frame_missing'] as const;
export type Defect = (typeof DEFECTS)[number];

/** What is made: takes of a draft, frames of all its items, another take of one or of some, one at the cost of the service, or another frame of one. */
export interface TakeBrief {
  purpose: 'draft' | 'frames' | 'clip' | 'repair' | 'frame';
  /** The beats or chapters, by their ids. */
  itemIds: readonly string[];
  /** What their takes are to be like, in words; null for nothing. */
  instruction: string | null;
}

/** True for a request whose candidates are stills. */
export const makesFrames = ({ purpose }: Pick<TakeBrief, 'purpose'>): boolean => purpose === 'frame' || purpose === 'frames';

/** A clip of a beat or a chapter, or a frame. `Shown` is what it shows beside its picture, so that it can bring that back. */
export interface TakeFacts<Shown extends object = object> {
  takeId: string;
  itemId: string;
  /** What is seen in it: equal keys are equal clips. */
  key: string;
  variation: number;
  /** The picture that it was made of; null for a card or an image. */
  picture: BeatPicture | null;
  shown: Shown;
  mediaKey: string | null;
  frameKey: string;
  durationMs: number;
  byteSize: number;
  defects: readonly Defect[];
  /** It was made by the service in the place of a take with defects, at no price. */
  retaken?: true;
  /** What it has otherwise than that one beside its variation. */
  mended?: readonly Mended[];
}

export type TakeRequest<Shown extends object = object> = RequestRow<TakeBrief, TakeFacts<Shown>>;

/** Where the ids of takes come from: their request, and their number in it. */
export const takeIdOf = (requestId: string, ordinal: number): string => `${requestId}-${ordinal}`;

export const findTakeRequest = <Shown extends object>(db: Db, kind: string, id: string): Promise<TakeRequest<Shown> | null> =>
  findRequest<TakeBrief, TakeFacts<Shown>>(db, kind, id);

/** The clip with this id; null when there is none. */
export async function findTake<Shown extends object>(db: Db, kind: string, takeId: string): Promise<TakeFacts<Shown> | null> {
  const request = await findTakeRequest<Shown>(db, kind, takeId.slice(0, takeId.lastIndexOf('-')));
  return request?.candidates.map(({ facts }) => facts).find((take) => take.takeId === takeId && take.mediaKey !== null) ?? null;
}

/** What was made, the newest request first. */
export const madeBy = <Shown extends object>(requests: readonly TakeRequest<Shown>[]): TakeFacts<Shown>[] =>
  requests.flatMap(({ candidates }) => candidates.map(({ facts }) => facts));

const MOST_REQUESTS = 200;

/** The requests for takes of a trailer or a deck, newest first. */
export const listTakeRequests = <Shown extends object>(
  db: Db, kind: string, { id, projectId }: Pick<BoardedRow, 'id' | 'projectId'>,
): Promise<TakeRequest<Shown>[]> => listRequests<TakeBrief, TakeFacts<Shown>>(db, kind, projectId, { limit: MOST_REQUESTS }, id);
