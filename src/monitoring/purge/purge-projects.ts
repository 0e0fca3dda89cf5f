import { releaseRunId } from '../../domain/publishing/releases/release-run.js';
import { getWorkKind } from '../../domain/work-kinds.js';
import { OWN_FAILURE } from '../../kernel/works/model.js';
import { cancelRunsOfEndedWork, failLostWork } from '../../kernel/works/request.js';
import { workRunId } from '../../kernel/works/ids.js';
import { listOpenWorkOf } from '../../kernel/works/work-store.js';
import type { Services } from '../../kernel/services.js';
import { objectKeysOf } from './object-keys.js';
import { deletePile, deleteProjectRows, listOverProjects, listPile, listScheduled, PILES } from './purge-store.js';

const MAX_PROJECTS = 5;
/** The most stored objects of lines and changes that one pass deletes, so that it ends within seconds. */
const MAX_PILED = 2_000;
const AT_ONCE = 16;

async function deleteAll({ store }: Pick<Services, 'store'>, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += AT_ONCE) await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => store.delete(key)));
}

/** Cancels the open runs of a project, since plans wait for a decision without a time limit, and releases for their date. Releases credits. */
async function endRuns(services: Services, projectId: string): Promise<void> {
  const open = await listOpenWorkOf(services.db, projectId);
  const scheduled = await listScheduled(services.db, projectId);
  await cancelRunsOfEndedWork(services, [...open.map(workRunId), ...scheduled.map(releaseRunId)]);
  for (const work of open) {
    await failLostWork(services, getWorkKind(work.kind), work, { code: OWN_FAILURE, message: 'Its project was deleted and can no longer be restored.' });
  }
}

/** Deletes objects of lines and changes together with their rows, so that a later pass continues after them. Returns their number. */
async function deletePiles(services: Services, projectId: string, limit: number): Promise<number> {
  let deleted = 0;
  for (const pile of PILES) {
    const keys = deleted < limit ? await listPile(services.db, projectId, pile, limit - deleted) : [];
    await deleteAll(services, keys);
    await deletePile(services.db, projectId, pile, keys);
    deleted += keys.length;
  }
  return deleted;
}

/**
 * Removes projects that were deleted more than 30 days ago: their rows, texts and media. Stored objects are deleted before the rows that name them, so that
 * the next pass can complete an interrupted one. A project with too many lines for one pass is continued in the next. Returns the projects that were removed
 * completely. Safe to repeat, also concurrently.
 */
export async function purgeProjects(services: Services): Promise<string[]> {
  const gone: string[] = [];
  let left = MAX_PILED;
  for (const projectId of await listOverProjects(services.db, MAX_PROJECTS)) {
    try {
      await endRuns(services, projectId);
      left -= await deletePiles(services, projectId, left);
      if (left <= 0) return gone;
      await deleteAll(services, await objectKeysOf(services.db, projectId));
      if (await deleteProjectRows(services.db, projectId)) gone.push(projectId);
    } catch (error) {
      services.log.warn({ err: error, projectId }, 'a deleted project could not be removed; the next check tries again');
    }
  }
  return gone;
}
