import type { Era } from '../../../adapters/images/period.js';
import { castLooks, type Person } from '../../../adapters/images/person/cast.js';
import type { Age, Look } from '../../../adapters/images/person/look.js';
import { CHARACTER_VOICES } from '../../../adapters/speech/flite/voices.js';
import type { ObjectStore } from '../../../adapters/storage/port.js';
import type { AgeRange } from '../../../people/facts.js';
import type { CastMember, Screenplay } from '../../../screenplay/model.js';
import { findLook, lookKey, storeLook } from '../../canon/looks/look-store.js';
import type { CurrentRead } from '../read-store.js';
import { toldOfPeople } from '../../canon/looks/told-of-people.js';

/** True for cast members who are drawn; a narrator is only heard. */
export const isSeen = ({ role }: CastMember): boolean => role !== 'narrator';

const AGES: Record<AgeRange, Age> = { child: 'child', teen: 'teen', young_adult: 'young', adult: 'adult', senior: 'old' };

interface Wardrobe { read: Pick<CurrentRead, 'projectId' | 'voiceMap'>; screenplay: Screenplay; palette: readonly string[]; era: Era; source: string; seed: string }

function personOf(member: CastMember, told: string, { read, era }: Wardrobe): Person {
  const { character, description, gender, role, ageRange } = member;
  const heard = CHARACTER_VOICES.find(({ voiceId }) => voiceId === read.voiceMap[character]?.voiceId)?.gender;
  return {
    name: character, description, told, voice: gender === 'neutral' ? heard ?? 'neutral' : gender,
    // The hosts of a programme live today, whatever they speak of.
    era: role === 'host' ? 'modern' : era, ...(ageRange ? { age: AGES[ageRange] } : {}),
  };
}

/** The looks of all visible cast members, by seat. A member without a look gets one that differs from the others; it is stored. */
export async function looksOf(store: ObjectStore, wardrobe: Wardrobe): Promise<(Look | null)[]> {
  const { read, screenplay, palette, source, seed } = wardrobe;
  const told = toldOfPeople(screenplay, source);
  const people = screenplay.cast.filter(isSeen);
  const keys = people.map(({ character, sameAs }) => lookKey(read.projectId, sameAs ?? character));
  const known = await Promise.all(people.map(({ character, sameAs }) => findLook(store, read.projectId, sameAs ?? character)));
  const looks = castLooks(seed, people.map((member) => personOf(member, told[screenplay.cast.indexOf(member)]!, wardrobe)), palette, known);
  await Promise.all(looks.map(async (look, at) => {
    // A second cue of the same person, such as VOSS for CAPTAIN MARA VOSS, shows the first one's look.
    const first = keys.indexOf(keys[at]!);
    if (first !== at) looks[at] = looks[first]!;
    else if (!known[at]) await storeLook(store, read.projectId, people[at]!.sameAs ?? people[at]!.character, look);
  }));
  return screenplay.cast.map((member) => (isSeen(member) ? looks[people.indexOf(member)]! : null));
}
