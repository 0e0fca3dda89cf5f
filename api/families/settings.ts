import Type, { type TProperties, type TSchema } from 'typebox';
import { closed, model, nullable, Timestamp } from '../../src/kernel/contract/models.js';
import type { Db } from '../../src/kernel/db/database.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { optionalField, SETTING_ENDS, type Setting } from '../../src/kernel/families/settings/setting.js';
import { changeSetting, currentSetting, type SettingState } from '../../src/kernel/families/settings/settings-store.js';
import type { Services } from '../../src/kernel/services.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import {
  camelCase, familyOperation, pascalCase, READ_ACCESS, storedSubject, WRITE_ACCESS, type Access, type FamilyPrice, type Sent, type SubjectPath, type SubjectRow,
} from './subject.js';

/** Options that hold for all rows unless a row has its own. */
export interface SettingsOptions<Row> {
  method?: 'POST' | 'PATCH';
  read?: Access;
  write?: Access;
  /** The price of a change. */
  price?: FamilyPrice<Row>;
  /** Codes that `mayChange` and the checks of the settings raise besides `validation_failed`. */
  errors?: Operation['errors'];
  /** Throws when the row is in a state that does not allow changes. */
  mayChange?(row: Row, key: string): void;
  /** Holds the row until the change is committed, for rows that can be deleted; raises `notFound` when it is gone. */
  lock?(tx: Db, row: Row): Promise<void>;
  /** The fields to store, made from the sent ones and the row. Raises `validation_failed` for a value that does not fit the row. */
  complete?(services: Services, row: Row, fields: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** For a setting with many items: the operation that removes one item, which the last segment of the path names. */
  remove?: RemovedItem;
  /** Fields of the answers that are not stored but loaded for each answer. */
  shown?: { fields: TProperties; load(services: Services, row: Row, value: Record<string, unknown>): Promise<object> };
  /** Further effects of a change on the row, in the same transaction. */
  onChange?(tx: Db, row: Row, key: string, change: ConfirmedChange): Promise<void>;
}

/** How one item of a setting is removed: `DELETE <base>/<key>/{param}`. */
export interface RemovedItem {
  param: string;
  schema: TSchema;
  summary: string;
  /** The fields to merge into the setting so that the item is removed; `value` is that of `param` in the path. */
  fields(value: unknown): Record<string, unknown>;
}

/** The call that made a change: its id, which is equal for all repeats with the same idempotency key, and the credits that the caller confirmed. */
export interface ConfirmedChange { callId: string; credits: number }

/** A setting with options of its own. */
export interface SettingRow<Row> extends SettingsOptions<Row> {
  setting: Setting;
  /** For a value that another operation shows: the setting has no `GET`. */
  only?: 'write';
}

interface Schemas { envelope: TSchema; request: TSchema }

function schemasOf(subject: { name: string; words: string }, { key, words, fields, merging, example }: Setting, found: TProperties): Schemas {
  const name = `${subject.name}${pascalCase(key)}`;
  const shown = Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, Type.Unsafe(schema)]));
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)} of ${subject.words}`;
  const state = model(name, `${sentence}, with the default of every field that was not set.`, closed({
    ...shown,
    ...found,
    version: Type.Integer({ minimum: 0, description: 'Rises with every change; 0 while nothing was set' }),
    updatedAt: nullable(Timestamp),
    updatedBy: nullable(Type.String({ description: 'API key of the last change' })),
  }));
  const optional: TProperties = merging?.body ?? Object.fromEntries(Object.entries(fields).map(([field, schema]) =>
    [field, optionalField(merging?.request?.[field] ?? schema)]));
  const request = model(`${name}Request`, 'The fields to set; those that are left out stay as they are.', closed({
    ...optional,
    expectedVersion: Type.Optional(Type.Integer({ minimum: 0, description: 'Change it only if this is the version that holds' })),
  }, { minProperties: 1 }), example);
  return { envelope: model(`${name}Envelope`, `${sentence}.`, closed({ [camelCase(key)]: state })), request };
}

const view = ({ key }: Setting, { value, version, updatedAt, updatedBy }: SettingState, found: object) => ({
  [camelCase(key)]: { ...value, ...found, version, updatedAt: updatedAt?.toISOString() ?? null, updatedBy },
});

const described = ({ note }: Setting, text: string): string => (note ? `${text} ${note}` : text);

function readOperation<Row extends SubjectRow>(
  subject: SubjectPath<Row>, setting: Setting, { envelope }: Schemas, { read = READ_ACCESS, shown }: SettingsOptions<Row>,
): Operation {
  return familyOperation(subject, {
    id: `get${subject.name}${pascalCase(setting.key)}`, method: 'GET', path: `/${setting.key}`, ...read,
    summary: `Read ${setting.words} of ${subject.words}`,
    description: described(setting, 'With the default of every field that was not set.'),
    response: { 200: envelope },
    async handle({ row }, services) {
      const state = await currentSetting(services.db, storedSubject(subject, row), setting);
      return view(setting, state, await shown?.load(services, row, state.value) ?? {});
    },
  });
}

function requireField({ fields, merging }: Setting, { expectedVersion: _expected, ...sent }: Sent): void {
  if (Object.keys(sent).length > 0) return;
  throw new ApiError('validation_failed', `send at least one of ${Object.keys(merging?.body ?? fields).join(', ')}`, { field: 'body' });
}

function writeOperation<Row extends SubjectRow>(
  subject: SubjectPath<Row>, setting: Setting, { envelope, request }: Schemas, options: SettingsOptions<Row>,
): Operation {
  const { method = 'POST', write = WRITE_ACCESS, price, errors = [] } = options;
  return familyOperation(subject, {
    id: `set${subject.name}${pascalCase(setting.key)}`, method, path: `/${setting.key}`, ...write, ...(price ? { price, mints: 'call' } : {}), summary: `Update ${setting.words} of ${subject.words}`,
    description: described(setting, 'Fields that are not sent stay as they are. With \`expectedVersion\` only if '
      + 'that version still holds; otherwise 409 `version_conflict` with `details.expected` and `details.actual`.'),
    ends: SETTING_ENDS, effects: { ...setting.effects, expectedVersion: 'refuses' },
    request: { body: request }, response: { 200: envelope }, errors: ['version_conflict', ...errors],
    check: ({ body }) => requireField(setting, body),
    async handle({ row, body, actor, credits, resourceId: callId }, services) {
      const { expectedVersion, ...fields } = body as Sent & { expectedVersion?: number };
      return changed(services, subject, row, setting, options, { fields, expectedVersion, by: actor.keyId }, { callId, credits });
    },
  });
}

/** Changes a setting, with the checks and effects of its row, and returns the answer. */
async function changed<Row extends SubjectRow>(
  services: Services, subject: SubjectPath<Row>, row: Row, setting: Setting, options: SettingsOptions<Row>,
  { fields, ...change }: SentChange, confirmed: ConfirmedChange,
): Promise<object> {
  const { mayChange, complete, lock, onChange, shown } = options;
  mayChange?.(row, setting.key);
  const completed = await complete?.(services, row, fields) ?? fields;
  const state = await changeSetting(services.db, storedSubject(subject, row), setting, { ...change, fields: completed }, {
    check: (value) => setting.check?.(value, services),
    ...(lock ? { lock: (tx) => lock(tx, row) } : {}),
    ...(onChange ? { onChange: (tx) => onChange(tx, row, setting.key, confirmed) } : {}),
  });
  return view(setting, state, await shown?.load(services, row, state.value) ?? {});
}

interface SentChange { fields: Record<string, unknown>; expectedVersion?: number | undefined; by: string }

function removeOperation<Row extends SubjectRow>(
  subject: SubjectPath<Row>, setting: Setting, { envelope }: Schemas, options: SettingsOptions<Row>, { param, schema, summary, fields }: RemovedItem,
): Operation {
  const { write = WRITE_ACCESS, errors = [] } = options;
  return familyOperation(subject, {
    id: `delete${subject.name}${pascalCase(setting.key).replace(/s$/, '')}`, method: 'DELETE', path: `/${setting.key}/{${param}}`, ...write, summary,
    description: 'An item that is not there stays away: a repeat of the call changes nothing.',
    request: { params: closed({ [param]: schema }) }, response: { 200: envelope }, errors,
    async handle({ row, params, actor, credits, resourceId: callId }, services) {
      return changed(services, subject, row, setting, options, { fields: fields(params[param]), by: actor.keyId }, { callId, credits });
    },
  });
}

/**
 * For each setting, `GET` and `POST` (or `PATCH`) of `<base>/<key>`, or only the latter: a validated, versioned value with defaults. All values are stored in
 * one table, with version, API key and time. A row may have access, price and effects of its own.
 */
export function settings<Row extends SubjectRow>(
  subject: SubjectPath<Row>, rows: readonly (Setting | SettingRow<Row>)[], options: SettingsOptions<Row> = {},
): Operation[] {
  return rows.flatMap((row) => {
    const { setting, only, ...own } = 'setting' in row ? row : { setting: row, only: undefined };
    const chosen = { ...options, ...own };
    const schemas = schemasOf(subject, setting, chosen.shown?.fields ?? {});
    return [
      ...(only === 'write' ? [] : [readOperation(subject, setting, schemas, chosen)]),
      writeOperation(subject, setting, schemas, chosen),
      ...(chosen.remove ? [removeOperation(subject, setting, schemas, chosen, chosen.remove)] : []),
    ];
  });
}
