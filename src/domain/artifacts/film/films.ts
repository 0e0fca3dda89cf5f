import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { PRICES } from '../../../kernel/credits/prices.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { failLostWork, isLost, requestWork } from '../../../kernel/works/request.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { getArtifact, requireTableRead, type ArtifactRow } from '../artifact-store.js';
import { finalizeStatusOf, type FinalizeStatus } from '../finalize/recording-store.js';
import { nextRound } from '../mix/rounds-store.js';
import { isSameChoice, type FilmChoice } from './film-choice.js';
import { filmKind } from './film-kind.js';
import { FILM_NAME, videoStatusOf, type VideoStatus } from './film-status.js';
import { FILM_KIND, isFilmPaid } from './film-store.js';

/** The film of a read: how far it is, and what another one costs now. */
export interface FilmView {
  status: VideoStatus; url: string | null; durationMs: number | null; byteSize: number | null; choice: FilmChoice | null; error: string | null;
  amountCredits: number; theaterUrl: string;
}

/** The film of an artifact. Raises `artifact_not_ready` for an artifact that is no finished table read. */
export async function viewFilm({ db, config, tokens }: Pick<Services, 'db' | 'config' | 'tokens'>, artifact: ArtifactRow): Promise<FilmView> {
  const row = requireTableRead(artifact);
  const { made, failureMessage } = row.film;
  const token = tokens.sign('share', row.id, row.shareExpiresAt!);
  return {
    status: videoStatusOf(row), url: made && config.appUrl + pagePaths.media(token, FILM_NAME), durationMs: made && made.durationMs,
    byteSize: made && made.byteSize, choice: made && made.choice, error: failureMessage, theaterUrl: config.appUrl + pagePaths.theater(token),
    amountCredits: await isFilmPaid(db, row.id, row.revision.revision) ? 0 : PRICES.TABLE_READ_FINALIZE_VIDEO,
  };
}

export interface FilmRequest { accountId: string; artifactId: string; requestId: string; choice: FilmChoice }

/**
 * Requests the film of the current revision. Returns `needs_recording`, without a charge, while its performance is not complete. What is complete
 * and shows what the read is now, in the same format, stays; a film that is being made is joined. A film of words that were paid is free. Raises
 * `artifact_not_found`, `artifact_not_ready` and `insufficient_credits`.
 */
export async function requestFilm(services: Services, { accountId, artifactId, requestId, choice }: FilmRequest): Promise<FinalizeStatus | 'needs_recording'> {
  const { db } = services;
  const read = requireTableRead(await getArtifact(db, accountId, artifactId));
  const { revision, projectId, title, film: { made }, performance } = read;
  if (videoStatusOf(read) === 'complete' && made && isSameChoice(made.choice, choice)) return 'complete';
  const round = await nextRound(db, FILM_KIND, artifactId);
  const known = await findWork(db, workIdOf(FILM_KIND, artifactId, round));
  if (known && await isLost(services, known)) {
    await failLostWork(services, filmKind, known, { code: 'artifact_generation_failed', message: 'the render stalled and was started again' });
  }
  if (performance?.status !== 'READY') return 'needs_recording';
  return finalizeStatusOf(await requestWork(services, filmKind, {
    accountId, projectId, subjectId: artifactId, revision: round, label: `Rendering video: ${title}`, requestId, choice,
    lines: await isFilmPaid(db, artifactId, revision.revision) ? [] : [{ line: 0, credits: PRICES.TABLE_READ_FINALIZE_VIDEO }],
  }));
}
