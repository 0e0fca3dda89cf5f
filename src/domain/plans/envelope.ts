import type { Voice } from '../../adapters/speech/port.js';
import type { BlueprintRole, PlanDraft, PlanTarget, ScriptBlueprint } from '../../narrative/model.js';
import { NARRATOR } from '../../screenplay/model.js';
import type { CastVoice, VoiceMap } from '../library/voice-map.js';
import { castKey, type CanonCharacter } from '../canon/cast-canon.js';
import type { PlanRequest } from './plan-request.js';
import { suggestVoices } from './suggested-voices.js';
import type { PlannedArtifact } from './types/plan-type.js';
import { planTypeOf } from './types/plan-types.js';
import { tableReadOf } from './types/table-read-type.js';

/** A role of the blueprint with a suggested voice. */
export interface CastSuggestion extends BlueprintRole { suggestedVoice: CastVoice | null }

/** `voiceMap` can be sent as it is to `POST /story-jobs`. */
export interface CastBlueprint extends Omit<ScriptBlueprint, 'cast'> { cast: CastSuggestion[]; voiceMap: VoiceMap }

/** What a plan proposes; stored in `plans.envelope`. */
export interface PlanEnvelope extends Omit<PlanDraft, 'scriptBlueprint'> {
  version: number;
  projectId: string;
  target: PlanTarget;
  artifacts: PlannedArtifact[];
  scriptBlueprint: CastBlueprint | null;
}

/** Voices that the project's cast canon has already decided. */
export interface DecidedCast { narrator: CastVoice | null; characters: readonly CanonCharacter[] }

export interface EnvelopeParts {
  projectId: string; version: number; request: PlanRequest; draft: PlanDraft; voices: readonly Voice[]; canon: DecidedCast | null;
}

/** Adds the narrator that a read needs for action or headings, even when the writer gave it no line. */
function withNarrator(blueprint: ScriptBlueprint, announcesScenes: boolean): BlueprintRole[] {
  if ((blueprint.narrationPolicy !== 'include' && !announcesScenes) || blueprint.cast.some(({ character }) => character === NARRATOR)) return blueprint.cast;
  return [...blueprint.cast, { character: NARRATOR, role: 'narrator', gender: 'neutral', description: 'Reads the action', lineCount: 0 }];
}

function decidedVoices(cast: readonly BlueprintRole[], chosen: VoiceMap, canon: DecidedCast | null): VoiceMap {
  const decided: VoiceMap = {};
  for (const { character } of cast) {
    const known = canon?.characters.find(({ name, aliases }) => [name, ...aliases].some((each) => castKey(each) === castKey(character)));
    const voice = chosen[character] ?? (character === NARRATOR ? canon?.narrator : null) ?? known?.voice;
    if (voice) decided[character] = voice;
  }
  return decided;
}

function castBlueprint(parts: EnvelopeParts): CastBlueprint | null {
  const { draft: { scriptBlueprint: blueprint }, request, canon, voices } = parts;
  if (!blueprint) return null;
  const read = tableReadOf(request);
  const roles = withNarrator(blueprint, read?.announceScenes ?? false);
  const chosen = read?.voiceMap ?? {};
  const voiceMap = suggestVoices(roles, voices, decidedVoices(roles, chosen, canon));
  return { ...blueprint, cast: roles.map((role) => ({ ...role, suggestedVoice: voiceMap[role.character] ?? null })), voiceMap };
}

/** Builds the envelope of a drafted plan: the writer's answer plus suggested voices and the render plans of the artifacts. */
export function planEnvelope(parts: EnvelopeParts): PlanEnvelope {
  const { draft, request, projectId, version } = parts;
  return {
    version, projectId, title: draft.title, target: request.target, sourceDigest: draft.sourceDigest, thesis: draft.thesis,
    journey: draft.journey, visualSystem: draft.visualSystem, audioSystem: draft.audioSystem,
    artifacts: request.artifactRequests.map((each) => planTypeOf(each).view(each)), scriptBlueprint: castBlueprint(parts),
  };
}
