import type { BlueprintRole } from '../../craft/narrative/model.js';
import type { Db } from '../../kernel/db/database.js';
import { statedFacts } from '../../craft/people/facts.js';
import { originOfText, type TextOrigin } from '../../craft/people/origins.js';
import { NARRATOR, type Gender, type Screenplay } from '../../craft/screenplay/model.js';
import type { Services } from '../../kernel/services.js';
import { speakersOf } from '../jobs/cast-check.js';
import type { CastVoice } from '../library/voice-map.js';
import { adoptVersion } from '../scripts/adoption.js';
import type { VersionRow } from '../scripts/script-model.js';
import { blankCharacter, castKey, type CanonCharacter } from '../canon/cast-canon.js';
import { findCastCanon, type CastCanonRow } from '../canon/cast-canon-store.js';
import { findSeriesBible } from '../canon/series-bible-store.js';
import { isAudioOnly, readinessOf, type BibleCharacter, type BibleContent } from '../canon/series-bible.js';
import { personIn } from '../canon/voices/voice-brief.js';

/** Where a character is known from. */
export const CAST_ORIGINS = ['canon', 'bible', 'script'] as const;

/** A member of the cast with the data of the canon; a person unknown to the canon has only a name. */
export interface CastMember extends CanonCharacter {
  from: (typeof CAST_ORIGINS)[number][];
  /** What the suggestion of voices needs to know about the person. */
  person: BlueprintRole;
}

/** The cast of a project from its canon, its Series Bible and, if asked for, a script. */
export interface ProjectCast {
  canon: CastCanonRow | null;
  audioOnly: boolean;
  /** Fields about the look of pictures that the Series Bible still lacks; pictures wait for them. */
  missingVisuals: readonly string[];
  narrator: CastVoice | null;
  members: CastMember[];
  origin: TextOrigin | null;
}

interface Somebody { name: string; canon?: CanonCharacter; bible?: BibleCharacter; speaker?: Screenplay['cast'][number] }

const keysOf = ({ name, canon }: Somebody): string[] => [name, ...(canon ? [canon.name, ...canon.aliases] : [])].map(castKey);

/** Everybody, each once. Names that differ only in case and spacing mean the same person, and so do aliases of the canon. */
function everybody(canon: CastCanonRow | null, bible: BibleContent, speakers: readonly Screenplay['cast'][number][]): Somebody[] {
  const people: Somebody[] = (canon?.characters ?? []).map((character) => ({ name: character.name, canon: character }));
  const find = (name: string): Somebody | undefined => people.find((person) => keysOf(person).includes(castKey(name)));
  for (const character of bible.characters ?? []) {
    const known = find(character.name);
    if (known) known.bible ??= character;
    else people.push({ name: character.name, bible: character });
  }
  for (const speaker of speakers) {
    const known = find(speaker.character);
    if (known) known.speaker ??= speaker;
    else people.push({ name: speaker.character, speaker });
  }
  return people;
}

const known = (gender: Gender | undefined | null): Gender | null => (gender && gender !== 'neutral' ? gender : null);

function personOf({ name, canon, bible, speaker }: Somebody): BlueprintRole {
  const texts = [bible?.voice ?? '', bible?.arc ?? '', bible?.relationships ?? '', speaker?.description ?? ''];
  const role = [canon && canon.role !== 'character' ? canon.role : '', bible?.role ?? ''].filter(Boolean).join(', ');
  const told = personIn(name, canon?.aliases ?? [], role, texts);
  return {
    ...statedFacts(told), ...(speaker?.ageRange ? { ageRange: speaker.ageRange } : {}), ...(speaker?.accent ? { accent: speaker.accent } : {}),
    character: name, role: speaker?.role ?? 'character', description: [role, ...texts].filter(Boolean).join('. '), lineCount: speaker?.lineCount ?? 0,
    gender: known(canon?.gender) ?? known(speaker?.gender) ?? told.gender ?? 'neutral',
  };
}

function memberOf(somebody: Somebody): CastMember {
  const person = personOf(somebody);
  const from = CAST_ORIGINS.filter((origin) => somebody[({ canon: 'canon', bible: 'bible', script: 'speaker' } as const)[origin]] !== undefined);
  return { ...(somebody.canon ?? { ...blankCharacter(somebody.name), role: person.role, gender: person.gender }), from, person };
}

async function speakersIn(services: Services, version: VersionRow): Promise<{ cast: Screenplay['cast']; origin: TextOrigin | null }> {
  const screenplay = await adoptVersion(services, version, { mode: 'drama', narrationPolicy: 'include', title: '' });
  const spoken = new Set(speakersOf(screenplay));
  return { cast: screenplay.cast.filter(({ character }) => character !== NARRATOR && spoken.has(character)), origin: screenplay.origin ?? null };
}

const visualsIn = (content: BibleContent): Pick<ProjectCast, 'audioOnly' | 'missingVisuals'> =>
  ({ audioOnly: isAudioOnly(content), missingVisuals: readinessOf(content).visuals.missingFields });

/** Whether a project is audio-only, and which fields about pictures its Series Bible still lacks. */
export const visualsOf = async (db: Db, projectId: string): Promise<Pick<ProjectCast, 'audioOnly' | 'missingVisuals'>> =>
  visualsIn((await findSeriesBible(db, projectId))?.content ?? {});

/** The cast of a project; with a script version, its speakers count as members. Raises `cast_precondition_failed` for a version that is not parsed yet. */
export async function projectCast(services: Services, projectId: string, version: VersionRow | null): Promise<ProjectCast> {
  const [canon, bible] = await Promise.all([findCastCanon(services.db, projectId), findSeriesBible(services.db, projectId)]);
  const content = bible?.content ?? {};
  const { cast, origin } = version ? await speakersIn(services, version) : { cast: [], origin: null };
  return {
    canon, ...visualsIn(content), narrator: canon?.narrator ?? null, members: everybody(canon, content, cast).map(memberOf),
    origin: origin ?? originOfText([content.premise, content.canonTimeline, content.worldRules].filter(Boolean).join('\n')),
  };
}
