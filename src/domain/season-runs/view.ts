import { listVerdicts } from '../../kernel/families/gates/verdict-store.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { creditsSummary } from '../../kernel/credits/summary.js';
import { listActions } from './action-store.js';
import { mp3Price, priceOf, readPrice } from './steps/prices.js';
import { requireStartable } from '../scripts/drafts/draft-episode.js';
import { requireReadable } from './steps/reads.js';
import { stateOfRelease, stateOfText, type TextState } from './steps/judged-text.js';
import { findRelease, findWithdrawn } from '../publishing/releases/release-store.js';
import { SEASON_RUN } from './season-run-kind.js';
import { loadStageFacts, refusalOf as projectRefusal } from '../canon/project-stage.js';
import { mendingStep, type Hindrance } from './mending-step.js';
import { allowedActions, isOver, missingInMap, stepOf, type Action, type EpisodeRow, type RunRow } from './season-run-model.js';
import { creditsOfRun, listEpisodes } from './season-run-store.js';

const blocked = (code: string, message: string, details: Record<string, unknown> | null = null): Hindrance => ({ code, message, details });

/** Runs a check and returns its refusal as a hindrance; null when the check passes. Throws other errors and those with a status of 500 or more. */
async function refusalOf(check: () => Promise<unknown>): Promise<Hindrance | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return blocked(error.code, error.message, error.details ?? null);
  }
}

/** The hindrance that names the missing map fields of an episode; null when the map is complete or the episode has begun. */
function incomplete(episode: EpisodeRow): Hindrance | null {
  const missingFields = episode.begun ? [] : missingInMap(episode);
  return missingFields.length > 0 ? blocked('map_incomplete', `The map lacks ${missingFields.join(', ')}.`, { missingFields }) : null;
}

/**
 * Facts that all episodes of a run share. `checksStep`: also check each text and each episode that waits for its step; `open`: the project lets any episode
 * start; `withdrawn`: the releases of episodes that were withdrawn.
 */
interface Shared { available: number; checksStep: boolean; open: boolean; withdrawn: ReadonlySet<string> }

async function blockedBy(
  services: Services, run: RunRow, episode: EpisodeRow, action: Action, credits: number, { available, checksStep, open }: Shared,
): Promise<Hindrance | null> {
  const lacking = incomplete(episode);
  if (lacking) return lacking;
  if (stepOf(episode, action) === 'write' && !episode.begun && run.approvedMapVersion !== run.mapVersion) {
    return blocked('map_not_approved', 'The map waits for its approval.', { mapVersion: run.mapVersion });
  }
  if (credits > available) return blocked('insufficient_credits', `This needs ${credits} credits and ${available} are available.`, { required: credits, available });
  if (!checksStep) return null;
  const { accountId, projectId } = run;
  if (stepOf(episode, action) === 'perform') return refusalOf(() => requireReadable(services, accountId, episode.scriptUploadId!));
  if (open || stepOf(episode, action) !== 'write' || episode.scriptUploadId !== null) return null;
  return refusalOf(() => requireStartable(services.db, { accountId, projectId, named: { episodeId: episode.bibleEpisodeId } }));
}

/** The action that resolves a text that differs from the judged one: judge the changed text, or replan an episode whose text is lost. */
const MENDING: Partial<Record<TextState, Action>> = { changed: 'retry_coverage', lost: 'replan' };

/**
 * The next action of an episode, its price in credits, and what blocks it with the call that resolves the block. The action is null while a step is carried
 * out, when the status of the episode allows none, in a dry run, and after the run has ended.
 */
async function nextOf(services: Services, run: RunRow, episode: EpisodeRow, text: TextState, shared: Shared) {
  const { blockedReason, ...action } = await actionOf(services, run, episode, text, shared);
  return { ...action, blockedReason: blockedReason && { ...blockedReason, next: mendingStep(run, episode, blockedReason) } };
}

async function actionOf(services: Services, run: RunRow, episode: EpisodeRow, text: TextState, shared: Shared) {
  if (isOver(run) || run.dryRun) return { nextAction: null, nextActionCredits: 0, blockedReason: null };
  if (episode.actionId !== null) return { nextAction: null, nextActionCredits: 0, blockedReason: blocked('at_work', 'A step is being carried out.', { actionId: episode.actionId }) };
  const action = MENDING[text] ?? allowedActions(episode)[0];
  if (!action) {
    return { nextAction: null, nextActionCredits: 0, blockedReason: incomplete(episode) };
  }
  const credits = await priceOf(services, run, episode, stepOf(episode, action));
  return { nextAction: action, nextActionCredits: credits, blockedReason: await blockedBy(services, run, episode, action, credits, shared) };
}

/** Credits that a read of so many pages and its MP3 cost. */
const quoteFor = (pages: number) => ({ read: readPrice(pages), mp3: mp3Price, total: readPrice(pages) + mp3Price });

/** Credits that the rest of an episode would cost: its read and its MP3. Null until the text has pages. */
const quotesOf = ({ pageCount }: EpisodeRow) => (pageCount === null ? null : quoteFor(pageCount));

