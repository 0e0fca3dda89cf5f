import type { Figure, Figures } from '../names/figures.js';
import { splitSentences } from '../language/sentences.js';
import type { Item, Turn } from '../speech/turns.js';
import { HONORIFIC } from '../language/lexicon.js';
import { statedNames } from './stated-names.js';
import { isKinName, parseName } from '../names/names.js';
import { sameFirstName } from '../names/first-names.js';
import { descriptionKey, describedIn, isDefinite, isGeneric, isKin, parseDescription } from './descriptions.js';

/** A figure with a name or a role, or the noun of a description that means one person of the text (`cook`). */
type Subject = Figure | string;

/** The most items from one turn to the next of one exchange. An item is a paragraph of narration or a turn of speech. */
const SAME_EXCHANGE = 3;

/** The votes for and against two subjects being one person. */
interface Votes { for: number; against: number }

/** For each subject, the people who may be the same person, with the votes. */
export class VotesOfPairs {
  readonly pairs = new Map<Subject, Map<Figure, Votes>>();

  of(subject: Subject, figure: Figure): Votes {
    const others = this.pairs.get(subject) ?? new Map<Figure, Votes>();
    this.pairs.set(subject, others);
    const votes = others.get(figure) ?? { for: 0, against: 0 };
    others.set(figure, votes);
    return votes;
  }
}

/** The subject that the explicit tag of a turn names: a figure, or the noun of a definite description; null without one. */
function subjectOf(turn: Turn, figures: Figures, bound: ReadonlyMap<string, Figure>): Subject | null {
  const { tag } = turn;
  if (!tag || tag.how === 'beat' || tag.kind === 'pronoun') return null;
  if (tag.kind === 'name') return figures.find(tag.subject);
  const description = parseDescription(tag.subject);
  if (!isDefinite(description) || isGeneric(description) || isKin(description)) return null;
  const capital = figures.find(`the ${description.noun.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())}`);
  return capital ?? bound.get(description.noun) ?? descriptionKey(description);
}

/** Collects votes from the tags, the forms of address and the narration on which subjects are one person. */
export function votesOf(items: readonly Item[], turns: readonly Turn[], figures: Figures, bound: ReadonlyMap<string, Figure>): VotesOfPairs {
  const votes = new VotesOfPairs();
  const said = turns.filter(({ continues }) => !continues).map((turn) => ({ turn, subject: subjectOf(turn, figures, bound) }));
  said.forEach(({ turn, subject }, at) => {
    if (subject !== null) for (const figure of turn.addressed) if (figure !== subject) votes.of(subject, figure).against += 3;
    const next = said[at + 1];
    if (!next || next.turn.item - turn.item > SAME_EXCHANGE) return;
    const [one, other] = [subject, next.subject];
    if (one !== null && other !== null && one !== other) {
      if (typeof other !== 'string') votes.of(one, other).against += 2;
      if (typeof one !== 'string') votes.of(other, one).against += 2;
    }
    if (other !== null && one !== other) for (const figure of turn.addressed) if (figure !== other) votes.of(other, figure).for += 1;
    if (one !== null && one !== other) for (const figure of next.turn.addressed) if (figure !== one) votes.of(one, figure).for += 1;
  });
  for (const item of items) {
    for (const { start, end } of splitSentences(item.narration)) {
      const sentence = item.narration.slice(start, end);
      const named = new Set(figures.mentionsIn(sentence).map(({ figure }) => figure));
      if (named.size === 0) continue;
      const nouns = describedIn(sentence).filter(isDefinite).map(descriptionKey);
      for (const figure of named) {
        for (const noun of nouns) if (votes.pairs.has(noun)) votes.of(noun, figure).against += 0.5;
        for (const other of named) if (other !== figure && votes.pairs.get(other)?.has(figure)) votes.of(other, figure).against += 0.5;
      }
    }
  }
  return votes;
}

/** The fewest calls followed by an answer before two subjects count as one person. A short text has fewer such calls and needs fewer. */
const MIN_FOR = 3;
const SHORT_TEXT_TURNS = 120;
const MIN_FOR_IN_SHORT_TEXT = 2;
/** Titles such as `Monsieur`, alone, address many people and identify nobody. */
const ONLY_TITLE = new RegExp(`^(?:${HONORIFIC}|Mister|Missis|Missus|Mademoiselle|Sahib|Guv’nor)$`, 'u');
/** Votes against that outweigh a single statement of the text. */
const STATED = 5;
/** Votes against that outweigh a single statement by speakers about themselves. */
const STATED_BY_SELF = 15;
/**
 * Votes against a pair, and votes for its rivals, count this many times. The bearer of a title used as a role must be more than this many times as prominent
 * as the next bearer.
 */
const CLEARLY = 3;

/** True when sex and first names allow two figures to be one person. */
function mayBeOne(one: Figure, other: Figure): boolean {
  if (one.gender !== null && other.gender !== null && one.gender !== other.gender) return false;
  if (one.first !== null && other.first !== null && !sameFirstName(one.first, other.first)) return false;
  if (one.last !== null && other.last !== null && one.last !== other.last && one.first !== null && other.first !== null) return false;
  return !(one.title !== null && other.title !== null && one.last !== null && other.last !== null && one.last !== other.last);
}

