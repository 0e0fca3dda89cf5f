import type { FoundNumber } from './numbers.js';
import { numbersIn } from './numbers.js';
import type { Token } from './tokens.js';
import { areAkin, isLight, oppositesOf } from './vocabulary.js';

/** A word whose neighbours say what it is about: a number, a name, a date word, or one of two opposites. */
export interface Anchor { key: string; words: string; begin: number; end: number }

/** The stems around an anchor, each with a weight that grows with nearness. */
type Surroundings = Map<string, number>;

const BEHIND = 1;
const BEFORE = 0.6;
/** Exchanged anchors must fit better than unexchanged ones by at least this share. */
const MARGIN = 0.2;
const MIN_FIT = 0.45;

const MONTHS = new Set('january february march april may june july august september october november december'.split(' '));
const WEEKDAYS = new Set('monday tuesday wednesday thursday friday saturday sunday'.split(' '));
const SEASONS = new Set('spring summer autumn winter'.split(' '));
const HOURS = new Set('morning afternoon evening night noon midnight dawn dusk'.split(' '));

/**
 * The stems of content words in the anchor's clause, weighted by nearness; words after the anchor weigh more than words before it. When the clause has no
 * other content word, as in "until July", those of the clause before are used.
 */
export function surroundingsOf(tokens: readonly Token[], { begin, end }: Anchor, isAnchor: (token: Token) => boolean): Surroundings {
  const isTelling = (token: Token, at: number): boolean => (at < begin || at > end) && token.content && !isAnchor(token);
  const own = tokens[begin]!.clause;
  const has = tokens.some((token, at) => token.clause === own && isTelling(token, at));
  const before = tokens.slice(0, begin).findLast((token, at) => token.sentence === tokens[begin]!.sentence && isTelling(token, at))?.clause;
  const clause = has ? own : before;
  const around: Surroundings = new Map();
  tokens.forEach((token, at) => {
    if (token.clause !== clause || !isTelling(token, at)) return;
    const distance = at > end ? at - end : begin - at;
    const weight = (at > end ? BEHIND : BEFORE) / distance;
    around.set(token.stem, Math.max(around.get(token.stem) ?? 0, weight));
  });
  return around;
}

function likeness(one: Surroundings, other: Surroundings): number {
  let sum = 0;
  for (const [stem, weight] of one) {
    let best = 0;
    for (const [known, its] of other) if (areAkin(stem, known)) best = Math.max(best, Math.min(weight, its));
    sum += best * (isLight(stem) ? 0.6 : 1);
  }
  return sum;
}

/** Finds pairs of anchors that are exchanged, so that the statement says of one what the sentences say of the other. Returns one anchor of each pair. */
export function exchanged(said: readonly Token[], own: readonly Anchor[], cited: readonly Token[], known: readonly Anchor[]): Anchor[] {
  const keys = new Set([...own, ...known].map(({ key }) => key));
  const isAnchor = ({ stem, lower }: Token): boolean => keys.has(stem) || keys.has(lower);
  const of = (tokens: readonly Token[], anchors: readonly Anchor[], key: string): Surroundings[] =>
    anchors.filter((anchor) => anchor.key === key).map((anchor) => surroundingsOf(tokens, anchor, isAnchor));
  const fit = (one: string, other: string): number => {
    const [mine, theirs] = [of(said, own, one), of(cited, known, other)];
    return Math.max(0, ...mine.map((each) => Math.max(0, ...theirs.map((its) => likeness(each, its)))));
  };
  /** True when words that belong only to `one` in the statement belong only to `other` in the sentences, and the reverse. */
  const crossesTwice = (one: string, other: string): boolean => {
    const stems = (tokens: readonly Token[], anchors: readonly Anchor[], key: string): string[] =>
      of(tokens, anchors, key).flatMap((each) => [...each.keys()]).filter((stem) => !isLight(stem));
    const has = (list: readonly string[], stem: string): boolean => list.some((each) => areAkin(each, stem));
    const [mine, yours] = [stems(said, own, one), stems(said, own, other)];
    const [its, theirs] = [stems(cited, known, one), stems(cited, known, other)];
    return mine.some((stem) => has(theirs, stem) && !has(its, stem) && !has(yours, stem))
      && yours.some((stem) => has(its, stem) && !has(theirs, stem) && !has(mine, stem));
  };
  const shared = own.filter(({ key }, at) => known.some((each) => each.key === key) && own.findIndex((each) => each.key === key) === at);
  return shared.flatMap((one, at) => shared.slice(at + 1).flatMap((other) => {
    const straight = fit(one.key, one.key) + fit(other.key, other.key);
    const crossed = fit(one.key, other.key) + fit(other.key, one.key);
    const isExchanged = (crossed > straight * (1 + MARGIN) && crossed >= straight + MIN_FIT) || crossesTwice(one.key, other.key);
    return isExchanged ? [one] : [];
  }));
}

