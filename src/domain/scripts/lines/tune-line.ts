import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { requireExpected } from '../expected.js';
import { viewLine, type LineChange, type LineView } from './line-edit.js';
import type { LineSheet } from './line-sheet.js';
import type { ParsedVersion } from '../script-model.js';
import { deleteObjects, deleteReplaced, getParsedScript, storeEdited, storeText } from '../script-objects.js';
import { runScriptTask } from '../parsing/script-thread.js';
import { commitLineEdit, listLineEdits, type LineEdit } from '../version-store.js';

/** Most changes of a line that are shown, the newest first. */
const MAX_EDITS = 50;
const MAX_WRITE_ATTEMPTS = 20;

/** A line with its state before each change, or null past the last line. Raises the errors of `getParsedScript`. */
export async function getLineView({ db, store }: Services, versionId: string, index: number) {
  // Everything is loaded inside `getParsedScript`, which tries again when the version changes meanwhile.
  const { objects } = await getParsedScript(db, store, versionId, async ({ linesKey }) => {
    const found = (JSON.parse((await store.get(linesKey)).toString('utf8')) as LineSheet).lines[index];
    if (!found) return { line: null, versions: [] };
    const edits = await listLineEdits(db, versionId, found.id, MAX_EDITS);
    const versions = await Promise.all(edits.map(async ({ edition, revision, snapshotKey, createdAt }) => ({
      edition, revision, createdAt: createdAt.toISOString(), line: JSON.parse((await store.get(snapshotKey)).toString('utf8')) as LineView,
    })));
    return { line: viewLine(found), versions };
  });
  return { ...objects, audits: [] };
}

/**
 * Changes one line and keeps its previous state; a change without effect is not stored. Raises `validation_failed`,
 * `script_not_found`, and `script_state_invalid` for a version that is not parsed or does not have the expected revision.
 */
export async function tuneLine(
  services: Services, versionId: string, index: number, change: LineChange, expectedRevision: number | null,
): Promise<LineView> {
  const { db, store } = services;
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
    const { row, objects: [model, lines] } = await getParsedScript(db, store, versionId, ({ modelKey, linesKey }) =>
      Promise.all([store.get(modelKey), store.get(linesKey)]));
    requireExpected(row, { revision: expectedRevision });
    const edited = await runScriptTask('edit', { model: model!, lines: lines!, index, change });
    if (!edited.ok) throw new ApiError('validation_failed', edited.message, { field: edited.field });
    if (!edited.changed) return edited.line;
    const { before, line, content, version } = edited;
    const edit: LineEdit = {
      lineId: before.lineId, entryIndex: index, read: { ...version, format: row.readFormat ?? version.format },
      snapshotKey: await storeEdited(store, row, 'snapshot', JSON.stringify(before)),
      keys: {
        modelKey: content === null ? row.modelKey : await storeEdited(store, row, 'model', version.model),
        linesKey: await storeEdited(store, row, 'lines', version.lines),
      },
      text: content === null ? null : await storeText(store, versionId, row.revision + 1, Buffer.from(content, 'utf8')),
    };
    if (await commit(services, row, edit)) return line;
  }
  throw new Error(`the lines of ${versionId} change faster than they can be written`);
}

async function commit({ db, store, faults }: Services, row: ParsedVersion, edit: LineEdit): Promise<boolean> {
  await faults.reach('script.before_line');
  const next = await commitLineEdit(db, row, edit);
  if (next) await deleteReplaced(store, row, next);
  // Another change came first: objects made from the old version are of no use.
  else await deleteObjects(store, [edit.snapshotKey, edit.keys.linesKey, edit.text && edit.keys.modelKey, edit.text && edit.text.contentKey]);
  return next !== null;
}

