import { ApiError } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/catalogue.js';

/** A chapter or beat: what it holds besides its id is the noun's. */
export type StoryboardItem = { id: string } & Record<string, unknown>;

/** An edit as it is stored and applied. Places count from 0. */
export type StoryboardEdit =
  | { kind: 'insert'; at: number; item: StoryboardItem }
  | { kind: 'patch'; at: number; fields: Record<string, unknown> }
  | { kind: 'remove'; at: number }
  | { kind: 'reorder'; order: readonly number[] }
  /** Asks the run to make the item anew; `part` names what of it. */
  | { kind: 'regenerate'; at: number; part: string; instruction: string | null };

/** An edit as the run is told of it. Words that people wrote stay in its row. */
export interface AppliedEdit {
  editId: string;
  /** The revision that it made. */
  revision: number;
  kind: StoryboardEdit['kind'];
  /** The item that it is about; null for a new order. */
  itemId: string | null;
  /** What is to be made anew; null for other edits. */
  part: string | null;
}

/** What came of an edit: the revision it made, or why it could not be applied. */
export type EditOutcome = AppliedEdit | { refusal: { code: ErrorCode; message: string; details?: Record<string, unknown> } };

/** What a run answers; `closed` when it takes no more edits. */
export type EditAnswer = EditOutcome | { closed: true };

/** A run that takes edits says so in its declaration: `interface RunUpdates { deckWorkflow: EditUpdates }`. */
export interface EditUpdates { edit: { argument: { editId: string }; answer: EditAnswer } }

export const MAX_ITEMS = 200;

function requirePlace(items: readonly StoryboardItem[], at: number, last: number, field: string): void {
  if (at <= last) return;
  const words = items.length === 0 ? 'there is none' : `the last is ${last}`;
  throw new ApiError('validation_failed', `${field} ${at} does not exist: ${words}`, { field, last });
}

function reordered(items: readonly StoryboardItem[], order: readonly number[]): StoryboardItem[] {
  const complete = order.length === items.length && new Set(order).size === items.length && order.every((place) => place < items.length);
  if (!complete) {
    throw new ApiError('validation_failed', `order must name each of the ${items.length} places once`, { field: 'order', count: items.length });
  }
  return order.map((place) => items[place]!);
}

/** The items after the edit. Raises `validation_failed` naming the field for a place that does not exist. */
export function applyEdit(items: readonly StoryboardItem[], edit: StoryboardEdit, noun: string): StoryboardItem[] {
  const field = `${noun}Index`;
  switch (edit.kind) {
    case 'insert':
      requirePlace(items, edit.at, items.length, field);
      if (items.length >= MAX_ITEMS) throw new ApiError('validation_failed', `a storyboard holds ${MAX_ITEMS} at most`, { field });
      return items.toSpliced(edit.at, 0, edit.item);
    case 'remove':
      requirePlace(items, edit.at, items.length - 1, field);
      return items.toSpliced(edit.at, 1);
    case 'patch':
      requirePlace(items, edit.at, items.length - 1, field);
      return items.with(edit.at, { ...items[edit.at]!, ...edit.fields, id: items[edit.at]!.id });
    case 'regenerate':
      requirePlace(items, edit.at, items.length - 1, field);
      return [...items];
    case 'reorder':
      return reordered(items, edit.order);
  }
}

/** The item that an edit is about, as it stands before the edit; null for a new order. */
export function itemOf(items: readonly StoryboardItem[], edit: StoryboardEdit): StoryboardItem | null {
  if (edit.kind === 'reorder') return null;
  return edit.kind === 'insert' ? edit.item : items[edit.at] ?? null;
}
