import { EngineUnavailable } from '../../../kernel/contract/runs.js';
import { LIVE_FRAME_MS } from '../../../craft/audio/live-encoder.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { pagePaths } from '../../../kernel/contract/page-paths.js';
import type { LiveStart } from '../../../kernel/contract/live.js';
import type { Services } from '../../../kernel/services.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { ensureLiveMix } from '../live-mix/room-mix.js';
import { performanceKind } from '../performance/performance-kind.js';
import { attendPerformance } from '../performance/performance-store.js';
import type { CurrentRead } from '../read-store.js';
import { newRoom, type SharedRead } from './shared-read.js';

/**
 * Makes sure that the shared performance of a revision is complete or running; one that failed, or whose run was terminated, is
 * started again. Raises `internal_error` when the engine does not answer.
 */
export async function ensurePerforming(services: Services, { artifactId, accountId, projectId, jobId, ...read }: CurrentRead): Promise<void> {
  const { revision, spokenCount: lineCount } = read;
  const { started } = await requestFreeWork(services, performanceKind, {
    accountId, projectId, subjectId: artifactId, revision, label: `Performing: ${read.title}`, requestId: read.requestId, lineCount,
  }, { jobId });
  if (!started) throw new EngineUnavailable('the workflow engine did not answer in time');
}

/**
 * Opens a room on the shared performance of the current revision, including its mix once the voices are complete. The room plays the content of its link from
 * the first line on, for everybody in it at the same time (see `RoomClock`), and closes with the link. Raises `artifact_not_ready` for a script without
 * spoken lines.
 */
export async function openRoom(services: Services, shared: SharedRead): Promise<LiveStart> {
  const { read, part, lineCount } = shared;
  if (lineCount === 0) throw new ApiError('artifact_not_ready', 'the script has no spoken lines', { status: 'empty' });
  await ensurePerforming(services, read);
  await attendPerformance(services.db, read.artifactId, read.revision);
  const mixKey = await ensureLiveMix(services, read, part);
  const { roomId, roomToken } = newRoom(services, { ...shared, mixKey });
  const { appUrl } = services.config;
  return {
    roomId, liveRoomUrl: appUrl + pagePaths.room(roomToken), audioUrl: appUrl + pagePaths.roomAudio(roomToken),
    eventsUrl: appUrl + pagePaths.roomEvents(roomToken), clockUrl: appUrl + pagePaths.roomClock(roomToken), transport: 'http-chunked', lineCount,
    audioFrameMs: LIVE_FRAME_MS, expiresAt: read.shareExpiresAt.toISOString(),
  };
}
