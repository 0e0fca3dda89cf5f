import { phraseClues } from './descriptions.js';
import type { Clue } from './facts.js';
import { formOf, type Form, type Mention } from './mentions.js';
import { sexOfEnding, sexOfGivenName } from './names/given-names.js';
import { isAdjective, isTitle, nounOf, sexOfTitle } from './words.js';

/** Titles after which a single word is a first name. */
const BEFORE_FIRST_NAME = /^(?:aunt|auntie|uncle|sister|brother|father|mother|sir|lady|dame|miss|nurse|cousin|master|prince|princess|queen|king|granny|grandma|grandpa)$/;

/** Weights of a description that names a kind of person, and of an adjective before a name. */
const OF_A_KIND = 14;
const OF_A_NAME = 7;

/** Clues from a person's names and titles. */
export function nameClues(names: readonly string[], mentions: readonly Mention[]): Clue[] {
  const clues: Clue[] = [];
  const forms = names.map(formOf);
  for (const title of [...forms.flatMap(({ titles }) => titles), ...mentions.flatMap(({ title }) => title ?? [])]) {
    const found = sexOfTitle(title);
    if (found) clues.push({ fact: 'gender', value: found.sex, weight: found.weight, because: `title ${title}` });
    if (/^(?:granny|grandma|grandpa|grandad)$/.test(title)) clues.push({ fact: 'ageRange', value: 'senior', weight: 5, because: `title ${title}` });
  }
  for (const { words } of forms) {
    const last = words.at(-1)!;
    // Before a name an adjective tells less than a stated age: `YOUNG PETER (7)`.
    clues.push(...phraseClues(cueNoun(words), nounOf(last) || isTitle(last) ? OF_A_KIND : OF_A_NAME, `called ${words.join(' ')}`));
    const rank = sexOfTitle(last);
    // A title alone (`MADAM`) is what the person is called; after other words (`ANN KING`) it may be a surname.
    if (rank && (rank.weight < 1 || (words.length === 1 && !nounOf(last)))) {
      clues.push({ fact: 'gender', value: rank.sex, weight: rank.weight, because: `title ${last}` });
    }
  }
  for (const first of firstNamesOf(forms, mentions)) {
    const found = sexOfGivenName(first);
    const ending = found || nounOf(first) || isTitle(first) ? null : sexOfEnding(first);
    if (found) clues.push({ fact: 'gender', value: found.sex, weight: 3 * found.certain, because: `first name ${first}` });
    else if (ending) clues.push({ fact: 'gender', value: ending, weight: 0.6, because: `ending of ${first}` });
  }
  return clues;
}

/** The part of a cue that names a kind of person: `WOMAN` of `WOMAN IN RED`, `OLD MAN` of `OLD MAN BY THE DOOR`. */
function cueNoun(words: readonly string[]): string {
  const end = words.findIndex((word) => /^(?:in|at|with|on|by|from|of|behind)$/.test(word));
  return (end > 0 ? words.slice(0, end) : words).join(' ');
}

/** The words of a name without adjectives before it: `BEN` of `OLD BEN`. */
function withoutAdjectives(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !isAdjective(word));
  return start > 0 ? words.slice(start) : words;
}

/** The first names of a person: the words before surnames. Without any, the single-word names, unless a title such as `Mr` marks them as surnames. */
function firstNamesOf(described: readonly Form[], mentions: readonly Mention[]): Set<string> {
  const forms = described.map(({ titles, words }) => ({ titles, words: withoutAdjectives(words) }));
  const full = new Set(forms.filter(({ words }) => words.length > 1).map(({ words }) => words[0]!));
  const surnames = new Set(forms.filter(({ words }) => words.length > 1).map(({ words }) => words.at(-1)!));
  const single = new Set(forms.filter(({ words }) => words.length === 1).map(({ words }) => words[0]!));
  for (const { first } of mentions) if (first !== null && !single.has(first)) full.add(first);
  if (full.size > 0) return full;
  const titled = forms.some(({ titles }) => titles.length > 0 && !BEFORE_FIRST_NAME.test(titles.at(-1)!))
    || mentions.some(({ title }) => title !== null && !BEFORE_FIRST_NAME.test(title));
  return titled ? new Set() : new Set([...single].filter((word) => !surnames.has(word)));
}
