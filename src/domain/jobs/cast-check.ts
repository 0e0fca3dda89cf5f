import { findVoice } from '../../craft/speech/designed/designed-voice.js';
import type { Voice } from '../../craft/speech/port.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { NARRATOR, speakerOf, type Screenplay } from '../../craft/screenplay/model.js';
import type { CastListEntry } from '../artifacts/artifact-store.js';
import type { CastVoice, VoiceMap } from '../library/voice-map.js';
import type { NextStep } from '../../kernel/contract/next-step.js';
import { castKey, type CanonCharacter } from '../canon/cast-canon.js';
import { resolveVoice, type VoiceChoice } from '../library/voice-choice.js';

/** A project's cast, as a table read uses it. */
export interface ProjectCast { narrator: CastVoice | null; characters: readonly CanonCharacter[] }

/** One thing the cast lacks, and the call that supplies it. */
export interface MissingCast {
  character: string;
  item: 'voice';
  nextCall: { method: string; path: string; body?: Record<string, unknown> };
}

export interface CastQuestion {
  projectId: string;
  cast: ProjectCast;
  /** The voices of the plan and the request; the request overrides the plan. */
  voiceMap: VoiceMap;
  narrated: boolean;
  /** Suitable voices by cue. */
  suggestions: VoiceMap;
  /** `details.reason` of the error. */
  reason?: 'cast_incomplete' | 'script_not_cast_ready';
  /** Whether people without a voice get the suggested one; undefined when the call cannot say so. */
  accept?: boolean | undefined;
}

function byKey(voices: VoiceMap): Map<string, CastVoice> {
  return new Map(Object.entries(voices).map(([cue, voice]) => [castKey(cue), voice]));
}

export const namesOf = ({ name, aliases }: CanonCharacter): string[] => [name, ...aliases].map(castKey);

function voiceCall(question: CastQuestion, character: string): MissingCast['nextCall'] {
  const path = `/story-projects/${question.projectId}/cast-canon`;
  const suggestion = byKey(question.suggestions).get(castKey(character));
  if (!suggestion) return { method: 'PATCH', path };
  const voice = { voiceId: suggestion.voiceId };
  return { method: 'PATCH', path, body: character === NARRATOR ? { narrator: voice } : { characters: [{ name: character, voice }] } };
}

/**
 * Lists what the project lacks for a table read: a voice for every character, from the canon or the voice map, and a narrator's voice for a
 * narrated read. Pictures are never missing, because the server draws everyone without one.
 */
export function missingCast(question: CastQuestion): MissingCast[] {
  const chosen = byKey(question.voiceMap);
  const missing: MissingCast[] = question.cast.characters
    .filter((character) => !character.voice && !namesOf(character).some((name) => chosen.has(name)))
    .map(({ name }) => ({ character: name, item: 'voice', nextCall: voiceCall(question, name) }));
  if (question.narrated && !question.cast.narrator && !chosen.has(castKey(NARRATOR))) {
    missing.unshift({ character: NARRATOR, item: 'voice', nextCall: voiceCall(question, NARRATOR) });
  }
  return missing;
}

/** All single calls in one, which gives everybody the suggested voice. */
function mendingCall({ projectId, accept }: CastQuestion, missing: readonly MissingCast[]): NextStep {
  const bodies = missing.map(({ nextCall }) => nextCall.body ?? {});
  const characters = bodies.flatMap((body) => body.characters ?? []);
  return {
    method: 'PATCH', path: `/story-projects/${projectId}/cast-canon`,
    body: { ...Object.assign({}, ...bodies) as object, ...(characters.length > 0 ? { characters } : {}) },
    why: `Gives everybody the suggested voice${accept === false ? '; or send acceptSuggestedVoices with the call that was refused' : ''}.`,
  };
}

/**
 * The suggested voices of people without one, when they are accepted. Raises `cast_precondition_failed` with `details.reason`,
 * `details.missing` and `details.next` when a speaker is left without a voice.
 */
