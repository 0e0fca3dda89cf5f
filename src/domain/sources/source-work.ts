import type { Db } from '../../kernel/db/database.js';
import { workIdOf } from '../../kernel/works/ids.js';
import type { WorkInput } from '../../kernel/works/model.js';
import { openRow } from '../../kernel/works/moves.js';
import type { SourceRow } from './source-model.js';

/** Name of the kind of work that fetches a document and extracts its text. */
export const SOURCE = 'source';
/** Name of the kind of work that digests a text. */
export const DIGEST = 'digest';

export const sourceWorkId = (sourceId: string): string => workIdOf(SOURCE, sourceId);
export const digestWorkId = (sourceId: string): string => workIdOf(DIGEST, sourceId);

export interface SourceInput extends WorkInput {
  /** True when the URL must lead to a screenplay file; the media type is then no guide, because servers send such files with many. */
  screenplay?: true;
}

const SHOWN = { [SOURCE]: 'Reading a source', [DIGEST]: 'Digesting a source' } as const;

function open(tx: Db, kind: keyof typeof SHOWN, row: SourceRow, requestId: string, more: Pick<SourceInput, 'screenplay'> = {}): Promise<boolean> {
  const { id, accountId, projectId, label, type } = row;
  return openRow(tx, {
    workId: workIdOf(kind, id), kind, accountId, projectId, subjectId: id, revision: 0, label: `${SHOWN[kind]}: ${label ?? type}`, requestId, ...more,
  });
}

/** Opens the first work of a new source: its extraction, or the digest of an inline text. */
export async function openSourceWork(tx: Db, row: SourceRow, requestId: string, more: Pick<SourceInput, 'screenplay'>): Promise<void> {
  if (row.status === 'PENDING') await open(tx, SOURCE, row, requestId, more);
  else await open(tx, DIGEST, row, requestId);
}

/** Opens the digest of an extracted text. */
export async function openDigest(tx: Db, row: SourceRow, requestId: string): Promise<void> {
  await open(tx, DIGEST, row, requestId);
}
