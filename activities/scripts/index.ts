import { Context } from '@temporalio/activity';
import { ObjectMissing } from '../../src/adapters/storage/port.js';
import { deleteObjects, deleteReplaced, findUploadDraft, getVersionText, storeParsed } from '../../src/domain/scripts/script-objects.js';
import { draftKeyOf, type VersionRow } from '../../src/domain/scripts/script-model.js';
import { runScriptTask } from '../../src/domain/scripts/script-thread.js';
import {
  completeParse, failParse, insertUpload, listVersions, findVersionById, takeForParsing,
} from '../../src/domain/scripts/version-store.js';
import { ScriptRefused } from '../../src/screenplay/index.js';
import type { Services } from '../../src/services.js';
import { GONE, type ScriptInput, type ScriptState } from '../../src/domain/scripts/script-run.js';
import { withHeartbeat } from '../shared/heartbeat.js';

export interface FailScriptInput extends ScriptInput {
  /** For the writer; null when the attempts failed for a reason of ours. */
  message: string | null;
}

const stateOf = (row: VersionRow | null, revision: number): ScriptState =>
  (row && !row.deletedAt && row.revision === revision ? { status: row.status } : GONE);

/** Short transactions of a text's run. */
export function createScriptWrites(services: Services) {
  const { db, store } = services;
  return {
    /** Inserts what the upload brought unless the API did, from what the API stored before it started this run. */
    async admitScript({ versionId, revision }: ScriptInput): Promise<ScriptState> {
      let row = await findVersionById(db, versionId);
      if (!row) {
        const draft = await findUploadDraft(store, versionId);
        if (!draft) return GONE;
        row = await insertUpload(db, draft);
        // Another upload of the same source came first, or the script is gone.
        if (row?.id !== versionId) await deleteObjects(store, [draft.contentKey]);
      }
      await store.delete(draftKeyOf(versionId));
      if (row?.deletedAt) await deleteObjects(store, [row.contentKey]);
      return stateOf(row?.id === versionId ? row : null, revision);
    },

    /** Records that the text could not be read, when the retries are used up or the run was cancelled. */
    async failScript({ versionId, revision, message }: FailScriptInput): Promise<ScriptState> {
      await failParse(db, versionId, revision, {
        code: 'internal_error', message: message ?? 'Something went wrong on our side; write the content again.', line: null,
      });
      return stateOf(await findVersionById(db, versionId), revision);
    },
  };
}

export type ScriptWrites = ReturnType<typeof createScriptWrites>;

/** Reading of untrusted texts. */
export function createScriptParsing(services: Services) {
  const { db, store, faults } = services;

  /** The lines that new ones are compared with: of this version's last parsed text, else of the version before. */
  async function linesBefore(row: VersionRow): Promise<Buffer | null> {
    const before = row.linesKey === null
      ? (await listVersions(db, row.scriptId)).find(({ number, linesKey }) => number < row.number && linesKey !== null) : row;
    if (!before?.linesKey) return null;
    return store.get(before.linesKey);
  }

  async function parse(row: VersionRow, revision: number, signal: AbortSignal): Promise<void> {
    const [bytes, base] = await Promise.all([getVersionText(store, row), linesBefore(row)]);
    const read = await runScriptTask('read', { bytes, format: row.sourceFormat, base }, signal);
    if (!read.ok) {
      const { code, message, line } = read;
      await failParse(db, row.id, revision, { code, message, line });
      return;
    }
    const keys = await storeParsed(store, row.id, revision, read);
    await faults.reach('script.stored');
    const done = await completeParse(db, row.id, revision, read, keys);
    if (done) return deleteReplaced(store, row, done);
    // Somebody else was first: what is stored belongs to them, or to nobody.
    const now = await findVersionById(db, row.id);
    const used = now && !now.deletedAt ? [now.modelKey, now.linesKey] : [];
    await deleteObjects(store, Object.values(keys).filter((key: string) => !used.includes(key)));
  }

  return {
    /**
     * pending → parsing → complete, or failed with a sentence for the writer. Attempts in parallel read the same; the first one
     * counts. A text that was replaced meanwhile is left to its own run.
     */
    async parseScript({ versionId, revision }: ScriptInput): Promise<ScriptState> {
      const row = await takeForParsing(db, versionId, revision);
      if (row) {
        try {
          await withHeartbeat(() => parse(row, revision, Context.current().cancellationSignal));
        } catch (error) {
          if (error instanceof ScriptRefused) {
            const { code, message, line } = error;
            await failParse(db, versionId, revision, { code, message, line });
          } else if (!(error instanceof ObjectMissing) || takenAndUnchanged(row, await findVersionById(db, versionId))) throw error;
        }
      }
      return stateOf(await findVersionById(db, versionId), revision);
    },
  };
}

/** Objects of an unchanged version are there; the version before may have changed, which the next attempt sees. */
const takenAndUnchanged = (taken: VersionRow, now: VersionRow | null): boolean =>
  now !== null && !now.deletedAt && now.revision === taken.revision && now.status === 'parsing';

export type ScriptParsing = ReturnType<typeof createScriptParsing>;
