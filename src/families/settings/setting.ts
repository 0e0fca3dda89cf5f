import type { Static, TObject, TProperties, TSchema } from 'typebox';
import Type from 'typebox';
import type { Services } from '../../services.js';

/** Fields of every answer, which no setting may use for its own. */
const RESERVED = ['version', 'updatedAt', 'updatedBy', 'expectedVersion'];

/** One keyed value of a subject. */
export interface Setting<P extends TProperties = TProperties> {
  /** Last segment of the path, and the stored key: permanent. */
  key: string;
  /** What it decides, in words that follow "Read" and "Choose". */
  words: string;
  fields: P;
  defaults: Static<TObject<P>>;
  /** Ends the descriptions of its operations: what else a reader of them must know. */
  note?: string;
  /** Refuses, with `validation_failed`, a value that the schema admits and the installation cannot serve. */
  check?(value: Static<TObject<P>>, services: Services): void | Promise<void>;
}

export type SettingValue<S> = S extends Setting<infer P> ? Static<TObject<P>> : never;

function defaultOf(key: string, name: string, schema: TSchema): unknown {
  if (RESERVED.includes(name)) throw new Error(`setting ${key}: ${name} is a field of every answer`);
  if (!('default' in schema)) throw new Error(`setting ${key}: ${name} needs a default`);
  return schema.default;
}

/** Declares a setting. Every field has a default, so that a subject nobody changed has a value too. */
export function setting<P extends TProperties>(
  key: string, words: string, fields: P, options: Pick<Setting<P>, 'check' | 'note'> = {},
): Setting<P> {
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, defaultOf(key, name, schema)]));
  return { key, words, fields, defaults: defaults as Static<TObject<P>>, ...options };
}

/** The field as a request has it: what is not sent stays as it is, so no default is filled in. */
export function optionalField(schema: TSchema): TSchema {
  const { default: _default, ...rest } = schema as TSchema & { default?: unknown };
  return Type.Optional(Type.Unsafe(rest));
}
