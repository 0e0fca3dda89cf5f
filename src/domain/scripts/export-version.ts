import { ApiError } from '../../kernel/errors/api-error.js';
import type { ExportedScript, ExportFormat, PdfOptions } from '../../craft/screenplay/index.js';
import type { Services } from '../../kernel/services.js';
import { getParsedScript } from './script-objects.js';
import { runScriptTask } from './parsing/script-thread.js';

/** A version as a file. Raises `script_not_found`, `script_state_invalid`, and `validation_failed` for pages beyond the last. */
export async function exportVersion(
  { db, store }: Services, versionId: string, filename: string, format: ExportFormat, options: PdfOptions,
): Promise<ExportedScript> {
  const { row, objects: model } = await getParsedScript(db, store, versionId, ({ modelKey }) => store.get(modelKey));
  if ((options.fromPage ?? 1) > Math.max(1, row.pageCount)) {
    throw new ApiError('validation_failed', `fromPage is beyond the last page, which is ${row.pageCount}`, { field: 'fromPage' });
  }
  return { ...await runScriptTask('export', { model, format, options }), filename };
}
