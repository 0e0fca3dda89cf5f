import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { PRICES } from '../../../kernel/credits/prices.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { requireTableRead, type ArtifactRow } from '../artifact-store.js';
import { choiceOf, DEFAULT_CHOICE, isSameChoice, type FilmChoice } from '../film/film-choice.js';
import { filmKeyOf } from '../film/film-key.js';
import type { FilmedPart } from '../film/film-kind.js';
import { requestFilm, type FilmRequest, type FilmView } from '../film/films.js';
import { filmIn, filmNameOf, videoStatusOf, type VideoStatus } from '../film/film-status.js';
import { isFilmPaid, type FilmState } from '../film/film-store.js';
import type { FinalizeStatus } from '../finalize/recording-store.js';
import { isSameRange } from '../performance/performed-part.js';
import { partName } from './listening-copy.js';
import { findReadOfShare, type SharedRead } from './shared-read.js';
import { findShareOfArtifact } from './share-store.js';

/** A link to a part of a read, with the part as its film shows it. */
type SharedPart = SharedRead & { filmed: FilmedPart };

/** The part of a link for its film; null for a link to the whole read, and for an audio-only link. */
export function filmedOf(shared: SharedRead): FilmedPart | null {
  const { read: { revision }, part, share } = shared;
  return part && share && share.mode !== 'audio' ? { ...part, revision, name: partName(shared)! } : null;
}

/**
 * The state of the film for a link's part, with the finished film. A film that shows another part, requested when the link still showed that one, does not
 * count.
 */
export function partFilmOf({ films, overlays }: Pick<ArtifactRow, 'films' | 'overlays'>, filmed: FilmedPart): { status: VideoStatus; film: FilmState } {
  const isOf = (part: FilmState['part']): boolean => part !== null && part.revision === filmed.revision && isSameRange(part, filmed);
  const found = films.find(({ cut }) => cut === 'part');
  const made = found?.made && isOf({ ...filmed, ...found.made.part, revision: found.made.revision }) ? found.made : null;
  const isAsked = found !== undefined && isOf(found.part);
  const film: FilmState = {
    cut: 'part', part: filmed, status: isAsked ? found.status : null, progress: isAsked ? found.progress : null,
    failureMessage: isAsked ? found.failureMessage : null, made,
  };
  return { film, status: videoStatusOf(film, ({ revision, filmKey }) => filmKeyOf({ revision, overlays }) === filmKey) };
}

/** Returns the part of this read that a script's link shows on its stage. Raises `artifact_not_ready` when there is no such link. */
async function requirePart(services: Services, artifactId: string): Promise<SharedPart> {
  const share = await findShareOfArtifact(services.db, artifactId);
  const shared = share && await findReadOfShare(services, share);
  const filmed = shared && filmedOf(shared);
  if (shared && filmed) return { ...shared, filmed };
  throw new ApiError('artifact_not_ready', 'no link shows a part of this read in the theater; call POST /scripts/{scriptUploadId}/share with a descriptor first', { status: 'not_shared' });
}

/** The film of the part that a link shows. Raises `artifact_not_ready`. */
export async function viewPartFilm(services: Services, artifact: ArtifactRow): Promise<FilmView> {
  const row = requireTableRead(artifact);
  const { filmed, token } = await requirePart(services, row.id);
  const { status, film } = partFilmOf(row, filmed);
  const name = filmNameOf(row, film);
  const { appUrl } = services.config;
  return {
    status, url: name && appUrl + pagePaths.media(token, name), durationMs: film.made && film.made.durationMs, byteSize: film.made && film.made.byteSize,
    choice: film.made && choiceOf(film.made.choice), error: film.failureMessage, theaterUrl: appUrl + pagePaths.theater(token),
    amountCredits: await isFilmPaid(services.db, row.id, filmed.revision) ? 0 : PRICES.TABLE_READ_FINALIZE_VIDEO,
  };
}

/**
 * Completes the choices for a part's film. A few lines are made for telephones, where the sound is often off: upright and with burned captions. A scene uses
 * the choices of the whole film.
 */
function partChoice(row: ArtifactRow, { share }: SharedRead, chosen: Partial<FilmChoice>): FilmChoice {
  const whole = filmIn(row).made?.choice ?? DEFAULT_CHOICE;
  return choiceOf({ ...whole, ...(share!.part.scope === 'entries' ? { aspect: '9:16', captions: 'burned' } : {}), ...chosen });
}

/**
 * Requests the film of the part that a link shows. It costs the film price of these words, which is paid only once. A complete film of the same format that
 * is up to date stays. Returns and raises as `requestFilm`, and raises `artifact_not_ready` without such a link.
 */
export async function requestPartFilm(services: Services, artifact: ArtifactRow, request: Omit<FilmRequest, 'part' | 'artifactId'>): Promise<FinalizeStatus | 'needs_recording'> {
  const row = requireTableRead(artifact);
  const shared = await requirePart(services, row.id);
  const choice = partChoice(row, shared, request.choice);
  const { status, film: { made } } = partFilmOf(row, shared.filmed);
  if (status === 'complete' && made && isSameChoice(choiceOf(made.choice), choice)) return 'complete';
  return requestFilm(services, { ...request, artifactId: row.id, choice, part: shared.filmed });
}
