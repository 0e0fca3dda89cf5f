import type { Services } from '../../kernel/services.js';
import { storeVerdict } from '../../kernel/families/gates/verdict-store.js';
import { seasonSubject } from './action-store.js';
import { actForOperator } from './act.js';
import { decideMap } from './map/approve-map.js';
import { seasonState } from './map/open-run.js';
import { MAP_GATE, type OperatorAction, type SeasonMessage, type SeasonState } from './season-run-kind.js';
import { derivedId } from '../../kernel/db/ids.js';
import { ACTIONS, type RunRow } from './season-run-model.js';
import { findRun } from './season-run-store.js';

const MAX_NAME_CHARS = 200;
const KNOWN = new Set<string>(ACTIONS);

/** Stores and starts the action of an operator; an impossible one is stored as refused. */
async function act(services: Services, run: RunRow, { action, episodeId, by }: OperatorAction, number: number): Promise<void> {
  if (!KNOWN.has(action)) return;
  const actionId = derivedId('seasonAction', run.id, number);
  const decidedBy = String(by ?? 'operator').slice(0, MAX_NAME_CHARS);
  const refused = await actForOperator(services, run, { actionId, action, episodeId, payload: {}, decidedBy, requestId: actionId });
  if (refused) services.log.warn({ runId: run.id, action, episodeId, code: refused.code, details: refused.details }, 'the action of an operator is not possible');
}

/**
 * Stores what operators sent, and carries out decisions about the map. Actions of operators are numbered, starting after `sent`, so that a repeat finds the
 * same rows. Returns the resulting state of the season, and the number of the last action.
 */
export async function carryOut(
  services: Services, runId: string, messages: readonly SeasonMessage[], sent: number,
): Promise<{ season: SeasonState; sent: number }> {
  const run = await findRun(services.db, runId);
  let number = sent;
  for (const message of run ? messages : []) {
    if (message.name === 'decide' && message.sent.gate === MAP_GATE) await storeVerdict(services.db, seasonSubject(run!), message.sent);
    if (message.name === 'act') await act(services, run!, message.sent, number += 1);
  }
  await decideMap(services, runId);
  return { season: await seasonState(services, runId), sent: number };
}
