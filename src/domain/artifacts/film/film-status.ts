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

/** The film of the whole in an aspect; by default the one that was asked for last. */
export function filmIn({ films }: Pick<ArtifactRow, 'films'>, aspect?: Aspect): FilmState {
  const found = films.find(({ cut }) => (aspect ? cut === aspect : cut !== 'part'));
  return found ?? { ...NO_FILM, cut: aspect ?? NO_FILM.cut };
}

/** How far a film is. `isCurrent` tells whether it shows what it would show now. */
export function videoStatusOf({ status, progress, made }: FilmState, isCurrent: (made: NonNullable<FilmState['made']>) => boolean): VideoStatus {
  if (status === 'FAILED' || status === 'CANCELED') return 'failed';
  if (status !== null && status !== 'READY') return finalizeStatusOf({ status, progress: progress! }) === 'queued' ? 'queued' : 'rendering';
  if (!made) return 'not_rendered';
  return isCurrent(made) ? 'complete' : 'stale';
}

/** How far a film of the whole is, as manifests tell it. */
export const wholeStatusOf = ({ revision, overlays }: Pick<ArtifactRow, 'revision' | 'overlays'>, film: FilmState): VideoStatus =>
  videoStatusOf(film, ({ filmKey }) => revision !== null && filmKeyOf({ revision: revision.revision, overlays }) === filmKey);

/** Names of the films below a share link. */
export const FILM_NAMES: Readonly<Record<Cut, string>> = { '16:9': 'film.mp4', '9:16': 'film-9x16.mp4', part: 'part.mp4' };

/** True when the films of a read are kept from those who have its link. */
export const areFilmsWithheld = ({ overlays }: { overlays: Chosen }): boolean => chosenValue(overlays, publishState).video === 'withheld';

/** Name of a film for its producer alone, while others may not see it: only who is told it can guess it. */
export const heldBackName = (sha256: string): string => `film-${sha256.slice(0, 32)}.mp4`;

/** Name, below the link of a read, of a film for its producer. */
export const filmNameOf = (read: { overlays: Chosen }, { cut, made }: Pick<FilmState, 'cut' | 'made'>): string | null =>
  made && (areFilmsWithheld(read) ? heldBackName(made.sha256) : FILM_NAMES[cut]);