export function requireCast(question: CastQuestion): VoiceMap {
  const suggested = byKey(question.suggestions);
  const lacking = missingCast(question);
  const accepted = !question.accept ? [] : lacking.flatMap(({ character }) => {
    const voice = suggested.get(castKey(character));
    return voice ? [[character, voice] as const] : [];
  });
  const missing = lacking.filter(({ character }) => !accepted.some(([name]) => name === character));
  if (missing.length === 0) return Object.fromEntries(accepted);
  const people = [...new Set(missing.map(({ character }) => character))];
  throw new ApiError('cast_precondition_failed', `the cast is incomplete: ${people.slice(0, 5).join(', ')}${people.length > 5 ? '…' : ''}`,
    { reason: question.reason ?? 'cast_incomplete', missing, next: mendingCall(question, missing) });
}

/**
 * Raises `validation_failed` with `details.field` for a voice whose name is no speaker, no character of the canon by
 * name or alias, and not the narrator. An empty list of speakers means that the cast is not known yet.
 */
export function refuseUnknownNames(choices: Record<string, VoiceChoice>, speakers: readonly string[], characters: readonly CanonCharacter[]): void {
  if (speakers.length === 0) return;
  const known = new Set([NARRATOR, ...speakers].map(castKey).concat(characters.flatMap(namesOf)));
  const stranger = Object.keys(choices).find((name) => !known.has(castKey(name)));
  if (stranger === undefined) return;
  throw new ApiError('validation_failed', `voiceMap.${stranger} is not in the cast: ${speakers.join(', ')}`, { field: `voiceMap.${stranger}` });
}

/** The voice if the catalogue has it, else null. Raises `voice_retired` for a retired voice. */
function findUsable(catalogue: readonly Voice[], voice: CastVoice | null | undefined, who: string): CastVoice | null {
  const known = voice && findVoice(catalogue, voice.voiceId)?.provider === voice.provider;
  return known ? resolveVoice(catalogue, voice, who) : null;
}

/**
 * The project's cast with the voices that this read would use: none for cues that the voice map names, and no narrator
 * if the read is not narrated. Raises `voice_retired`.
 */
export function usableCast(catalogue: readonly Voice[], cast: ProjectCast, voiceMap: VoiceMap, narrated: boolean): ProjectCast {
  const chosen = byKey(voiceMap);
  const voiceOf = (character: CanonCharacter): CastVoice | null =>
    (namesOf(character).some((name) => chosen.has(name)) ? null : findUsable(catalogue, character.voice, character.name));
  return {
    narrator: narrated && !chosen.has(castKey(NARRATOR)) ? findUsable(catalogue, cast.narrator, NARRATOR) : null,
    characters: cast.characters.map((character) => ({ ...character, voice: voiceOf(character) })),
  };
}

/** The cues that are spoken, in order of appearance. */
export function speakersOf(screenplay: Screenplay): string[] {
  return [...new Set(screenplay.entries.flatMap((entry) => speakerOf(entry, screenplay.narrationPolicy) ?? []))];
}

export interface CastScreenplay { voiceMap: VoiceMap; castList: CastListEntry[]; unvoiced: string[] }

/**
 * Gives every speaker of a written screenplay the voice of the voice map, else of the canon (by name or alias), else,
 * for the narrator, the canon's narrator. `unvoiced` lists speakers without a voice of the catalogue. Raises
 * `voice_retired`.
 */
export function castScreenplay(
  screenplay: Screenplay, cast: ProjectCast, voiceMap: VoiceMap, catalogue: readonly Voice[],
): CastScreenplay {
  const chosen = byKey(voiceMap);
  const voices: VoiceMap = {};
  const unvoiced: string[] = [];
  const castList = speakersOf(screenplay).map((cue): CastListEntry => {
    const known = cast.characters.find((character) => namesOf(character).includes(castKey(cue)));
    const names = [castKey(cue), ...(known ? namesOf(known) : [])];
    const named = names.map((name) => chosen.get(name)).find(Boolean) ?? known?.voice ?? (cue === NARRATOR ? cast.narrator : null);
    const voice = findUsable(catalogue, named, cue);
    if (voice) voices[cue] = voice;
    else unvoiced.push(cue);
    const member = screenplay.cast.find(({ character }) => character === cue);
    return {
      character: cue, role: member?.role ?? 'character', gender: [known?.gender, member?.gender].find((gender) => gender && gender !== 'neutral') ?? 'neutral',
      description: member?.description ?? '', lineCount: member?.lineCount ?? 0, avatarUrl: known?.headshotUrl ?? null,
    };
  });
  return { voiceMap: voices, castList, unvoiced };
}
