import type { Telling } from '../../../craft/narrative/analysis/presence/telling.js';
import { moodIn, type Mood } from '../../../craft/people/moods.js';
import type { CastMember, Screenplay } from '../../../craft/screenplay/model.js';
import type { StagePresence } from '../pictures/stage-people.js';

const MALE = ['MR', 'MISTER', 'SIR', 'LORD', 'MASTER', 'UNCLE', 'FATHER', 'BROTHER', 'KING', 'PRINCE', 'COUNT', 'BARON', 'DUKE'];
const FEMALE = ['MRS', 'MISS', 'MS', 'MADAM', 'MADAME', 'MADEMOISELLE', 'LADY', 'AUNT', 'MOTHER', 'SISTER', 'QUEEN', 'PRINCESS', 'COUNTESS', 'DUCHESS'];
const TITLES: ReadonlyMap<string, CastMember['gender']> = new Map([
  ...MALE.map((title) => [title, 'male'] as const), ...FEMALE.map((title) => [title, 'female'] as const),
  ...['DR', 'DOCTOR', 'CAPTAIN', 'COLONEL', 'PROFESSOR'].map((title) => [title, 'neutral'] as const),
]);
/** Words in cues that do not identify a person. */
const COMMON = new Set(['THE', 'OLD', 'YOUNG', 'FIRST', 'SECOND', 'THIRD', 'MAN', 'WOMAN', 'GIRL', 'BOY', 'VOICE', 'OF', 'AND', 'ST', 'SAINT', 'LITTLE']);

const wordsOf = (text: string): string[] => text.toUpperCase().match(/\p{L}{2,}/gu) ?? [];

interface Name { word: string; isShared: boolean }
interface Person { cue: string; gender: CastMember['gender']; names: readonly Name[] }

function personOf({ character, gender }: CastMember, cast: readonly CastMember[]): Person {
  const others = new Set(cast.filter((other) => other.character !== character).flatMap((other) => wordsOf(other.character)));
  const [title] = wordsOf(character).map((word) => TITLES.get(word)).filter((known) => known !== undefined && known !== 'neutral');
  return {
    cue: character, gender: title ?? gender,
    names: wordsOf(character).filter((word) => !COMMON.has(word) && !TITLES.has(word)).map((word) => ({ word, isShared: others.has(word) })),
  };
}

/** True when the words name the person. A name that two people share needs the right title before it. */
function isNamed({ gender, names }: Person, words: readonly string[]): boolean {
  return words.some((word, at) => {
    const name = names.find((one) => one.word === word);
    if (!name) return false;
    const titled = TITLES.get(words[at - 1] ?? '') ?? 'neutral';
    return titled === 'neutral' ? !name.isShared : titled === gender || (gender === 'neutral' && !name.isShared);
  });
}

const SAYS = 'said|says|asked|answered|replied|cried|added|exclaimed|whispered|murmured|shouted|continued|returned';
/** "He" or "she" as the person whom a text is about: among its first words, or beside a verb of saying. */
const SUBJECT = new RegExp(`^(?:[^\\s.!?]+\\s+){0,3}?(he|she)\\b|\\b(?:${SAYS})\\s+(he|she)\\b|\\b(he|she)\\s+(?:${SAYS})\\b`, 'iu');

/** A part of a line: its words, and the character positions of their start, end and middle. */
export interface LinePart { entryIndex: number; words: string; from: number; until: number; middle: number }

/** Finds the people whom a text is about. */
export class ToldPeople {
  private readonly people: ReadonlyMap<string, Person>;
  private readonly hasMoods: boolean;
  private readonly tellings: ReadonlyMap<number, readonly Telling[]> | null;

  /** `presence` tells whom lines are about, if that was found when the pictures of the read were decided. */
  constructor({ cast }: Pick<Screenplay, 'cast'>, presence?: Pick<StagePresence, 'tellings'>) {
    this.people = new Map(cast.map((member) => [member.character, personOf(member, cast)]));
    this.hasMoods = presence?.tellings.some(({ mood }) => mood !== undefined) ?? false;
    this.tellings = presence && presence.tellings.length > 0 ? byEntry(presence.tellings) : null;
  }

  /**
   * The people on the stage whom a part of a line is about, in the order of the cast. `last` is the last speaker, or the last person mentioned earlier in the
   * line.
   */
  in({ entryIndex, words, from, until }: LinePart, standing: readonly string[], last: string | null): string[] {
    const tellings = this.tellings?.get(entryIndex);
    if (!tellings) return this.named(words, standing, last);
    const told = tellingBetween(tellings, from, until)?.people ?? [];
    return standing.filter((cue) => told.includes(cue));
  }

  /** The mood of a part of a line: the mood found together with its people or, if none were found for the script, the mood of its words. */
  moodIn({ entryIndex, words, from, until }: LinePart): Mood | null {
    if (!this.hasMoods) return moodIn(words);
    return tellingBetween(this.tellings?.get(entryIndex) ?? [], from, until)?.mood ?? null;
  }

  /**
   * The people on the stage whom a text names, in the order of the cast. When it says only "he" or "she", it means the last speaker if the gender fits, else
   * the only person whose gender fits; empty when several fit.
   */
  private named(text: string, standing: readonly string[], last: string | null): string[] {
    const words = wordsOf(text.replace(/[’']s\b/gu, ''));
    const named = standing.filter((cue) => this.people.has(cue) && isNamed(this.people.get(cue)!, words));
    if (named.length > 0) return named;
    const said = SUBJECT.exec(text)?.slice(1).find((word) => word !== undefined)?.toLowerCase();
    if (!said) return [];
    const fitting = standing.filter((cue) => this.people.get(cue)?.gender === (said === 'he' ? 'male' : 'female'));
    if (last !== null && fitting.includes(last)) return [last];
    return fitting.length === 1 ? fitting : [];
  }
}

function byEntry(tellings: readonly Telling[]): Map<number, Telling[]> {
  const found = new Map<number, Telling[]>();
  for (const telling of tellings) found.set(telling.index, [...found.get(telling.index) ?? [], telling]);
  return found;
}

/** What a line tells between two of its characters: the telling that covers most of these words. Null for none. */
function tellingBetween(tellings: readonly Telling[], from: number, until: number): Telling | null {
  const begun = tellings.filter((telling) => telling.from >= from && telling.from < until && telling.people.length > 0);
  const share = (telling: Telling): number => Math.min(until, nextAfter(tellings, telling, until)) - telling.from;
  const before = tellings.findLast((telling) => telling.from < from);
  const carried = (begun[0]?.from ?? until) - from;
  const longest = begun.reduce<Telling | null>((best, telling) => (best === null || share(telling) > share(best) ? telling : best), null);
  if (before && before.people.length > 0 && (longest === null || carried > share(longest))) return before;
  return longest;
}

const nextAfter = (tellings: readonly Telling[], telling: Telling, until: number): number => tellings.find((other) => other.from > telling.from)?.from ?? until;
