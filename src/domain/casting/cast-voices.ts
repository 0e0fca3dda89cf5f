import { ApiError } from '../../kernel/errors/api-error.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import type { BlueprintRole } from '../../craft/narrative/model.js';
import type { Services } from '../../kernel/services.js';
import type { VoiceMap } from '../library/voice-map.js';
import { suggestVoices } from '../plans/suggested-voices.js';
import type { CharacterPatch } from '../canon/cast-canon.js';
import { saveCastCanon } from '../canon/cast-canon-store.js';
import type { VersionRow } from '../scripts/script-model.js';
import { projectCast, type ProjectCast } from './cast-members.js';
import { planCasting, isNarrator } from './casting-plan.js';

const NARRATING: BlueprintRole = { character: NARRATOR, role: 'narrator', gender: 'neutral', description: 'Reads the action', lineCount: 0 };

function voicesNow({ members, narrator }: ProjectCast): VoiceMap {
  return Object.fromEntries([
    ...members.flatMap(({ name, voice }) => (voice ? [[name, voice] as const] : [])), ...(narrator ? [[NARRATOR, narrator] as const] : []),
  ]);
}

const MAX_ATTEMPTS = 5;

interface Owner { accountId: string; projectId: string }

async function giveOnce(services: Services, owner: Owner, version: VersionRow | null, character: string | null): Promise<number> {
  const cast = await projectCast(services, owner.projectId, version);
  const { voiceless } = planCasting(cast, character === null ? {} : { character }, []);
  if (voiceless.length === 0) return 0;
  const catalogue = (await services.speech()).voices();
  const suggested = suggestVoices([...cast.members.map(({ person }) => person), NARRATING], catalogue, voicesNow(cast), cast.origin, owner.projectId);
  const characters = voiceless.filter((name) => !isNarrator(name)).flatMap((name): CharacterPatch[] => {
    const voice = suggested[name];
    const member = cast.members.find((each) => each.name === name)!;
    const isNew = !member.from.includes('canon');
    const sex = member.gender === 'neutral' && member.person.gender !== 'neutral' ? { gender: member.person.gender } : {};
    return voice ? [{ name, voice, ...(isNew ? { role: member.role, gender: member.gender } : {}), ...sex }] : [];
  });
  const narrator = voiceless.some(isNarrator) ? suggested[NARRATOR] : undefined;
  if (characters.length === 0 && !narrator) return 0;
  await saveCastCanon(services.db, owner, { mode: 'merge', characters, ...(narrator ? { narrator } : {}) }, cast.canon?.version ?? 0);
  return characters.length + (narrator ? 1 : 0);
}

/**
 * Gives a suggested voice to everybody who has none. Chosen voices stay, including those chosen while this runs. Returns how many people got a voice. Raises
 * `cast_precondition_failed` for a script that is not parsed.
 */
export async function giveVoices(services: Services, owner: Owner, version: VersionRow | null, character: string | null): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await giveOnce(services, owner, version, character);
    } catch (error) {
      // The cast was saved by someone else after it was read here.
      if (!(error instanceof ApiError) || error.code !== 'version_conflict' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
