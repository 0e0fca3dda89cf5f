import type { Database } from '../../kernel/db/database.js';
import { NARRATOR } from '../../craft/screenplay/model.js';
import { castKey } from '../canon/cast-canon.js';
import { findCastCanon, saveCastCanon } from '../canon/cast-canon-store.js';
import { namesOf } from '../jobs/cast-check.js';

/**
 * Takes a character of a script out of the cast: removes its voice, its portrait and its `finalized` flag. The name may be an
 * alias; the narrator only loses the voice. Returns false, and changes nothing, when nobody of that name was cast.
 */
export async function removeCharacter(
  db: Database, { accountId, projectId }: { accountId: string; projectId: string | null }, character: string,
): Promise<boolean> {
  const canon = projectId === null ? null : await findCastCanon(db, projectId);
  if (!canon || projectId === null) return false;
  if (castKey(character) === castKey(NARRATOR)) {
    await saveCastCanon(db, { accountId, projectId }, { mode: 'merge', narrator: null });
    return canon.narrator !== null;
  }
  const known = canon.characters.find((member) => namesOf(member).includes(castKey(character)));
  if (!known) return false;
  await saveCastCanon(db, { accountId, projectId }, {
    mode: 'merge', characters: [{ name: known.name, voice: null, headshotUrl: null, finalized: null }],
  });
  return true;
}
