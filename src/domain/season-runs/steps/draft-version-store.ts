import { Script } from '../../../../entities/script.js';
import { now } from '../../../kernel/db/rows.js';
import type { Services } from '../../../kernel/services.js';
import { describeScript } from '../../scripts/parsing/parse-version.js';
import { NO_OVERRIDES } from '../../scripts/script-model.js';
import { deleteObjects, storeParsed, storeText } from '../../scripts/script-objects.js';
import { lockScript } from '../../scripts/script-store.js';
import { findVersionById, insertVersion, listVersions } from '../../scripts/version-store.js';

export interface DraftVersion { accountId: string; scriptId: string; versionId: string; title: string }

/** Adds an empty draft to a script as its newest version, unless the version exists. */
export async function openDraftVersion({ db, store }: Services, { accountId, scriptId, versionId, title }: DraftVersion): Promise<void> {
  if (await findVersionById(db, versionId)) return;
  const { model, lines, ...read } = describeScript({ titlePage: [], elements: [] }, 'fountain', { nextLine: 1, lines: [] });
  const text = await storeText(store, versionId, 1, Buffer.alloc(0));
  const keys = await storeParsed(store, versionId, 1, { ...read, model, lines });
  const inserted = await db.transaction(async (tx) => {
    await lockScript(tx, scriptId);
    if (await findVersionById(tx, versionId)) return false;
    const scripts = tx.repository(Script);
    const { versionCount } = await scripts.findOneByOrFail({ id: scriptId });
    const number = versionCount + 1;
    const [newest] = await listVersions(tx, scriptId);
    await scripts.update({ id: scriptId }, { versionCount: number, updatedAt: now });
    await insertVersion(tx, {
      ...text, ...keys, id: versionId, scriptId, accountId, number, title, sourceFormat: 'fountain', readFormat: 'fountain', sourceId: null,
      status: 'complete', revision: 1, edition: 0, fountainSha256: read.fountainSha256, pageCount: read.pageCount, entryCount: read.entryCount,
      overrides: newest?.overrides ?? NO_OVERRIDES, draftStatus: 'open',
    });
    return true;
  });
  if (!inserted) await deleteObjects(store, [text.contentKey]);
}
