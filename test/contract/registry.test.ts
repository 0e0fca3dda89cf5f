import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { CATALOGUE } from '../../src/errors/catalogue.js';
import { AREAS } from '../../src/contract/areas.js';
import { SCOPES } from '../../src/contract/scopes.js';
import { readContract } from './contract-file.js';

const contract = readContract();
const withContract = contract ? describe : describe.skip;

/** Two paths are the same when they differ only in the names of their parameters. */
const shape = (method: string, path: string): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;

describe('the registry', () => {
  it('declares each operation once, under one id and one route', () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(({ method, path }) => shape(method, path))).size).toBe(OPERATIONS.length);
  });

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('declares %s completely', (_id, operation) => {
    expect(AREAS).toContain(operation.area);
    for (const scope of operation.scopes) expect(SCOPES).toContain(scope);
    for (const code of operation.errors) expect(Object.keys(CATALOGUE)).toContain(code);
    expect(operation.summary).toMatch(/^[A-Z][^]{9,}[^.]$/);
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = Object.keys((operation.request.params as { properties?: object } | undefined)?.properties ?? {});
    expect(declared.sort()).toEqual(inPath.sort());
  });
});

withContract('the registry and the contract', () => {
  const rows = new Map((contract ?? []).map((row) => [shape(row.method, row.path), row]));
  const KEY = { required: 'Y', accepted: '?', none: 'N' } as const;

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('agree on %s', (_id, operation) => {
    const row = rows.get(shape(operation.method, operation.path));
    expect(row ? `${row.method} ${row.path}` : `not in the contract: ${operation.path}`).toBe(`${operation.method} ${operation.path}`);
    expect([...operation.scopes].sort()).toEqual([...row!.scopes].sort());
    expect(KEY[operation.idempotency]).toBe(row!.idempotency);
  });
});
