import type { TSchema } from 'typebox';
import { JsonOrForm, MultipartBody, RawBody } from '../../../src/kernel/http/requests/body-kinds.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import type { CallOptions } from '../../support/api-client.js';
import { sampleOf } from './sample-input.js';

/** Values for the parameters of paths and the fields of bodies, by name: `projectId`, `storyPlanId`, `sourceIds` … */
export type Names = Readonly<Record<string, string | number | readonly string[]>>;

export const UNKNOWN_ID = 'unknown_00000000000000000000000000';

const propertiesOf = (schema: TSchema | undefined): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {};

/** The path of an operation with its parameters filled in: from `names`, else with an id that does not exist or a sample of the schema. */
export function pathOf({ path, request }: Operation, names: Names = {}): string {
  const params = propertiesOf(request.params);
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const { type } = params[name] as { type?: string };
    return String(names[name] ?? (type === 'string' ? UNKNOWN_ID : sampleOf(params[name]!)));
  });
}

/** The required query parameters with sample values, starting with `?`; empty when there are none. */
export function queryOf({ request }: Operation): string {
  const required = request.query ? Object.entries(sampleOf({ ...request.query, minProperties: 0 }) as object) : [];
  return required.length > 0 ? `?${new URLSearchParams(required.map(([name, value]) => [name, String(value)]))}` : '';
}

/** Replaces each field whose key is in `names` by the value there, at any depth. */
function named(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, names[key] ?? named(field, names)]));
}

/** The smallest body that the schema admits, or its example; a few bytes where a file is sent. */
export function bodyOf({ request: { body } }: Operation, names: Names = {}): Pick<CallOptions, 'body' | 'rawBody' | 'headers'> {
  if (!body) return {};
  if (body instanceof MultipartBody) throw new Error('no sample of a form');
  if (body instanceof RawBody) return { rawBody: 'GIF89a', headers: { 'content-type': body.contentTypes[0] } };
  return { body: named(sampleOf(body instanceof JsonOrForm ? body.json : body), names) };
}
