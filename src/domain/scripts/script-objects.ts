import { randomBytes } from 'node:crypto';
import type { Db } from '../../kernel/db/database.js';
import { ObjectMissing, type ObjectStore } from '../../kernel/storage/port.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { ParseResult } from './parsing/parse-version.js';
import { contentKeyOf, sha256Of, type ParsedVersion, type VersionRow } from './script-model.js';
import { findVersionById, type ParsedKeys, type StoredText } from './version-store.js';

/** The stored text of a version does not have the hash in its row. */
export class ScriptTextDamaged extends Error {
  override readonly name = 'ScriptTextDamaged';
}

const HASH_CHARACTERS = 16;
/** A random suffix that separates the objects of concurrent writers. */
const nonce = (): string => randomBytes(8).toString('hex');

/** Key, hash and size of an upload's text: equal for every repeat of the upload. */
export const storedTextOf = (versionId: string, bytes: Uint8Array): StoredText => {
  const sha256 = sha256Of(bytes);
  return { contentKey: contentKeyOf(versionId, 1, sha256.slice(0, HASH_CHARACTERS)), sha256, byteSize: bytes.byteLength };
};

/** Stores a later text of a version under a key that no other writer uses. */
export async function storeText(store: ObjectStore, versionId: string, revision: number, bytes: Uint8Array): Promise<StoredText> {
  const sha256 = sha256Of(bytes);
  const contentKey = contentKeyOf(versionId, revision, `${sha256.slice(0, HASH_CHARACTERS)}-${nonce()}`);
  await store.put(contentKey, bytes);
  return { contentKey, sha256, byteSize: bytes.byteLength };
}

/** The text of a version, checked against its hash. Throws `ScriptTextDamaged`, and `ObjectMissing` when it was replaced meanwhile. */
export async function getVersionText(store: ObjectStore, { id, contentKey, sha256 }: VersionRow): Promise<Buffer> {
  const bytes = await store.get(contentKey);
  if (sha256Of(bytes) !== sha256) throw new ScriptTextDamaged(`the stored text of ${id} does not have the recorded hash`);
  return bytes;
}

/** Stores the parse result of a revision; attempts with equal results write equal objects. */
export async function storeParsed(store: ObjectStore, versionId: string, revision: number, read: ParseResult): Promise<ParsedKeys> {
  const keyOf = (json: string, kind: string): string => contentKeyOf(versionId, revision, `${sha256Of(json).slice(0, HASH_CHARACTERS)}.${kind}.json`);
  const keys = { modelKey: keyOf(read.model, 'model'), linesKey: keyOf(read.lines, 'lines') };
  await store.put(keys.modelKey, read.model);
  await store.put(keys.linesKey, read.lines);
  return keys;
}

/** Stores JSON that belongs to one change of a line, under a key that no other writer uses. */
export async function storeEdited(store: ObjectStore, row: VersionRow, kind: 'model' | 'lines' | 'snapshot', json: string): Promise<string> {
  const key = contentKeyOf(row.id, row.revision, `e${row.edition + 1}-${nonce()}.${kind}.json`);
  await store.put(key, json);
  return key;
}

export async function deleteObjects(store: ObjectStore, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key !== null) await store.delete(key);
}

/** Deletes those of the objects that the version does not refer to. */
export async function deleteUnused(db: Db, store: ObjectStore, versionId: string, keys: readonly string[]): Promise<void> {
  const now = await findVersionById(db, versionId);
  const used: (string | null)[] = now && !now.deletedAt ? [now.contentKey, now.modelKey, now.linesKey] : [];
  await deleteObjects(store, keys.filter((key) => !used.includes(key)));
}

/** Deletes the objects that a version referred to before a change and no longer does. */
export async function deleteReplaced(store: ObjectStore, before: VersionRow, after: VersionRow): Promise<void> {
  const kept = new Set([after.contentKey, after.modelKey, after.linesKey]);
  await deleteObjects(store, [before.contentKey, before.modelKey, before.linesKey].filter((key) => !kept.has(key)));
}

const MAX_READ_ATTEMPTS = 5;

/**
 * A parsed version with everything that `get` loads for it. Tries again when the version changes during the loading. Raises `script_not_found`, and
 * `script_state_invalid` when the text is not parsed yet or cannot be parsed.
 */
export async function getParsedScript<T>(
  db: Db, store: ObjectStore, versionId: string, get: (row: ParsedVersion) => Promise<T>,
): Promise<{ row: ParsedVersion; objects: T }> {
  for (let attempt = 1; ; attempt += 1) {
    const row = await findVersionById(db, versionId);
    if (!row || row.deletedAt) throw new ApiError('script_not_found');
    if (row.status !== 'complete') {
      throw new ApiError('script_state_invalid', row.status === 'failed'
        ? 'the screenplay could not be parsed; write its content again' : 'the screenplay is still being parsed; try again in a second',
      { status: row.status, allowed: ['complete'], ...(row.parseFailure ? { parseFailure: row.parseFailure } : {}) });
    }
    const parsed = row as ParsedVersion;
    try {
      return { row: parsed, objects: await get(parsed) };
    } catch (error) {
      if (!(error instanceof ObjectMissing) || attempt === MAX_READ_ATTEMPTS) throw error;
    }
  }
}
