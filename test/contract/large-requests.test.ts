import { describe, expect, it } from '@jest/globals';
import { MAX_ENTRIES } from '../../api/artifacts/script-schemas.js';
import { OPERATIONS } from '../../api/index.js';
import { models } from '../../src/kernel/contract/models.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { hasMoreParts, MAX_JSON_PARTS } from '../../src/kernel/http/requests/json-parts.js';
import { countedAddress } from '../../src/kernel/http/requests/client-address.js';
import { validateInput } from '../../src/kernel/http/requests/validation.js';

const CREATE_PROJECT = models().get('ProjectCreateRequest')!;

function refusalOf(body: unknown): ApiError {
  try {
    validateInput(CREATE_PROJECT, body, 'body');
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

const unknownFields = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`wrong${at}`, at]));

/** The keywords of a schema and of everything in it, with the place of each part. */
function* partsOf(schema: unknown, at: string): Generator<[string, Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  yield [at, schema as Record<string, unknown>];
  for (const [key, inner] of Object.entries(schema)) yield* partsOf(inner, `${at}.${key}`);
}

describe('a request with very many parts', () => {
  it('is refused for its first problem alone, because looking for all takes time and memory for each', () => {
    expect(refusalOf(unknownFields(30)).details?.errors).toHaveLength(20);
    const { message, details } = refusalOf(unknownFields(5_000));
    expect([message, details]).toEqual(['name is required', { field: 'name' }]);
    expect(refusalOf({ name: 'A', metadata: { deep: Array(5_000).fill(0) }, wrong: 1, worse: 2 }).details).toEqual({ field: 'wrong' });
  });

  it('has no list without a bound whose items are compared with each other', () => {
    const schemas = [...models(), ...OPERATIONS.flatMap(({ id, request }) => Object.entries(request).map(([part, schema]) => [`${id}.${part}`, schema] as const))];
    const unique = schemas.flatMap(([name, schema]) => [...partsOf(schema, name)]).filter(([, { uniqueItems }]) => uniqueItems === true);
    expect(unique.length).toBeGreaterThan(5);
    expect(unique.filter(([, { maxItems }]) => maxItems === undefined).map(([at]) => at)).toEqual([]);
  });
});

describe('the parts of a JSON text', () => {
  it.each([
    ['{"a":1,"b":[1,2,{"c":null}]}', 6], ['[[[[', 4], ['"a,b:[{"', 0], ['{"a\\\\":"\\",,","b":1}', 2], ['["unended, , ,', 1], ['[0,0,0,0]', 4],
  ])('of %s are %i, without those in strings', (json, parts) => {
    expect([hasMoreParts(json, parts - 1), hasMoreParts(json, parts)]).toEqual([true, false]);
  });
});

describe('the longest script that may be replaced', () => {
  it('has fewer parts than a body may have, with all fields that its entries are answered with', () => {
    const entry = {
      sceneIndex: 1, kind: 'dialogue', character: 'ADA', text: 'Yes, I know.', ttsText: 'Yes.', parenthetical: null, extensions: ['V.O.', 'CONT\'D'], dual: 'left', origin: 'source',
      delivery: { emotion: 'calm', pace: 1, pauseMs: 200, volume: 'low' }, sources: [{ sourceId: 'src_1', start: 1, end: 9 }, { sourceId: 'src_1', start: 11, end: 19 }],
    };
    const entries = `[${Array(MAX_ENTRIES).fill(JSON.stringify(entry)).join(',')}]`;
    expect(hasMoreParts(`{"entries":${entries}}`, MAX_JSON_PARTS)).toBe(false);
  });
});

describe('limits by address', () => {
  it('count the network of an IPv6 address, whose owner has all its addresses, and an IPv4 address itself', () => {
    const counted = ['2001:db8:1:2::1', '2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::1', '198.51.100.7', '::ffff:198.51.100.7', '198.51.100.8', '::1', 'fe80::1%eth0'].map(countedAddress);
    expect(counted).toEqual(['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64', '198.51.100.7', '198.51.100.7', '198.51.100.8', '::/64', 'fe80::/64']);
  });
});
