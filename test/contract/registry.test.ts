import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { AREAS } from '../../src/kernel/contract/areas.js';
import { operationTable, parseOperationTable, routeOf } from '../../src/kernel/contract/operation-table.js';
import { models } from '../../src/kernel/contract/models.js';
import { SCOPES } from '../../src/kernel/contract/scopes.js';
import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import { KINDS_OF_WORK } from '../support/chaos/kinds-of-work.js';
import { COVERAGES } from '../../src/domain/coverages.js';
import { CATALOGUE } from '../../src/kernel/errors/catalogue.js';

describe('a list', () => {
  const lists = OPERATIONS.filter(({ id }) => id.startsWith('list'));
  const propertiesOf = (schema: unknown): string[] => {
    const { $ref, properties = {} } = schema as { $ref?: string; properties?: object };
    return $ref ? propertiesOf(models().get($ref.split('/').at(-1)!)) : Object.keys(properties);
  };

  it.each(lists.map((operation) => [operation.id, operation] as const))('%s is read in pages', (_id, { request, response }) => {
    expect(propertiesOf(request.query ?? {})).toEqual(expect.arrayContaining(['limit', 'cursor']));
    expect(propertiesOf(response[200])).toContain('nextCursor');
  });
});

describe('the coverages', () => {
  it('are all listed where workers find them', () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const declared = execFileSync('git', ['grep', '-hoE', '= defineCoverage(<[A-Za-z]+>)?[(]', '--', 'src'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    expect(COVERAGES).toHaveLength(declared.length);
    expect(new Set(COVERAGES.map(({ subject }) => subject)).size).toBe(COVERAGES.length);
  });
});

describe('the kinds of work', () => {
  it('are all started, cancelled and killed by a test', () => {
    expect(Object.keys(KINDS_OF_WORK).sort()).toEqual([...WORK_KINDS.keys()].sort());
  });
});

describe('the registry', () => {
  it('declares each operation once, under one id and one route', () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(routeOf)).size).toBe(OPERATIONS.length);
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

describe('the operation table', () => {
  const rows = new Map(operationTable().map((row) => [routeOf(row), row]));

  it('names every promised operation once', () => {
    expect(operationTable().length).toBeGreaterThanOrEqual(314);
    expect(rows.size).toBe(operationTable().length);
    expect(new Set(operationTable().map(({ area }) => area))).toEqual(new Set(AREAS));
  });

  it('has no more than 23 operations that are merely planned, so none that was declared is lost', () => {
    const declared = new Set(OPERATIONS.map(routeOf));
    expect([...rows.keys()].filter((route) => !declared.has(route)).length).toBeLessThanOrEqual(23);
  });

  it.each(OPERATIONS.filter((operation) => rows.has(routeOf(operation))).map((operation) => [operation.id, operation] as const))(
    'says of %s what its declaration says', (_id, operation) => {
      const { area, method, path, scopes, idempotency } = operation;
      const row = rows.get(routeOf(operation))!;
      expect({ ...row, scopes: [...row.scopes].sort() }).toEqual({ area, method, path, scopes: [...scopes].sort(), idempotency });
    });

  const GOOD = 'area\tmethod\tpath\tscopes\tidempotency\njobs\tGET\t/story-jobs\tstory:read artifact:read\tnone\n';

  it('is read line by line', () => {
    expect(parseOperationTable(GOOD)).toEqual([
      { area: 'jobs', method: 'GET', path: '/story-jobs', scopes: ['story:read', 'artifact:read'], idempotency: 'none' }]);
    expect(parseOperationTable(GOOD.replace('story:read artifact:read', ''))[0]!.scopes).toEqual([]);
  });

  it.each([
    ['area', 'jobs', 'works'], ['method', 'GET', 'PUT'], ['path', '/story-jobs', 'story-jobs'], ['scope', 'artifact:read', 'artifact:all'],
    ['idempotency', 'none', 'Y'], ['number of columns', 'none', 'none\tmore'],
  ])('is refused with a wrong %s, and the line is named', (_what, from, to) => {
    expect(() => parseOperationTable(GOOD.replace(from, to))).toThrow('line 2 of the operation table is not an operation');
    expect(() => parseOperationTable(GOOD.replace('path\t', ''))).toThrow('columns');
  });
});
