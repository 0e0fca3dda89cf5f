import type { Voice } from '../../../craft/speech/port.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { isSeen } from '../../artifacts/pictures/read-looks.js';
import { findFormerVoice } from '../../artifacts/read-store.js';
import { setCastVoice } from '../../canon/voices/choose-voice.js';
import { resolveVoice, type VoiceChoice } from '../../library/voice-choice.js';
import type { CastVoice, VoiceMap } from '../../library/voice-map.js';
import type { Revised } from '../revisions/revise-read.js';
import { raiseEdition, soundingOf, type EditionRequest, type Sounding } from './raise-edition.js';
import { heardCue, linesOfCue, withTakes, withVoices } from './sound-changes.js';

const choiceOf = ({ voiceId, voiceName, provider }: CastVoice): VoiceChoice =>
  ({ voiceId, ...(voiceName ? { voiceName } : {}), ...(provider ? { provider } : {}) });

export interface Recast extends Revised { character: string; voice: CastVoice }

export interface RecastRequest extends EditionRequest {
  accountId: string; projectId: string; character: string; choice: VoiceChoice;
  /** Leaves the voice in the project's cast canon unchanged. */
  skipCanon: boolean;
}

/**
 * Gives one person of a read another voice, in the cast canon too unless `skipCanon` is set. Raises `validation_failed`, `voice_retired`, and the errors of
 * `raiseEdition`.
 */
export async function recastVoice(services: Services, { character, choice, skipCanon, accountId, projectId, ...request }: RecastRequest): Promise<Recast> {
  const { now } = await soundingOf(services, request.artifactId);
  const cue = heardCue(now, character);
  const voice = resolveVoice((await services.speech()).voices(), choice, 'voiceId');
  const revised = await raiseEdition(services, request, (read) => withVoices(read, { [heardCue(read, character)]: voice }));
  if (!skipCanon) await setCastVoice(services, { accountId, projectId }, { character: cue, ...choiceOf(voice) });
  return { ...revised, character: cue, voice };
}

/** Gives one person of a read their previous voice back. Raises `validation_failed` when there was none, and `voice_retired`. */
export async function restoreVoice(services: Services, { character, ...request }: EditionRequest & { character: string }): Promise<Recast> {
  const catalogue = (await services.speech()).voices();
  const revised = await raiseEdition(services, request, async (read) => {
    const cue = heardCue(read, character);
    const former = await findFormerVoice(services.db, request.artifactId, cue, read.voices[cue]!.voiceId);
    if (!former) throw new ApiError('validation_failed', `${cue} had no other voice in this read`, { field: 'character', reason: 'no_former_voice' });
    return withVoices(read, { [cue]: resolveVoice(catalogue, choiceOf(former), 'character') });
  });
  const { now } = await soundingOf(services, request.artifactId);
  const cue = heardCue(now, character);
  return { ...revised, character: cue, voice: now.voices[cue]! };
}

export type CastEntry = { character: string } & VoiceChoice;

/** The voices of a cast by cue. Raises `validation_failed` with the field of the entry, and `voice_retired`. */
function chosenVoices(read: Sounding, entries: readonly CastEntry[], catalogue: readonly Voice[]): VoiceMap {
  const chosen: VoiceMap = {};
  entries.forEach(({ character, ...choice }, at) => {
    const cue = heardCue(read, character, `entries.${at}.character`);
    if (Object.hasOwn(chosen, cue)) throw new ApiError('validation_failed', `${cue} is named twice`, { field: `entries.${at}.character` });
    chosen[cue] = resolveVoice(catalogue, choice, `entries.${at}.voiceId`);
  });
  return chosen;
}

export interface CastWish { entries: readonly CastEntry[]; avatarStyle?: string | undefined }
export interface CastRead extends Revised {
  voiceMap: VoiceMap;
  /** Whose portraits are drawn anew. */
  redrawn: string[];
}

/**
 * Gives several people of a read other voices, and everybody another look if `avatarStyle` is given, in this read alone. Raises `validation_failed` and
 * `voice_retired`.
 */
export async function castRead(services: Services, request: EditionRequest, { entries, avatarStyle }: CastWish): Promise<CastRead> {
  const catalogue = (await services.speech()).voices();
  const revised = await raiseEdition(services, request, (read) =>
    ({ ...withVoices(read, chosenVoices(read, entries, catalogue)), ...(avatarStyle ? { avatarStyle } : {}) }));
  const { now } = await soundingOf(services, request.artifactId);
  const redrawn = avatarStyle ? now.screenplay.cast.filter(isSeen).map(({ character }) => character) : [];
  return { ...revised, voiceMap: now.voices, redrawn };
}

export interface RevoiceRequest { character: string; voiceId?: string | undefined }

async function revoicing(services: Services, { voiceId }: RevoiceRequest): Promise<CastVoice | null> {
  return voiceId === undefined ? null : resolveVoice((await services.speech()).voices(), { voiceId }, 'voiceId');
}

/** Counts the lines that a revoice would speak again, without changing anything. Raises the errors of `revoice`. */
export async function quoteRevoice(services: Services, artifactId: string, asked: RevoiceRequest): Promise<{ character: string; linesToSpeak: number }> {
  await revoicing(services, asked);
  const { now } = await soundingOf(services, artifactId);
  const cue = heardCue(now, asked.character);
  return { character: cue, linesToSpeak: linesOfCue(now.screenplay, cue).length };
}

/** Has every line of one person spoken again, by another voice if one is given. Raises `validation_failed` and `voice_retired`. */
export async function revoice(services: Services, { character, voiceId, ...request }: EditionRequest & RevoiceRequest): Promise<Revised> {
  const voice = await revoicing(services, { character, voiceId });
  return raiseEdition(services, request, (read) => {
    const cue = heardCue(read, character);
    return withTakes(voice ? withVoices(read, { [cue]: voice }) : read, cue);
  });
}
