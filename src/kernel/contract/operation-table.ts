import { readFileSync } from 'node:fs';
import { AREAS, type Area } from './areas.js';
import { isScope, type Scope } from './scopes.js';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
const KEYS = ['required', 'accepted', 'none'] as const;

/** An operation that clients are promised, declared or planned: its declaration keeps this route, these scopes and this use of keys. */
export interface TableOperation {
  area: Area;
  method: (typeof METHODS)[number];
  /** Below `/api/v1`, parameters in braces. */
  path: string;
  /** Scopes that the key must have, all of them. Empty for a public operation. */
  scopes: readonly Scope[];
  /** What the operation does with an `Idempotency-Key`. */
  idempotency: (typeof KEYS)[number];
}

const COLUMNS = ['area', 'method', 'path', 'scopes', 'idempotency'];

const isOneOf = <V extends string>(values: readonly V[], value: string | undefined): value is V =>
  (values as readonly (string | undefined)[]).includes(value);

/** Parses the table: a row of column names, then one operation per line; columns separated by tabs, scopes by spaces. Throws for an invalid line. */
export function parseOperationTable(text: string): TableOperation[] {
  const [names, ...lines] = text.trimEnd().split('\n');
  if (names !== COLUMNS.join('\t')) throw new Error(`the columns of the operation table are not ${COLUMNS.join(', ')}`);
  return lines.map((line, at) => {
    const [area, method, path, scopeList, idempotency, ...more] = line.split('\t');
    const scopes = (scopeList ?? '').split(' ').filter(Boolean);
    if (!isOneOf(AREAS, area) || !isOneOf(METHODS, method) || !path?.startsWith('/') || !scopes.every(isScope)
      || !isOneOf(KEYS, idempotency) || more.length > 0) throw new Error(`line ${at + 2} of the operation table is not an operation: ${line}`);
    return { area, method, path, scopes, idempotency };
  });
}

let table: readonly TableOperation[] | null = null;

/**
 * Every promised operation in the order of the areas, from `operations.tsv` beside this file; loaded once. A new operation needs no row: its declaration says
 * everything about it.
 */
export function operationTable(): readonly TableOperation[] {
  table ??= parseOperationTable(readFileSync(new URL('./operations.tsv', import.meta.url), 'utf8'));
  return table;
}

/** What the table says of a route. Throws when it has no such row. */
export function tableRow(route: Pick<TableOperation, 'method' | 'path'>): TableOperation {
  const row = operationTable().find((each) => routeOf(each) === routeOf(route));
  if (!row) throw new Error(`operations.tsv has no row ${route.method} ${route.path}`);
  return row;
}

/** The identity of a route: two routes are the same when only the names of their parameters differ. */
export const routeOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
