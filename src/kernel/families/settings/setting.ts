import type { Static, TObject, TProperties, TSchema } from 'typebox';
import Type from 'typebox';
import type { FieldEffects } from '../../contract/field-effects.js';
import type { Services } from '../../services.js';

/** Fields of every response, which no setting may declare. */
const RESERVED = ['version', 'updatedAt', 'updatedBy', 'expectedVersion'];

/** How a request changes fields that it does not replace as a whole. */
export interface Merging<P extends TProperties> {
  /** Schemas of these fields in requests. */
  request?: Partial<Record<keyof P & string, TSchema>>;
  /** The request fields of a setting whose requests change one item; they replace the setting's own fields. */
  body?: TProperties;
  /** The fields to store, from the current value and the sent fields. Raises `validation_failed`. */
  merge(current: Static<TObject<P>>, sent: Record<string, unknown>): Partial<Static<TObject<P>>>;
}

/** The reason why the answer to a changed setting names no next call. */
export const SETTING_ENDS = 'a setting: what is made later follows it, and nothing waits for it';

/** One keyed value of a subject. */
export interface Setting<P extends TProperties = TProperties> {
  /** Last segment of the path, and the stored key. Permanent. */
  key: string;
  /** A noun phrase for the setting, used after "Read" and "Update": `the theater settings`. */
  words: string;
  fields: P;
  defaults: Static<TObject<P>>;
  /** A typical request. */
  example?: object;
  /** What each field does when it is sent. */
  effects?: FieldEffects;
  /** Last sentences of the descriptions of its operations. */
  note?: string;
  /** Absent when every sent field replaces the stored one. */
  merging?: Merging<P>;
  /** Raises `validation_failed` for a value that the schema allows but this installation cannot serve. */
  check?(value: Static<TObject<P>>, services: Services): void | Promise<void>;
}

export type SettingValue<S> = S extends Setting<infer P> ? Static<TObject<P>> : never;

function defaultOf(key: string, name: string, schema: TSchema): unknown {
  if (RESERVED.includes(name)) throw new Error(`setting ${key}: ${name} is a field of every response`);
  if (!('default' in schema)) throw new Error(`setting ${key}: ${name} needs a default`);
  return schema.default;
}

/** Declares a setting. Every field needs a default, because a setting that was never changed has a value too. Throws when a field has no default. */
export function setting<P extends TProperties>(
  key: string, words: string, fields: P, options: Pick<Setting<P>, 'check' | 'note' | 'merging' | 'example' | 'effects'> = {},
): Setting<P> {
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, defaultOf(key, name, schema)]));
  return { key, words, fields, defaults: defaults as Static<TObject<P>>, ...options };
}

/** The schema of the field in a request, without its default: a field that is not sent stays unchanged. */
export function optionalField(schema: TSchema): TSchema {
  const { default: _default, ...rest } = schema as TSchema & { default?: unknown };
  return Type.Optional(Type.Unsafe(rest));
}
