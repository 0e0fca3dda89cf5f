import { ApiError } from '../../kernel/errors/api-error.js';
import { HOSTILE_CODES } from '../../craft/screenplay/index.js';
import type { Services } from '../../kernel/services.js';
import { requireExpected, type Expected } from './expected.js';
import { requirePagesAllowed, type ScriptAllowance } from './allowance.js';
import { MAX_CONTENT_BYTES, type SourceFormat, type NewVersion, type VersionRow } from './script-model.js';
import type { ParseResult } from './parsing/parse-version.js';
import { startParse } from './parsing/script-kind.js';
import { deleteObjects, deleteReplaced, storeText, storedTextOf } from './script-objects.js';
import { runScriptTask } from './parsing/script-thread.js';
import { insertUpload, findVersionById, reopenParse, replaceText } from './version-store.js';

/** The UTF-8 bytes of a text in a request. Raises `source_too_large`, and `validation_failed` for an empty text. */
export function contentBytes(content: string): Buffer {
  const bytes = Buffer.from(content, 'utf8');
  if (bytes.byteLength > MAX_CONTENT_BYTES) {
    throw new ApiError('source_too_large', `content is larger than ${MAX_CONTENT_BYTES} bytes`, { field: 'content', maxBytes: MAX_CONTENT_BYTES });
  }
  if (content.trim() === '') throw new ApiError('validation_failed', 'content is empty', { field: 'content' });
  return bytes;
}

/**
 * Parses a text before it is accepted. Raises `plan_limit_reached` for too many pages, `validation_failed` for a text that exceeds
 * the parser's limits or declares entities and, with `mustParse`, `source_incomplete` for any other parse error. Without
 * `mustParse` such a text is accepted, and the background run reports the error on the version.
 */
export async function requireAcceptableText(allowance: ScriptAllowance, bytes: Uint8Array, format: SourceFormat, mustParse = false): Promise<void> {
  await tryParse(allowance, bytes, format, mustParse);
}

/** Parses a text that must be a screenplay. Raises the errors of `requireAcceptableText`. */
export async function parseAcceptable(allowance: ScriptAllowance, bytes: Uint8Array, format: SourceFormat): Promise<ParseResult> {
  return (await tryParse(allowance, bytes, format, true))!;
}

async function tryParse(allowance: ScriptAllowance, bytes: Uint8Array, format: SourceFormat, mustParse: boolean): Promise<ParseResult | null> {
  const parsed = await runScriptTask('parse', { bytes, format, base: null });
  if (parsed.ok) {
    requirePagesAllowed(allowance, parsed.pageCount);
    return parsed;
  }
  const details = { reason: parsed.code, ...(parsed.line === null ? {} : { line: parsed.line }) };
  if (mustParse) throw new ApiError('source_incomplete', parsed.message, details);
  if (HOSTILE_CODES.includes(parsed.code)) throw new ApiError('validation_failed', parsed.message, { field: 'content', ...details });
  return null;
}

export interface Upload extends Omit<NewVersion, 'contentKey' | 'sha256' | 'byteSize'> { bytes: Uint8Array }

/**
 * Stores an upload, inserts its version with the work that parses it, and starts the run; each step may be repeated. Returns the current version, or the
 * version that another upload made of the same source before. Null when its script or project is gone.
 */
export async function upload(services: Services, { bytes, ...of }: Upload, requestId: string): Promise<VersionRow | null> {
  const known = await findVersionById(services.db, of.versionId);
  const row = known ?? await insert(services, { ...of, ...storedTextOf(of.versionId, bytes) }, bytes, requestId);
  if (!row || row.deletedAt) return null;
  await startParse(services, row);
  return row;
}

async function insert({ db, store, faults }: Services, version: NewVersion, bytes: Uint8Array, requestId: string): Promise<VersionRow | null> {
  await store.put(version.contentKey, bytes);
  await faults.reach('script.before_insert');
  const row = await insertUpload(db, version, requestId);
  await faults.reach('script.after_insert');
  if (row?.id !== version.versionId || row.deletedAt) await deleteObjects(store, [version.contentKey]);
  return row;
}

export interface ContentWrite { bytes: Buffer; sourceFormat: SourceFormat; expected: Expected }

/** Most tries of a write when another writer changes the version each time. */
const MAX_WRITE_ATTEMPTS = 20;

/** Handles a write of the current text: it is parsed again if the last parse failed on the server's side. */
async function parseAgain(services: Services, row: VersionRow, requestId: string): Promise<VersionRow> {
  const reopened = row.parseFailure?.code === 'internal_error' ? await reopenParse(services.db, row.id, row.revision, requestId) : null;
  if (reopened) await startParse(services, reopened);
  return reopened ?? row;
}

/**
 * Replaces a version's text if it is in the expected state, and starts its parse. Writing the current text again changes nothing,
 * unless its parse failed on the server's side. Raises `script_not_found`, `script_state_invalid` (`details.reason`
 * `content_changed`).
 */
export async function writeContent(services: Services, versionId: string, write: ContentWrite, requestId: string): Promise<VersionRow> {
  const { db, store, faults } = services;
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const row = await findVersionById(db, versionId);
    if (!row || row.deletedAt) throw new ApiError('script_not_found');
    const text = storedTextOf(versionId, write.bytes);
    if (row.sha256 === text.sha256 && row.sourceFormat === write.sourceFormat) return parseAgain(services, row, requestId);
    requireExpected(row, write.expected);
    const stored = await storeText(store, versionId, row.revision + 1, write.bytes);
    await faults.reach('script.before_write');
    const next = await db.transaction((tx) =>
      replaceText(tx, versionId, row.revision, { ...stored, sourceFormat: write.sourceFormat }, requestId));
    if (next) {
      await faults.reach('script.after_write');
      await startParse(services, next);
      await deleteReplaced(store, row, next);
      return next;
    }
    await deleteObjects(store, [stored.contentKey]);
  }
  throw new Error(`the text of ${versionId} changes faster than it can be written`);
}
