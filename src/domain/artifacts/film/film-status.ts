import type { ArtifactRow } from '../artifact-store.js';
import { finalizeStatusOf } from '../finalize/recording-store.js';
import { filmKeyOf } from './film-key.js';

export const VIDEO_STATUSES = ['not_rendered', 'queued', 'rendering', 'complete', 'failed', 'stale'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** How far the film is, as manifests tell it. */
export function videoStatusOf(row: ArtifactRow): VideoStatus {
  const { status, progress, made } = row.film;
  if (status === 'FAILED' || status === 'CANCELED') return 'failed';
  if (status !== null && status !== 'READY') return finalizeStatusOf({ status, progress: progress! }) === 'queued' ? 'queued' : 'rendering';
  if (!made) return 'not_rendered';
  return row.revision && filmKeyOf({ revision: row.revision.revision, overlays: row.overlays }) === made.filmKey ? 'complete' : 'stale';
}

/** Name of the film below a share link. */
export const FILM_NAME = 'film.mp4';
