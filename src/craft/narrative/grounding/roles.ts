import { genderOfFirstName } from '../analysis/names/first-names.js';
import { haveOtherSex } from './people.js';
import type { Token } from './tokens.js';
import { areAkin, isLight } from './vocabulary.js';
import { wordTable } from '../../patterns/word-table.js';

/** Who does what to whom, as far as word order and the voice of the verb show it. */
interface Deed {
  verb: Token;
  doer: Token[];
  /** The actors after an active verb without a preposition, or those before a passive verb. */
  direct: Token[];
  /** All actors to, for or with whom the deed is done. */
  others: Token[];
  /** All nouns before an active verb in its sentence, back to the last verb with the same stem; for a passive verb the actors after `by`. */
  wide: Token[];
}

const BE = new Set('am is are was were be been being get gets got'.split(' '));
const SPEECH = new Set('say said says tell told ask asked add added reply replied answer answered think thought believe believed'.split(' '));
const JOINS = new Set(['and', 'but', 'while', 'because', 'which', 'who', 'although', 'though', 'whereas', 'when', 'if', 'or', 'since', 'until', 'before', 'after', 'that', 'so', 'as', 'than']);
const DOER_WORDS = 8;

const isNoun = ({ pos }: Token): boolean => pos === 'NOUN' || pos === 'PROPN';
const isActor = (token: Token): boolean => isNoun(token) || (token.pos === 'PRON' && /^(?:I|he|she|they|we|it|him|her|them|me|us)$/iu.test(token.word));
const isParticiple = ({ lower }: Token): boolean => !/ing$/u.test(lower);

/** The nearest actors before a verb: those of its clause, or of the clause before when its own has none. */
function actorsBefore(tokens: readonly Token[], at: number): Token[] {
  const { sentence } = tokens[at]!;
  let found: Token[] = [];
  for (let index = at - 1; index >= Math.max(0, at - DOER_WORDS) && tokens[index]!.sentence === sentence; index--) {
    const token = tokens[index]!;
    if (found.length > 0 && (token.clause !== found[0]!.clause || ['VERB', 'AUX'].includes(token.pos) || JOINS.has(token.lower))) break;
    if (found.length > 0 && token.pos === 'ADP') {
      // "The owner of the barge": the noun before the preposition is the actor.
      found = [];
      continue;
    }
    if (found.length === 0 && token.pos === 'VERB' && !JOINS.has(tokens[index + 1]?.lower ?? '')) continue;
    if (isActor(token)) found.unshift(token);
  }
  return found;
}

function actorsBehind(tokens: readonly Token[], at: number): { direct: Token[]; others: Token[]; by: Token[] } {
  const behind: { direct: Token[]; others: Token[]; by: Token[] } = { direct: [], others: [], by: [] };
  let place: 'direct' | 'others' | 'by' = 'direct';
  for (let index = at + 1; index < tokens.length && tokens[index]!.sentence === tokens[at]!.sentence; index++) {
    const token = tokens[index]!;
    if (token.pos === 'VERB' || JOINS.has(token.lower)) break;
    if (token.pos === 'ADP') place = token.lower === 'by' ? 'by' : 'others';
    else if (isActor(token)) behind[place].push(token);
  }
  return behind;
}

function deedsIn(tokens: readonly Token[]): Deed[] {
  return tokens.flatMap((verb, at): Deed[] => {
    if (verb.pos !== 'VERB' || SPEECH.has(verb.lower)) return [];
    const before = actorsBefore(tokens, at);
    const { direct, others, by } = actorsBehind(tokens, at);
    const near = tokens.slice(Math.max(0, at - 3), at).filter(({ clause }) => clause === verb.clause);
    const passive = isParticiple(verb) && (near.some(({ lower }) => BE.has(lower)) || by.some(({ pos }) => pos === 'PROPN'));
    const last = tokens.slice(0, at).findLastIndex((token) => token.sentence === verb.sentence && token.stem === verb.stem);
    const wide = tokens.slice(last + 1, at).filter((token) => token.sentence === verb.sentence && isNoun(token));
    return passive ? [{ verb, doer: by, direct: before, others: before, wide: by }]
      : [{ verb, doer: before, direct, others: [...direct, ...others], wide }];
  });
}

const same = (one: readonly Token[], other: readonly Token[]): boolean => one.some(({ stem }) => other.some((token) => areAkin(stem, token.stem)));
const named = (tokens: readonly Token[]): Token[] => tokens.filter(({ pos, word, first }) => (pos === 'PROPN' || (pos === 'NOUN' && /^\p{Lu}/u.test(word)))
  && (!first || genderOfFirstName(word) !== null));
const nouns = (tokens: readonly Token[]): Token[] => tokens.filter((token) => isNoun(token));

/** True when the two groups of doers cannot be the same: they have different names or different sexes. */
function differ(one: readonly Token[], other: readonly Token[], cited: readonly Token[]): boolean {
  if (one.length === 0 || other.length === 0 || same(one, other)) return false;
  if (haveOtherSex(one, other)) return true;
  const [names, others] = [named(one), named(other)];
  if (names.length === 0 || others.length === 0) return false;
  const known = names.every(({ stem }) => cited.some((token) => token.stem === stem));
  // Two names that stand side by side somewhere in the sentences may belong to one person.
  const joined = cited.some((token, at) => names.some(({ stem }) => stem === token.stem)
    && others.some(({ stem }) => stem === cited[at + 1]?.stem || stem === cited[at - 1]?.stem));
  return known && !joined;
}