/** Credits that an episode costs in all; one without a text counts with the pages of its map. */
const estimateOf = ({ begun, pageCount, targetPages }: EpisodeRow): number => quoteFor((begun ? pageCount : null) ?? targetPages).total;

/** How the text of a waiting episode relates to its coverage report; `judged` when nothing is to be checked. */
async function textOf(services: Services, run: RunRow, row: EpisodeRow, { checksStep }: Shared): Promise<TextState> {
  return checksStep && row.actionId === null && !isOver(run) && !run.dryRun ? stateOfText(services, row) : 'judged';
}

/** True when listeners of a published episode hear other words than the judged ones: its publisher gave the release other media. */
async function playsOtherWords(services: Services, row: EpisodeRow, { checksStep }: Shared): Promise<boolean> {
  if (!checksStep || row.status !== 'published' || row.releaseId === null) return false;
  const release = await findRelease(services.db, row.releaseId);
  return release?.status === 'published' && await stateOfRelease(services, row, release) === 'changed';
}

async function viewEpisode(services: Services, run: RunRow, row: EpisodeRow, shared: Shared) {
  const text = await textOf(services, run, row, shared);
  return {
    id: row.id, bibleEpisodeId: row.bibleEpisodeId, episodeNumber: row.episodeNumber, title: row.title, logline: row.logline,
    outline: { beats: row.beats }, targetPages: row.targetPages, missingFields: missingInMap(row), status: row.status, begun: row.begun,
    atWork: row.actionId !== null, attempts: row.attempt, scriptUploadId: row.scriptUploadId, pageCount: row.pageCount,
    coverage: {
      reportId: row.reportId, overallScore: row.overallScore, gatePassed: row.gatePassed, attempts: row.coverageAttempts,
      stale: text !== 'judged' || await playsOtherWords(services, row, shared),
    },
    storyJobId: row.storyJobId, artifactId: row.artifactId, releaseId: row.releaseId,
    withdrawn: row.status === 'published' && row.releaseId !== null && shared.withdrawn.has(row.releaseId), quote: quotesOf(row),
    ...await nextOf(services, run, row, text, shared), allowedActions: isOver(run) || run.dryRun || row.actionId !== null ? [] : allowedActions(row),
    failureCode: row.failureCode, failureMessage: row.failureMessage, failureDetails: row.failureDetails, updatedAt: row.updatedAt.toISOString(),
  };
}

/** The decisions and actions of a run: who made each one, when, and with which version of the map; oldest first. */
async function approvalsOf({ db }: Services, run: RunRow) {
  const decisions = await listVerdicts(db, { type: SEASON_RUN, id: run.id });
  const actions = (await listActions(db, run.id)).filter(({ verb }) => verb !== 'edit');
  return [
    ...decisions.map(({ revision, verdict, decidedBy, decidedAt }) => ({
      kind: verdict === 'APPROVED' ? 'map' : 'map_rejected', episodeId: null, decidedBy, decidedAt: decidedAt.toISOString(),
      mapVersion: revision, outcome: 'done' as string,
    })),
    ...actions.map(({ verb, place, decidedBy, createdAt, revision, status }) => ({
      kind: verb as string, episodeId: place, decidedBy, decidedAt: createdAt.toISOString(), mapVersion: revision!, outcome: status as string,
    })),
  ].sort((a, b) => a.decidedAt.localeCompare(b.decidedAt));
}

/** The episode that is being made: the first one that is begun and not published, else the first that is not begun. */
const currentOf = (run: RunRow, episodes: readonly EpisodeRow[]): string | null =>
  (isOver(run) ? null : (episodes.find(({ begun, status }) => begun && status !== 'published') ?? episodes.find(({ begun }) => !begun))?.id ?? null);

/** The complete view of a run. With `checksStep`, it also checks whether each waiting episode can be started and each waiting text performed. */
export async function viewRun(services: Services, run: RunRow, checksStep = true) {
  const { db, config } = services;
  const episodes = await listEpisodes(db, run.id);
  const { balance } = await creditsSummary(db, run.accountId, config.billingCycleDays);
  const open = checksStep && projectRefusal('episode', await loadStageFacts(db, run.projectId)) === null;
  const withdrawn = await findWithdrawn(db, episodes.flatMap(({ releaseId }) => releaseId ?? []));
  const views = [];
  for (const episode of episodes) views.push(await viewEpisode(services, run, episode, { available: balance, checksStep, open, withdrawn }));
  return {
    id: run.id, projectId: run.projectId, seriesId: run.seriesId, seasonNumber: run.seasonNumber, title: run.title, brief: run.brief, dryRun: run.dryRun,
    status: run.status, mapVersion: run.mapVersion, approvedMapVersion: run.approvedMapVersion, gateThreshold: run.gateThreshold,
    currentEpisodeId: currentOf(run, episodes), episodes: views, approvals: await approvalsOf(services, run),
    credits: { ...await creditsOfRun(db, run.id), estimated: episodes.reduce((sum, episode) => sum + estimateOf(episode), 0) },
    failureCode: run.failureCode, failureMessage: run.failureMessage,
    createdAt: run.createdAt.toISOString(), updatedAt: run.updatedAt.toISOString(), finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}

export type SeasonRunView = Awaited<ReturnType<typeof viewRun>>;
