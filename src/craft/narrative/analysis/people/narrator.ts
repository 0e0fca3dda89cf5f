import type { Figure, Figures } from '../names/figures.js';
import { isKinName, NAME } from '../names/names.js';
import type { Item, Turn } from '../speech/turns.js';
import { introduction } from './introductions.js';

/** Above this share of I, me and my in the narration, the narrator is a person of the story. */
const FIRST_PERSON_SHARE = 0.008;

/** True when a person of the story narrates it. */
export function isFirstPerson(items: readonly Item[]): boolean {
  let own = 0;
  let words = 0;
  for (const { narration } of items) {
    own += narration.match(/\b(?:I|me|my)\b/g)?.length ?? 0;
    words += narration.split(' ').length;
  }
  return own >= 2 && own / Math.max(1, words) > FIRST_PERSON_SHARE;
}

/** The fewest votes for a narrator: one address in a turn next to an `I said` turn. */
const MIN_VOTES = 2;
const MIN_ADDRESSES = 2;
/** Words before a name that make it the narrator's own, although the narration contains it. */
const CALLED_ME = /\b(?:called me|named me|christened|I,|I was|I am|to me as|for me as|myself)\s(?:\p{Ll}+\s){0,2}$/u;

/**
 * Finds the first-person narrator: the person addressed around `I said` turns who is never tagged by name, never
 * named in narration and addressed more than spoken of; else the person whose name occurs only as an address; else,
 * and when two people fit, the nameless narrator. `others` are people who answer to their names under another tag.
 */
export function identifyNarrator(
  items: readonly Item[], turns: readonly Turn[], figures: Figures, firstPerson: boolean, others: ReadonlySet<Figure> = new Set(),
): Figure {
  const nameless = figures.narrator();
  if (!firstPerson) return nameless;
  const introduced = introductionsIn(turns, figures);
  const own = selfNamed(items, figures) ?? introduced.own;
  if (own) return asNarrator(own);
  const named = new Map<Figure, number>();
  for (const { block, narration, mentions } of items) {
    if (block.kind !== 'body') continue;
    const here = new Set(mentions.filter(({ at }) => !CALLED_ME.test(narration.slice(0, at))).map(({ figure }) => figure));
    for (const figure of here) named.set(figure, (named.get(figure) ?? 0) + 1);
  }
  const votes = new Map<Figure, number>();
  const vote = (turn: Turn | undefined, weight: number) => {
    for (const figure of turn?.addressed ?? []) votes.set(figure, (votes.get(figure) ?? 0) + weight);
  };
  turns.forEach((turn, at) => {
    if (turn.tag?.subject !== 'I') return;
    for (const [distance, weight] of [[-1, 2], [1, 2], [-2, 0.7], [2, 0.7]] as const) {
      if (turns[at + distance]?.tag?.subject !== 'I') vote(turns[at + distance], weight);
    }
    vote(turn, -3);
  });
  for (const figure of introduced.answering) votes.set(figure, (votes.get(figure) ?? 0) + MIN_VOTES);
  const spokenOf = new Set(othersIn(turns, figures));
  const mayTell = (figure: Figure) => figure.tags === 0 && !spokenOf.has(figure) && !named.has(figure) && !others.has(figure) && !introduced.others.has(figure);
  const best = highest(votes, (figure, score) => (mayTell(figure) && !isKinName(figure.name) && score >= MIN_VOTES ? score : 0));
  const rival = highest(votes, (figure, score) => (mayTell(figure) && figure !== best && !isKinName(figure.name) ? score : 0));
  const addressed = new Map<Figure, number>();
  for (const turn of turns) {
    for (const figure of turn.addressed) addressed.set(figure, (addressed.get(figure) ?? 0) + 1);
  }
  const often = mostAddressed(addressed, (figure) => mayTell(figure) && !isKinName(figure.name));
  if (often) return asNarrator(often);
  if (best && rival && (votes.get(rival) ?? 0) * 2 >= (votes.get(best) ?? 0)) return nameless;
  if (best) return asNarrator(best);
  const only = highest(addressed, (figure, count) =>
    (mayTell(figure) && !isKinName(figure.name) && count >= MIN_ADDRESSES ? count : 0));
  return only ? asNarrator(only) : nameless;
}

