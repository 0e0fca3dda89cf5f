import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import type { ArtifactRow } from '../artifact-store.js';
import { finalizeStatusOf } from '../finalize/recording-store.js';
import { publishState } from '../overlays/publish-state.js';
import type { Aspect, Cut } from './film-choice.js';
import { filmKeyOf } from './film-key.js';
import type { FilmState } from './film-store.js';

export const VIDEO_STATUSES = ['not_rendered', 'queued', 'rendering', 'complete', 'failed', 'stale'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

const NO_FILM: FilmState = { cut: '16:9', part: null, status: null, progress: null, failureMessage: null, made: null };

/** The state of the film of the whole read in an aspect; without an aspect, of the last requested film. */
export function filmIn({ films }: Pick<ArtifactRow, 'films'>, aspect?: Aspect): FilmState {
  const found = films.find(({ cut }) => (aspect ? cut === aspect : cut !== 'part'));
  return found ?? { ...NO_FILM, cut: aspect ?? NO_FILM.cut };
}

/** The status of a film. `isCurrent` tells whether the finished film is up to date. */
export function videoStatusOf({ status, progress, made }: FilmState, isCurrent: (made: NonNullable<FilmState['made']>) => boolean): VideoStatus {
  if (status === 'FAILED' || status === 'CANCELED') return 'failed';
  if (status !== null && status !== 'READY') return finalizeStatusOf({ status, progress: progress! }) === 'queued' ? 'queued' : 'rendering';
  if (!made) return 'not_rendered';
  return isCurrent(made) ? 'complete' : 'stale';
}

/** The status of a film of the whole read, as in manifests. */
export const wholeStatusOf = ({ revision, overlays }: Pick<ArtifactRow, 'revision' | 'overlays'>, film: FilmState): VideoStatus =>
  videoStatusOf(film, ({ filmKey }) => revision !== null && filmKeyOf({ revision: revision.revision, overlays }) === filmKey);

/** Names of the films below a share link. */
export const FILM_NAMES: Readonly<Record<Cut, string>> = { '16:9': 'film.mp4', '9:16': 'film-9x16.mp4', part: 'part.mp4' };

/** True when people with the link of a read may not see its films. */
export const areFilmsWithheld = ({ overlays }: { overlays: Chosen }): boolean => chosenValue(overlays, publishState).video === 'withheld';

/** The name of a withheld film, for its producer only: it cannot be guessed without the hash. */
export const heldBackName = (sha256: string): string => `film-${sha256.slice(0, 32)}.mp4`;

/** The name of a film below the link of its read, for the producer; null without a film. */
export const filmNameOf = (read: { overlays: Chosen }, { cut, made }: Pick<FilmState, 'cut' | 'made'>): string | null =>
  made && (areFilmsWithheld(read) ? heldBackName(made.sha256) : FILM_NAMES[cut]);
