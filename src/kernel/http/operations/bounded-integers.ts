import type { TSchema } from 'typebox';
import { models } from '../../contract/models.js';
import { JsonOrForm, MultipartBody, RawBody, type BodyKind } from '../requests/body-kinds.js';

/** Range of the Postgres type `integer`, which stores integers of requests. */
const INT4 = { minimum: -2_147_483_648, maximum: 2_147_483_647 };
const REF = '#/components/schemas/';

interface Node { type?: unknown; minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number; $ref?: string }

/** Adds the range of `integer` to every integer of a schema, and of the models that it refers to, where a bound is missing. */
export function boundIntegers(schema: TSchema | undefined, seen = new Set<unknown>()): void {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
  seen.add(schema);
  const node = schema as Node;
  if (node.type === 'integer') {
    if (node.maximum === undefined && node.exclusiveMaximum === undefined) node.maximum = INT4.maximum;
    if (node.minimum === undefined && node.exclusiveMinimum === undefined) node.minimum = INT4.minimum;
  }
  if (node.$ref?.startsWith(REF)) boundIntegers(models().get(node.$ref.slice(REF.length)), seen);
  for (const child of Object.values(schema)) boundIntegers(child as TSchema, seen);
}

/** Bounds the integers of a body of any kind. */
export function boundBody(kind: BodyKind | undefined): void {
  if (kind instanceof JsonOrForm) {
    boundIntegers(kind.json);
    boundIntegers(kind.form.fields);
  } else if (kind instanceof MultipartBody) boundIntegers(kind.fields);
  else if (!(kind instanceof RawBody)) boundIntegers(kind);
}
