import { ApiError } from '../../kernel/errors/api-error.js';
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
import { getPlan, saveCorrectedPlan, type PlanRow } from './plan-store.js';
import { warningsOfCast, warningsOfVoices } from './plan-warnings.js';
import type { PlanWarning } from './types/plan-type.js';
import { TABLE_READ, tableReadOf } from './types/table-read-type.js';

const GATE = 'REQUIRES_APPROVAL';

/** Warnings about the cast, which follow from it; all others stay. */
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

/**
 * Corrects the cast of a plan that waits for approval, which makes its next version; the script that a job writes has the people of this
 * cast. All edits are made, or none. Raises `story_plan_state_invalid`, `version_conflict`, `voice_retired`, and `validation_failed` with the
 * field of the edit that cannot be made.
 */
export async function editPlanCast(services: Services, plan: PlanRow, expectedVersion: number, edits: readonly CastEdit[]): Promise<PlanRow> {
  requireEditable(plan, expectedVersion);
  const { db } = services;
  const { id, accountId, projectId, envelope } = plan;
  const canon = await findCastCanon(db, projectId);
  const voices = voicesSpeaking((await services.speech()).voices(), await planLanguage(services, plan.request));
  const corrected = correctCast({ blueprint: envelope!.scriptBlueprint!, chosen: tableReadOf(plan.request)?.voiceMap ?? {} }, edits, canon,
    (voiceId, field) => resolveVoice(voices, { voiceId }, field));
  const request = choosing(plan.request, corrected.chosen);
  const next = { ...withCast(envelope!, corrected.blueprint), version: expectedVersion + 1 };
  const decided = decidedVoices(corrected.blueprint.cast, corrected.chosen, canon);
  const warnings = [...plan.warnings.filter((warning) => !isOfCast(warning)), ...warningsOfCast(request, next), ...warningsOfVoices(next, decided, voices)];
  const isSaved = await saveCorrectedPlan(db, plan, { envelope: next, request, warnings });
  const after = await getPlan(db, accountId, id);
  if (!isSaved) requireEditable(after, expectedVersion);
  return after;
}
