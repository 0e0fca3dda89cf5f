import { findDesignedVoice, findVoice } from '../../craft/speech/designed/designed-voice.js';
import type { Voice } from '../../craft/speech/port.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { CastVoice, VoiceMap } from './voice-map.js';

/** A designed voice gets the sent name; other voices get the name in the catalogue. */
export interface VoiceChoice { voiceId: string; voiceName?: string; provider?: string }

function requireInstalled(choice: VoiceChoice, field: string): void {
  const designed = findDesignedVoice(choice.voiceId);
  if (!designed || (choice.provider ?? designed.provider) !== designed.provider) return;
  throw new ApiError('voice_retired', `${choice.voiceId} was designed with the ${designed.provider} voices, which this server does not have`, {
    field, voiceId: choice.voiceId, replacementVoiceId: null,
    next: { method: 'GET', path: '/voices', why: 'Lists the voices that can be cast here.' },
  });
}

/**
 * A chosen voice with its name and provider from the catalogue. Raises `validation_failed` with `field` for an unknown voice, and
 * `voice_retired` for one that can no longer speak, or whose engine is not installed.
 */
export function resolveVoice(catalogue: readonly Voice[], choice: VoiceChoice, field: string): CastVoice {
  const found = findVoice(catalogue, choice.voiceId);
  const voice = found && (choice.provider ?? found.provider) === found.provider ? found : null;
  if (!voice) {
    requireInstalled(choice, field);
    throw new ApiError('validation_failed', `${field} is not in the voice catalogue; choose a voiceId from GET /voices`, { field });
  }
  if (voice.status === 'retired') {
    throw new ApiError('voice_retired', `the voice ${voice.voiceId} was retired`,
      { field, voiceId: voice.voiceId, replacementVoiceId: voice.replacementVoiceId });
  }
  const voiceName = voice.category === 'designed' ? choice.voiceName ?? voice.name : voice.name;
  return { voiceId: voice.voiceId, voiceName, provider: voice.provider };
}

/**
 * The chosen voices by cue in capitals, with the catalogue's names. Raises `validation_failed` naming the field below `field` for an
 * unknown voice and for a character that is named twice, and `voice_retired`.
 */
export function resolveVoiceMap(catalogue: readonly Voice[], choices: Record<string, VoiceChoice>, field: string): VoiceMap {
  const chosen: VoiceMap = {};
  for (const [character, choice] of Object.entries(choices)) {
    const cue = character.trim().toUpperCase();
    if (Object.hasOwn(chosen, cue)) {
      throw new ApiError('validation_failed', `${field}.${character} names ${cue} a second time`, { field: `${field}.${character}` });
    }
    chosen[cue] = resolveVoice(catalogue, choice, `${field}.${character}.voiceId`);
  }
  return chosen;
}
