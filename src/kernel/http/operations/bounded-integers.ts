import type { TSchema } from 'typebox';
import { models } from '../../contract/models.js';
import { JsonOrForm, MultipartBody, RawBody, type BodyKind } from '../requests/body-kinds.js';

/** Bounds of the columns that integers of requests reach (`integer` of Postgres). */
const INT4 = { minimum: -2_147_483_648, maximum: 2_147_483_647 };
const REF = '#/components/schemas/';

interface Node { type?: unknown; minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number; $ref?: string }

/** Gives each integer of a schema, and of the models that it refers to, the bounds of a column where it has none. */
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
