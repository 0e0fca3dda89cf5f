import { createHash } from 'node:crypto';
import type { Db } from '../../kernel/db/database.js';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { PlanBrief, StoryWriter, WriterSource } from '../../craft/narrative/model.js';
import { wordsOfSource } from '../../craft/narrative/character-shares.js';
import { countWords, WORDS_PER_SECOND } from '../../craft/narrative/writing/wording/wording.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import { tableReadOf } from './types/table-read-type.js';
import { loadWriterSources } from '../sources/writer-sources.js';
import { READ_SECONDS } from './plan-request.js';
import type { PlanRow } from './plan-store.js';

/** The length of a read in seconds when the request names none: the embedded writer performs its whole sources, within the limits of a read. */
function secondsWithoutWish(sources: readonly WriterSource[], { embedded }: StoryWriter): number {
  if (!embedded) return READ_SECONDS.modelDefault;
  const words = sources.reduce((sum, source) => sum + countWords(wordsOfSource(source)), 0);
  return Math.max(READ_SECONDS.minimum, Math.min(READ_SECONDS.maximum, Math.ceil(words / WORDS_PER_SECOND)));
}

/**
 * The brief of a plan: its request, the texts and digests of its sources, and the canon. The seed is a hash of all that and of
 * the writer, so equal inputs give equal drafts, and a job writes the script whose blueprint was approved.
 * Raises `source_not_found` or `source_incomplete`.
 */
export async function planBriefOf(db: Db, store: ObjectStore, writer: StoryWriter, plan: PlanRow): Promise<PlanBrief> {
  const { request } = plan;
  const { sources, contentHashes } = await loadWriterSources(db, store, request.sourceIds, request.sections);
  const bible = await findSeriesBible(db, plan.projectId);
  const read = tableReadOf(request);
  const rest = {
    target: request.target, creativeBrief: request.creativeBrief,
    canon: bible ? { title: bible.title, content: bible.content as Record<string, unknown> } : null,
    tableRead: read && {
      mode: read.mode, narrationPolicy: read.narrationPolicy, durationSeconds: read.durationSeconds ?? secondsWithoutWish(sources, writer),
      ...(read.part === undefined ? {} : { part: read.part }),
    },
  };
  const { sections } = request;
  const titles = sources.map(({ title }) => title ?? null);
  const inputs = {
    ...rest, ids: request.sourceIds, contentHashes, digests: sources.map(({ digest }) => digest),
    ...(titles.some((title) => title !== null) ? { titles } : {}),
    ...(sections ? { sections: sections.map((chosen) => ({ ...chosen })) } : {}),
  };
  const seed = createHash('sha256').update(canonicalJson([writer.name, inputs])).digest('hex');
  return { seed, sources, ...rest };
}
