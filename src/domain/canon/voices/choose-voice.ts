import type { Services } from '../../../kernel/services.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import { castKey, type CastCanonPatch } from '../cast-canon.js';
import { findCastCanon, saveCastCanon, type CastCanonRow } from '../cast-canon-store.js';
import { resolveVoice, type VoiceChoice } from '../../library/voice-choice.js';
import type { CastVoice } from '../../library/voice-map.js';
import type { DesignVariant } from './design-variant.js';
import { knownOf } from './voice-brief.js';
import type { Gender } from '../../../craft/screenplay/model.js';

export interface CastChoice { character: string; voice: CastVoice; gender?: Gender }

/** The patch that gives one member of the cast a voice; the name `NARRATOR` means the narrator. Names and aliases are compared as in the canon. */
function patchOf({ character, voice, gender }: CastChoice, canon: CastCanonRow | null): CastCanonPatch {
  if (castKey(character) === castKey(NARRATOR)) return { mode: 'merge', narrator: voice };
  const name = knownOf(character, canon, {}).canon?.name ?? character.trim();
  return { mode: 'merge', characters: [{ name, voice, ...(gender === undefined ? {} : { gender }) }] };
}

interface Owner { accountId: string; projectId: string }

/** Gives a member of the cast a voice for all later reads. Raises `version_conflict`. */
async function castVoice(services: Services, owner: Owner, choice: CastChoice, expectedVersion?: number): Promise<CastCanonRow> {
  const canon = await findCastCanon(services.db, owner.projectId);
  return saveCastCanon(services.db, owner, patchOf(choice, canon), expectedVersion);
}

/** Sets one member's voice, from the catalogue or a design. Raises `validation_failed`, `voice_retired`, `version_conflict`. */
export async function setCastVoice(
  services: Services, owner: Owner, { character, gender, ...choice }: VoiceChoice & { character: string; gender?: Gender }, expectedVersion?: number,
): Promise<CastCanonRow> {
  const voice = resolveVoice((await services.speech()).voices(), choice, 'voiceId');
  return castVoice(services, owner, { character, voice, ...(gender === undefined ? {} : { gender }) }, expectedVersion);
}

/** Gives a character a variant that was designed for it. Raises `voice_retired` and `version_conflict`. */
export async function chooseVariant(
  services: Services, owner: Owner, character: string, { voiceId, name: voiceName }: DesignVariant, expectedVersion?: number,
): Promise<CastCanonRow> {
  const voice = resolveVoice((await services.speech()).voices(), { voiceId, voiceName }, 'voiceId');
  return castVoice(services, owner, { character, voice }, expectedVersion);
}
