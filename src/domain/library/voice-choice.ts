import type { Voice } from '../../adapters/speech/port.js';
import { ApiError } from '../../errors/api-error.js';
import type { CastVoice, VoiceMap } from './voice-map.js';

export interface VoiceChoice { voiceId: string; provider?: string }

/**
 * A chosen voice with its name and provider from the catalogue. Raises `validation_failed` with `field` for an unknown voice, and
 * `voice_retired` for one that can no longer speak.
 */
export function resolveVoice(catalogue: readonly Voice[], choice: VoiceChoice, field: string): CastVoice {
  const voice = catalogue.find(({ voiceId, provider }) => voiceId === choice.voiceId && (choice.provider ?? provider) === provider);
  if (!voice) {
    throw new ApiError('validation_failed', `${field} is not in the voice catalogue; choose a voiceId from GET /voices`, { field });
  }
  if (voice.status === 'retired') {
    throw new ApiError('voice_retired', `the voice ${voice.voiceId} was retired`,
      { field, voiceId: voice.voiceId, replacementVoiceId: voice.replacementVoiceId });
  }
  return { voiceId: voice.voiceId, voiceName: voice.name, provider: voice.provider };
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
