import { ageClues, phraseClues } from './descriptions.js';
import type { Clue } from './facts.js';
import type { Mention } from './mentions.js';
import type { Sex } from './names/given-names.js';
import { isObject, sentencesAround, sexOf } from './pronouns.js';
import { NUMBER_WORD, PERSON_WORD } from './words.js';

/** How many sentences in a row may tell of a person by `he` or `she` alone. */
const MAX_SENTENCES = 3;
/** A statement with a pronoun counts less than one with the name. */
const BY_PRONOUN = 0.75;
const STATED = new RegExp(`^(he|she)((?:\\s(?:is|was|looked|seemed)|’s|'s)\\s(?:still |only |just |now )?(?:about |nearly |barely |almost |perhaps )?(?:(?:\\d{1,2}|${NUMBER_WORD})(?=\\s*[,.;:!?—)]|\\s(?:and(?! a half)|but|years|now|or)\\b|$)|in\\s(?:his|her)\\s|an?\\s)[^.!?]*)`, 'iu');
/** An age before the pronoun that it tells of: `Forty-one years old, grey at the temples, she had run the boat`. */
const FRONTED = new RegExp(`^((?:\\d{1,2}|${NUMBER_WORD})(?:\\syears\\sold|\\snow|\\sthat\\s\\p{L}+)(?:,[^,.!?“”]{2,60}){0,2}),\\s(he|she)\\s`, 'iu');
/** What a person is said to be: `She was a girl, thin and quick`. With anything else behind it, as in `a child of his time`, the noun need not tell the age. */
const IS_SOMEONE = new RegExp(`\\san?\\s((?:[\\p{L}’'-]+\\s+){0,3}?${PERSON_WORD})(?=\\s*(?:[,.;:!?)—]|$)|\\s(?:who|with)\\b)`, 'iu');
/** Words that put the statement into another time, or make it a figure of speech. */
const NOT_NOW = /\b(?:when|then|again|once|himself|herself|at heart|like|as)\b/iu;
/** Nobody who speaks is younger. */
const LEAST_YEARS = 3;
const SOMEONE_ELSE = new RegExp(`\\b(?:an?|the|his|her|their|my)\\s(?:[\\p{L}-]+\\s){0,3}?${PERSON_WORD}(?![\\p{L}’'-])`, 'iu');

const isGrownEnough = ({ because }: Clue): boolean => Number(/^aged (\d+)$/.exec(because)?.[1] ?? LEAST_YEARS) >= LEAST_YEARS;

/** Clues to the age of the person whom a sentence names by a pronoun alone, and the pronoun; null for a sentence that does not begin with one. */
function statedByPronoun(sentence: string): { sex: Sex; clues: Clue[] } | null {
  const fronted = FRONTED.exec(sentence);
  if (fronted) return { sex: sexOf(fronted[2]!), clues: ageClues(`, ${fronted[1]!},`).filter(isGrownEnough) };
  const [, pronoun, predicate] = STATED.exec(sentence) ?? [];
  if (pronoun === undefined) {
    const begins = /^(he|she)\s/iu.exec(sentence)?.[1];
    return begins === undefined ? null : { sex: sexOf(begins), clues: [] };
  }
  if (NOT_NOW.test(predicate!)) return { sex: sexOf(pronoun), clues: [] };
  const someone = IS_SOMEONE.exec(predicate!)?.[1];
  const called = someone ? phraseClues(someone, 4, `called ${someone}`).filter(({ fact }) => fact === 'ageRange') : [];
  return { sex: sexOf(pronoun), clues: [...ageClues(predicate!).filter(isGrownEnough), ...called] };
}

/**
 * Clues to age from the sentences of a narration after one that names a person, as long as each begins with `he` or `she`: `said Tam. He was fourteen`. None
 * when the sentence with the name also names another whom the pronoun may mean.
 */
export function laterAgeClues(
  text: string, mentions: readonly Mention[], index: number, sexKnown: (id: string) => Sex | null,
): Clue[] {
  const mention = mentions[index]!;
  if (mention.possessive) return [];
  const { start, end } = sentencesAround(text, mention.start);
  // In `Ann thought of her mother. She was eighty`, the pronoun means the mother.
  if (isObject(text.slice(start, mention.start)) || SOMEONE_ELSE.test(text.slice(mention.end, end))) return [];
  const others = mentions.filter(({ id, start: at }) => id !== mention.id && at >= start && at < end);
  const clues: Clue[] = [];
  for (let at = end, count = 0; count < MAX_SENTENCES && at < text.length; count++) {
    const next = sentencesAround(text, at).end;
    const said = statedByPronoun(text.slice(at, next));
    if (!said) break;
    const own = sexKnown(mention.id);
    if ((own !== null && own !== said.sex) || others.some(({ id }) => sexKnown(id) === null || sexKnown(id) === said.sex)) break;
    clues.push(...said.clues);
    // After a sentence with another person the next pronoun may mean either.
    if (mentions.some(({ id, start: named }) => id !== mention.id && named >= at && named < next)) break;
    at = next;
  }
  return clues.map((found) => ({ ...found, weight: found.weight * BY_PRONOUN }));
}
