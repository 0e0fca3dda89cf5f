/** An episode with its place in the series and the date that the feed shows. */
export interface DatedEpisode { id: string; seasonNumber: number | null; episodeNumber: number | null; datedAt: Date }

/** Apps sort by date, so episodes of a series are at least this far apart. */
export const MIN_APART_MS = 60_000;

/** Compares the places of two episodes; null when one of them has no number. An episode without season is of the first. */
function placeOrder(a: Omit<DatedEpisode, 'datedAt'>, b: Omit<DatedEpisode, 'datedAt'>): number | null {
  if (a.episodeNumber === null || b.episodeNumber === null) return null;
  return (a.seasonNumber ?? 1) - (b.seasonNumber ?? 1) || a.episodeNumber - b.episodeNumber;
}

const byDate = (a: DatedEpisode, b: DatedEpisode): number => a.datedAt.getTime() - b.datedAt.getTime();

/** Whole seconds: RFC 822 dates have no smaller part. */
const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

/**
 * Dates an episode that is published now among those that are published: after the episodes before it and before the episodes after
 * it, at least a minute apart. An episode that comes late is dated back. Where no room is left, the episodes before it are dated back
 * too. Returns every episode whose date is new.
 */
export function dateEpisode(published: readonly DatedEpisode[], episode: Omit<DatedEpisode, 'datedAt'>, now: Date): DatedEpisode[] {
  const others = published.filter(({ id }) => id !== episode.id).sort(byDate);
  const after = others.filter((other) => (placeOrder(episode, other) ?? 1) < 0);
  const latest = Math.min(...after.map(({ datedAt }) => datedAt.getTime() - MIN_APART_MS), Number.POSITIVE_INFINITY);
  const before = others.filter((other) => !after.includes(other));
  // Episodes without a number only keep their distance; those before it in the order must also be dated before it.
  const floor = Math.max(...before.filter((other) => placeOrder(episode, other) !== null).map(({ datedAt }) => datedAt.getTime() + MIN_APART_MS), 0);
  let date = Math.min(Math.max(wholeSecond(now.getTime()), floor), latest);
  if (latest === Number.POSITIVE_INFINITY) {
    while (others.some(({ datedAt }) => Math.abs(datedAt.getTime() - date) < MIN_APART_MS)) date += 1_000;
    return [{ ...episode, datedAt: new Date(date) }];
  }
  const moved: DatedEpisode[] = [{ ...episode, datedAt: new Date(date) }];
  let bound = date - MIN_APART_MS;
  for (const other of before.filter(({ datedAt }) => datedAt.getTime() < latest + MIN_APART_MS).reverse()) {
    if (other.datedAt.getTime() <= bound) break;
    moved.push({ ...other, datedAt: new Date(bound) });
    bound -= MIN_APART_MS;
  }
  return moved;
}
