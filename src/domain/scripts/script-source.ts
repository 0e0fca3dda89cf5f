import type { ObjectStore } from '../../kernel/storage/port.js';
import type { ErrorCode } from '../../kernel/errors/catalogue.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { attachSource } from '../sources/attach.js';
import type { SourceRow } from '../sources/source-model.js';
import { findSourceText } from '../sources/source-objects.js';
import { prepareSource } from '../sources/source-request.js';

const READ_IN_PAGES = ['text/html', 'application/xhtml+xml', 'application/json'];

/**
 * Attaches a file to the script's project and keeps its bytes, because the parser needs their layout, not the extracted text alone.
 * A repeat with the same id changes nothing. Raises `validation_failed` for an invalid URL.
 */
export async function attachFile(
  services: Services, file: { sourceId: string; accountId: string; projectId: string; fileUrl: string; label: string }, requestId: string,
): Promise<void> {
  const { sourceId, accountId, projectId, fileUrl, label } = file;
  const type = URL.canParse(fileUrl) && /\.pdf$/i.test(new URL(fileUrl).pathname) ? 'pdf' : 'url';
  const prepared = await prepareSource(
    { type, uri: fileUrl, label, retentionPolicy: 'STORE_ORIGINAL' }, { id: sourceId, accountId, projectId });
  await attachSource(services, prepared, requestId, { screenplay: true });
}

/** The screenplay of a READY source: the original bytes if they were stored and are not a web page, otherwise the extracted text. */
export async function screenplayOf(store: ObjectStore, source: SourceRow): Promise<Buffer> {
  const contentType = String(source.metadata.contentType ?? '');
  if (source.originalKey && !READ_IN_PAGES.includes(contentType)) return store.get(source.originalKey);
  const text = await findSourceText(store, source);
  if (text === null) {
    throw new ApiError('source_incomplete', 'the source keeps no text (METADATA_ONLY); attach the file with another retention policy',
      { sourceId: source.id, reason: 'no_text' });
  }
  return Buffer.from(text, 'utf8');
}

/** True when the source is READY, false while it is being extracted. Raises the failure of a FAILED source. */
export function isReady(source: SourceRow): boolean {
  if (source.status !== 'FAILED') return source.status === 'READY';
  const known: ErrorCode = source.failureCode === 'source_fetch_failed' ? 'source_fetch_failed' : 'source_incomplete';
  throw new ApiError(known, source.failureMessage ?? undefined, { sourceId: source.id, ...(source.failureDetails as object | null ?? {}) });
}
