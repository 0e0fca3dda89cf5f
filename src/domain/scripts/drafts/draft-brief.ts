import type { Db } from '../../../kernel/db/database.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { DraftBrief, SeriesEpisode, StoryWriter } from '../../../craft/narrative/model.js';
import type { Outline } from '../../canon/outlines/outline.js';
import { findOutline } from '../../canon/outlines/outline-store.js';
import type { BibleEpisode } from '../../canon/series-bible.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import { loadWriterSources } from '../../sources/writer-sources.js';
import type { DraftRow } from './draft-model.js';
import { isTitleOf } from './episodes.js';
import { sha256Of, type VersionRow } from '../script-model.js';
import { getScript } from '../script-store.js';

const seriesEpisode = ({ title, label, summary }: BibleEpisode): SeriesEpisode => ({ title, label, summary });

/** What an episode is written from. The title finds it in the Series Bible; `outline` replaces the stored outline. */
export interface EpisodeWanted { projectId: string | null; title: string; instructions: string | null; outline?: Outline }

/**
 * The brief for writing an episode: the project's READY sources, its Series Bible, the planned episode and its outline. Raises
 * `source_not_found` or `source_incomplete`.
 */
export async function episodeBriefOf(
  db: Db, store: ObjectStore, writer: StoryWriter, { projectId, title, instructions, outline }: EpisodeWanted,
): Promise<DraftBrief> {
  const ids = projectId === null ? [] : await listReadySourceIds(db, projectId);
  const { sources, contentHashes } = await loadWriterSources(db, store, ids);
  const bible = projectId === null ? null : await findSeriesBible(db, projectId);
  const episodes = bible?.content.episodes ?? [];
  const index = episodes.findIndex((episode) => isTitleOf(episode, title));
  const planned = episodes[index];
  const outlined = outline ?? (projectId === null || !planned ? null : (await findOutline(db, projectId, planned.id))?.outline) ?? null;
  const rest = {
    title, instructions,
    canon: bible ? { title: bible.title, content: bible.content as Record<string, unknown> } : null,
    episode: planned ? seriesEpisode(planned) : null,
    series: planned ? { episodes: episodes.map(seriesEpisode), index } : null,
    outline: outlined && outlined.beats.length > 0 ? outlined : null,
  };
  const seed = sha256Of(canonicalJson([writer.name, { ...rest, ids, contentHashes }]));
  return { seed, sources, ...rest };
}

/** The brief of a draft. Raises `script_not_found`, `source_not_found` or `source_incomplete`. */
export async function draftBriefOf(
  db: Db, store: ObjectStore, writer: StoryWriter, version: VersionRow, { instructions }: DraftRow,
): Promise<DraftBrief> {
  const { projectId, title } = await getScript(db, version.accountId, version.scriptId);
  return episodeBriefOf(db, store, writer, { projectId, title, instructions });
}