/** True when a statement tells a deed with other roles than the sentences do. */
function isTurned(told: Deed, source: Deed, cited: readonly Token[]): boolean {
  const doers = nouns(told.doer);
  const [head] = told.direct;
  if (doers.length > 0 && head && source.doer.length > 0 && !same(doers, source.doer)) {
    const oblique = source.others.filter((token) => !source.direct.includes(token));
    // "The bell sounds a hum" is also told as "the hum sounds".
    if (same(doers, oblique) || (same(doers, source.direct) && !same([head], source.direct))) return true;
  }
  // "Her father learned from her" reverses "she learned from her father".
  if (same(doers, source.others) && !same(doers, source.doer) && meet(told.others.filter(isPerson), source.doer.filter(isPerson))) return true;
  const targets = nouns(told.direct);
  const turned = targets.length > 0 && doers.length > 0 && same(targets, nouns(source.doer)) && !same(targets, source.others) && !same(doers, source.doer);
  return turned || differ(told.doer, source.doer, cited);
}

const PERSONS: Readonly<Record<string, string>> = wordTable({ him: 'he', her: 'she', them: 'they', me: 'i', us: 'we' });
const person = ({ lower }: Token): string => PERSONS[lower] ?? lower;

const isPerson = ({ pos }: Token): boolean => pos === 'PRON' || pos === 'PROPN';

/** True when the groups share a noun, or a pronoun in any case. */
const meet = (one: readonly Token[], other: readonly Token[]): boolean =>
  one.some((token) => other.some((each) => person(each) === person(token) || areAkin(each.stem, token.stem)));

/** The deeds of a statement that the sentences attribute to another doer, or with doer and target reversed. */
export function strangeRoles(said: readonly Token[], cited: readonly Token[]): string[] {
  const sources = deedsIn(cited);
  return deedsIn(said).flatMap((told) => {
    const alike = sources.filter(({ verb }) => areAkin(verb.stem, told.verb.stem) && !(isLight(verb.stem) && verb.stem !== told.verb.stem));
    const close = alike.filter((each) => same(nouns(told.others), each.others));
    const judged = close.length > 0 ? close : alike;
    // Two people do the same deed, and the statement gives one person's target to the other.
    const own = alike.filter((each) => same(nouns(told.wide), each.wide));
    const mixed = close.length > 0 && own.length > 0 && !close.some((each) => own.includes(each));
    return judged.length > 0 && (mixed || judged.every((each) => isTurned(told, each, cited))) ? [[...told.doer.map(({ word }) => word), told.verb.word].join(' ')] : [];
  });
}

interface Order { marker: string; first: Token[]; second: Token[] }

/** What comes first and what comes second in "A before B", "A, then B" and "B after A". */
function ordersIn(tokens: readonly Token[]): Order[] {
  return tokens.flatMap(({ lower, sentence, clause }, at): Order[] => {
    if (!['before', 'after', 'then'].includes(lower)) return [];
    const telling = (token: Token): boolean => token.content && token.sentence === sentence && (!isLight(token.stem) || isNoun(token));
    const near = tokens.slice(Math.max(0, at - 12), at).filter(telling);
    const far = tokens.slice(at + 1, at + 7).filter((token) => telling(token) && token.clause <= clause + 1);
    if (near.length === 0) return [];
    return [{ marker: lower, first: lower === 'after' ? far : near, second: lower === 'after' ? near : far }];
  });
}

const share = (one: readonly Token[], other: readonly Token[]): number => one.filter(({ stem }) => other.some((token) => areAkin(stem, token.stem))).length;

/** The markers of orders that a statement reverses. */
export function strangeOrders(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = ordersIn(cited);
  return ordersIn(said).flatMap(({ marker, first, second }) => {
    if (known.length === 0) return [];
    const turned = known.every((each) => {
      const straight = share(first, each.first) + share(second, each.second);
      const crossed = share(first, each.second) + share(second, each.first);
      // In "The ship was home before them" the second part is only a pronoun, so only the first part can be compared.
      const [open, filled] = each.second.length === 0 ? [second, each.first] : [first, each.second];
      const isStrange = ({ stem }: Token): boolean => !filled.some((token) => areAkin(stem, token.stem));
      const loosely = (each.second.length === 0 || each.first.length === 0) && share(nouns(open), filled) > 0
        && nouns(open === second ? first : second).some(isStrange);
      return (crossed > straight && each.first.length > 0 && each.second.length > 0) || loosely;
    });
    return turned ? [marker] : [];
  });
}

/** True for converse verbs: "she sold it to him" supports "he bought it". */
export function isConverse(word: Token, said: readonly Token[], cited: readonly Token[], opposites: ReadonlySet<string>): boolean {
  const told = deedsIn(said).filter(({ verb }) => verb === word);
  const sources = deedsIn(cited).filter(({ verb }) => opposites.has(verb.stem));
  return told.some(({ doer }) => sources.some(({ others, direct }) => meet(doer, others.filter((token) => !direct.includes(token)))));
}
