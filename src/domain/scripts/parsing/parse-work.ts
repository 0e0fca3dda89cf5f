import type { Db } from '../../../kernel/db/database.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { openRow } from '../../../kernel/works/moves.js';
import type { VersionRow } from '../script-model.js';
import { findLiveProjectId } from '../script-store.js';

/** Name of the kind of work that parses one text of a version. */
export const PARSE = 'script';

/** Id of the work that parses one text of a version. */
export const parseWorkId = (versionId: string, revision: number): string => workIdOf(PARSE, versionId, revision);

/** Opens the work that parses the current text of a version; the caller starts its run after the commit. */
export async function openParse(tx: Db, { id, revision, scriptId, accountId, title }: VersionRow, requestId: string): Promise<void> {
  await openRow(tx, {
    workId: parseWorkId(id, revision), kind: PARSE, accountId, projectId: await findLiveProjectId(tx, scriptId), subjectId: id, revision,
    label: `Reading a screenplay: ${title}`, requestId,
  });
}
