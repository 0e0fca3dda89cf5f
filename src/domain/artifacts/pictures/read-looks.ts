import { createHash } from 'node:crypto';
import type { Era } from '../../../adapters/images/period.js';
import { castLooks, type Person } from '../../../adapters/images/person/cast.js';
import type { Age, Look } from '../../../adapters/images/person/look.js';
import { CHARACTER_VOICES } from '../../../adapters/speech/flite/voices.js';
import { ObjectMissing, type ObjectStore } from '../../../adapters/storage/port.js';
import type { AgeRange } from '../../../people/facts.js';
import type { CastMember, Screenplay } from '../../../screenplay/model.js';
import { castKey } from '../../canon/cast-canon.js';
import type { CurrentRead } from '../read-store.js';
import { toldOfPeople } from './told-of-people.js';

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

async function storedText(store: ObjectStore, key: string): Promise<string | null> {
  try {
    return (await store.get(key)).toString('utf8');
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

const seedKey = (projectId: string): string => `pictures/seeds/${createHash('sha256').update(projectId).digest('hex')}.txt`;

/**
 * The seed of a project's pictures: made from the title of the first read that is drawn, so that another project with the same story
 * has the same people and rooms, and kept for the project's later reads, whatever their titles.
 */
export async function seedOf(store: ObjectStore, projectId: string, title: string): Promise<string> {
  const known = await storedText(store, seedKey(projectId));
  if (known !== null) return known;
  const seed = createHash('sha256').update(title.trim().toLowerCase()).digest('hex').slice(0, 32);
  await store.put(seedKey(projectId), seed);
  return seed;
}

const lookKey = (projectId: string, name: string): string =>
  `pictures/looks/${createHash('sha256').update(`${projectId}\n${castKey(name)}`).digest('hex')}.json`;

/** The looks of all visible cast members, by seat. A member without a look gets one that differs from the others; it is stored. */
export async function looksOf(store: ObjectStore, wardrobe: Wardrobe): Promise<(Look | null)[]> {
  const { read, screenplay, palette, source, seed } = wardrobe;
  const told = toldOfPeople(screenplay, source);
  const people = screenplay.cast.filter(isSeen);
  const keys = people.map(({ character, sameAs }) => lookKey(read.projectId, sameAs ?? character));
  const stored = await Promise.all(keys.map((key) => storedText(store, key)));
  const known = stored.map((text) => (text === null ? null : JSON.parse(text) as Look));
  const looks = castLooks(seed, people.map((member) => personOf(member, told[screenplay.cast.indexOf(member)]!, wardrobe)), palette, known);
  await Promise.all(looks.map(async (look, at) => {
    // A second cue of the same person, such as VOSS for CAPTAIN MARA VOSS, shows the first one's look.
    const first = keys.indexOf(keys[at]!);
    if (first !== at) looks[at] = looks[first]!;
    else if (!known[at]) await store.put(keys[at]!, JSON.stringify(look));
  }));
  return screenplay.cast.map((member) => (isSeen(member) ? looks[people.indexOf(member)]! : null));
}
