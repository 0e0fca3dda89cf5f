import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import { castKey, type CastCanonPatch } from '../cast-canon.js';
import { findCastCanon, saveCastCanon, type CastCanonRow } from '../cast-canon-store.js';
import { resolveVoice, type VoiceChoice } from '../../library/voice-choice.js';
import type { CastVoice } from '../../library/voice-map.js';
import { getDesign, noteChosen, type DesignRow } from './design-store.js';
import { knownOf } from './voice-brief.js';
import type { Gender } from '../../../craft/screenplay/model.js';

export interface CastChoice { character: string; voice: CastVoice; gender?: Gender }

/** The patch that gives one member of the cast a voice; the narrator is a member by its cue. Names and aliases are compared as in the canon. */
function patchOf({ character, voice, gender }: CastChoice, canon: CastCanonRow | null): CastCanonPatch {
  if (castKey(character) === castKey(NARRATOR)) return { mode: 'merge', narrator: voice };
  const name = knownOf(character, canon, {}).canon?.name ?? character.trim();
  return { mode: 'merge', characters: [{ name, voice, ...(gender === undefined ? {} : { gender }) }] };
}

interface Owner { accountId: string; projectId: string }

/** Gives a member of the cast a voice, from now on. Raises `version_conflict`. */
async function castVoice(services: Services, owner: Owner, choice: CastChoice, expectedVersion?: number): Promise<CastCanonRow> {
  const canon = await findCastCanon(services.db, owner.projectId);
  return saveCastCanon(services.db, owner, patchOf(choice, canon), expectedVersion);
}

/** Sets one member's voice, of the catalogue or designed. Raises `validation_failed`, `voice_retired`, `version_conflict`. */
export async function setCastVoice(
  services: Services, owner: Owner, { character, gender, ...choice }: VoiceChoice & { character: string; gender?: Gender }, expectedVersion?: number,
): Promise<CastCanonRow> {
  const voice = resolveVoice((await services.speech()).voices(), choice, 'voiceId');
  return castVoice(services, owner, { character, voice, ...(gender === undefined ? {} : { gender }) }, expectedVersion);
}

/**
 * Gives the character of a design one of its variants. Raises `voice_design_not_found`, `validation_failed` for a voice that is not a
 * variant, `voice_retired`, `version_conflict`.
 */
export async function chooseVariant(
  services: Services, owner: Owner, { designId, voiceId }: { designId: string; voiceId: string }, expectedVersion?: number,
): Promise<{ design: DesignRow; canon: CastCanonRow }> {
  const design = await getDesign(services.db, owner.projectId, designId);
  const variant = design.variants.find((each) => each.voiceId === voiceId);
  if (!variant) throw new ApiError('validation_failed', 'voiceId is not a variant of this design', { field: 'voiceId', designId });
  const voice = resolveVoice((await services.speech()).voices(), { voiceId, voiceName: variant.name }, 'voiceId');
  const canon = await castVoice(services, owner, { character: design.character, voice }, expectedVersion);
  await noteChosen(services.db, designId, voiceId);
  return { design: await getDesign(services.db, owner.projectId, designId), canon };
}
