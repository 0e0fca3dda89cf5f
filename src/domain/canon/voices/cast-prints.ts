import type { ObjectStore } from '../../../kernel/storage/port.js';
import { voiceDistance } from '../../../craft/speech/sound/voice-distance.js';
import type { VoicePrint } from '../../../craft/speech/sound/voice-print.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import { castKey, type CanonCharacter } from '../cast-canon.js';
import type { CastVoice } from '../../library/voice-map.js';
import type { NearestVoice } from './design-variant.js';
import { findPrint } from './voice-objects.js';

/** A member of the cast with the sound of its voice; null when the voice cannot be measured. */
export interface HeardMember { character: string; voiceId: string; voiceName: string; print: VoicePrint | null }

/** The voices of everybody except one character, to compare its voice with. */
export async function restOfCast(
  store: ObjectStore, canon: { narrator: CastVoice | null; characters: readonly CanonCharacter[] } | null, character: string,
): Promise<HeardMember[]> {
  const key = castKey(character);
  const members = (canon?.characters ?? []).filter(({ name, aliases }) => ![name, ...aliases].some((each) => castKey(each) === key))
    .map(({ name, voice }) => ({ name, voice }));
  const all = [...members, ...(key === castKey(NARRATOR) ? [] : [{ name: NARRATOR, voice: canon?.narrator ?? null }])];
  const voiced = all.flatMap(({ name, voice }) => (voice ? [{ name, voice }] : []));
  return Promise.all(voiced.map(async ({ name, voice: { voiceId, voiceName } }) =>
    ({ character: name, voiceId, voiceName, print: await findPrint(store, voiceId) })));
}

/** The member whose voice is nearest to a print; null when no voice of the cast was measured. */
export function nearestIn(cast: readonly HeardMember[], print: VoicePrint): NearestVoice | null {
  let nearest: NearestVoice | null = null;
  for (const member of cast) {
    if (!member.print) continue;
    const distance = voiceDistance(print, member.print);
    if (!nearest || distance < nearest.distance) nearest = { character: member.character, voiceName: member.voiceName, distance };
  }
  return nearest;
}
