import type { Db } from '../../../kernel/db/database.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { listEpisodeDays, type EpisodeDay } from './listens-store.js';

/** Listening to a series on one day (UTC). */
export interface Snapshot {
  date: string; downloads: number; uniqueListeners: number; bytesServed: number;
  byEpisode: { releaseId: string; title: string; downloads: number; uniqueListeners: number; bytesServed: number }[];
  byApp: { app: string; downloads: number }[];
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const listenersOf = (rows: readonly EpisodeDay[]): number => new Set(rows.flatMap(({ listeners }) => listeners)).size;
const sum = (rows: readonly EpisodeDay[], field: 'downloads' | 'bytesServed'): number => rows.reduce((total, row) => total + row[field], 0);

function grouped<K extends keyof EpisodeDay>(rows: readonly EpisodeDay[], field: K): EpisodeDay[][] {
  const groups = new Map<EpisodeDay[K], EpisodeDay[]>();
  for (const row of rows) groups.set(row[field], [...groups.get(row[field]) ?? [], row]);
  return [...groups.values()];
}

function snapshotOf(rows: EpisodeDay[]): Snapshot {
  return {
    date: rows[0]!.date, downloads: sum(rows, 'downloads'), uniqueListeners: listenersOf(rows), bytesServed: sum(rows, 'bytesServed'),
    byEpisode: grouped(rows, 'releaseId').map((of) => ({
      releaseId: of[0]!.releaseId, title: of[0]!.title, downloads: sum(of, 'downloads'), uniqueListeners: listenersOf(of), bytesServed: sum(of, 'bytesServed'),
    })).sort((a, b) => b.downloads - a.downloads || a.releaseId.localeCompare(b.releaseId)),
    byApp: grouped(rows, 'app').map((of) => ({ app: of[0]!.app, downloads: sum(of, 'downloads') })).filter(({ downloads }) => downloads > 0)
      .sort((a, b) => b.downloads - a.downloads || a.app.localeCompare(b.app)),
  };
}

/** The days of a range on which someone listened, the newest first. Raises `validation_failed` for a range that is none. */
export async function readAnalytics(
  db: Db, seriesId: string, wanted: { from?: string; to?: string },
): Promise<{ from: string; to: string; snapshots: Snapshot[] }> {
  const to = wanted.to ?? dayOf(Date.now());
  const from = wanted.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!(days >= 1 && days <= MAX_DAYS)) {
    throw new ApiError('validation_failed', `from must not be after to, and at most ${MAX_DAYS} days before it`, { field: 'from' });
  }
  return { from, to, snapshots: grouped(await listEpisodeDays(db, seriesId, from, to), 'date').map(snapshotOf) };
}