/** True when tags give turns to both under plain names, as a text does with two people more often than with one. */
const isAnotherSpeaker = (subject: Subject, figure: Figure): boolean =>
  [subject, figure].every((one) => typeof one !== 'string' && one.kind === 'name' && one.title === null && one.tags > 0 && !one.name.includes(' '));

interface Candidate { subject: Subject; figure: Figure; worth: number }

/**
 * The subjects that are one person under another name, best first. Such a subject answers to a name that its tags never use, and does not speak to, next to
 * or together with the bearer of that name. A name is given to no subject when another one answers to it more than a third as often, and a subject gets no
 * name when it answers more than a third as often to another one.
 */
export function samePeople({ pairs }: VotesOfPairs, turns: number): { subject: Subject; figure: Figure }[] {
  const least = turns < SHORT_TEXT_TURNS ? MIN_FOR_IN_SHORT_TEXT : MIN_FOR;
  const all = [...pairs].flatMap(([subject, others]) => [...others].map(([figure, votes]): Candidate & { votes: Votes } =>
    ({ subject, figure, votes, worth: votes.for - votes.against })));
  const isBest = ({ subject, figure, votes }: typeof all[number]): boolean => !all.some((other) =>
    (other.subject === subject) !== (other.figure === figure) && other.votes.for * CLEARLY > votes.for && other.votes.for > other.votes.against);
  return all.filter((candidate) => {
    const { subject, figure, votes } = candidate;
    if (votes.for < (isAnotherSpeaker(subject, figure) ? least * 2 : least) || votes.against * CLEARLY > votes.for || figure.kind !== 'name' || isKinName(figure.name) || ONLY_TITLE.test(figure.name)) return false;
    if (typeof subject !== 'string' && (subject.kind === 'description' || !mayBeOne(subject, figure))) return false;
    return isBest(candidate);
  }).sort((a, b) => b.worth - a.worth);
}

/** People to whose name another speaker answers. They are not the narrator, even when the evidence is too weak to merge them with that speaker. */
export function answeredByOthers({ pairs }: VotesOfPairs): Set<Figure> {
  const found = new Set<Figure>();
  for (const others of pairs.values()) {
    for (const [figure, votes] of others) if (votes.for >= MIN_FOR_IN_SHORT_TEXT && votes.against === 0) found.add(figure);
  }
  return found;
}

const OF_A_TITLE = new RegExp(`^the (?:${HONORIFIC})$`, 'u');

/**
 * Finds the bearer of a title used as a role: `The Major` is Major Quill when the text has only one major, or one who is far more prominent than the others.
 */
function titledRoles(figures: Figures): { role: Figure; bearer: Figure }[] {
  return figures.all.filter(({ kind, name }) => kind === 'role' && OF_A_TITLE.test(name)).flatMap((role) => {
    const title = role.name.slice('the '.length);
    const worth = ({ tags, mentions }: Figure): number => tags * 5 + mentions;
    const titled = figures.all.filter((figure) => figure.kind === 'name' && [...figure.forms].some((form) => parseName(form).title === title))
      .sort((a, b) => worth(b) - worth(a));
    const [bearer, next] = titled;
    return bearer && mayBeOne(role, bearer) && worth(bearer) > CLEARLY * (next ? worth(next) : 0) ? [{ role, bearer }] : [];
  });
}

/** Makes one figure of the people whom a text calls by two names, and binds the nouns that mean a named person. */
export function joinPeople(items: readonly Item[], turns: readonly Turn[], figures: Figures, bound: Map<string, Figure>): VotesOfPairs {
  const votes = votesOf(items, turns, figures, bound);
  const joined = new Map<Figure, Figure>();
  const now = (figure: Figure): Figure => (joined.has(figure) ? now(joined.get(figure)!) : figure);
  const join = (subject: Figure, figure: Figure): void => {
    const [one, other] = [now(subject), now(figure)];
    if (one === other || !mayBeOne(one, other)) return;
    const isLess = one.kind === other.kind ? one.last === null && other.last !== null : one.kind === 'role';
    const [kept, gone] = isLess ? [other, one] : [one, other];
    figures.merge(kept, gone);
    joined.set(gone, kept);
  };
  for (const { role, bearer } of titledRoles(figures)) join(role, bearer);
  const { stated, nouns } = statedNames(items, figures);
  for (const { one, other, bySelf } of stated) {
    const against = (votes.pairs.get(one)?.get(other)?.against ?? 0) + (votes.pairs.get(other)?.get(one)?.against ?? 0);
    if (against < (bySelf ? STATED_BY_SELF : STATED)) join(one, other);
  }
  for (const { subject, figure } of samePeople(votes, turns.length)) {
    if (typeof subject === 'string') bound.set(subject, now(figure));
    else join(subject, figure);
  }
  for (const [noun, figure] of nouns) if (!bound.has(noun)) bound.set(noun, now(figure));
  for (const [noun, figure] of bound) bound.set(noun, now(figure));
  return votes;
}
