import type { ObjectStore } from '../../../kernel/storage/port.js';
import type { Db } from '../../../kernel/db/database.js';
import type { OutlineBrief } from '../../../craft/narrative/model.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import { loadWriterSources } from '../../sources/writer-sources.js';
import { findSeriesBible } from '../series-bible-store.js';

/** What an outline is drafted from; null when the episode is not in the Series Bible. Raises `source_not_found` or `source_incomplete`. */
export async function findOutlineBrief(db: Db, store: ObjectStore, projectId: string, episodeId: string): Promise<OutlineBrief | null> {
  const bible = await findSeriesBible(db, projectId);
  const all = bible?.content.episodes ?? [];
  const index = all.findIndex(({ id }) => id === episodeId);
  if (!bible || index < 0) return null;
  const episodes = all.map(({ title, label, summary }) => ({ title, label, summary }));
  const { sources } = await loadWriterSources(db, store, await listReadySourceIds(db, projectId));
  return { canon: { title: bible.title, content: bible.content as Record<string, unknown> }, sources, episode: episodes[index]!, episodes, index };
}
