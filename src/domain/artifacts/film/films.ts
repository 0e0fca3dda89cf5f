import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { pagePaths } from '../../../kernel/contract/page-paths.js';
import { PRICES } from '../../../kernel/credits/prices.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { failLostWork, isLost, requestWork } from '../../../kernel/works/request.js';
import { findWork } from '../../../kernel/works/work-store.js';
import { getArtifact, requireTableRead, type ArtifactRow } from '../artifact-store.js';
import { finalizeStatusOf, type FinalizeStatus } from '../finalize/recording-store.js';
import { findPerformance } from '../performance/performance-store.js';
import { choiceOf, CUTS, DEFAULT_CHOICE, isSameChoice, type Aspect, type Cut, type FilmChoice } from './film-choice.js';
import { filmKind, type FilmedPart, type FilmInput } from './film-kind.js';
import { filmIn, filmNameOf, wholeStatusOf, type VideoStatus } from './film-status.js';
import { FILM_KIND, isFilmPaid, nextFilmRound } from './film-store.js';

/** The state of a read's film, and the current price of another one. */
export interface FilmView {
  status: VideoStatus; url: string | null; durationMs: number | null; byteSize: number | null; choice: FilmChoice | null; error: string | null;
  amountCredits: number; theaterUrl: string;
}

/** The film of an artifact in an aspect; without an aspect, the last requested film. Raises `artifact_not_ready` for anything but a finished table read. */
export async function viewFilm({ db, config, tokens }: Pick<Services, 'db' | 'config' | 'tokens'>, artifact: ArtifactRow, aspect?: Aspect): Promise<FilmView> {
  const row = requireTableRead(artifact);
  const film = filmIn(row, aspect);
  const { made, failureMessage } = film;
  const token = tokens.sign('share', row.id, row.shareExpiresAt!);
  const name = filmNameOf(row, film);
  return {
    status: wholeStatusOf(row, film), url: name && config.appUrl + pagePaths.media(token, name), durationMs: made && made.durationMs,
    byteSize: made && made.byteSize, choice: made && choiceOf(made.choice), error: failureMessage, theaterUrl: config.appUrl + pagePaths.theater(token),
    amountCredits: await isFilmPaid(db, row.id, row.revision.revision) ? 0 : PRICES.TABLE_READ_FINALIZE_VIDEO,
  };
}

/** A film to make: its read, its choices, and its part if it is not the whole. */
export interface Filmed { accountId: string; projectId: string; artifactId: string; title: string; revision: number; choice: FilmChoice; part?: FilmedPart }

const isWorkOn = ({ cut, choice, part }: FilmInput, wanted: { cut: Cut; part: FilmedPart | null }): boolean =>
  (cut ?? choiceOf(choice).aspect) === wanted.cut && canonicalJson(part ?? null) === canonicalJson(wanted.part);

/** Opens the work on a film, or joins the open work on the same cut and part. */
async function openFilm(services: Services, { artifactId, revision, choice, part, ...filmed }: Filmed, requestId: string): Promise<FinalizeStatus> {
  const { db } = services;
  const wanted = { cut: part ? 'part' as const : choice.aspect, part: part ?? null };
  for (let tries = 0; ; tries++) {
    const round = await nextFilmRound(db, artifactId, wanted);
    const known = await findWork(db, workIdOf(FILM_KIND, artifactId, round));
    if (known && await isLost(services, known)) {
      await failLostWork(services, filmKind, known, { code: 'artifact_generation_failed', message: 'the render stalled and was started again' });
    }
    // The price is read after the number. A concurrent request that does not see the other film gets the same number, and asks again.
    const isPaid = await isFilmPaid(db, artifactId, revision);
    const work = await requestWork(services, filmKind, {
      accountId: filmed.accountId, projectId: filmed.projectId, subjectId: artifactId, revision: round, label: `Rendering video: ${filmed.title}`, requestId, choice, cut: wanted.cut,
      ...(part ? { part } : {}), lines: isPaid ? [] : [{ line: 0, credits: PRICES.TABLE_READ_FINALIZE_VIDEO }],
    });
    if (isWorkOn(work.input as FilmInput, wanted) || tries >= CUTS.length) return finalizeStatusOf(work);
  }
}

/** A request for a film of the whole, or of a part that the caller has looked up. */
export interface FilmRequest { accountId: string; artifactId: string; requestId: string; choice: Partial<FilmChoice>; part?: FilmedPart }

/**
 * Requests the film of the current revision, or of a part of a revision. Returns `needs_recording`, without a charge, while the performance is not complete.
 * A finished film that is up to date and has the same format stays, and work on a film of the same cut and part is joined. A film of words that were paid for
 * is free. Raises `artifact_not_found`, `artifact_not_ready` and `insufficient_credits`.
 */
export async function requestFilm(services: Services, { accountId, artifactId, requestId, part, ...wanted }: FilmRequest): Promise<FinalizeStatus | 'needs_recording'> {
  const read = requireTableRead(await getArtifact(services.db, accountId, artifactId));
  const choice = { ...DEFAULT_CHOICE, ...wanted.choice };
  if (!part) {
    const film = filmIn(read, choice.aspect);
    if (wholeStatusOf(read, film) === 'complete' && film.made && isSameChoice(choiceOf(film.made.choice), choice)) return 'complete';
  }
  const revision = part?.revision ?? read.revision.revision;
  if ((await findPerformance(services.db, artifactId, revision))?.status !== 'complete') return 'needs_recording';
  return openFilm(services, { accountId, projectId: read.projectId, artifactId, title: read.title, revision, choice, ...(part ? { part } : {}) }, requestId);
}
