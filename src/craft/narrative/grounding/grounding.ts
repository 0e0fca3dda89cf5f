import { strangeCauses } from './causes.js';
import { capitalsOf, misplacedNames, nameAnchors, strangeNames, type Capitals } from './names.js';
import { exchanged, exchangedNumbers, exchangedOpposites, misplacedOpposites, strangeDates } from './bindings.js';
import { strangeAttributions, strangeCertainty } from './certainty.js';
import { judgeNumber } from './measures.js';
import { numbersIn } from './numbers.js';
import { addedNegations, deniesBefore, droppedDenials, droppedNegations } from './polarity.js';
import { strangeQuantities } from './quantities.js';
import { strangeQuotations } from './quotations.js';
import { isConverse, strangeOrders, strangeRoles } from './roles.js';
import { taggedTokensOf, tokensOf, type Token } from './tokens.js';
import { areAkin, isLight, oppositesOf } from './vocabulary.js';

export const FLAWS = ['number', 'unit', 'exchange', 'name', 'date', 'quotation', 'negation', 'cause', 'order', 'extent', 'opposite', 'role', 'certainty', 'attribution',
  'task', 'invented'] as const;
export type FlawKind = (typeof FLAWS)[number];

/** A claim of a statement that its sentences do not support. `words` come from the statement, or from the source for a dropped negation. */
export interface Flaw { kind: FlawKind; words: string; message: string }

/** What the check knows beside the sentences: the capitals of the whole source, and names that need no source (lower case). */
export interface GroundingContext { capitals: Capitals; allowedNames: ReadonlySet<string> }

/** Makes the context of a source. `allowedNames` are names such as those of the speakers. */
export function groundingContext(source: string, allowedNames: readonly string[] = []): GroundingContext {
  const allowed = allowedNames.flatMap((name) => tokensOf(name).map(({ lower }) => lower));
  return { capitals: capitalsOf(tokensOf(source)), allowedNames: new Set(allowed) };
}

const UNIVERSAL = new Set(['all', 'every', 'everyone', 'everybody', 'everything', 'always', 'only', 'entirely', 'completely', 'nobody', 'none']);
/** The largest share of words without support in the sentences that a retelling may have. */
const MAX_NEW_SHARE = 0.5;
/** A clause with at least this many added content words, and no other, makes a claim of its own. */
const MIN_ADDED_WORDS = 2;

function strangeNumbers(said: readonly Token[], cited: readonly Token[]): { number: string[]; unit: string[] } {
  const known = numbersIn(cited);
  const article = cited.some(({ lower }) => ['a', 'an', 'one', 'single', 'once', 'each', 'only'].includes(lower));
  const found: { number: string[]; unit: string[] } = { number: [], unit: [] };
  for (const number of numbersIn(said)) {
    const flaw = judgeNumber(said, number, cited, known);
    if (flaw === null || (number.value === 1 && article)) continue;
    found[flaw].push(number.unit === null ? number.words : `${number.words} (${number.unit})`);
  }
  return found;
}

function strangeExtents(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = cited.some(({ lower }) => UNIVERSAL.has(lower) || ['no', 'never', 'each', 'any', 'whole', 'nothing', 'not', 'both'].includes(lower));
  if (known) return [];
  return said.filter(({ lower }, at) => UNIVERSAL.has(lower) && !isIdiom(said, at) && !isAdverb(said, at) && !(lower === 'every' && isRate(said[at + 1], cited))).map(({ word }) => word);
}

/** True for `all` in an idiom: "after all", "at all", "all right". */
const isIdiom = (said: readonly Token[], at: number): boolean => said[at]!.lower === 'all'
  && (['after', 'at', 'in', 'first', 'above'].includes(said[at - 1]?.lower ?? '') || said[at + 1]?.lower === 'right');

/** True for "only" as an adverb ("only nine", "had only found") and for a word before "else" ("everything else"). */
const isAdverb = (said: readonly Token[], at: number): boolean => said[at + 1]?.lower === 'else'
  || (said[at]!.lower === 'only' && ['NUM', 'VERB', 'AUX', 'ADP', 'ADV'].includes(said[at + 1]?.pos ?? ''));

/** True when "every day" restates a rate such as "a day". */
const isRate = (unit: Token | undefined, cited: readonly Token[]): boolean => unit !== undefined
  && cited.some(({ stem }, at) => stem === unit.stem && ['a', 'an', 'per', 'the'].includes(cited[at - 1]?.lower ?? ''));

function strangeOpposites(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = new Set(cited.map(({ stem }) => stem));
  const saidStems = new Set(said.map(({ stem }) => stem));
  return said.filter((token, at) => {
    const others = new Set([...oppositesOf(token.stem)].filter((other) => known.has(other) && !saidStems.has(other)));
    // "Does not agree" is a correct retelling of "disagrees".
    const denied = said.slice(Math.max(0, at - 3), at).some(({ lower, clause }) => ['not', 'never', 'no'].includes(lower) && clause === token.clause);
    return !known.has(token.stem) && others.size > 0 && !denied && !isConverse(token, said, cited, others);
  }).map(({ word }) => word);
}

/** The words that only the statement has, when they are too many for a retelling or fill a whole clause. */
function inventedWords(said: readonly Token[], cited: readonly Token[], allowed: ReadonlySet<string>): string[] {
  // Names are checked separately.
  const telling = said.filter(({ content, stem, lower, pos }) => content && !isLight(stem) && !allowed.has(lower) && !/\d/u.test(lower) && pos !== 'PROPN');
  const isKnown = ({ stem }: Token): boolean => cited.some((token) => areAkin(stem, token.stem));
  const strange = telling.filter((token) => !isKnown(token));
  if (strange.length > 0 && strange.length / telling.length > MAX_NEW_SHARE) return strange.map(({ word }) => word);
  const clauses = [...new Set(strange.map(({ clause }) => clause))].map((clause) => said.filter((token) => token.clause === clause && token.content));
  return clauses.filter((clause) => clause.length >= MIN_ADDED_WORDS && clause.some(({ pos }) => pos === 'VERB')
    && clause.every((token) => !isKnown(token)) && clause.filter(({ stem }) => !isLight(stem)).length >= MIN_ADDED_WORDS).flat().map(({ word }) => word);
}

