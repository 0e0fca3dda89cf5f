import { getWorkKind } from '../../domain/work-kinds.js';
import { releaseHoldsOfProject } from '../../kernel/decisions/hold-store.js';
import type { Services } from '../../kernel/services.js';
import { workRunId } from '../../kernel/works/ids.js';
import { abandonWork } from '../../kernel/works/moves.js';
import { cancelRunsOfEndedWork } from '../../kernel/works/request.js';
import { tellWaiters } from '../../kernel/works/waiting.js';
import { listOpenWorkOf } from '../../kernel/works/work-store.js';

/**
 * Ends the open work of a project that was just deleted and releases its credits, because nobody can reach it to cancel it. Work on what is restored with the
 * project as it is, such as the reading of a source, continues. The rows are ended first, so that a run that is not reached ends by itself at its next step.
 */
export async function abandonWorkOf(services: Services, projectId: string): Promise<void> {
  const open = (await listOpenWorkOf(services.db, projectId)).filter(({ kind }) => !getWorkKind(kind).outlivesProject);
  // While the engine is away each call waits for its deadline, so only the first one is made; the next look tells the other waiters.
  let answers = true;
  for (const { id: workId, kind, epoch } of open) {
    await abandonWork(services.db, getWorkKind(kind), { workId, epoch });
    if (answers) answers = await tellWaiters(services, workId);
  }
  await releaseHoldsOfProject(services.db, projectId);
  await cancelRunsOfEndedWork(services, open.map(workRunId));
}
