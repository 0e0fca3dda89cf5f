import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { putScreenplay } from '../scripts/screenplay-store.js';
import type { VoiceMap } from '../library/voice-map.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { isAudioOnly } from '../canon/series-bible.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import { resolveVoiceMap, type VoiceChoice } from '../library/voice-choice.js';
import { tableReadOf } from '../plans/types/table-read-type.js';
import type { PlanRow } from '../plans/plan-store.js';
import { adoptVersion } from '../scripts/adoption.js';
import type { FoundScript } from '../scripts/script-view.js';
import { refuseUnknownNames, requireCast, speakersOf, usableCast } from './cast-check.js';
import type { Adoption } from './job-run.js';
import { requireCastForScreenplay } from './script-cast.js';

/** What the request of a job decides over its plan. */
export interface JobChoices { voices: Record<string, VoiceChoice>; announcesScenes: boolean | undefined }

/**
 * Adopts the current text of a finished screenplay version for a plan's job. Returns it, and the request's voices with
 * their names in the catalogue. Raises `validation_failed` for a script of another project, a plan without a table read
 * or a voice for an unknown name, `cast_precondition_failed`, `voice_retired`.
 */
export async function adoptForPlan(
  services: Services, plan: PlanRow, { script, version }: FoundScript, { voices, announcesScenes }: JobChoices,
): Promise<{ adopts: Adoption; voiceMap: VoiceMap }> {
  const request = tableReadOf(plan.request);
  if (!request) throw new ApiError('validation_failed', 'the plan has no table read, so it cannot perform a script', { field: 'scriptUploadId' });
  if (script.projectId !== plan.projectId) {
    throw new ApiError('validation_failed', 'scriptUploadId and the plan belong to different projects', { field: 'scriptUploadId', reason: 'other_project' });
  }
  const { mode, narrationPolicy } = request;
  const voiceMap = resolveVoiceMap((await services.speech()).voices(), voices, 'voiceMap');
  const screenplay = await adoptVersion(services, version, {
    mode, narrationPolicy, announcesScenes: announcesScenes ?? request.announceScenes, title: script.title,
  });
  refuseUnknownNames(voices, speakersOf(screenplay), (await findCastCanon(services.db, plan.projectId))?.characters ?? []);
  await requireCastForScreenplay(services, plan.projectId, screenplay, { ...request.voiceMap, ...voiceMap });
  return { adopts: { scriptUploadId: version.id, screenplayKey: await putScreenplay(services.store, screenplay), title: script.title }, voiceMap };
}

export const typesOf = ({ request }: PlanRow): string[] => request.artifactRequests.map(({ type }) => type);

/** Raises `story_plan_state_invalid` unless the plan is approved. */
export function requireApproved(plan: PlanRow): void {
  if (plan.status === 'APPROVED') return;
  throw new ApiError('story_plan_state_invalid', `a job needs an approved plan; this one is ${plan.status}`,
    { status: plan.status, allowed: ['APPROVED'] });
}

/**
 * Checks that the project's cast, together with the voice map of the request, is complete for a table read. Returns the
 * request's voices with their names in the catalogue. Raises `cast_precondition_failed`, `voice_retired` or
 * `validation_failed`.
 */
export async function requireCastForPlan(services: Services, plan: PlanRow, { voices, announcesScenes }: JobChoices): Promise<VoiceMap> {
  const tableRead = tableReadOf(plan.request);
  if (!tableRead) return {};
  const catalogue = (await services.speech()).voices();
  const voiceMap = resolveVoiceMap(catalogue, voices, 'voiceMap');
  const [canon, bible] = await Promise.all([
    findCastCanon(services.db, plan.projectId), findSeriesBible(services.db, plan.projectId),
  ]);
  refuseUnknownNames(voices, plan.envelope?.scriptBlueprint?.cast.map(({ character }) => character) ?? [], canon?.characters ?? []);
  const narrated = tableRead.narrationPolicy === 'include' || (announcesScenes ?? tableRead.announceScenes ?? false);
  const chosen = { ...tableRead.voiceMap, ...voiceMap };
  requireCast({
    projectId: plan.projectId,
    cast: usableCast(catalogue, { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] }, chosen, narrated),
    voiceMap: chosen,
    audioOnly: isAudioOnly(bible?.content ?? {}),
    narrated,
    suggestions: plan.envelope?.scriptBlueprint?.voiceMap ?? {},
  });
  return voiceMap;
}
