import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../api/index.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { models } from '../../src/kernel/contract/models.js';
import { BIBLE_TEXT_KEYS } from '../../src/domain/canon/series-bible.js';
import { NEEDS_MODEL, under } from '../../src/kernel/contract/field-effects.js';
import { JsonOrForm, MultipartBody, RawBody } from '../../src/kernel/http/requests/body-kinds.js';
import { warningsOfBrief } from '../../src/domain/plans/plan-warnings.js';
import type { PlanBrief, StoryWriter } from '../../src/craft/narrative/model.js';

interface Schema {
  type?: string; enum?: unknown[]; format?: string; pattern?: string; const?: unknown;
  $ref?: string; properties?: Record<string, Schema>; required?: string[]; items?: Schema; anyOf?: Schema[]; additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
}

/** Whether a field is free text: a string without allowed values, format, or a pattern other than `VISIBLE`. */
function isFreeText(given: Schema): boolean {
  const { type, enum: values, format, pattern, anyOf } = (given.$ref ? models().get(given.$ref.split('/').at(-1)!) : given) as Schema;
  if (anyOf) return anyOf.some(isFreeText);
  return type === 'string' && !values && !format && (pattern === undefined || pattern === VISIBLE);
}

/** Paths of a schema's fields that are optional or free text; `*` stands for every entry of a list or a map. */
function optionalPaths(given: Schema, at: string): string[] {
  const schema = (given.$ref ? models().get(given.$ref.split('/').at(-1)!) : given) as Schema;
  const below = [schema.items, ...Object.values(schema.patternProperties ?? {}), typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined]
    .flatMap((each) => (each ? optionalPaths(each, `${at}.*`) : []));
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, each]) => [
    ...(schema.required?.includes(key) && !isFreeText(each) ? [] : [`${at}.${key}`]), ...optionalPaths(each, `${at}.${key}`),
  ]);
  return [...own, ...below, ...(schema.anyOf ?? []).flatMap((each) => optionalPaths(each, at))];
}

/**
 * The schema of an operation's JSON body or form fields; null for a raw body or none. An operation that takes both JSON and a form has only its file in
 * addition in the form.
 */
const jsonOf = (body: unknown): Schema | null => (body instanceof JsonOrForm ? body.json as Schema : body === undefined || body instanceof RawBody ? null
  : body instanceof MultipartBody ? body.fields as Schema : body as Schema);
const asked = OPERATIONS.flatMap(({ id, request }) => {
  const body = jsonOf(request.body);
  return body ? optionalPaths(body, id) : [];
});

const declared = Object.assign({}, ...OPERATIONS.map(({ id, effects = {} }) => under(id, effects))) as Record<string, string>;

const embedded = { embedded: true } as StoryWriter;
const brief = (more: Partial<PlanBrief>): PlanBrief => ({
  seed: 's', sources: [], target: { audience: 'a', objective: 'b', outcome: 'c' }, creativeBrief: null, canon: null, tableRead: null, ...more,
});

describe('request fields that are optional or free text', () => {
  it('each have a declared effect, and no other field has one', () => {
    expect([...new Set(asked)].sort()).toEqual(Object.keys(declared).sort());
  });

  it('that the embedded writer ignores are named in the warnings of the plan', () => {
    const warned = Object.keys(declared).filter((field) => declared[field]!.startsWith(NEEDS_MODEL) && !field.startsWith('generateSeriesBible'));
    const content = Object.fromEntries([...BIBLE_TEXT_KEYS, 'episodes', 'characters'].map((key) => [key, 'words']));
    const named = warningsOfBrief(brief({ creativeBrief: 'Slow.', canon: { title: null, content } }), embedded).map(({ field }) => field);
    const expected = warned.map((field) => field.replace('createPlan.', '').replace('updateSeriesBible.content', 'seriesBible'));
    expect(named.sort()).toEqual(['target', ...expected].sort());
    expect(warningsOfBrief(brief({ creativeBrief: 'Slow.', canon: { title: null, content } }), { embedded: false } as StoryWriter)).toEqual([]);
  });
});
