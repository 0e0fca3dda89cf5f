import type { CastMember, Screenplay } from '../../../craft/screenplay/model.js';

const MALE = ['MR', 'MISTER', 'SIR', 'LORD', 'MASTER', 'UNCLE', 'FATHER', 'BROTHER', 'KING', 'PRINCE', 'COUNT', 'BARON', 'DUKE'];
const FEMALE = ['MRS', 'MISS', 'MS', 'MADAM', 'MADAME', 'MADEMOISELLE', 'LADY', 'AUNT', 'MOTHER', 'SISTER', 'QUEEN', 'PRINCESS', 'COUNTESS', 'DUCHESS'];
const TITLES: ReadonlyMap<string, CastMember['gender']> = new Map([
  ...MALE.map((title) => [title, 'male'] as const), ...FEMALE.map((title) => [title, 'female'] as const),
  ...['DR', 'DOCTOR', 'CAPTAIN', 'COLONEL', 'PROFESSOR'].map((title) => [title, 'neutral'] as const),
]);
/** Words of cues that tell nobody apart. */
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

/** True when these words name the person: a name that two share needs the title before it. */
function isNamed({ gender, names }: Person, words: readonly string[]): boolean {
  return words.some((word, at) => {
    const name = names.find((one) => one.word === word);
    if (!name) return false;
    const titled = TITLES.get(words[at - 1] ?? '') ?? 'neutral';
    return titled === 'neutral' ? !name.isShared : titled === gender || (gender === 'neutral' && !name.isShared);
  });
}

const SAYS = 'said|says|asked|answered|replied|cried|added|exclaimed|whispered|murmured|shouted|continued|returned';
/** "He" or "she" as the one of whom a text speaks: among its first words, or beside a verb of saying. */
const SUBJECT = new RegExp(`^(?:[^\\s.!?]+\\s+){0,3}?(he|she)\\b|\\b(?:${SAYS})\\s+(he|she)\\b|\\b(he|she)\\s+(?:${SAYS})\\b`, 'iu');

/** Finds of whom a text speaks. */
export class ToldPeople {
  private readonly people: ReadonlyMap<string, Person>;

  constructor({ cast }: Screenplay) {
    this.people = new Map(cast.map((member) => [member.character, personOf(member, cast)]));
  }

  /**
   * The people on the stage whom a text names, in the order of the cast. For one that says only "he" or "she", whoever of them that may be: the last one
   * who spoke, or the only one.
   */
  in(text: string, standing: readonly string[], last: string | null): string[] {
    const words = wordsOf(text.replace(/[’']s\b/gu, ''));
    const named = standing.filter((cue) => isNamed(this.people.get(cue)!, words));
    if (named.length > 0) return named;
    const said = SUBJECT.exec(text)?.slice(1).find((word) => word !== undefined)?.toLowerCase();
    if (!said) return [];
    const fitting = standing.filter((cue) => this.people.get(cue)!.gender === (said === 'he' ? 'male' : 'female'));
    if (last !== null && fitting.includes(last)) return [last];
    return fitting.length === 1 ? fitting : [];
  }
}
