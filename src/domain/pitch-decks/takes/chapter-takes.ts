import type { Db } from '../../../kernel/db/database.js';
import { listTakeRequests, type TakeFacts, type TakeRequest } from '../../storyboards/takes/take.js';
import type { DeckRow, ShownChapter } from '../deck-model.js';

export const TAKE_KIND = 'chapter-take';

export type ChapterTake = TakeFacts<ShownChapter>;
export type ChapterTakeRequest = TakeRequest<ShownChapter>;

/** The requests for takes of a deck, newest first. */
export const listChapterTakes = (db: Db, deck: Pick<DeckRow, 'id' | 'projectId'>): Promise<ChapterTakeRequest[]> => listTakeRequests<ShownChapter>(db, TAKE_KIND, deck);
