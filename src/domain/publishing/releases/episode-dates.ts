/** An episode with its place in the series and the date that the feed shows. */
export interface DatedEpisode { id: string; seasonNumber: number | null; episodeNumber: number | null; datedAt: Date }

/** Apps sort by date, so episodes of a series are at least this far apart. */
export const MIN_APART_MS = 60_000;

/** Compares the places of two episodes; null when one of them has no number. An episode without a season counts as one of the first season. */
function placeOrder(a: Omit<DatedEpisode, 'datedAt'>, b: Omit<DatedEpisode, 'datedAt'>): number | null {
  if (a.episodeNumber === null || b.episodeNumber === null) return null;
  return (a.seasonNumber ?? 1) - (b.seasonNumber ?? 1) || a.episodeNumber - b.episodeNumber;
}

const byNewest = (a: DatedEpisode, b: DatedEpisode): number => b.datedAt.getTime() - a.datedAt.getTime();

/** Whole seconds: RFC 822 dates have no smaller part. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

/**
 * Dates an episode that is published now: after the episodes before it and before the episodes after it, at least a minute apart, and never in the future,
 * because apps hide such episodes. An episode that comes late gets an earlier date; when there is no room for that, the episodes before it are dated back
 * too. Returns every episode with a new date.
 */
export function dateEpisode(published: readonly DatedEpisode[], episode: Omit<DatedEpisode, 'datedAt'>, now: Date): DatedEpisode[] {
  const others = published.filter(({ id }) => id !== episode.id);
  const isAfter = (other: DatedEpisode): boolean => (placeOrder(episode, other) ?? 1) < 0;
  const latest = Math.min(...others.filter(isAfter).map(({ datedAt }) => datedAt.getTime() - MIN_APART_MS), Number.POSITIVE_INFINITY);
  const date = Math.min(wholeSecond(now.getTime()), latest);
  const moved = [{ ...episode, datedAt: new Date(date) }];
  // An episode without a number only has to keep the distance.
  const before = others.filter((other) => !isAfter(other) && (placeOrder(episode, other) !== null || other.datedAt.getTime() < date + MIN_APART_MS));
  let bound = date - MIN_APART_MS;
  for (const other of before.sort(byNewest)) {
    if (other.datedAt.getTime() > bound) moved.push({ ...other, datedAt: new Date(bound) });
    bound = Math.min(bound, other.datedAt.getTime()) - MIN_APART_MS;
  }
  return moved;
}
