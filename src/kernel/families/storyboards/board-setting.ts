import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { FieldEffects } from '../../contract/field-effects.js';
import { closed } from '../../contract/models.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';

/** A field of a storyboard that people set. Its changes are edits: they apply in the order of all edits and can be undone like them. */
export interface BoardSetting {
  /** A noun phrase for the setting, used after "Read" and "Update": `the finish of the film`. */
  words: string;
  /** Last sentences of the descriptions of its operations. */
  note?: string;
  /** Fields that callers may send; a field that is left out stays as it is. Each has a default. */
  fields: TProperties;
  /** Fields of the value that only the service writes. Each has a default. */
  own?: TProperties;
  /**
   * For a value that is replaced as a whole by what `find` returns, and null until then: its schema in answers. `fields` itself marks what may be left out of a
   * request, and needs no defaults.
   */
  whole?: TSchema;
  /** For a value that only the storyboard shows: the setting has no `GET`. */
  only?: 'write';
  effects: FieldEffects;
  example: object;
  errors?: readonly ErrorCode[];
  /** Raises `validation_failed` for a value that is not available. */
  find?(services: Services, projectId: string, body: Record<string, unknown>): Promise<unknown>;
  /** The fold that changes the field; default: `changeField`, which the board of the subject must have. */
  fold?: string;
}

/** The settings of a storyboard by their fields. The path of `motionBlur` is `/motion-blur`. */
export type BoardSettings = Readonly<Record<string, BoardSetting>>;

type PartOf<S, Part extends 'fields' | 'own'> = S extends Record<Part, infer P extends TProperties> ? Static<TObject<P>> : unknown;
type ValueOf<S> = PartOf<S, 'fields'> & PartOf<S, 'own'>;

/** The values of settings, as a storyboard stores them. */
export type BoardValues<S> = { [Field in keyof S]: ValueOf<S[Field]> };

const partsOf = ({ fields, own }: BoardSetting): [string, TSchema & { default?: unknown }][] => Object.entries({ ...fields, ...own });

function defaultOf(field: string, name: string, schema: TSchema): unknown {
  if (!('default' in schema)) throw new Error(`setting ${field}: ${name} needs a default, because a storyboard that nobody changed has a value too`);
  return schema.default;
}

/** The value of a setting until it is changed; null for one that is sent whole. Throws for a field without a default. */
export const unchangedValue = (field: string, setting: BoardSetting): object | null =>
  (setting.whole ? null : Object.fromEntries(partsOf(setting).map(([name, schema]) => [name, defaultOf(field, name, schema)])));

/** The values of settings until they are changed. Throws for a field without a default. */
export const unchangedValues = <S extends BoardSettings>(settings: S): BoardValues<S> =>
  Object.fromEntries(Object.entries(settings).map(([field, setting]) => [field, unchangedValue(field, setting)])) as BoardValues<S>;

/** The schema of the value of a setting in answers. */
export function valueSchema(setting: BoardSetting): TSchema {
  const { whole, words } = setting;
  if (whole) return whole;
  const shown = Object.fromEntries(partsOf(setting).map(([name, { default: _default, ...schema }]) => [name, Type.Unsafe(schema)]));
  return closed(shown, { description: `${words.charAt(0).toUpperCase()}${words.slice(1)}` });
}

/** The schemas of the values of settings in answers. */
export const valueSchemas = <S extends BoardSettings>(settings: S): Record<keyof S, TSchema> =>
  Object.fromEntries(Object.entries(settings).map(([field, setting]) => [field, valueSchema(setting)])) as Record<keyof S, TSchema>;
