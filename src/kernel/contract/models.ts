import Type, { type Static, type TSchema } from 'typebox';

const registered = new Map<string, TSchema>();
const typical = new Map<string, unknown>();

/**
 * Registers a named schema of the OpenAPI document and returns a reference with the same static type. `words` say what it is, in a sentence;
 * `example` is what callers typically send; of an answer, the fields whose values only go together, such as a status and a date.
 */
export function model<S extends TSchema>(name: string, words: string, schema: S, example?: Partial<Static<S>>) {
  if (registered.has(name)) throw new Error(`schema ${name} is declared twice`);
  if ('description' in schema) throw new Error(`schema ${name} is described twice`);
  registered.set(name, { description: words, ...schema });
  if (example !== undefined) typical.set(name, example);
  return Type.Unsafe<Static<S>>({ $ref: `#/components/schemas/${name}` });
}

/** Every registered schema by name. */
export function models(): ReadonlyMap<string, TSchema> {
  return registered;
}

/** The `example` of this named schema; undefined without one. */
export const typicalOf = (name: string): unknown => typical.get(name);

/** `null` or the schema. */
export function nullable<S extends TSchema>(schema: S, options: { description?: string; default?: Static<S> | null } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** A closed set of strings. */
export function oneOf<const V extends readonly string[]>(values: V, options: { description?: string; default?: V[number] } = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });
}

/** An object without additional properties. `exactlyOne` names fields of which every value has exactly one. */
export function closed<P extends Record<string, TSchema>>(
  properties: P,
  { exactlyOne, ...options }: { description?: string; minProperties?: number; examples?: readonly object[]; exactlyOne?: readonly (keyof P & string)[] } = {},
) {
  const choice = exactlyOne ? { allOf: [{ oneOf: exactlyOne.map((name) => ({ required: [name] })) }] } : {};
  return Type.Object(properties, { additionalProperties: false, ...options, ...choice });
}

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601' });
export const Metadata = Type.Record(Type.String(), Type.Unknown(), { description: 'The caller\'s own data; returned as sent, with numbers as IEEE 754 doubles' });
/** An id. Ids are opaque; the pattern only excludes texts that can never be one. */
export const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });
/** The path parameter of an address that a token opens. It has no pattern: whatever opens nothing is answered like an address that has expired, with 404. */
export const TokenParams = closed({ token: Type.String({ minLength: 1, maxLength: 1_024 }) });
