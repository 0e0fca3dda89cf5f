import { presenceIn, roleKey, type StoryLine, type StoryPerson, type Telling } from '../../../craft/narrative/analysis/presence/telling.js';
import { leftAt, movesIn } from '../../../craft/narrative/analysis/presence/moves.js';
import type { Person } from '../../../craft/narrative/model.js';
import { analyseSource } from '../../../craft/narrative/writing/material/source-analysis.js';
import type { CastMember, Gender, Screenplay } from '../../../craft/screenplay/model.js';
import { castKey } from '../../canon/cast-canon.js';
import { NO_WAYS, passagesOf, type Ways } from '../../canon/looks/scene-places.js';

/** A person of the story who is present but has no line. */
export interface Extra { character: string; gender: Gender }

/** Who is present besides the speakers, and whom lines are about. Entries and characters are numbered as in the screenplay. */
export interface StagePresence {
  /** Their seats follow those of the cast. */
  extras: readonly Extra[];
  tellings: readonly Telling[];
  /** The entries in which each person is present, by cue. */
  present: Readonly<Record<string, readonly number[]>>;
  /** Entries whose list of people is complete: a speaker who is not present there is heard from elsewhere. */
  whole?: readonly number[];
}

/** The most people without a line that are drawn for a read. */
export const MAX_EXTRAS = 12;
/** A person without a line counts as present from this weight on: lines name them in one place, or refer to them by pronouns in several. */
const SURELY = 3;
/** How many characters of the source before a read are searched for the people behind its first pronouns, and for the place where it begins. */
const BEFORE_CHARS = 1_500;
const PLACE_CHARS = 9_000;
/** A chapter heading: the text before it plays elsewhere. */
const CHAPTER = /^[ \t]*(?:(?:chapter|book|part|volume)[ \t]+\S.{0,80}|[IVXLC]+\.?)[ \t]*$/gimu;

/** The cues of the people present at each entry, by entry index. A speaker may be among them. */
export function presentIn(presence: Pick<StagePresence, 'present'> | undefined): ReadonlyMap<number, readonly string[]> {
  const byEntry = new Map<number, string[]>();
  for (const [one, entries] of Object.entries(presence?.present ?? {})) for (const index of entries) byEntry.set(index, [...byEntry.get(index) ?? [], one]);
  return byEntry;
}

const sexOf = (gender: Gender): StoryPerson['sex'] => (gender === 'neutral' ? null : gender);
const ARTICLE = /^(?:the|an?|one of the)\s/iu;

/** Words for a person who usually has a name as well. */
const ANYBODY = /^(?:MAN|WOMAN|LADY|GENTLEMAN|GIRL|BOY|CHILD|FELLOW|VOICE)$/u;

const ADDRESS = /^(?:MISTRESS|MASTER|MADAM|MISS|LADY|SIR|LORD|LITTLE|OLD|YOUNG|DEAR|POOR)\s+/u;

/**
 * True for a form of address plus first name: "Mistress Katrine" is Katrine. A title with a last name does not count, because it may mean another member of
 * the family.
 */
const isAddressOf = ({ cue, gender }: Person, member: CastMember): boolean =>
  ADDRESS.test(cue) && cue.replace(ADDRESS, '') === member.character && (gender === 'neutral' || member.gender === 'neutral' || gender === member.gender);

interface Known extends StoryPerson { member: CastMember; isExtra: boolean }

const isCalled = (character: string) => ({ cue, name, aliases }: Person): boolean =>
  [cue, name, ...aliases].some((form) => castKey(form) === castKey(character));

/** A person with the names to search for; descriptions are written in lower case. */
function knownOf(member: CastMember, person: Person | undefined, isExtra: boolean): Known {
  const names = [...new Set([member.character, ...person ? [person.name, ...person.aliases, person.cue] : []])].map((name) => name.replace(ARTICLE, ''));
  const described = person ? /^(?:Called|Known only as)/u.test(person.description) : member.role === 'character';
  return { id: member.character, names, described, sex: sexOf(member.gender === 'neutral' ? person?.gender ?? 'neutral' : member.gender), member, isExtra };
}

/** A person without a line, as a member of the stage's cast. */
export const extraOf = ({ cue, gender, description, ageRange, accent }: Pick<Person, 'cue' | 'gender' | 'description' | 'ageRange' | 'accent'>): CastMember => ({
  character: cue, role: 'character', gender, description, lineCount: 0, wordCount: 0, ...(ageRange ? { ageRange } : {}), ...(accent ? { accent } : {}),
});

