import type { Voice } from '../../craft/speech/port.js';
import type { BlueprintRole, PlanDraft, PlanTarget, ScriptBlueprint } from '../../craft/narrative/model.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import type { CastVoice, VoiceMap } from '../library/voice-map.js';
import { castKey, type CanonCharacter } from '../canon/cast-canon.js';
import type { PlanRequest } from './plan-request.js';
import { suggestVoices } from './suggested-voices.js';
import { choiceFor, isNarrating } from './voice-fit.js';
import type { PlannedArtifact } from './types/plan-type.js';
import { planTypeOf } from './types/plan-types.js';
import { tableReadOf } from './types/table-read-type.js';

/** A role of the blueprint with a suggested voice. */
export interface CastSuggestion extends BlueprintRole { suggestedVoice: CastVoice | null }

/**
 * `voiceMap` can be sent unchanged to `POST /story-jobs`. `corrections` has the present cue of each person of the draft; it is absent until a correction is
 * made.
 */
export interface CastBlueprint extends Omit<ScriptBlueprint, 'cast'> {
  cast: CastSuggestion[];
  voiceMap: VoiceMap;
  corrections?: { drafted: string; character: string }[];
}

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
  /** Voices that earlier plans of the project suggested, by cue. */
  earlier: VoiceMap;
}

/** Adds the narrator that a read needs for action or headings, even when the writer gave it no line. */
function withNarrator(blueprint: ScriptBlueprint, announcesScenes: boolean): BlueprintRole[] {
  if ((blueprint.narrationPolicy !== 'include' && !announcesScenes) || blueprint.cast.some(({ character }) => character === NARRATOR)) return blueprint.cast;
  return [...blueprint.cast, { character: NARRATOR, role: 'narrator', gender: 'neutral', description: 'Reads the action', lineCount: 0 }];
}

/** The character of the canon with this cue as name or alias, or undefined. */
const characterOf = (canon: DecidedCast | null, cue: string): CanonCharacter | undefined =>
  canon?.characters.find(({ name, aliases }) => [name, ...aliases].some((each) => castKey(each) === castKey(cue)));

/** The canon's gender for a person, unless it is neutral, takes precedence over that of the text or the writer. */
export function withCanonGender<R extends BlueprintRole>(role: R, canon: DecidedCast | null): R {
  const gender = characterOf(canon, role.character)?.gender ?? 'neutral';
  return gender === 'neutral' ? role : { ...role, gender };
}

/** Voices that the same people had in earlier plans of the project, if those voices may still be suggested for them. */
function heardBefore(cast: readonly BlueprintRole[], voices: readonly Voice[], earlier: VoiceMap, decided: VoiceMap): VoiceMap {
  const heard: VoiceMap = {};
  const taken = new Set(Object.values(decided).map(({ voiceId }) => voiceId));
  for (const role of cast) {
    const voice = earlier[role.character];
    if (!voice || isNarrating(role) || taken.has(voice.voiceId)) continue;
    const known = choiceFor(role, voices.filter(({ status }) => status === 'ready')).find(({ voiceId }) => voiceId === voice.voiceId);
    if (!known) continue;
    taken.add(voice.voiceId);
    heard[role.character] = { voiceId: known.voiceId, voiceName: known.name, provider: known.provider };
  }
  return heard;
}

/** The voices that the request or the canon decides, by cue. A character's voice is also found by the character's aliases. */
export function decidedVoices(cast: readonly BlueprintRole[], chosen: VoiceMap, canon: DecidedCast | null): VoiceMap {
  const decided: VoiceMap = {};
  for (const { character } of cast) {
    const known = characterOf(canon, character);
    const voice = chosen[character] ?? (character === NARRATOR ? canon?.narrator : null) ?? known?.voice;
    if (voice) decided[character] = voice;
  }
  return decided;
}

function castBlueprint(parts: EnvelopeParts): CastBlueprint | null {
  const { draft: { scriptBlueprint: blueprint }, request, canon, voices } = parts;
  if (!blueprint) return null;
  const read = tableReadOf(request);
  const roles = withNarrator(blueprint, read?.announceScenes ?? false).map((role) => withCanonGender(role, canon));
  const decided = decidedVoices(roles, read?.voiceMap ?? {}, canon);
  const known = { ...heardBefore(roles, voices, parts.earlier, decided), ...decided };
  const voiceMap = suggestVoices(roles, voices, known, blueprint.origin ?? null, parts.projectId);
  return { ...blueprint, cast: roles.map((role) => ({ ...role, suggestedVoice: voiceMap[role.character] ?? null })), voiceMap };
}

/** Builds the envelope of a drafted plan: the writer's answer plus suggested voices and the render plans of the artifacts. */
export function planEnvelope(parts: EnvelopeParts): PlanEnvelope {
  const { draft, request, projectId, version } = parts;
  const seconds = draft.parts?.items[draft.parts.index - 1]?.estimatedSeconds ?? null;
  return {
    version, projectId, title: draft.title, target: request.target, sourceDigest: draft.sourceDigest, thesis: draft.thesis,
    journey: draft.journey, visualSystem: draft.visualSystem, audioSystem: draft.audioSystem,
    artifacts: request.artifactRequests.map((each) => planTypeOf(each).view(each, seconds, draft.parts?.index ?? 1)), scriptBlueprint: castBlueprint(parts),
    ...(draft.parts ? { parts: draft.parts } : {}),
  };
}
