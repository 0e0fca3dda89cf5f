import { Setting as SettingEntity } from '../../../../entities/setting.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Database, Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import type { Subject, SubjectKey } from '../subject.js';
import type { Setting, SettingValue } from './setting.js';

/**
 * The current value of a setting. Until its first change the version is 0, and `updatedAt` and `updatedBy` are null.
 */
export interface SettingState<V = Record<string, unknown>> { value: V; version: number; updatedAt: Date | null; updatedBy: string | null }

export interface SettingChange {
  /** The fields to set or to merge, or a pure function of the current value that returns them; other fields stay unchanged. */
  fields: Record<string, unknown> | ((current: Record<string, unknown>) => Record<string, unknown>);
  /** Applies the change only if this is the current version. */
  expectedVersion?: number | undefined;
  by: string;
}

/** Runs in the transaction of a change. */
export type OnChange = (tx: Db, value: Record<string, unknown>) => Promise<void>;

export interface ChangeHooks {
  /** Runs first: locks the subject's row until the change is committed, or raises when the row was deleted. */
  lock?: (tx: Db) => Promise<void>;
  /** Receives the whole value before it is written. */
  check?: (value: Record<string, unknown>) => void | Promise<void>;
  onChange?: OnChange;
}

/** The stored values of a subject's settings by key, or null if none was ever changed. */
export type Chosen = Readonly<Record<string, Record<string, unknown>>> | null;

/** A column with the subject's `Chosen`, for a statement that selects the subject's row. */
export const chosenColumn = (type: string, idColumn: string): string =>
  `(SELECT jsonb_object_agg(chosen.key, chosen.value) FROM settings chosen
    WHERE chosen.subject_type = '${type}' AND chosen.subject_id = ${idColumn})`;

/** An object as a field without a prototype, so that a key such as `constructor`, which may be a person's name, finds only what is stored under it. */
const withOwnKeys = (field: unknown): unknown =>
  (typeof field === 'object' && field !== null && !Array.isArray(field) ? Object.assign(Object.create(null) as object, field) : field);

const valueOf = (setting: Setting, stored: Record<string, unknown> | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...setting.defaults, ...stored }).map(([name, field]) => [name, withOwnKeys(field)]));

/** The current value of a setting, from the column of `chosenColumn`. */
export function chosenValue<S extends Setting>(chosen: Chosen, setting: S): SettingValue<S> {
  return valueOf(setting, chosen?.[setting.key]) as SettingValue<S>;
}

const keyOf = ({ type, id }: SubjectKey, { key }: Pick<Setting, 'key'>) => ({ subjectType: type, subjectId: id, key });

function stateOf(row: SettingEntity | null, setting: Setting): SettingState {
  if (!row || row.version === 0) return { value: valueOf(setting, undefined), version: 0, updatedAt: null, updatedBy: null };
  return { value: valueOf(setting, row.value), version: row.version, updatedAt: row.updatedAt, updatedBy: row.updatedBy };
}

/** The current setting, with the declared defaults for fields that were never changed. */
export async function currentSetting<S extends Setting>(db: Db, subject: SubjectKey, setting: S): Promise<SettingState<SettingValue<S>>> {
  const row = await db.repository(SettingEntity).findOneBy(keyOf(subject, setting));
  return stateOf(row, setting) as SettingState<SettingValue<S>>;
}

/** The values of one setting for all subjects of a type in a project, by subject id. Subjects whose setting was never changed are left out. */
export async function listSettings<S extends Setting>(
  db: Db, { type, projectId }: { type: string; projectId: string }, setting: S,
): Promise<ReadonlyMap<string, SettingValue<S>>> {
  const rows = await db.repository(SettingEntity).findBy({ subjectType: type, projectId, key: setting.key });
  return new Map(rows.map((row) => [row.subjectId, stateOf(row, setting).value as SettingValue<S>]));
}

function requireVersion(row: SettingEntity, change: SettingChange, alreadySo: boolean): void {
  const { expectedVersion: expected, by } = change;
  if (expected === undefined || expected === row.version) return;
  // This repeats a call whose response was lost: the change is already made.
  if (alreadySo && row.version === expected + 1 && row.updatedBy === by) return;
  throw new ApiError('version_conflict', `the version is ${row.version}, not ${expected}`, { expected, actual: row.version });
}

/**
 * Sets some fields of a setting. Changes of one setting happen one after the other. Writes nothing if the fields have
 * these values already. The hooks run in the transaction of the change. Raises `version_conflict` with
 * `details.expected` and `details.actual`.
 */
export const changeSetting = (
  db: Database, subject: Subject, setting: Setting, change: SettingChange, hooks: ChangeHooks = {},
): Promise<SettingState> => db.transaction((tx) => changeSettingIn(tx, subject, setting, change, hooks));

/** Like `changeSetting`, in the caller's transaction. */
export async function changeSettingIn(
  tx: Db, subject: Subject, setting: Setting, change: SettingChange, { lock, check, onChange }: ChangeHooks = {},
): Promise<SettingState> {
  const where = keyOf(subject, setting);
  await lock?.(tx);
  const rows = tx.repository(SettingEntity);
  await rows.createQueryBuilder().insert().orIgnore()
    .values({ ...where, projectId: subject.projectId, value: {}, version: 0, updatedBy: change.by }).execute();
  const row = await rows.findOneOrFail({ where, lock: { mode: 'for_no_key_update' } });
  const current = { ...setting.defaults, ...row.value };
  const sent = typeof change.fields === 'function' ? change.fields(current) : change.fields;
  const fields = setting.merging ? setting.merging.merge(current, sent) : sent;
  const alreadySo = Object.entries(fields).every(([name, value]) => canonicalJson(row.value[name]) === canonicalJson(value))
    && row.version > 0;
  requireVersion(row, change, alreadySo);
  if (alreadySo) return stateOf(row, setting);
  const stored = { ...row.value, ...fields };
  const value = { ...setting.defaults, ...stored };
  await check?.(value);
  await rows.update(where, { value: stored as never, version: row.version + 1, updatedBy: change.by, updatedAt: new Date() });
  await onChange?.(tx, value);
  return stateOf(await rows.findOneByOrFail(where), setting);
}

/** Deletes every setting of a deleted subject. */
export async function deleteSettings(db: Db, { type, id }: SubjectKey): Promise<void> {
  await db.repository(SettingEntity).delete({ subjectType: type, subjectId: id });
}
