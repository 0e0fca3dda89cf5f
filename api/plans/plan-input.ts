import type { Static } from 'typebox';
import type { Voice } from '../../src/craft/speech/port.js';
import { ARTIFACT_KINDS } from '../../src/domain/artifacts/artifact-kinds.js';
import type { ArtifactRequest, PlanRequest } from '../../src/domain/plans/plan-request.js';
import type { RequestedArtifact } from '../../src/domain/plans/types/plan-type.js';
import { PLAN_TYPES, planTypeOf } from '../../src/domain/plans/types/plan-types.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Services } from '../../src/kernel/services.js';
import type { StoryPlanCreateRequest } from './schemas.js';

export type PlanCreateBody = Static<typeof StoryPlanCreateRequest>;

function refuse(field: string, words: string): never {
  throw new ApiError('validation_failed', `${field} ${words}`, { field });
}

function artifact(requested: RequestedArtifact, index: number, voices: readonly Voice[]): ArtifactRequest {
  const at = `artifactRequests.${index}`;
  for (const { type, ownFields } of Object.values(PLAN_TYPES)) {
    const foreign = type === requested.type ? undefined : ownFields.find((field) => requested[field] !== undefined);
    if (foreign !== undefined) refuse(`${at}.${foreign}`, `is only for ${type}`);
  }
  if (!(requested.type in ARTIFACT_KINDS)) {
    throw new ApiError('validation_failed', `${at}.type: ${requested.type} is planned and not available yet; see GET /capabilities for the types that are`,
      { field: `${at}.type`, reason: 'planned' });
  }
  return planTypeOf(requested).accept(requested, at, voices);
}

/** Refuses a plan with two requests of the same reviewed type, and one that approves itself although a person must review an artifact. */
function checkReviewed(requests: readonly ArtifactRequest[], autoApprove: boolean): void {
  const reviewed = requests.filter((request) => planTypeOf(request).isReviewed).map(({ type }) => type);
  const twice = reviewed.find((type, index) => reviewed.indexOf(type) !== index);
  if (twice) refuse('artifactRequests', `may hold one ${twice}: a plan makes them one at a time`);
  if (reviewed.length > 0 && autoApprove) refuse('autoApprove', `must be false: a plan with a ${reviewed[0]} waits for a person`);
}

/**
 * The stored form of a create request, after the checks of rules between fields. The voice catalogue is loaded only when the request names voices. Raises
 * `validation_failed` with the field, or `voice_retired`.
 */
export async function planRequestOf(body: PlanCreateBody, services: Services): Promise<PlanRequest> {
  const namesVoices = body.artifactRequests.some(({ voiceMap }) => Object.keys(voiceMap ?? {}).length > 0);
  const voices = namesVoices ? (await services.speech()).voices() : [];
  const artifactRequests = body.artifactRequests.map((requested, index) => artifact(requested, index, voices));
  checkReviewed(artifactRequests, body.autoApprove ?? false);
  return {
    target: body.target, artifactRequests, sourceIds: body.sourceIds, ...(body.sections ? { sections: body.sections } : {}),
    creativeBrief: body.creativeBrief?.trim() || null,
    autoApprove: body.autoApprove ?? false,
  };
}
