import type { NextStep } from '../../kernel/contract/next-step.js';
import type { Services } from '../../kernel/services.js';
import { FULL_EPISODE, isSameEpisode, listWaiting, type ShownRelease } from '../publishing/releases/release-store.js';
import { listLacking, takeRecording } from '../publishing/releases/releases.js';
import type { SeasonRunView } from './view.js';

type Episode = SeasonRunView['episodes'][number];

/** A withdrawn episode, with its read, its release that waits to be published, and the call that brings the recording up to date if it lacks changes. */
interface Withdrawn { episode: Episode; artifactId: string; waiting: ShownRelease | undefined; update: NextStep | undefined }

/**
 * The call that leads a withdrawn episode back into the feed; null while it waits for its date. A withdrawn release is never published again, and an ended run
 * publishes nothing more, so the episode needs a release of its own, of a recording that lacks nothing.
 */
function stepOf(seriesId: string, seasonNumber: number, { episode, artifactId, waiting, update }: Withdrawn): NextStep | null {
  const { title, episodeNumber } = episode;
  const withdrawn = `Episode ${episodeNumber} was withdrawn`;
  if (waiting?.status === 'scheduled' && waiting.failureCode === null) return null;
  if (waiting && !waiting.stale) {
    return { method: 'POST', path: `/publishing-releases/${waiting.id}/publish`, why: `${withdrawn}: publishes the new release of its read.` };
  }
  if (update) return { ...update, why: `${withdrawn}, and its read is to be brought up to date before it is released again. ${update.why}` };
  if (waiting) return takeRecording(waiting, `${withdrawn}: its new release takes the current recording over, then it can be published.`);
  return {
    method: 'POST', path: `/publishing-series/${seriesId}/releases`, body: { title, sourceArtifactId: artifactId, seasonNumber, episodeNumber },
    why: `${withdrawn}: makes a new release of its read, which can be published.`,
  };
}

/** The calls that lead the withdrawn episodes of a completed run back into the feed of its series, in the order of the episodes. */
export async function releaseAgain(services: Services, { episodes, seasonNumber }: SeasonRunView, seriesId: string): Promise<NextStep[]> {
  const withdrawn = episodes.flatMap((episode) => (episode.withdrawn && episode.artifactId !== null ? [{ episode, artifactId: episode.artifactId }] : []));
  if (withdrawn.length === 0) return [];
  const artifactIds = withdrawn.map(({ artifactId }) => artifactId);
  const [releases, lacking] = await Promise.all([listWaiting(services.db, seriesId), listLacking(services, artifactIds)]);
  return withdrawn.flatMap(({ episode, artifactId }) => {
    const place = { seasonNumber, episodeNumber: episode.episodeNumber, episodeType: FULL_EPISODE, sourceArtifactId: artifactId };
    const own = releases.filter((release) => isSameEpisode(release, place));
    const waiting = own.find(({ status }) => status === 'scheduled') ?? own[0];
    return stepOf(seriesId, seasonNumber, { episode, artifactId, waiting, update: lacking.get(artifactId) }) ?? [];
  });
}