interface Introductions { own: Figure | null; answering: Set<Figure>; others: Set<Figure> }

/**
 * Finds who states their own name: `own` is the narrator; `answering` holds untagged speakers who answer another person and may be the narrator; `others` are
 * not the narrator.
 */
function introductionsIn(turns: readonly Turn[], figures: Figures): Introductions {
  const found: Introductions = { own: null, answering: new Set(), others: new Set() };
  const isOther = (turn: Turn | undefined): boolean => turn?.tag !== undefined && turn.tag !== null && turn.tag.subject !== 'I' && turn.tag.how !== 'beat';
  turns.forEach((turn, at) => {
    const figure = introduction(turn.words, figures);
    if (!figure) return;
    if (turn.tag?.subject === 'I') found.own ??= figure;
    else if (isOther(turn)) found.others.add(figure);
    else if (turn.tag === null && isOther(turns[at - 1])) found.answering.add(figure);
  });
  return found;
}

/** The fewest addresses by name that identify the narrator, and the factor by which they must exceed those of any other possible narrator. */
const MANY_ADDRESSES = 4;
const CLEARLY = 3;

/** The possible narrator whom speakers address by name many times, and far more often than any other; null without one. */
function mostAddressed(addressed: ReadonlyMap<Figure, number>, mayTell: (figure: Figure) => boolean): Figure | null {
  const ranked = [...addressed].filter(([figure]) => mayTell(figure)).sort((a, b) => b[1] - a[1] || a[0].order - b[0].order);
  const [most, next] = ranked;
  return most && most[1] >= MANY_ADDRESSES && most[1] >= CLEARLY * (next?.[1] ?? 0) ? most[0] : null;
}

/** People whom others mention more often than they address them: none of them is the narrator. */
function othersIn(turns: readonly Turn[], figures: Figures): Figure[] {
  const counts = new Map<Figure, { to: number; of: number }>();
  for (const { words, addressed } of turns) {
    const here = new Map<Figure, number>();
    for (const { figure } of figures.mentionsIn(words)) here.set(figure, (here.get(figure) ?? 0) + 1);
    for (const [figure, times] of here) {
      const count = counts.get(figure) ?? { to: 0, of: 0 };
      count.to += addressed.has(figure) ? 1 : 0;
      count.of += times - (addressed.has(figure) ? 1 : 0);
      counts.set(figure, count);
    }
  }
  return [...counts].filter(([, { to, of }]) => of > 1 && of > to).map(([figure]) => figure);
}

const SELF_NAMED = new RegExp(`\\b(?:I called myself|[Cc]all me|I am called|[Mm]y (?:\\p{L}+ )?name (?:is|was|being))\\s(${NAME})`, 'u');

/** The narrator's own name, where the narration gives it. */
function selfNamed(items: readonly Item[], figures: Figures): Figure | null {
  for (const { narration } of items) {
    const name = SELF_NAMED.exec(narration)?.[1]?.trim();
    if (name) return figures.find(name) ?? figures.add(name, 1);
  }
  return null;
}

function asNarrator(figure: Figure): Figure {
  figure.kind = figure.kind === 'description' ? figure.kind : 'narrator';
  return figure;
}

function highest(votes: ReadonlyMap<Figure, number>, score: (figure: Figure, votes: number) => number): Figure | null {
  let best: Figure | null = null;
  let most = 0;
  for (const [figure, count] of votes) {
    const value = score(figure, count);
    if (value > most) {
      best = figure;
      most = value;
    }
  }
  return best;
}
