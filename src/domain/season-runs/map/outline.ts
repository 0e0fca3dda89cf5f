import type { Database, Db } from '../../../kernel/db/database.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { Outline } from '../../canon/outlines/outline.js';
import { findOutline, saveOutline } from '../../canon/outlines/outline-store.js';
import type { EpisodeRow } from '../season-run-model.js';

/** The outline of an episode in the project's outline map; null when it has none. */
export async function outlineOf(db: Db, projectId: string, bibleEpisodeId: string): Promise<Outline | null> {
  return (await findOutline(db, projectId, bibleEpisodeId))?.outline ?? null;
}

/** Stores the approved map of an episode as its outline, which drafts follow. */
export async function keepOutline(db: Database, projectId: string, { bibleEpisodeId, logline, beats }: EpisodeRow): Promise<void> {
  const current = await outlineOf(db, projectId, bibleEpisodeId);
  if (current && canonicalJson(current) === canonicalJson({ logline, beats })) return;
  await saveOutline(db, projectId, bibleEpisodeId, { logline, beats }, undefined);
}
