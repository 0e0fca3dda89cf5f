import { performanceWorkflowId, type PerformanceInput } from '../performance/performance-run.js';
import { LIVE_FRAME_MS } from '../../../audio/live-encoder.js';
import { ApiError } from '../../../errors/api-error.js';
import { pagePaths } from '../../../contract/page-paths.js';
import type { LiveStart } from '../../../contract/live.js';
import type { Services } from '../../../services.js';
import { ensurePerformance, findPerformance, type PerformanceRow } from '../performance/performance-store.js';
import type { CurrentRead } from '../read-lookup.js';
import { newRoom, type SharedRead } from './shared-read.js';

/** A performance that has not moved for this long has lost its run (an operator terminated it): it is given again. */
const STALE_MS = 60_000;

function needsRun(row: PerformanceRow): boolean {
  if (row.status === 'complete') return false;
  return row.status === 'queued' || Date.now() - row.updatedAt.getTime() > STALE_MS;
}

/** Makes sure the shared performance of a revision is complete or under way. Raises `internal_error` when no engine answers. */
export async function ensurePerforming(services: Services, read: CurrentRead): Promise<void> {
  await ensurePerformance(services.db, read.artifactId, read.revision, read.spokenCount);
  const row = await findPerformance(services.db, read.artifactId, read.revision);
  if (!row || !needsRun(row)) return;
  const input: PerformanceInput = { artifactId: read.artifactId, revision: read.revision };
  await services.engine.start({
    workflow: 'performanceWorkflow', workflowId: performanceWorkflowId(read.artifactId, read.revision, row.fence), input,
    labels: { accountId: read.accountId, projectId: read.projectId, jobId: read.jobId },
    summary: `Live read of ${read.artifactId}, revision ${read.revision}`,
  });
}

/**
 * Opens a room over the shared performance of the current revision; it plays what its link shows, from the first line of it (silent
 * parts, "Live room"). The room closes with the share link. Raises `artifact_not_ready` for a script without a spoken line.
 */
export async function openRoom(services: Services, shared: SharedRead): Promise<LiveStart> {
  const { read, lineCount } = shared;
  if (lineCount === 0) throw new ApiError('artifact_not_ready', 'the script has no spoken lines', { status: 'empty' });
  await ensurePerforming(services, read);
  const { roomId, roomToken } = newRoom(services, shared);
  const { appUrl } = services.config;
  return {
    roomId, liveRoomUrl: appUrl + pagePaths.room(roomToken), audioUrl: appUrl + pagePaths.roomAudio(roomToken),
    eventsUrl: appUrl + pagePaths.roomEvents(roomToken), transport: 'http-chunked', lineCount,
    audioFrameMs: LIVE_FRAME_MS, expiresAt: read.shareExpiresAt.toISOString(),
  };
}