/** The people of the story: those who speak in the read, and the others in its source. */
function peopleOf({ cast }: Screenplay, source: string): Known[] {
  const analysis = source.trim() === '' ? null : analyseSource({ sourceId: '', label: null, text: source, digest: null })?.analysis;
  const persons = [...analysis?.cast ?? [], ...analysis?.unheard ?? []];
  const members = cast.filter(({ role }) => role === 'character');
  const own = members.map((member) => persons.find(isCalled(member.character)));
  const cues = new Set(cast.map(({ character }) => castKey(character)));
  const isOneOfThem = ({ cue, gender }: Person): boolean => ANYBODY.test(cue) && members.some((member) => member.gender === gender);
  const spokenOf = persons.filter((person) => person.role === 'person' && !own.includes(person) && !cues.has(castKey(person.cue)) && !isOneOfThem(person));
  const others = spokenOf.filter((person) => !members.some((member) => isAddressOf(person, member)));
  const known = members.map((member, at): Known => {
    const one = knownOf(member, own[at], false);
    return { ...one, names: [...one.names, ...spokenOf.filter((person) => isAddressOf(person, member)).map(({ name }) => name)] };
  });
  return [...known, ...others.map((person) => knownOf(extraOf(person), person, true))];
}

function linesOf(screenplay: Screenplay): StoryLine[] {
  const seen = new Set(screenplay.cast.filter(({ role }) => role === 'character').map(({ character }) => character));
  return passagesOf(screenplay, screenplay.entries).map(({ entryIndex, kind, text }): StoryLine => {
    const { sceneIndex, character } = screenplay.entries[entryIndex]!;
    return { index: entryIndex, scene: sceneIndex, kind, text, speaker: character !== undefined && seen.has(character) ? character : null };
  });
}

/** The words of the source before the read, without quoted speech. */
function wordsBefore({ entries }: Screenplay, source: string): string {
  const starts = entries.flatMap(({ spans }) => spans.map(({ start }) => start));
  const start = starts.length > 0 ? Math.min(...starts) : 0;
  const words = source.slice(Math.max(0, start - PLACE_CHARS), start);
  // A quotation that is not closed ends with its paragraph.
  const paragraphs = words.slice([...words.matchAll(CHAPTER)].at(-1)?.index ?? 0).split(/\n[ \t]*\r?\n/u).slice(start > PLACE_CHARS ? 1 : 0);
  return paragraphs.map((paragraph) => paragraph.replace(/[“"][^”"]*(?:[”"]|$)/gu, ' ').trim()).filter(Boolean).join('\n\n');
}

/**
 * The people without a line on the stage of a drama, as members of the stage's cast (the cast of the read, then the extras), whom lines are about, and how
 * people move between places. Other programmes have nobody besides the speakers. `source` is the text from which the read was made.
 */
export function stagePeople(screenplay: Screenplay, source: string): { presence: StagePresence; extras: CastMember[]; ways: Ways } {
  if (screenplay.mode !== 'drama') return { presence: { extras: [], tellings: [], present: {} }, extras: [], ways: NO_WAYS };
  const people = peopleOf(screenplay, source);
  const lines = linesOf(screenplay);
  const before = wordsBefore(screenplay, source);
  const { tellings, present, weights } = presenceIn(lines, people, before.slice(-BEFORE_CHARS));
  const known = new Map(people.map((one) => [one.id, one]));
  const isSure = ([id]: readonly [string, readonly number[]]): boolean => (weights.get(id) ?? 0) >= SURELY;
  const candidates = [...present].filter(([id]) => known.get(id)?.isExtra ?? true).filter(isSure)
    .sort(([, one], [, other]) => other.length - one.length).slice(0, MAX_EXTRAS);
  const extras = candidates.map(([id]) => known.get(id)?.member ?? extraOf({ cue: roleKey(id), gender: 'neutral', description: '' }));
  const shown = new Set([...screenplay.cast, ...extras].map(({ character }) => character));
  const scenesOf = new Map([...present].map(([id, entries]) => [id, new Set(entries.map((index) => screenplay.entries[index]!.sceneIndex))]));
  const isThere = (id: string, index: number): boolean => shown.has(id) && scenesOf.get(id)?.has(screenplay.entries[index]!.sceneIndex) === true;
  return {
    extras, ways: { moves: movesIn(lines, tellings), before: { words: before, ...leftAt(before) } },
    presence: {
      extras: extras.map(({ character, gender }) => ({ character, gender })),
      tellings: tellings.map(({ people: told, ...rest }) => ({ ...rest, people: told.filter((id) => isThere(id, rest.index)) })),
      present: Object.fromEntries([...present].filter(([id]) => shown.has(id))),
    },
  };
}
