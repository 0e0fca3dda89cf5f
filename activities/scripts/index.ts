import { ApplicationFailure } from '@temporalio/activity';
import { ObjectMissing } from '../../src/kernel/storage/port.js';
import type { MadeParse, ScriptInput } from '../../src/domain/scripts/parsing/script-kind.js';
import type { ParseFailure, VersionRow } from '../../src/domain/scripts/script-model.js';
import { deleteUnused, getVersionText, storeParsed } from '../../src/domain/scripts/script-objects.js';
import { runScriptTask } from '../../src/domain/scripts/parsing/script-thread.js';
import { findVersionById, listVersions, takeForParsing } from '../../src/domain/scripts/version-store.js';
import { ScriptRefused } from '../../src/craft/screenplay/index.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED } from '../../src/kernel/works/model.js';
import { startWork } from '../../src/kernel/works/work-store.js';
import { inActivity } from '../shared/activity-frame.js';

export interface UnusedObjects { versionId: string; keys: string[] }

/** Steps after a text was parsed. */
export function createScriptWrites({ db, store }: Services) {
  return {
    /** Deletes those of `keys` whose stored objects the version does not refer to. */
    async deleteUnusedObjects({ versionId, keys }: UnusedObjects): Promise<void> {
      await deleteUnused(db, store, versionId, keys);
    },
  };
}

export type ScriptWrites = ReturnType<typeof createScriptWrites>;

/** The failure of a text that cannot be parsed: `source_incomplete` with the reason and the line. */
const unparsable = ({ code, message, line }: ParseFailure): ApplicationFailure =>
  ApplicationFailure.nonRetryable(message, 'source_incomplete', { reason: code, line });

/** Activities that parse untrusted texts. */
export function createScriptParsing(services: Services) {
  const { db, store, faults } = services;

  /**
   * The older lines whose ids carry over: those of this version's last parsed text, else of the newest earlier version that has parsed lines. Null when there
   * are none.
   */
  async function linesBefore(row: VersionRow): Promise<Buffer | null> {
    const before = row.linesKey === null
      ? (await listVersions(db, row.scriptId)).find(({ number, linesKey }) => number < row.number && linesKey !== null) : row;
    if (!before?.linesKey) return null;
    return store.get(before.linesKey);
  }

  /** Null when the text was replaced or deleted meanwhile; then the objects of this attempt are deleted. */
  async function parse(row: VersionRow, signal: AbortSignal): Promise<MadeParse | null> {
    const [bytes, base] = await Promise.all([getVersionText(store, row), linesBefore(row)]);
    const read = await runScriptTask('parse', { bytes, format: row.sourceFormat, base }, signal);
    if (!read.ok) throw unparsable(read);
    const keys = await storeParsed(store, row.id, row.revision, read);
    await faults.reach('script.stored');
    if (!isUnchanged(row, await findVersionById(db, row.id))) {
      await deleteUnused(db, store, row.id, Object.values(keys));
      return null;
    }
    const { format, pageCount, entryCount, fountainSha256 } = read;
    const replaced = [row.modelKey, row.linesKey].filter((key) => key !== null && !Object.values(keys).includes(key)) as string[];
    return { versionId: row.id, revision: row.revision, format, pageCount, entryCount, fountainSha256, ...keys, replaced };
  }

  return {
    /**
     * Moves the version from pending to parsing and parses its text. Null when the text was replaced or deleted meanwhile. Fails for good with
     * `source_incomplete` when the text is not a screenplay. Attempts that parse the same text store equal objects.
     */
    async parseScript(input: ScriptInput): Promise<MadeParse | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'parsing' })) return null;
      const row = await takeForParsing(db, input.subjectId, input.revision);
      if (!row) return null;
      return inActivity(async (signal) => {
        try {
          return await parse(row, signal);
        } catch (error) {
          if (!(error instanceof ObjectMissing) || isUnchanged(row, await findVersionById(db, row.id))) throw error;
          return null;
        }
      }, (error) => (error instanceof ScriptRefused ? unparsable(error) : error));
    },
  };
}

/** Whether the version is unchanged since its parse began; if so, a missing object is not explained by a replaced text. */
const isUnchanged = (taken: VersionRow, now: VersionRow | null): boolean =>
  now !== null && !now.deletedAt && now.revision === taken.revision && now.status === 'parsing';

export type ScriptParsing = ReturnType<typeof createScriptParsing>;
