import Type from 'typebox';
import { ID_PREFIX, type IdKind } from '../db/ids.js';
import { ApiError } from '../errors/api-error.js';
import { closed } from './models.js';

const DEFAULT_LIMIT = 50;

export const PageQuery = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', description: '`nextCursor` of the page before' })),
});

export interface Page { limit?: number; cursor?: string }

export const NextCursor = Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' });

/** The error for a cursor of another list. */
export const foreignCursor = (): ApiError =>
  new ApiError('validation_failed', 'cursor does not belong to this list; use the nextCursor of its last page', { field: 'cursor' });

/**
 * Decodes a cursor to the id after which the page starts, or null for the first page. The list has rows of one kind, so an id of another kind is the cursor of
 * another list, and a query by it would answer a wrong page. Raises `validation_failed`.
 */
export function startAfter(page: Page, kind: IdKind): string | null {
  if (page.cursor === undefined) return null;
  const id = Buffer.from(page.cursor, 'base64url').toString('utf8');
  if (!/^[a-z]{2,5}_[0-9a-z]{26}$/.test(id) || !id.startsWith(`${ID_PREFIX[kind]}_`)) throw foreignCursor();
  return id;
}

/** SQL: the order of lists, newest first. Ids do not tell it: those of rows that follow from other rows are hashes. `table` is the alias of the rows. */
export const newestFirst = (table: string): string => `${table}.created_at DESC, ${table}.id DESC`;

/**
 * SQL condition: true for the rows after the cursor in the order of `newestFirst`, and for all rows without a cursor. `cursor` is the placeholder of the id
 * from `startAfter`, `alias` that of the rows, and `table` their table. When the row of the cursor was deleted meanwhile, ids tell the order.
 */
export const afterCursor = (alias: string, table: string, cursor: `$${number}`): string => `(${cursor}::text IS NULL
  OR (${alias}.created_at, ${alias}.id) < (SELECT cursor_row.created_at, cursor_row.id FROM ${table} cursor_row WHERE cursor_row.id = ${cursor})
  OR (${alias}.id < ${cursor} AND NOT EXISTS (SELECT 1 FROM ${table} cursor_row WHERE cursor_row.id = ${cursor})))`;

/** Rows to query: one more than the page shows, to know whether there is a next page. */
export const pageQuerySize = (page: Page): number => (page.limit ?? DEFAULT_LIMIT) + 1;

/** Removes the extra row and makes the cursor of the next page. */
export function cutPage<T extends { id: string }>(rows: T[], page: Page): { items: T[]; nextCursor: string | null } {
  const limit = page.limit ?? DEFAULT_LIMIT;
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null };
}

/**
 * One page of a list in memory; `nameOf` gives each item a unique name, which serves as its cursor. Raises `validation_failed` when the list has no item of
 * that name.
 */
export function pageOf<T>(all: readonly T[], page: Page, nameOf: (item: T) => string): { items: T[]; nextCursor: string | null } {
  const limit = page.limit ?? DEFAULT_LIMIT;
  let start = 0;
  if (page.cursor !== undefined) {
    const name = Buffer.from(page.cursor, 'base64url').toString('utf8');
    start = all.findIndex((item) => nameOf(item) === name) + 1;
    if (start === 0) throw foreignCursor();
  }
  const items = all.slice(start, start + limit);
  const last = items.at(-1);
  const isMore = last !== undefined && start + limit < all.length;
  return { items, nextCursor: isMore ? Buffer.from(nameOf(last)).toString('base64url') : null };
}
