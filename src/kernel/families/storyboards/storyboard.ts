import { ApiError } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/catalogue.js';

/** A chapter or a beat. The fields other than `id` depend on which of them it is. */
export type StoryboardItem = { id: string } & Record<string, unknown>;

/** An edit as it is stored. Positions count from 0. */
export type StoryboardEdit =
  | { kind: 'insert'; at: number; item: StoryboardItem }
  | { kind: 'patch'; at: number; fields: Record<string, unknown> }
  | { kind: 'remove'; at: number }
  | { kind: 'reorder'; order: readonly number[] }
  /** The run makes the named part of the item again. */
  | { kind: 'regenerate'; at: number; part: string; instruction: string | null };

/** An applied edit as the run receives it. Words that people wrote stay in the row of the edit. */
export interface AppliedEdit {
  editId: string;
  /** The revision after the edit. */
  revision: number;
  kind: StoryboardEdit['kind'];
  /** The edited item; null for a new order. */
  itemId: string | null;
  /** The part to make again; null for other edits. */
  part: string | null;
}

/** The outcome of an edit: what was applied, or why it could not be applied. */
export type EditOutcome = AppliedEdit | { refusal: { code: ErrorCode; message: string; details?: Record<string, unknown> } };

/** The answer of a run to an edit; `closed` when it accepts no more edits. */
export type EditAnswer = EditOutcome | { closed: true };

/** Declares the update of a run that accepts edits: `interface RunUpdates { deckWorkflow: EditUpdates }`. */
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
    throw new ApiError('validation_failed', `order must name each of the ${items.length} positions once`, { field: 'order', count: items.length });
  }
  return order.map((place) => items[place]!);
}

/**
 * Returns the items after the edit. Raises `validation_failed` with `details.field` for a position that does not exist.
 */
export function applyEdit(items: readonly StoryboardItem[], edit: StoryboardEdit, noun: string): StoryboardItem[] {
  const field = `${noun}Index`;
  switch (edit.kind) {
    case 'insert':
      requirePlace(items, edit.at, items.length, field);
      if (items.length >= MAX_ITEMS) throw new ApiError('validation_failed', `a storyboard has at most ${MAX_ITEMS} items`, { field });
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

/** The item that an edit is about, before the edit. Null for a new order. */
export function findItem(items: readonly StoryboardItem[], edit: StoryboardEdit): StoryboardItem | null {
  if (edit.kind === 'reorder') return null;
  return edit.kind === 'insert' ? edit.item : items[edit.at] ?? null;
}
