import { ApiError } from '../../errors/api-error.js';
import { HOSTILE_CODES } from '../../screenplay/index.js';
import type { Services } from '../../services.js';
import { EngineUnavailable, type RunSpec } from '../../contract/runs.js';
import { scriptWorkflowId, type ScriptInput } from './script-run.js';
import { requirePages, type ScriptAllowance } from './allowance.js';
import { MAX_CONTENT_BYTES, type SourceFormat, type UploadDraft, type VersionRow } from './script-model.js';
import { deleteObjects, deleteReplaced, storeText, storeUpload, uploadedText } from './script-objects.js';
import { runScriptTask } from './script-thread.js';
import { failParse, insertUpload, findVersionById, replaceText } from './version-store.js';

/** Bytes of a text in a request. Raises `source_too_large` and `validation_failed`. */
export function contentBytes(content: string): Buffer {
  const bytes = Buffer.from(content, 'utf8');
  if (bytes.byteLength > MAX_CONTENT_BYTES) {
    throw new ApiError('source_too_large', `content is larger than ${MAX_CONTENT_BYTES} bytes`, { field: 'content', maxBytes: MAX_CONTENT_BYTES });
  }
  if (content.trim() === '') throw new ApiError('validation_failed', 'content holds no text', { field: 'content' });
  return bytes;
}

/**
 * Raises `plan_limit_reached` for a screenplay with more pages than allowed, `validation_failed` for a text that overruns the
 * limits of reading or declares entities, and, with `mustRead`, `source_incomplete` for what can't be read; other mistakes in a
 * text are for the background to find and for the version to say.
 */
export async function requireAllowed(allowance: ScriptAllowance, bytes: Uint8Array, format: SourceFormat, mustRead = false): Promise<void> {
  const read = await runScriptTask('read', { bytes, format, base: null });
  if (read.ok) return requirePages(allowance, read.pageCount);
  const details = { reason: read.code, ...(read.line === null ? {} : { line: read.line }) };
  if (mustRead) throw new ApiError('source_incomplete', read.message, details);
  if (HOSTILE_CODES.includes(read.code)) throw new ApiError('validation_failed', read.message, { field: 'content', ...details });
}

const runOf = ({ accountId }: { accountId: string }, input: ScriptInput, requestId: string): RunSpec<'scriptWorkflow'> => ({
  workflow: 'scriptWorkflow', workflowId: scriptWorkflowId(input.versionId, input.revision), input, labels: { accountId, requestId },
  summary: `Screenplay ${input.versionId}, revision ${input.revision}`,
});

export interface Upload extends Omit<UploadDraft, 'contentKey' | 'sha256' | 'byteSize'> { bytes: Uint8Array }

/**
 * Stores an upload, starts the run that reads it and inserts its version; each step may be repeated. Returns the version as it
 * is now, of another upload when that made one of the same source first. Null when its script or project is gone.
 */
export async function upload(services: Services, { bytes, ...of }: Upload, requestId: string): Promise<VersionRow | null> {
  const { db, store, engine, faults } = services;
  const known = await findVersionById(db, of.versionId);
  if (known) return known.deletedAt ? null : known;
  const draft: UploadDraft = { ...of, ...uploadedText(of.versionId, bytes) };
  await storeUpload(store, draft, bytes);
  await engine.start(runOf(draft, { versionId: of.versionId, revision: 1 }, requestId));
  await faults.reach('script.before_insert');
  const row = await insertUpload(db, draft);
  if (row?.id !== of.versionId || row.deletedAt) await deleteObjects(store, [draft.contentKey]);
  return row?.deletedAt ? null : row;
}

/** Starts the run that reads the current text. Without the engine the row waits, and the checker starts it. */
export async function startReading({ engine, log }: Services, row: VersionRow, requestId: string): Promise<void> {
  try {
    await engine.start(runOf(row, { versionId: row.id, revision: row.revision }, requestId));
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    log.warn({ versionId: row.id, revision: row.revision }, 'the reading of a screenplay could not be started yet');
  }
}

/** For a text whose run is not open: starts the run that was never started, and fails what a stopped run has left. */
export async function resumeReading(services: Services, versionId: string, revision: number): Promise<void> {
  const row = await findVersionById(services.db, versionId);
  if (!row || row.deletedAt || row.revision !== revision) return;
  if (await services.engine.status(scriptWorkflowId(versionId, revision)) === null) return startReading(services, row, `check:${versionId}`);
  await failParse(services.db, versionId, revision, {
    code: 'internal_error', message: 'The run that read this screenplay was stopped; write the content again.', line: null,
  });
}

export interface ContentWrite { bytes: Buffer; sourceFormat: SourceFormat; expectedSha256: string | null; expectedRevision: number | null }

/** Another writer may come first this often before we give up. */
const WRITE_ATTEMPTS = 20;

function requireExpected(row: VersionRow, { expectedSha256, expectedRevision }: Pick<ContentWrite, 'expectedSha256' | 'expectedRevision'>): void {
  const sameText = expectedSha256 === null || expectedSha256 === row.sha256 || expectedSha256 === row.fountainSha256;
  if (sameText && (expectedRevision === null || expectedRevision === row.revision)) return;
  throw new ApiError('script_state_invalid', 'the screenplay has changed since it was read',
    { reason: 'content_changed', currentSha256: row.sha256, currentVersion: row.revision });
}

/**
 * Replaces a version's whole text if it is the expected one, and has it read again. A repeat of the write that made the current
 * text is left as it is. Raises `script_not_found`, `script_state_invalid` (`details.reason` `content_changed`).
 */
export async function writeContent(services: Services, versionId: string, write: ContentWrite, requestId: string): Promise<VersionRow> {
  const { db, store, faults } = services;
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt += 1) {
    const row = await findVersionById(db, versionId);
    if (!row || row.deletedAt) throw new ApiError('script_not_found');
    const text = uploadedText(versionId, write.bytes);
    if (row.sha256 === text.sha256 && row.sourceFormat === write.sourceFormat) return row;
    requireExpected(row, write);
    const stored = await storeText(store, versionId, row.revision + 1, write.bytes);
    await faults.reach('script.before_write');
    const next = await replaceText(db, versionId, row.revision, { ...stored, sourceFormat: write.sourceFormat });
    if (next) {
      await faults.reach('script.after_write');
      await startReading(services, next, requestId);
      await deleteReplaced(store, row, next);
      return next;
    }
    await deleteObjects(store, [stored.contentKey]);
  }
  throw new Error(`the text of ${versionId} changes faster than it can be written`);
}