/** Numbers as anchors, by their values. */
export const numberAnchors = (numbers: readonly FoundNumber[]): Anchor[] =>
  numbers.map(({ value, words, end }) => ({ key: String(value), words, begin: end - words.split(' ').length + 1, end })).filter(({ begin }) => begin >= 0);

/** The months, weekdays, seasons and hours of a statement. "May" and "March" count only next to a number, or after a word that precedes dates. */
export function datesIn(tokens: readonly Token[]): (Anchor & { sort: Set<string> })[] {
  return tokens.flatMap(({ lower, word }, at) => {
    const sort = [MONTHS, WEEKDAYS, SEASONS, HOURS].find((words) => words.has(lower) || words.has(lower.replace(/s$/u, '')));
    if (!sort) return [];
    if (sort === MONTHS && !/^\p{Lu}/u.test(word)) return [];
    const dated = /^(?:in|of|on|since|until|by|last|next|from|to|early|late|every|and|or|till|before|after|\d.*)$/u.test(tokens[at - 1]?.lower ?? '') || /^\d/u.test(tokens[at + 1]?.lower ?? '');
    if ((lower === 'may' || lower === 'march') && !dated) return [];
    if (lower === 'spring' && tokens[at]!.pos === 'VERB') return [];
    return [{ key: lower.replace(/(?<=g|y|t|r)s$/u, ''), words: word, begin: at, end: at, sort }];
  });
}

/** The words of a text whose opposites occur in the same text, so that the two can be confused. */
function oppositesIn(tokens: readonly Token[]): Anchor[] {
  return tokens.flatMap(({ stem, word }, at) => {
    const has = [...oppositesOf(stem)].some((other) => tokens.some((token) => token.stem === other));
    return has ? [{ key: stem, words: word, begin: at, end: at }] : [];
  });
}

/** Dates that the cited sentences do not have, and dates that are exchanged. A season or an hour counts only when the sentences have another one. */
export function strangeDates(said: readonly Token[], cited: readonly Token[]): string[] {
  const [own, known] = [datesIn(said), datesIn(cited)];
  const strange = own.filter(({ key, sort }) => !known.some((each) => each.key === key)
    && (sort === MONTHS || sort === WEEKDAYS || known.some((each) => each.sort === sort)));
  return [...strange, ...exchanged(said, own, cited, known)].map(({ words }) => words);
}

export const exchangedNumbers = (said: readonly Token[], cited: readonly Token[]): string[] =>
  exchanged(said, numberAnchors(numbersIn(said)), cited, numberAnchors(numbersIn(cited))).map(({ words }) => words);

export const exchangedOpposites = (said: readonly Token[], cited: readonly Token[]): string[] =>
  exchanged(said, oppositesIn(said), cited, oppositesIn(cited)).map(({ words }) => words);

/** Words that the statement uses where the sentences use the opposite: the right side, when the sentences place the thing on the left. */
export function misplacedOpposites(said: readonly Token[], cited: readonly Token[]): string[] {
  const pairs = oppositesIn(cited);
  return said.flatMap((token, at): string[] => {
    const own = pairs.filter(({ key }) => key === token.stem);
    const others = pairs.filter(({ key }) => oppositesOf(token.stem).has(key) && !said.some(({ stem }) => stem === key));
    if (own.length === 0 || others.length === 0) return [];
    const none = (): boolean => false;
    const mine = [...surroundingsOf(said, { key: '', words: '', begin: at, end: at }, none).keys()];
    const around = (anchors: readonly Anchor[]): string[] => anchors.flatMap((anchor) => [...surroundingsOf(cited, anchor, none).keys()]);
    const [its, theirs] = [around(own), around(others)];
    const has = (list: readonly string[], stem: string): boolean => list.some((each) => areAkin(each, stem));
    const only = (list: readonly string[], rest: readonly string[]): number =>
      mine.filter((stem) => !isLight(stem) && has(list, stem) && !has(rest, stem)).length;
    return only(theirs, its) > 0 && only(its, theirs) === 0 ? [token.word] : [];
  });
}
