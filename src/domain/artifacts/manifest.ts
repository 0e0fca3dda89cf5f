import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { Services } from '../../kernel/services.js';
import { filmIn, filmNameOf, wholeStatusOf } from './film/film-status.js';
import { formerName } from './finalize/former-recording-store.js';
import { finalizeStatusOf } from './finalize/recording-store.js';
import { isPast, type ArtifactRow, type TableReadRevision } from './artifact-store.js';
import { performanceStatusOf } from './performance/performance-store.js';

type ManifestServices = Pick<Services, 'config' | 'tokens'>;

/** The progress of a read's recording, in spoken lines. Recording begins by itself or with the first listener. */
export function recordingOf({ performance, revision }: ArtifactRow) {
  if (performance) {
    const { status, stage, completed, total } = performance;
    return { status: performanceStatusOf(status, stage), completed, total };
  }
  return { status: 'not_started' as const, completed: 0, total: (revision as TableReadRevision | null)?.spokenCount ?? 0 };
}

/**
 * The manifest of a READY table read, or null. Token and player URLs depend on the artifact alone, so they are the same for all revisions; the recording is
 * that of the revision shown, and has an address of its own when that is not the current one.
 */
export function tableReadManifest({ config, tokens }: ManifestServices, row: ArtifactRow) {
  if (row.status !== 'READY' || !row.shareExpiresAt) return null;
  const expiresAt = row.shareExpiresAt;
  const shareToken = tokens.sign('share', row.id, expiresAt);
  const { finalize } = row;
  const recorded = finalize?.mediaKey ? finalize : null;
  const recordingName = recorded && (isPast(row) ? formerName(recorded.sha256!) : 'recording.mp3');
  const film = filmIn(row);
  // While the first film in another shape is being made, the manifest keeps naming the existing film.
  const filmName = filmNameOf(row, film.made ? film : row.films.find(({ cut, made }) => cut !== 'part' && made) ?? film);
  return {
    type: 'table_read' as const,
    status: 'ready' as const,
    shareToken,
    theaterUrl: config.appUrl + pagePaths.theater(shareToken),
    theaterFullscreenUrl: config.appUrl + pagePaths.fullscreen(shareToken),
    audio: {
      mode: 'live_on_demand' as const,
      liveUrl: config.appUrl + pagePaths.audio(shareToken),
      startLiveUrl: config.appUrl + pagePaths.startLive(),
      recording: recordingOf(row),
      recordingUrl: recordingName && config.appUrl + pagePaths.media(shareToken, recordingName),
      recordingDurationMs: recorded && recorded.durationMs,
      formerRecordingUrl: recorded?.formerSha256 ? config.appUrl + pagePaths.media(shareToken, formerName(recorded.formerSha256)) : null,
      finalize: finalize && { status: finalizeStatusOf(finalize), error: finalize.failureMessage },
    },
    video: {
      status: wholeStatusOf(row, film), renderUrl: `${config.baseUrl}/artifacts/${row.id}/render-video`,
      url: filmName && config.appUrl + pagePaths.media(shareToken, filmName),
    },
    warnings: (row.remedies ?? []).map(({ entryIndex, character, remedy, voiceId, because }) =>
      ({ entryIndex, character, remedy, voiceId, message: because })),
    expiresAt: expiresAt.toISOString(),
  };
}

export type TableReadManifest = NonNullable<ReturnType<typeof tableReadManifest>>;
