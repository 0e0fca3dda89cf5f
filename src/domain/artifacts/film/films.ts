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

/** A film of a read: how far it is, and what another one costs now. */
export interface FilmView {
  status: VideoStatus; url: string | null; durationMs: number | null; byteSize: number | null; choice: FilmChoice | null; error: string | null;
  amountCredits: number; theaterUrl: string;
}

/**
 * The film of an artifact in an aspect, by default the one that was asked for last. Raises `artifact_not_ready` for an artifact that is no finished
 * table read.
 */
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

/** What of a read is filmed, and how. */
export interface Filmed { accountId: string; projectId: string; artifactId: string; title: string; revision: number; choice: FilmChoice; part?: FilmedPart }

const isWorkOn = ({ cut, choice, part }: FilmInput, wanted: { cut: Cut; part: FilmedPart | null }): boolean =>
  (cut ?? choiceOf(choice).aspect) === wanted.cut && canonicalJson(part ?? null) === canonicalJson(wanted.part);

/** Opens the work on a film, or joins that on one of the same cut and part. */
async function openFilm(services: Services, { artifactId, revision, choice, part, ...filmed }: Filmed, requestId: string): Promise<FinalizeStatus> {
  const { db } = services;
  const wanted = { cut: part ? 'part' as const : choice.aspect, part: part ?? null };
  for (let tries = 0; ; tries++) {
    const round = await nextFilmRound(db, artifactId, wanted);
    const known = await findWork(db, workIdOf(FILM_KIND, artifactId, round));
    if (known && await isLost(services, known)) {
      await failLostWork(services, filmKind, known, { code: 'artifact_generation_failed', message: 'the render stalled and was started again' });
    }
    // After the number: who sees no other film here gets the number of the other one, and asks again.
    const isPaid = await isFilmPaid(db, artifactId, revision);
    const work = await requestWork(services, filmKind, {
      accountId: filmed.accountId, projectId: filmed.projectId, subjectId: artifactId, revision: round, label: `Rendering video: ${filmed.title}`, requestId, choice, cut: wanted.cut,
      ...(part ? { part } : {}), lines: isPaid ? [] : [{ line: 0, credits: PRICES.TABLE_READ_FINALIZE_VIDEO }],
    });
    if (isWorkOn(work.input as FilmInput, wanted) || tries >= CUTS.length) return finalizeStatusOf(work);
  }
}

/** What a caller asks for: a film of the whole, or of a part that was looked up before. */
export interface FilmRequest { accountId: string; artifactId: string; requestId: string; choice: Partial<FilmChoice>; part?: FilmedPart }

/**
 * Requests the film of the current revision, or of a part of one. Returns `needs_recording`, without a charge, while its performance is not complete. What
 * is complete and shows what the read is now, in the same format, stays; a film of the same cut that is being made is joined. A film of words that were
 * paid is free. Raises `artifact_not_found`, `artifact_not_ready` and `insufficient_credits`.
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
