import { ApiError } from '../../errors/api-error.js';
import type { ErrorCode } from '../../errors/catalogue.js';

/** What the items of a storyboard are called. */
export type StoryboardNoun = 'chapter' | 'beat';

/** A chapter or a beat. All fields except `id` depend on which of the two it is. */
export type StoryboardItem = { id: string } & Record<string, unknown>;

/** Fields of a storyboard as a whole, such as its music. */
export type BoardFields = Record<string, unknown>;

/** The items of a storyboard, in order, and the fields that concern all of them. */
export interface BoardContent { items: readonly StoryboardItem[]; fields: BoardFields }

/** A stored edit. Positions count from 0. */
export type StoryboardEdit =
  | { kind: 'insert'; at: number; item: StoryboardItem }
  | { kind: 'patch'; at: number; fields: Record<string, unknown> }
  | { kind: 'remove'; at: number }
  | { kind: 'reorder'; order: readonly number[] }
  /** Changes fields of the whole storyboard; fields that are not sent keep their values. */
  | { kind: 'set'; fields: BoardFields }
  /** Changes what a fold of the board computes from the storyboard; `at` is the item that it concerns, or null. */
  | { kind: 'fold'; name: string; at: number | null; args: Record<string, unknown> }
  /** Asks the run to make the named part of an item again; `at` is null for a part of the whole. This may cost `credits`, which the caller confirmed. */
  | { kind: 'regenerate'; at: number | null; part: string; instruction: string | null; credits?: number };

/** An applied edit as the run receives it. Words that people wrote stay in the row of the edit. */
export interface AppliedEdit {
  editId: string;
  /** The revision after the edit. */
  revision: number;
  kind: StoryboardEdit['kind'];
  /** The edited item; null for an edit that does not concern a single item. */
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

/** Returns the storyboard after an edit that needs no other data. Raises `validation_failed` with `details.field` for a position that does not exist. */
export function applyEdit({ items, fields }: BoardContent, edit: Exclude<StoryboardEdit, { kind: 'fold' }>, noun: string): BoardContent {
  const field = `${noun}Index`;
  switch (edit.kind) {
    case 'insert':
      requirePlace(items, edit.at, items.length, field);
      if (items.length >= MAX_ITEMS) throw new ApiError('validation_failed', `a storyboard has at most ${MAX_ITEMS} items`, { field });
      return { items: items.toSpliced(edit.at, 0, edit.item), fields };
    case 'remove':
      requirePlace(items, edit.at, items.length - 1, field);
      return { items: items.toSpliced(edit.at, 1), fields };
    case 'patch':
      requirePlace(items, edit.at, items.length - 1, field);
      return { items: items.with(edit.at, { ...items[edit.at]!, ...edit.fields, id: items[edit.at]!.id }), fields };
    case 'set':
      return { items, fields: { ...fields, ...edit.fields } };
    case 'regenerate':
      if (edit.at !== null) requirePlace(items, edit.at, items.length - 1, field);
      return { items, fields };
    case 'reorder':
      return { items: reordered(items, edit.order), fields };
  }
}

/** Raises `validation_failed` when the edit names an item that does not exist. */
export function requireItem({ items }: BoardContent, { at }: { at: number | null }, noun: string): void {
  if (at !== null) requirePlace(items, at, items.length - 1, `${noun}Index`);
}

/**
 * The item that an edit concerns: the new item of an insertion, else the item as it was before the edit. Null for an edit that does not concern a single
 * item, and for a position that does not exist.
 */
export function findItem(items: readonly StoryboardItem[], edit: StoryboardEdit): StoryboardItem | null {
  if (edit.kind === 'insert') return edit.item;
  const at = 'at' in edit ? edit.at : null;
  return at === null ? null : items[at] ?? null;
}
