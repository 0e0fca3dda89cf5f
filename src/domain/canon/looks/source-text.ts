import { ObjectMissing } from '../../../kernel/storage/port.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { listLiveSources, listReadySourceIds } from '../../sources/source-store.js';

/** How many characters of the sources are searched for the era of a story and the looks of its people. */
const MAX_CHARS = 240_000;

/** The retained text of the sources that a screenplay's words come from; empty when none is retained. */
export async function sourceWordsOf({ db, store }: Pick<Services, 'db' | 'store'>, { entries }: Screenplay): Promise<string> {
  return wordsOf({ db, store }, [...new Set(entries.flatMap(({ spans }) => spans.map(({ sourceId }) => sourceId)))]);
}

/** The retained text of a project's READY sources; empty when none is retained. */
export async function projectWordsOf({ db, store }: Pick<Services, 'db' | 'store'>, projectId: string): Promise<string> {
  return wordsOf({ db, store }, await listReadySourceIds(db, projectId));
}

async function wordsOf(services: Pick<Services, 'db' | 'store'>, ids: readonly string[]): Promise<string> {
  // In the order of the ids, so that the same read gives the same words.
  return [...(await textsOf(services, ids)).values()].join('\n\n').slice(0, MAX_CHARS);
}

/** The retained texts of some sources, by id; those that are not retained are left out. */
export async function textsOf({ db, store }: Pick<Services, 'db' | 'store'>, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const rows = ids.length === 0 ? [] : await listLiveSources(db, ids);
  for (const id of ids) {
    const key = rows.find((row) => row.id === id)?.textKey;
    if (!key) continue;
    try {
      texts.set(id, (await store.get(key)).toString('utf8'));
    } catch (error) {
      // A source may be deleted between the two steps; it is then left out like any deleted source.
      if (!(error instanceof ObjectMissing)) throw error;
    }
  }
  return texts;
}
