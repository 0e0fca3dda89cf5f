import type { Db } from '../../../kernel/db/database.js';
import { listTakeRequests, type TakeFacts, type TakeRequest } from '../../storyboards/takes/take.js';
import type { ShownBeat, TrailerRow } from '../trailer-model.js';

export const TAKE_KIND = 'trailer-take';

export type BeatTake = TakeFacts<ShownBeat>;
export type BeatTakeRequest = TakeRequest<ShownBeat>;

/** The requests for takes of a trailer, newest first. */
export const listBeatTakes = (db: Db, trailer: Pick<TrailerRow, 'id' | 'projectId'>): Promise<BeatTakeRequest[]> => listTakeRequests<ShownBeat>(db, TAKE_KIND, trailer);
