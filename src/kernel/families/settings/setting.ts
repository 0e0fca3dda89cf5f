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
  /** The fields of a request that changes one item, instead of the setting's own. */
  body?: TProperties;
  /** The fields to store, from the current value and the sent fields. Raises `validation_failed`. */
  merge(current: Static<TObject<P>>, sent: Record<string, unknown>): Partial<Static<TObject<P>>>;
}

/** Why a changed setting names no next call. */
export const SETTING_ENDS = 'a setting: what is made later follows it, and nothing waits for it';

/** One keyed value of a subject. */
export interface Setting<P extends TProperties = TProperties> {
  /** Last segment of the path, and the stored key. Permanent. */
  key: string;
  /** What it sets, as a noun after "Read" and "Update": `the theater settings`. */
  words: string;
  fields: P;
  defaults: Static<TObject<P>>;
  /** A request as callers typically send it. */
  example?: object;
  /** What each field does when it is sent. */
  effects?: FieldEffects;
  /** Last sentences of the descriptions of its operations. */
  note?: string;
  /** Without it, every sent field replaces the stored one. */
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

/**
 * Declares a setting. Every field needs a default, because an unchanged setting has a value too. Throws when one has
 * none.
 */
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
