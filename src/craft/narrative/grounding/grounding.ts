import { strangeCauses } from './causes.js';
import { capitalsOf, strangeNames, type Capitals } from './names.js';
import { isCounted, isSameValue, numbersIn } from './numbers.js';
import { addedNegations, droppedNegations } from './polarity.js';
import { strangeQuotations } from './quotations.js';
import { tokensOf, type Token } from './tokens.js';
import { areAkin, isLight, oppositesOf } from './vocabulary.js';

export const FLAWS = ['number', 'name', 'quotation', 'negation', 'cause', 'extent', 'opposite', 'invented'] as const;
export type FlawKind = (typeof FLAWS)[number];

/** Something that a statement says and its sentences do not. `words` are those of the statement, or of the source for a dropped negation. */
export interface Flaw { kind: FlawKind; words: string; message: string }

/** What the check knows beside the sentences: the capitals of the whole source, and names that need no source (lower case). */
export interface GroundingContext { capitals: Capitals; allowedNames: ReadonlySet<string> }

/** Makes the context of a source. `allowedNames` are names such as those of the speakers. */
export function groundingContext(source: string, allowedNames: readonly string[] = []): GroundingContext {
  const allowed = allowedNames.flatMap((name) => tokensOf(name).map(({ lower }) => lower));
  return { capitals: capitalsOf(tokensOf(source)), allowedNames: new Set(allowed) };
}

const UNIVERSAL = new Set(['all', 'every', 'everyone', 'everybody', 'everything', 'always', 'only', 'entirely', 'completely', 'nobody', 'none']);
/** A retelling may have this share of words that its sentences do not have. */
const MAX_NEW_SHARE = 0.45;

function strangeNumbers(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = numbersIn(cited);
  const article = cited.some(({ lower }) => ['a', 'an', 'one', 'single', 'once', 'each', 'only'].includes(lower));
  return numbersIn(said).filter((number) => {
    const has = known.some(({ value }) => isSameValue(value, number.value)) || (number.value === 1 && article);
    if (!has) return true;
    // The same number of another thing: "nine miles" where the source has nine metres and two miles.
    return number.unit !== null && known.some(({ unit, value }) => unit === number.unit && value !== number.value) && !isCounted(cited, known, number);
  }).map(({ words, unit }) => (unit === null ? words : `${words} (${unit})`));
}

function strangeExtents(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = cited.some(({ lower }) => UNIVERSAL.has(lower) || ['no', 'never', 'each', 'any', 'whole', 'nothing', 'not', 'both'].includes(lower));
  if (known) return [];
  return said.filter(({ lower }, at) => UNIVERSAL.has(lower) && !isIdiom(said, at) && !isRate(said[at + 1], cited)).map(({ word }) => word);
}

/** "After all", "at all", "all right". */
const isIdiom = (said: readonly Token[], at: number): boolean => said[at]!.lower === 'all'
  && (['after', 'at', 'in', 'first', 'above'].includes(said[at - 1]?.lower ?? '') || said[at + 1]?.lower === 'right');

/** "Every day" for "a day". */
const isRate = (unit: Token | undefined, cited: readonly Token[]): boolean => unit !== undefined
  && cited.some(({ stem }, at) => stem === unit.stem && ['a', 'an', 'per'].includes(cited[at - 1]?.lower ?? ''));

function strangeOpposites(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = new Set(cited.map(({ stem }) => stem));
  const saidStems = new Set(said.map(({ stem }) => stem));
  return said.filter(({ stem }) => !known.has(stem) && [...oppositesOf(stem)].some((other) => known.has(other) && !saidStems.has(other)))
    .map(({ word }) => word);
}

/** The words that only the statement has, when they are too many for a retelling. */
function inventedWords(said: readonly Token[], cited: readonly Token[], allowed: ReadonlySet<string>): string[] {
  const telling = said.filter(({ content, stem, lower }) => content && !isLight(stem) && !allowed.has(lower) && !/\d/u.test(lower));
  const strange = telling.filter(({ stem }) => !cited.some((token) => areAkin(stem, token.stem)));
  return strange.length > 0 && strange.length / telling.length > MAX_NEW_SHARE ? strange.map(({ word }) => word) : [];
}

const MESSAGES: Readonly<Record<FlawKind, string>> = {
  number: 'a number that the sentences do not have', name: 'a name that the sentences do not have',
  quotation: 'a quotation that the sentences do not have', negation: 'the sentences say the contrary', cause: 'a cause that the sentences do not give',
  extent: 'more than the sentences say', opposite: 'the opposite of a word of the sentences', invented: 'words that the sentences do not have',
};

/**
 * Compares a statement with exactly the sentences that it cites. Returns what it says and they do not: numbers, names and dates,
 * quotations, negations, causes, extents, opposites, and too many words of its own. Empty means that the statement passed. The check
 * compares words; a false statement made of the words of its sentences alone can pass.
 */
export function findUnsupported(says: string, sentences: readonly string[], { capitals, allowedNames }: GroundingContext): Flaw[] {
  const source = sentences.join(' ');
  const [said, cited] = [tokensOf(says), tokensOf(source)];
  const found: [FlawKind, string[]][] = [
    ['number', strangeNumbers(said, cited)], ['name', strangeNames(said, cited, capitals, allowedNames)],
    ['quotation', strangeQuotations(says, source)],
    ['negation', [...addedNegations(said, cited), ...droppedNegations(said, cited)]],
    ['cause', strangeCauses(said, cited)], ['extent', strangeExtents(said, cited)], ['opposite', strangeOpposites(said, cited)],
    ['invented', inventedWords(said, cited, allowedNames)],
  ];
  return found.flatMap(([kind, all]) => all.map((words) => ({ kind, words, message: `${MESSAGES[kind]}: ${words}` })));
}

const MAX_LINK_WORDS = 14;

/**
 * Why a line that cites nothing states a fact after all; null when it holds none: no number, name, quotation or cause, and no word that
 * tells something. A question may use the words of `near`, the sentences that its answer comes from.
 */
export function factIn(says: string, near: readonly string[], { capitals, allowedNames }: GroundingContext): string | null {
  const said = tokensOf(says);
  const isQuestion = says.trim().endsWith('?');
  const around = isQuestion ? tokensOf(near.join(' ')) : [];
  if (said.length > MAX_LINK_WORDS) return `longer than ${MAX_LINK_WORDS} words`;
  const [number] = strangeNumbers(said, around);
  if (number !== undefined) return `a number: ${number}`;
  const [name] = strangeNames(said, around, capitals, allowedNames);
  if (name !== undefined) return `a name: ${name}`;
  if (strangeQuotations(says, near.join(' ')).length > 0) return 'a quotation';
  const telling = said.filter(({ content, stem, lower }) => content && !isLight(stem) && !allowedNames.has(lower));
  const strange = telling.find(({ stem }) => !around.some((token) => areAkin(stem, token.stem)));
  return strange ? `a fact: ${strange.word}` : null;
}
