import { NARRATOR, type Screenplay } from '../../craft/screenplay/model.js';
import type { SpeechEngine } from '../../craft/speech/port.js';
import type { Services } from '../../kernel/services.js';
import type { VoiceMap } from '../library/voice-map.js';
import { blankCharacter, castKey } from '../canon/cast-canon.js';
import { findCastCanon } from '../canon/cast-canon-store.js';
import { decidedVoices, withCanonGender } from '../plans/envelope.js';
import { suggestVoices } from '../plans/suggested-voices.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { listUnspeakable, planPerformance } from '../artifacts/performance/performance-plan.js';
import { castScreenplay, namesOf, requireCast, speakersOf, usableCast } from './cast-check.js';

/**
 * Checks that everybody who speaks in a screenplay has a voice, and that voices can say most of the lines. Returns the suggested voices
 * of people without one, if they are accepted. Raises
 * `cast_precondition_failed` (`details.reason` is `script_not_cast_ready`; each item has the call that supplies it and
 * a suitable voice) or `voice_retired`.
 */
export async function requireCastForScreenplay(
  services: Services, projectId: string, screenplay: Screenplay, voiceMap: VoiceMap, accept?: boolean,
): Promise<VoiceMap> {
  const speech = await services.speech();
  const catalogue = speech.voices();
  const canon = await findCastCanon(services.db, projectId);
  const speakers = speakersOf(screenplay);
  const characters = speakers.filter((cue) => cue !== NARRATOR).map((cue) =>
    canon?.characters.find((character) => namesOf(character).includes(castKey(cue))) ?? blankCharacter(cue));
  const narrated = speakers.includes(NARRATOR);
  // Voices that this server cannot speak are left out, so that they are not suggested again.
  const usable = usableCast(catalogue, { narrator: canon?.narrator ?? null, characters: [...new Set(characters)] }, voiceMap, narrated);
  const accepted = requireCast({
    projectId, narrated, voiceMap, accept, reason: 'script_not_cast_ready', cast: usable,
    suggestions: suggestVoices(screenplay.cast.map((member) => withCanonGender(member, canon)), catalogue,
      decidedVoices(screenplay.cast, voiceMap, usable), screenplay.origin ?? null, projectId),
  });
  const cast = { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] };
  const voices = { ...accepted, ...voiceMap };
  requireSpeakable(speech, projectId, screenplay, castScreenplay(screenplay, cast, voices, catalogue).voiceMap);
  return accepted;
}

/** Raises `cast_precondition_failed` when the voices can never say more than half of the lines. */
function requireSpeakable(speech: SpeechEngine, projectId: string, screenplay: Screenplay, voices: VoiceMap): void {
  const unspeakable = listUnspeakable(speech, planPerformance(screenplay, voices));
  const [first] = unspeakable;
  if (!first) return;
  const nextCall = { method: 'PATCH', path: `/story-projects/${projectId}/cast-canon` };
  throw new ApiError('cast_precondition_failed', `the voice of ${first.character} cannot say line ${first.entryIndex}: ${first.because}`, {
    reason: 'script_not_cast_ready', missing: unspeakable.map((line) => ({ ...line, item: 'voice', nextCall })),
  });
}
