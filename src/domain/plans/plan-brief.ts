import { createHash } from 'node:crypto';
import type { Db } from '../../db/database.js';
import type { ObjectStore } from '../../adapters/storage/port.js';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { PlanBrief, StoryWriter } from '../../narrative/model.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import { tableReadOf } from './types/table-read-type.js';
import { loadWriterSources } from '../sources/writer-sources.js';
import type { PlanRow } from './plan-store.js';

/**
 * The brief of a plan: its request, the texts and digests of its sources, and the canon. The seed is a hash of all that and of
 * the writer, so equal inputs give equal drafts, and a job writes the script whose blueprint was approved.
 * Raises `source_not_found` or `source_incomplete`.
 */
export async function planBriefOf(db: Db, store: ObjectStore, writer: StoryWriter, plan: PlanRow): Promise<PlanBrief> {
  const { request } = plan;
  const { sources, contentHashes } = await loadWriterSources(db, store, request.sourceIds);
  const bible = await findSeriesBible(db, plan.projectId);
  const read = tableReadOf(request);
  const rest = {
    target: request.target, creativeBrief: request.creativeBrief,
    canon: bible ? { title: bible.title, content: bible.content as Record<string, unknown> } : null,
    tableRead: read && { mode: read.mode, narrationPolicy: read.narrationPolicy, durationSeconds: read.durationSeconds },
  };
  const inputs = { ...rest, ids: request.sourceIds, contentHashes, digests: sources.map(({ digest }) => digest) };
  const seed = createHash('sha256').update(canonicalJson([writer.name, inputs])).digest('hex');
  return { seed, sources, ...rest };
}
