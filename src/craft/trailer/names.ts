const TITLES = new Set('MR MRS MISS MS DR SIR LADY LORD CAPTAIN COLONEL MAJOR AUNT UNCLE OLD YOUNG THE OF AND DE LA VON FATHER MOTHER'.split(' '));

const tokensOf = (cue: string): string[] => cue.toUpperCase().split(/[^\p{L}\p{N}’'-]+/u).filter(Boolean);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
const asName = (token: string): string => `(?:${escaped(token)}|${escaped(token[0]! + token.slice(1).toLowerCase())})`;

/** A pattern for each person's names: the whole cue, and each of its words that no other person has. */
export function namesOf(people: readonly string[]): ReadonlyMap<string, RegExp> {
  const uses = new Map<string, number>();
  for (const person of people) for (const token of new Set(tokensOf(person))) uses.set(token, (uses.get(token) ?? 0) + 1);
  return new Map(people.flatMap((person): [string, RegExp][] => {
    const tokens = tokensOf(person);
    const whole = tokens.map(asName).join('\\.?\\s+');
    const own = tokens.filter((token) => token.length > 2 && !TITLES.has(token) && uses.get(token) === 1).map(asName);
    return tokens.length === 0 ? [] : [[person, new RegExp(`(?<!\\p{L})(?:${[whole, ...own].join('|')})(?!\\p{L})`, 'u')]];
  }));
}

/** The people whom words of an instruction name, by the whole cue or by words of it, in any case. Empty when nobody matches. */
export function peopleNamed(words: string, people: readonly string[]): string[] {
  const wanted = tokensOf(words);
  if (wanted.length === 0) return [];
  const whole = people.filter((person) => tokensOf(person).join(' ') === wanted.join(' '));
  return whole.length > 0 ? whole : people.filter((person) => wanted.every((token) => tokensOf(person).includes(token)));
}
