import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { readConfig } from '../../src/kernel/config/index.js';
import { models } from '../../src/kernel/contract/models.js';
import { PRICES, SHORT_READ_PAGES } from '../../src/kernel/credits/prices.js';
import { CAPABILITIES_MAX_AGE_SECONDS } from '../../src/discovery/capabilities.js';
import { MAX_FETCHED_BYTES } from '../../src/domain/sources/source-model.js';
import { PREVIEW_CHARACTERS } from '../../src/domain/sources/text-facts.js';
import { CATALOGUE } from '../../src/kernel/errors/catalogue.js';

/** What API clients were promised and have built upon: rows are added here, and never changed or removed. */
const promised = (name: string): [string, number][] => readFileSync(`test/contract/${name}.tsv`, 'utf8').trim().split('\n').slice(1)
  .map((line) => line.split('\t') as [string, string]).map(([what, value]) => [what, Number(value)]);

describe('error codes', () => {
  const codes = promised('error-codes');

  it.each(codes)('%s answers %d', (code, status) => {
    expect((CATALOGUE as Record<string, { status: number }>)[code]?.status).toBe(status);
  });

  it('are all in the list of promises', () => {
    expect(codes.map(([code]) => code)).toEqual(expect.arrayContaining(Object.keys(CATALOGUE)));
  });
});

interface Schema { $ref?: string; anyOf?: Schema[]; properties?: Record<string, Schema>; [keyword: string]: unknown }

/** The value of a schema's keyword, looked up through references and through the branches of `anyOf` (`null` or a schema). */
function keywordOf(schema: Schema | undefined, keyword: string): unknown {
  if (schema?.$ref) return keywordOf(models().get(schema.$ref.split('/').at(-1)!) as Schema, keyword);
  return schema?.[keyword] ?? schema?.anyOf?.map((each) => keywordOf(each, keyword)).find((found) => found !== undefined);
}

const config = readConfig({});
const SETTINGS: Record<string, number> = {
  'requests per minute, default': config.rateLimitDefault,
  'requests per minute, elevated': config.rateLimitElevated,
  'seconds that capabilities may be kept': CAPABILITIES_MAX_AGE_SECONDS,
  'characters of a source preview': PREVIEW_CHARACTERS,
  'bytes of a fetched source': MAX_FETCHED_BYTES,
  'days of a share, default': config.shareTtlDays,
  'pages of a short table read': SHORT_READ_PAGES,
  'credits of a refinement': PRICES.TABLE_READ_REFINE,
  'credits of an audio recording': PRICES.TABLE_READ_FINALIZE_AUDIO,
  'credits of a video recording': PRICES.TABLE_READ_FINALIZE_VIDEO,
};

/** The value of a promised limit: a setting by its name, or a schema's keyword as `METHOD path part field keyword`. */
function limitOf(what: string): unknown {
  if (what in SETTINGS) return SETTINGS[what];
  const [method, path, part, field, keyword] = what.split(' ') as [string, string, 'body' | 'query' | 'params', string, string];
  const operation = OPERATIONS.find((each) => each.method === method && each.path === path);
  const fields = keywordOf(operation?.request[part] as Schema | undefined, 'properties') as Record<string, Schema> | undefined;
  return keywordOf(fields?.[field], keyword);
}

describe('limits', () => {
  it.each(promised('limits'))('%s is %d', (what, value) => {
    expect(limitOf(what)).toBe(value);
  });
});
