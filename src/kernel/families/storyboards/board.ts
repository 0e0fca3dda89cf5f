import type { Db } from '../../db/database.js';
import type { Services } from '../../services.js';
import type { OrderedWork } from '../../works/ahead.js';
import type { SubjectKey } from '../subject.js';
import type { BoardContent, StoryboardEdit, StoryboardItem } from './storyboard.js';

export type Regeneration = Extract<StoryboardEdit, { kind: 'regenerate' }>;
export type FoldEdit = Extract<StoryboardEdit, { kind: 'fold' }>;

/** The input of a fold besides the storyboard: its arguments, the item that it concerns (null for none), and the loaded context. */
export interface FoldCall<Context> { at: number | null; item: StoryboardItem | null; args: Record<string, unknown>; context: Context }

/**
 * A pure function that computes an edit from the storyboard. Runs under the lock of the storyboard. Raises an `ApiError` below 500 for an impossible edit;
 * nothing is changed then.
 */
export type Fold<Context> = (board: BoardContent, call: FoldCall<Context>) => Partial<BoardContent>;

/** The storyboards of one type of subject. */
export interface Board<Context = unknown> {
  type: string;
  folds: Readonly<Record<string, Fold<Context>>>;
  /** Loads what the folds need, before the storyboard is locked. */
  context(services: Services, subject: SubjectKey): Promise<Context>;
  /** Locks the row of the subject before its storyboard is locked. */
  lock(tx: Db, subject: SubjectKey): Promise<void>;
  /** Raises when people may not edit the storyboard any more. Runs under the locks, because an edit may reach the run later than its call was admitted. */
  admit?(tx: Db, subject: SubjectKey): Promise<void>;
  /** The priced work that the run orders for an applied edit; its credits are reserved with the edit. Null when the subject is gone. */
  orderedBy?(tx: Db, subject: SubjectKey, asked: { id: string; edit: Regeneration }): Promise<OrderedWork | null>;
  /** Runs in the transaction of an edit after the edit was applied. */
  edited?(tx: Db, subject: SubjectKey): Promise<void>;
}

const declared = new Map<string, Board>();

/** Declares the storyboards of a type of subject; `src/domain/boards.ts` lists them. Throws when they are declared twice. */
export function defineBoard<Context>(board: Board<Context>): Board<Context> {
  if (declared.has(board.type)) throw new Error(`storyboards of ${board.type} are declared twice`);
  declared.set(board.type, board as unknown as Board);
  return board;
}

/** The declaration for a type of subject; null for a type whose storyboards accept only plain edits. */
export const findBoard = (type: string): Board | null => declared.get(type) ?? null;
