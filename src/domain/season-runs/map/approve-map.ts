import { ApiError } from '../../../kernel/errors/api-error.js';
import { endDecision, listDecisions } from '../../../kernel/decisions/decision-store.js';
import { decide, decisionOf, type Deciding } from '../../../kernel/families/gates/decide.js';
import { recordVerdict } from '../../../kernel/families/gates/verdict-store.js';
import type { Gate, GatedRun } from '../../../kernel/families/gates/gate.js';
import type { Services } from '../../../kernel/services.js';
import { seasonSubject } from '../action-store.js';
import { MAP_GATE, seasonRunId, seasonRunSpec } from '../season-run-kind.js';
import { isOver, missingInMap, type RunRow } from '../season-run-model.js';
import { findRun, listEpisodes, lockRun, settleRun, updateRun } from '../season-run-store.js';

/** The status for the gate: `approved` when the current version of the map is approved. */
const gateStatus = (run: RunRow): string => (!isOver(run) && run.approvedMapVersion === run.mapVersion ? 'approved' : run.status);

const GATE: Gate = { gate: MAP_GATE, waiting: ['map_ready'], passed: ['approved'], rejects: true };

/** Connects decisions about the map of a season with its run. */
export const gatedMap: GatedRun<RunRow> = {
  words: 'the map of a season run', gates: [GATE], stateInvalid: 'season_run_state_invalid',
  subjectOf: seasonSubject, statusOf: gateStatus, revisionOf: ({ mapVersion }) => mapVersion,
  find: ({ db }, id) => findRun(db, id),
  runIdOf: ({ id }) => seasonRunId(id),
  send: ({ engine }, { id }, decision) => engine.signal('seasonRunWorkflow', seasonRunId(id), 'decide', decision),
  async reviveRun({ engine, db }, run) {
    await engine.start(seasonRunSpec(run));
    return (await findRun(db, run.id))!;
  },
};

/** The error for a map that changed since it was read. */
export const staleMap = (expected: number, actual: number, more: object = {}): ApiError =>
  new ApiError('season_run_state_invalid', `the map has changed since it was read: it is at version ${actual}`,
    { reason: 'map_changed', expected, actual, ...more });

/**
 * Approves the expected version of the map with a signal to the run. Raises `season_run_state_invalid` for another version, an incomplete map, a dry run, and
 * a run that has ended.
 */
export async function approveMap(services: Services, run: RunRow, expectedMapVersion: number, deciding: Deciding): Promise<RunRow> {
  if (run.dryRun) throw new ApiError('season_run_state_invalid', 'a dry run asks nobody', { reason: 'dry_run', status: run.status });
  if (expectedMapVersion !== run.mapVersion) throw staleMap(expectedMapVersion, run.mapVersion);
  if (run.status === 'mapping') {
    const missing = (await listEpisodes(services.db, run.id)).filter(({ begun }) => !begun)
      .map((episode) => ({ episodeId: episode.id, missingFields: missingInMap(episode) })).filter(({ missingFields }) => missingFields.length > 0);
    throw new ApiError('season_run_state_invalid', 'the map is not complete', { reason: 'map_incomplete', status: run.status, missing });
  }
  try {
    return await decide(services, gatedMap, GATE, run, 'APPROVED', deciding);
  } catch (error) {
    const { expected, actual } = (error instanceof ApiError && error.code === 'version_conflict' ? error.details : {}) as { expected?: number; actual?: number };
    if (expected === undefined || actual === undefined) throw error;
    throw staleMap(expected, actual);
  }
}

/**
 * Carries out the first decision about the current version of the map, once. Decisions about earlier versions are refused; those about later versions stay
 * open.
 */
export async function decideMap(services: Services, runId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run || isOver(run)) return;
    const verdicts = (await listDecisions(tx, seasonSubject(run))).filter(({ place, status }) => place === MAP_GATE && status === 'open');
    const [first] = verdicts.filter(({ revision }) => revision === run.mapVersion);
    if (first && run.status === 'map_ready' && (await recordVerdict(tx, seasonSubject(run), decisionOf(first))).verdict === 'APPROVED') {
      await updateRun(tx, runId, { approvedMapVersion: run.mapVersion });
      await settleRun(tx, runId);
    }
    for (const { id } of verdicts.filter(({ revision }) => revision! < run.mapVersion)) await endDecision(tx, id, 'refused', { reason: 'stale' });
  });
}