/** Words from the task prompt of a model. They may come from a source; otherwise a retelling can have them only from the prompt. */
const TASK_WORDS = new Set('sentence sentences summary summaries json fence fences numbered beat beats statement statements'.split(' '));
const TASK_PHRASE = /\b(?:what is wanted|answers? what|the (?:next|previous|following|above) (?:line|question|answer))\b/iu;

/** Words about the task instead of the text. */
function taskWords(says: string, said: readonly Token[], cited: readonly Token[]): string[] {
  const known = new Set(cited.map(({ lower }) => lower));
  const phrase = TASK_PHRASE.exec(says);
  return [...said.filter(({ lower }) => TASK_WORDS.has(lower) && !known.has(lower)).map(({ word }) => word), ...(phrase ? [phrase[0]] : [])];
}

const MESSAGES: Readonly<Record<FlawKind, string>> = {
  number: 'a number that the sentences do not have', unit: 'the number of something else', exchange: 'in the place of another', date: 'another date or time',
  order: 'the order in time is another one', role: 'the sentences say that another does it', certainty: 'more certain than the sentences',
  attribution: 'it is said or thought by somebody, as the sentences say', task: 'words about the task instead of the text', name: 'a name that the sentences do not have',
  quotation: 'a quotation that the sentences do not have', negation: 'the sentences say the contrary', cause: 'a cause that the sentences do not give',
  extent: 'more than the sentences say', opposite: 'the opposite of a word of the sentences', invented: 'words that the sentences do not have',
};

/**
 * Compares a statement with exactly the sentences that it cites. `following` holds the sentence after each of them, or null, because it may deny the cited
 * sentence. Returns what the statement claims without support: numbers, units and dates, names, quotations, denials, causes, the order in time, extents,
 * opposites, who does what, how certain it is and who says it, and invented words. Empty means that it passed. The check compares words and their neighbours,
 * so a false statement can pass.
 */
export function findUnsupported(
  says: string, sentences: readonly string[], { capitals, allowedNames }: GroundingContext, following: readonly (string | null)[] = [],
): Flaw[] {
  const [said, cited] = [taggedTokensOf([says]), taggedTokensOf(sentences)];
  const source = sentences.join(' ');
  const { number, unit } = strangeNumbers(said, cited);
  const denials = following.filter((sentence) => sentence !== null && deniesBefore(sentence)) as string[];
  const names = exchanged(said, nameAnchors(said, capitals), cited, nameAnchors(cited, capitals)).map(({ words }) => words);
  const found: [FlawKind, string[]][] = [
    ['number', number], ['unit', unit], ['exchange', [...exchangedNumbers(said, cited), ...exchangedOpposites(said, cited), ...misplacedOpposites(said, cited), ...names]],
    ['name', [...strangeNames(said, cited, capitals, allowedNames), ...misplacedNames(said, cited, capitals)]],
    ['date', strangeDates(said, cited)], ['quotation', strangeQuotations(says, source)],
    ['negation', [...addedNegations(said, denials.length > 0 ? taggedTokensOf([...sentences, ...denials]) : cited), ...droppedNegations(said, cited), ...droppedDenials(said, sentences, following)]],
    ['cause', strangeCauses(said, cited)], ['order', strangeOrders(said, cited)],
    ['extent', [...strangeExtents(said, cited), ...strangeQuantities(said, cited)]], ['opposite', strangeOpposites(said, cited)],
    ['role', strangeRoles(said, cited)], ['certainty', strangeCertainty(says, said, cited)], ['attribution', strangeAttributions(says, said, cited)],
    ['task', taskWords(says, said, cited)], ['invented', inventedWords(said, cited, allowedNames)],
  ];
  return found.flatMap(([kind, all]) => all.map((words) => ({ kind, words, message: `${MESSAGES[kind]}: ${words}` })));
}

const MAX_LINK_WORDS = 14;

/**
 * Why a line without citations states a fact after all: it has a number, a name, a quotation or a content word of its own, mentions the task, or is too long.
 * Null when it states none. A question may use the words of `near`, the sentences from which its answer comes.
 */
export function factIn(says: string, near: readonly string[], { capitals, allowedNames }: GroundingContext): string | null {
  const said = tokensOf(says);
  const isQuestion = says.trim().endsWith('?');
  const around = isQuestion ? tokensOf(near.join(' ')) : [];
  if (said.length > MAX_LINK_WORDS) return `longer than ${MAX_LINK_WORDS} words`;
  const [task] = taskWords(says, said, around);
  if (task !== undefined) return `words about the task: ${task}`;
  const [number] = strangeNumbers(said, around).number;
  if (number !== undefined) return `a number: ${number}`;
  const [name] = strangeNames(said, around, capitals, allowedNames);
  if (name !== undefined) return `a name: ${name}`;
  if (strangeQuotations(says, near.join(' ')).length > 0) return 'a quotation';
  const telling = said.filter(({ content, stem, lower }) => content && !isLight(stem) && !allowedNames.has(lower));
  const strange = telling.find(({ stem }) => !around.some((token) => areAkin(stem, token.stem)));
  return strange ? `a fact: ${strange.word}` : null;
}
