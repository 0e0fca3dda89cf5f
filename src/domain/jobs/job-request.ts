import { ApiError } from '../../kernel/errors/api-error.js';
import type { Services } from '../../kernel/services.js';
import { putScreenplay } from '../scripts/screenplay-store.js';
import type { VoiceMap } from '../library/voice-map.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { blankCharacter, castKey } from '../canon/cast-canon.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import { resolveVoiceMap, type VoiceChoice } from '../library/voice-choice.js';
import { refusalDetails } from '../plans/next-step.js';
import { findReadForDeck } from '../artifacts/decks/deck-rows-store.js';
import { PLAN_TYPES } from '../plans/types/plan-types.js';
import { tableReadOf } from '../plans/types/table-read-type.js';
import type { PlanRow } from '../plans/plan-store.js';
import { adoptVersion } from '../scripts/adoption.js';
import type { FoundScript } from '../scripts/script-view.js';
import { namesOf, refuseUnknownNames, requireCast, speakersOf, usableCast } from './cast-check.js';
import type { Adoption } from './job-run.js';
import { requireCastForScreenplay } from './script-cast.js';

/** What the request of a job decides in addition to its plan. */
export interface JobChoices {
  voices: Record<string, VoiceChoice>;
  announcesScenes: boolean | undefined;
  /** People without a voice get the suggested one. */
  acceptsSuggestions: boolean;
}

/**
 * Adopts the current text of a finished screenplay version for a plan's job. Returns it, and the request's voices with
 * their names in the catalogue. Raises `validation_failed` for a script of another project, a plan without a table read
 * or a voice for an unknown name, `cast_precondition_failed`, `voice_retired`.
 */
export async function adoptForPlan(
  services: Services, plan: PlanRow, { script, version }: FoundScript, { voices, announcesScenes, acceptsSuggestions }: JobChoices,
): Promise<{ adopts: Adoption; voiceMap: VoiceMap }> {
  const request = tableReadOf(plan.request);
  if (!request) throw new ApiError('validation_failed', 'the plan has no table read, so it cannot perform a script', { field: 'scriptUploadId' });
  if (script.projectId !== plan.projectId) {
    throw new ApiError('validation_failed', 'scriptUploadId and the plan belong to different projects', { field: 'scriptUploadId', reason: 'other_project' });
  }
  const { mode, narrationPolicy } = request;
  const voiceMap = resolveVoiceMap((await services.speech()).voices(), voices, 'voiceMap');
  const screenplay = await adoptVersion(services, version, {
    mode, narrationPolicy, announcesScenes: announcesScenes ?? request.announceScenes, announcesTitle: request.announceTitle, title: script.title,
  });
  refuseUnknownNames(voices, speakersOf(screenplay), (await findCastCanon(services.db, plan.projectId))?.characters ?? []);
  const accepted = await requireCastForScreenplay(services, plan.projectId, screenplay, { ...request.voiceMap, ...voiceMap }, acceptsSuggestions);
  const adopts = { scriptUploadId: version.id, screenplayKey: await putScreenplay(services.store, screenplay), title: script.title };
  return { adopts, voiceMap: { ...accepted, ...voiceMap } };
}

export const typesOf = ({ request }: PlanRow): string[] => request.artifactRequests.map(({ type }) => type);

/** Raises `artifact_not_ready` for a plan with a pitch deck when the project has no performed read to write the deck from. */
export async function requireReadForDeck({ db }: Pick<Services, 'db'>, { id, projectId, request }: PlanRow): Promise<void> {
  if (!request.artifactRequests.some(({ type }) => PLAN_TYPES[type].needsRead) || await findReadForDeck(db, projectId, id)) return;
  throw new ApiError('artifact_not_ready', 'a pitch deck is written from a table read of its project that is performed to its end; there is none', {
    status: 'needs_recording', next: { method: 'GET', path: `/artifacts?projectId=${projectId}`, why: 'Lists the reads of the project, and how far their recordings are.' },
  });
}

/** Raises `story_plan_state_invalid` unless the plan is approved. */
export function requireApproved(plan: PlanRow): void {
  if (plan.status === 'APPROVED') return;
  throw new ApiError('story_plan_state_invalid', `a job needs an approved plan; this one is ${plan.status}`,
    { status: plan.status, allowed: ['APPROVED'], ...refusalDetails(plan) });
}

/**
 * Checks that everybody of the canon and the blueprint has a voice, from the canon or the request. Returns the request's voices with their
 * names in the catalogue, and the suggested ones that the request accepts. Raises `cast_precondition_failed`, `voice_retired` or
 * `validation_failed`.
 */
export async function requireCastForPlan(services: Services, plan: PlanRow, { voices, announcesScenes, acceptsSuggestions }: JobChoices): Promise<VoiceMap> {
  const tableRead = tableReadOf(plan.request);
  if (!tableRead) return {};
  const catalogue = (await services.speech()).voices();
  const voiceMap = resolveVoiceMap(catalogue, voices, 'voiceMap');
  const canon = await findCastCanon(services.db, plan.projectId);
  const known = canon?.characters ?? [];
  const speakers = plan.envelope?.scriptBlueprint?.cast.map(({ character }) => character) ?? [];
  refuseUnknownNames(voices, speakers, known);
  const newcomers = speakers.filter((cue) => cue !== NARRATOR && !known.some((character) => namesOf(character).includes(castKey(cue))));
  const narrated = tableRead.narrationPolicy === 'include' || (announcesScenes ?? tableRead.announceScenes ?? false);
  const chosen = { ...tableRead.voiceMap, ...voiceMap };
  const cast = { narrator: canon?.narrator ?? null, characters: [...known, ...newcomers.map(blankCharacter)] };
  const accepted = requireCast({
    projectId: plan.projectId,
    cast: usableCast(catalogue, cast, chosen, narrated),
    voiceMap: chosen,
    accept: acceptsSuggestions,
    narrated,
    suggestions: plan.envelope?.scriptBlueprint?.voiceMap ?? {},
  });
  return { ...accepted, ...voiceMap };
}
