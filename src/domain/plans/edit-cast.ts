import { ApiError } from '../../kernel/errors/api-error.js';
import { endDecision, findDecision, storeDecision } from '../../kernel/decisions/decision-store.js';
import type { Services } from '../../kernel/services.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { voicesSpeaking } from '../library/spoken-language.js';
import { resolveVoice } from '../library/voice-choice.js';
import type { VoiceMap } from '../library/voice-map.js';
import { correctCast, withCast, type CastEdit } from './cast-edits.js';
import { decidedVoices } from './envelope.js';
import { refusalDetails } from './next-step.js';
import { planLanguage } from './plan-language.js';
import type { PlanRequest } from './plan-request.js';
import { planSubject } from './plan-moves-store.js';
import { getPlan, saveCorrectedPlan, type CorrectedPlan, type PlanRow } from './plan-store.js';
import { warningsOfCast, warningsOfVoices } from './plan-warnings.js';
import type { PlanWarning } from './types/plan-type.js';
import { TABLE_READ, tableReadOf } from './types/table-read-type.js';

const GATE = 'REQUIRES_APPROVAL';

/** True for warnings about the cast. They are computed anew with the cast; all others stay. */
const isOfCast = ({ field }: PlanWarning): boolean => /^(?:artifactRequests\.\d+\.voiceMap|scriptBlueprint\.cast)\./.test(field);

const choosing = (request: PlanRequest, voiceMap: VoiceMap): PlanRequest => ({
  ...request, artifactRequests: request.artifactRequests.map((artifact) => (artifact.type === TABLE_READ ? { ...artifact, voiceMap } : artifact)),
});

/** Raises `story_plan_state_invalid` for a plan that does not wait for approval or has no cast, and `version_conflict` for another version. */
function requireEditable(plan: PlanRow, expectedVersion: number): void {
  const { status, version, envelope } = plan;
  if (status !== GATE || !envelope?.scriptBlueprint) {
    throw new ApiError('story_plan_state_invalid', status === GATE ? 'the plan has no cast' : `the cast of a plan that is ${status} cannot be corrected`,
      { status, allowed: [GATE], ...refusalDetails(plan) });
  }
  if (version !== expectedVersion) {
    throw new ApiError('version_conflict', 'the plan has changed since it was read', { expected: expectedVersion, actual: version });
  }
}

/** Makes the corrected plan the next version and stores who corrected what; false when another change came first. */
async function saveCorrection(
  { db }: Services, plan: PlanRow, corrected: CorrectedPlan, { callId, keyId, requestId, edits }: CastEditRequest,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!await saveCorrectedPlan(tx, plan, corrected)) return false;
    await storeDecision(tx, planSubject(plan), {
      id: callId, place: 'cast', verb: 'EDITED', revision: plan.version, decidedBy: keyId, requestId, payload: { edits },
    });
    await endDecision(tx, callId, 'done', { version: plan.version + 1 });
    return true;
  });
}

/** The correction, and the call that makes it: `callId` is the same when the call is repeated with its Idempotency-Key. */
export interface CastEditRequest { callId: string; keyId: string; requestId: string; expectedVersion: number; edits: readonly CastEdit[] }

/**
 * Corrects the cast of a plan that waits for approval, as the plan's next version; the script of a job then has the people of this cast. Makes all edits or
 * none. Raises `story_plan_state_invalid`, `version_conflict`, `voice_retired`, and `validation_failed` with the field of the edit that cannot be made.
 */
export async function editPlanCast(services: Services, plan: PlanRow, request: CastEditRequest): Promise<PlanRow> {
  const { db } = services;
  const { callId, expectedVersion, edits } = request;
  if ((await findDecision(db, callId))?.status === 'done') return plan;
  requireEditable(plan, expectedVersion);
  const { id, accountId, projectId, envelope } = plan;
  const canon = await findCastCanon(db, projectId);
  const voices = voicesSpeaking((await services.speech()).voices(), await planLanguage(services, plan.request));
  const corrected = correctCast({ blueprint: envelope!.scriptBlueprint!, chosen: tableReadOf(plan.request)?.voiceMap ?? {} }, edits, canon,
    (voiceId, field) => resolveVoice(voices, { voiceId }, field));
  const chosen = choosing(plan.request, corrected.chosen);
  const next = { ...withCast(envelope!, corrected.blueprint), version: expectedVersion + 1 };
  const decided = decidedVoices(corrected.blueprint.cast, corrected.chosen, canon);
  const warnings = [...plan.warnings.filter((warning) => !isOfCast(warning)), ...warningsOfCast(chosen, next), ...warningsOfVoices(next, decided, voices)];
  const isSaved = await saveCorrection(services, plan, { envelope: next, request: chosen, warnings }, request);
  const after = await getPlan(db, accountId, id);
  if (!isSaved) requireEditable(after, expectedVersion);
  return after;
}
