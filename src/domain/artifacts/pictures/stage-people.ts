import { presenceIn, roleKey, type StoryLine, type StoryPerson, type Telling } from '../../../craft/narrative/analysis/presence/telling.js';
import { leftAt, movesIn } from '../../../craft/narrative/analysis/presence/moves.js';
import type { Person } from '../../../craft/narrative/model.js';
import { analyseSource } from '../../../craft/narrative/writing/material/source-analysis.js';
import type { CastMember, Gender, Screenplay } from '../../../craft/screenplay/model.js';
import { castKey } from '../../canon/cast-canon.js';
import { NO_WAYS, passagesOf, type Ways } from '../../canon/looks/scene-places.js';

/** Somebody of the story who is there and has no line. */
export interface Extra { character: string; gender: Gender }

/** Who is there beside those who speak, and of whom lines tell; entries and characters count as in the screenplay. */
export interface StagePresence {
  /** They sit after the cast. */
  extras: readonly Extra[];
  tellings: readonly Telling[];
  /** Entries in which somebody is there, by cue. */
  present: Readonly<Record<string, readonly number[]>>;
  /** Entries in which nobody else is there: who speaks and is not present is heard from elsewhere. */
  whole?: readonly number[];
}

/** So many people without a line are drawn for a read. */
export const MAX_EXTRAS = 12;
/** Whoever has no line is there if lines say so with this weight: by name in one place, or by pronouns in several. */
const SURELY = 3;
/** Characters of the source before a read that say whom its first pronouns mean, and where it begins. */
const BEFORE_CHARS = 1_500;
const PLACE_CHARS = 9_000;
/** A heading of a chapter: what was before it is elsewhere. */
const CHAPTER = /^[ \t]*(?:(?:chapter|book|part|volume)[ \t]+\S.{0,80}|[IVXLC]+\.?)[ \t]*$/gimu;

/** Who is there meanwhile, by entry. */
export function presentIn(presence: Pick<StagePresence, 'present'> | undefined): ReadonlyMap<number, readonly string[]> {
  const byEntry = new Map<number, string[]>();
  for (const [one, entries] of Object.entries(presence?.present ?? {})) for (const index of entries) byEntry.set(index, [...byEntry.get(index) ?? [], one]);
  return byEntry;
}

const sexOf = (gender: Gender): StoryPerson['sex'] => (gender === 'neutral' ? null : gender);
const ARTICLE = /^(?:the|an?|one of the)\s/iu;

/** Words for somebody who mostly has a name as well. */
const ANYBODY = /^(?:MAN|WOMAN|LADY|GENTLEMAN|GIRL|BOY|CHILD|FELLOW|VOICE)$/u;

const ADDRESS = /^(?:MISTRESS|MASTER|MADAM|MISS|LADY|SIR|LORD|LITTLE|OLD|YOUNG|DEAR|POOR)\s+/u;

/** True for "Mistress Katrine", who is Katrine: the first name with a word of address. A last name with a title may be another of the family. */
const isAddressOf = ({ cue, gender }: Person, member: CastMember): boolean =>
  ADDRESS.test(cue) && cue.replace(ADDRESS, '') === member.character && (gender === 'neutral' || member.gender === 'neutral' || gender === member.gender);

interface Known extends StoryPerson { member: CastMember; isExtra: boolean }

const isCalled = (character: string) => ({ cue, name, aliases }: Person): boolean =>
  [cue, name, ...aliases].some((form) => castKey(form) === castKey(character));

/** A name under which somebody is looked for; descriptions are written in lower case. */
function knownOf(member: CastMember, person: Person | undefined, isExtra: boolean): Known {
  const names = [...new Set([member.character, ...person ? [person.name, ...person.aliases, person.cue] : []])].map((name) => name.replace(ARTICLE, ''));
  const described = person ? /^(?:Called|Known only as)/u.test(person.description) : member.role === 'character';
  return { id: member.character, names, described, sex: sexOf(member.gender === 'neutral' ? person?.gender ?? 'neutral' : member.gender), member, isExtra };
}

/** Somebody without a line, as a member of the cast of the stage. */
export const extraOf = ({ cue, gender, description, ageRange, accent }: Pick<Person, 'cue' | 'gender' | 'description' | 'ageRange' | 'accent'>): CastMember => ({
  character: cue, role: 'character', gender, description, lineCount: 0, wordCount: 0, ...(ageRange ? { ageRange } : {}), ...(accent ? { accent } : {}),
});

/** The people of the story: those who speak in the read, and those whom its source has beside them. */
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

/** The words of the source that lead to the read, without what is spoken in them. */
function wordsBefore({ entries }: Screenplay, source: string): string {
  const starts = entries.flatMap(({ spans }) => spans.map(({ start }) => start));
  const start = starts.length > 0 ? Math.min(...starts) : 0;
  const words = source.slice(Math.max(0, start - PLACE_CHARS), start);
  // A quotation that a paragraph leaves open ends with it.
  const paragraphs = words.slice([...words.matchAll(CHAPTER)].at(-1)?.index ?? 0).split(/\n[ \t]*\r?\n/u).slice(start > PLACE_CHARS ? 1 : 0);
  return paragraphs.map((paragraph) => paragraph.replace(/[“"][^”"]*(?:[”"]|$)/gu, ' ').trim()).filter(Boolean).join('\n\n');
}

/**
 * Who is on the stage of a drama without a line, with their places in the cast of the stage (the cast of the read, then the extras), and of whom lines tell.
 * Other programmes have nobody beside those who speak. `source` is the text that the read was made of.
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
