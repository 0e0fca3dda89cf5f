import type { Item, Material } from '../material/items.js';
import { stemsOf } from '../wording/salience.js';
import { fitted, rolesFor, sharesOf, spokenIn } from './arrangement.js';
import { aboutMainPerson, introductions, turningPoints } from './turning-points.js';
import { episodeOf } from './episode.js';
import type { Block, Step } from './windows.js';
import { zonesOf } from './zones.js';
import { matchesOf } from '../../../patterns/matches.js';

export interface ProgrammeRequest {
  /** Source words that all passages together should hold. */
  targetWords: number;
  /** 0 for the first variant; others weigh the content of the passages differently. */
  variant: number;
  /** Fewest passages; long ones are split to reach it. */
  atLeast?: number;
  /** True for a source of which one episode is told in full. `times` is its length as a multiple of the words that it gets. */
  isEpisodic?: (material: Material, times: number) => boolean;
}

/** Words of a passage of one minute at the pace of a read. */
const MINUTE_WORDS = 150;
/** A passage with fewer words is a fragment. */
const MIN_PASSAGE_WORDS = 60;
const MAX_PASSAGES = 12;
/** Words of a scene in a text that is read whole. */
const SCENE_WORDS = 190;
/** The length may be off by this share for the sake of whole paragraphs. */
const MAX_LENGTH_ERROR = 0.035;
/** A programme that is further off is lengthened or shortened wherever a sentence allows it. */
const MAX_FAR_ERROR = 0.08;
/** A text with at most this multiple of the target words is read whole. */
const WHOLE_SHARE = 1.02;

/** A stretch that a selection includes or omits as a whole. */
interface Unit { from: number; to: number; words: number; worth: number; opens: boolean; heads: boolean; closes: boolean; joined: boolean }

/**
 * Passages of a minute or more in source order: the opening, the turning point, the thesis, the conclusion, and what
 * introduces the people. An episodic source that is much longer gives one episode in full. A text that fits is taken
 * whole, in scenes of about a minute.
 */
export function arrangeProgramme(materials: readonly Material[], request: ProgrammeRequest): Block[] {
  const sizes = materials.map(({ items }) => spokenIn(items, 0, items.length));
  const available = sizes.reduce((sum, size) => sum + size, 0);
  if (available === 0) return [];
  const isWhole = available <= request.targetWords * WHOLE_SHARE;
  const budgets = budgetsOf(materials, sizes, request.targetWords);
  const episodes = materials.map((material, index) => budgets[index]! > 0 && request.isEpisodic?.(material, sizes[index]! / budgets[index]!)
    ? episodeOf(material, budgets[index]!, request.variant) : null);
  const blocks = materials.flatMap((material, index): Omit<Block, 'role'>[] => {
    if (budgets[index] === 0) return [];
    const episode = episodes[index];
    const passages = episode ? splitRun(material.items, episode)
      : isWhole ? scenesOf(material, sizes[index]!) : passagesOf(material, budgets[index]!, request.variant);
    return passages.map(({ from, to }) => ({ material: index, from, to }));
  });
  if (isWhole || episodes.every((episode, index) => episode || budgets[index] === 0)) return withRoles(materials, blocks, request);
  const kept = materials.map((material, index) => episodes[index] ? [] : turningPoints(material));
  const itemsOf = (material: number): readonly Item[] => materials[material]!.items;
  const mayTake = (block: Block, { from, to }: Step): boolean => {
    if (episodes[block.material]) return false;
    const head = itemsOf(block.material)[from]!;
    const all = itemsOf(block.material);
    const isKnown = from > block.from ? !introduces(all, block.from, from, to) : !introduces(all, Math.max(0, from - NEAR_ITEMS), from, block.from);
    if (to < block.to && introduces(all, to, block.to, all.length)) return false;
    return (from === block.from || (head.startsParagraph && head.opens && isKnown))
      && kept[block.material]!.every((at) => at < block.from || at >= block.to || (at >= from && at < to));
  };
  const whole = fitted(withRoles(materials, blocks, {}), itemsOf, request.targetWords,
    (block, step) => mayTake(block, step) && (step.to === block.to || endsWell(itemsOf(block.material), step.to)), MAX_LENGTH_ERROR);
  // Where whole paragraphs miss the length by far, a passage may end inside one.
  const sized = fitted(whole, itemsOf, request.targetWords,
    (block, step) => mayTake(block, step) && (step.to === block.to || pausesAt(itemsOf(block.material), step.to)), MAX_LENGTH_ERROR * 1.5);
  // The length is more important than a good end.
  const near = fitted(sized, itemsOf, request.targetWords, mayTake, MAX_LENGTH_ERROR * 1.5);
  const long = fitted(near, itemsOf, request.targetWords, (block) => !episodes[block.material], MAX_FAR_ERROR);
  const closed = withoutSmallGaps(long, itemsOf);
  const words = closed.reduce((sum, { material, from, to }) => sum + spokenIn(itemsOf(material), from, to), 0);
  return withRoles(materials, words <= request.targetWords * (1 + MAX_LENGTH_ERROR) ? closed : long, request);
}

/** A gap with fewer words is not worth omitting. */
const SMALL_GAP_WORDS = 45;

/** The passages, each extended over a small gap to the next one. */
function withoutSmallGaps(blocks: readonly Block[], itemsOf: (material: number) => readonly Item[]): Block[] {
  return blocks.map((block, at) => {
    const next = blocks[at + 1];
    return next?.material === block.material && spokenIn(itemsOf(block.material), block.to, next.from) < SMALL_GAP_WORDS ? { ...block, to: next.from } : block;
  });
}

/** The passages with their roles in the journey. The longest passages are split while there are fewer than `atLeast`. */
function withRoles(materials: readonly Material[], blocks: readonly Omit<Block, 'role'>[], { atLeast = 0 }: { atLeast?: number }): Block[] {
  const all = blocks.map(({ material, from, to }) => ({ material, from, to }));
  while (all.length < atLeast) {
    const parts = all.map(({ material, from, to }, index) => ({ index, at: middleOf(materials[material]!.items, from, to),
      words: spokenIn(materials[material]!.items, from, to) })).filter(({ at }) => at > 0).sort((a, b) => b.words - a.words || a.index - b.index);
    const [longest] = parts;
    if (!longest) break;
    const block = all[longest.index]!;
    all.splice(longest.index, 1, { ...block, to: longest.at }, { ...block, from: longest.at });
  }
  const roles = rolesFor(all.length);
  return all.map((block, at): Block => ({ ...block, role: roles[at] ?? 'proof' }));
}

/**
 * The best place to split a passage: near its middle, and preferably at a paragraph and at a sentence that needs no earlier text; -1 when no passage may end
 * inside.
 */
function middleOf(items: readonly Item[], from: number, to: number): number {
  const words = spokenIn(items, from, to);
  let best = -1;
  let least = Infinity;
  for (let at = from + 1; at < to; at++) {
    if (!items[at - 1]!.closes) continue;
    const off = Math.abs(spokenIn(items, from, at) - words / 2) + (items[at]!.startsParagraph ? 0 : words * 0.3) + (items[at]!.opens ? 0 : words * 0.4);
    if (off < least) {
      least = off;
      best = at;
    }
  }
  return best;
}

/** Items before a passage that are checked for introductions of people whom the passage names. */
const NEAR_ITEMS = 14;
const NAMED = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}/gu;

/** True when the items from `from` up to `until` are the first to name a person whom the following items, up to `to`, name again. */
function introduces(items: readonly Item[], from: number, until: number, to: number): boolean {
  const names = new Set(items.slice(from, until).flatMap(({ text }) => text.match(NAMED) ?? []));
  const isNamed = (name: string, run: readonly Item[]): boolean => run.some(({ text }) => text.includes(name));
  return [...names].some((name) => !isNamed(name, items.slice(0, from)) && isNamed(name, items.slice(until, to)));
}

/** True at the end of a paragraph, and inside a paragraph that is too long to be included or omitted as a whole. */
function endsWell(items: readonly Item[], to: number): boolean {
  const last = items[to - 1]!;
  if (last.endsParagraph || to >= items.length) return true;
  const words = items.reduce((sum, item) => sum + (item.paragraph === last.paragraph ? item.words : 0), 0);
  return words > MINUTE_WORDS * 1.4;
}

/** Words of a paragraph that are heard before a passage ends inside it. */
const HEARD_WORDS = 50;

/** True where a passage may end for the sake of its length: after a paragraph, or well inside one and not before a quotation. */
function pausesAt(items: readonly Item[], to: number): boolean {
  const last = items[to - 1]!;
  const heard = items.slice(Math.max(0, to - 12), to).reduce((sum, item) => sum + (item.paragraph === last.paragraph ? item.words : 0), 0);
  return endsWell(items, to) || (heard >= HEARD_WORDS && items[to]!.kind === 'narration' && !/[“"]/u.test(items[to]!.text));
}

/** The word budget of each source, in proportion to its size. Sources whose share is less than one passage get 0. */
function budgetsOf(materials: readonly Material[], sizes: readonly number[], targetWords: number): number[] {
  const shares = sharesOf(materials, Math.max(materials.length > 1 ? 2 : 1, Math.floor(targetWords / (MINUTE_WORDS * 0.7))));
  const used = sizes.map((size, index) => shares[index]! > 0 ? size : 0);
  const total = used.reduce((sum, size) => sum + size, 0);
  return used.map((size) => Math.min(size, (targetWords * size) / Math.max(1, total)));
}

function scenesOf({ items, salience }: Material, words: number): { from: number; to: number }[] {
  const count = Math.max(1, Math.min(MAX_PASSAGES, Math.round(words / SCENE_WORDS)));
  return zonesOf(items.map((item, at) =>
    ({ words: item.spokenWords || 1, vector: salience.vectors[at]!, group: item.paragraph })), count);
}

/** The worth of a turning point, an introduction and the main person, and the cost of a gap, on a scale of words of average worth. */
const TURN_WORTH = 600;
const LATER_TURN_SHARE = 0.75;
const INTRODUCTION_WORTH = 45;
const MAIN_PERSON_WORTH = 30;
const GAP_COST = 160;
const FRAGMENT_COST = 300;
/** A passage of only a few sentences is too short. */
const TOO_SHORT_COST = 600;
const WRONG_START = 500;
/** Starting in the middle of a paragraph is worse than at its beginning. */
const MIDDLE_START = 200;
const WRONG_END = 160;
const MIN_BUCKET_WORDS = 8;
/** What a reference to a person or thing that the script omitted costs. */
const UNKNOWN_NAME_COST = 900;
const UNKNOWN_THING_COST = 120;
const MOST_UNKNOWN_COST = 2_000;
/** The largest multiple of the target words that passages may contain before they are fitted. */
const MAX_EXCESS = 1.12;
/** Limits on the search: a longer text gets longer units, and a longer script coarser lengths. */
const MAX_UNITS = 240;
const MAX_BUCKETS = 90;

/** True for an item with which a run may begin: it is not the second half of a speech. */
const isStart = ({ opens, startsParagraph, text }: Item): boolean => opens && (startsParagraph || !/^["“]/u.test(text));

interface Referenced { people: number[]; main: boolean[]; stems: Set<string>[] }
/** Cached, because a script is written several times from the same material. */
const referenced = new WeakMap<readonly Item[], Referenced>();

function referencesIn(items: readonly Item[]): Referenced {
  let known = referenced.get(items);
  if (!known) {
    known = { people: introductions(items), main: aboutMainPerson(items), stems: items.map(({ text }) => new Set(stemsOf(text))) };
    referenced.set(items, known);
  }
  return known;
}

function unitsOf({ items }: Material, kept: ReadonlyMap<number, number>, variant: number): Unit[] {
  const { people, main } = referencesIn(items);
  const fewest = spokenIn(items, 0, items.length) / MAX_UNITS;
  const inParagraph = new Map<number, number>();
  for (const { paragraph, words } of items) inParagraph.set(paragraph, (inParagraph.get(paragraph) ?? 0) + words);
  const units: Unit[] = [];
  items.forEach((item, at) => {
    const open = units.at(-1);
    const worth = item.spokenWords * (0.35 + item.salience * (variant % 2 === 0 ? 1 : 0.5))
      + (kept.has(at) ? TURN_WORTH * kept.get(at)! : 0) + people[at]! * INTRODUCTION_WORTH * (1 + variant * 0.3)
      + (main[at] ? MAIN_PERSON_WORTH : 0);
    const splits = !open || (item.startsParagraph && open.words >= fewest) || !item.follows
      || (open.words >= MINUTE_WORDS / 2 && isStart(item) && items[at - 1]!.closes && inParagraph.get(item.paragraph)! > MINUTE_WORDS * 1.2);
    if (splits) {
      units.push({ from: at, to: at + 1, words: item.spokenWords, worth, opens: isStart(item), heads: item.startsParagraph, closes: item.closes,
        joined: at > 0 && item.follows });
    } else Object.assign(open, { to: at + 1, words: open.words + item.spokenWords, worth: open.worth + worth, closes: item.closes });
  });
  return units;
}

interface Choice { worth: number; from: number; to: number; before: Choice | null }

/**
 * The runs of units with the highest worth at the requested length. Dynamic programming over the number of runs, the words used so far and the unit at which
 * the last run ends.
 */
function passagesOf(material: Material, budgetWords: number, variant: number): { from: number; to: number }[] {
  const { items } = material;
  const units = unitsOf(material, new Map(turningPoints(material).map((at, rank) => [at, LATER_TURN_SHARE ** Math.max(0, rank - 1)])), variant);
  const bucketWords = Math.max(MIN_BUCKET_WORDS, (budgetWords * MAX_EXCESS) / MAX_BUCKETS);
  const buckets = Math.ceil((budgetWords * MAX_EXCESS) / bucketWords);
  const most = Math.max(2, Math.min(MAX_PASSAGES, Math.floor(budgetWords / MINUTE_WORDS)));
  const shortest = Math.min(MINUTE_WORDS, budgetWords / most) * 0.8;
  const needs = needsOf(items, units);
  let layer: (Choice | null)[][] = units.map(() => []);
  let best: Choice | null = null;
  for (let run = 0; run < most; run++) {
    const next: (Choice | null)[][] = units.map(() => []);
    let reach: (Choice | null)[] = [];
    for (let from = 0; from < units.length; from++) {
      if (run === 0 ? from > 0 : from === 0) continue;
      reach = [];
      for (let before = 0; before < from && run > 0; before++) mergeInto(reach, layer[before]!, neededFrom(needs[from]!, units, before));
      let words = 0;
      let worth = run === 0 ? 0 : -GAP_COST - (units[from]!.opens ? 0 : WRONG_START)
        - (units[from]!.heads ? 0 : MIDDLE_START);
      for (let to = from; to < units.length; to++) {
        const unit = units[to]!;
        if (to > from && !unit.joined) break;
        words += unit.words;
        worth += unit.worth;
        if (words > budgetWords * MAX_EXCESS) break;
        const total = worth - (words < shortest ? FRAGMENT_COST * (1 - words / shortest) + (words < MIN_PASSAGE_WORDS ? TOO_SHORT_COST : 0) : 0)
          - (unit.closes ? 0 : WRONG_END);
        add(next[to]!, run === 0 ? [null] : reach, Math.round(words / bucketWords), buckets, { worth: total, from, to, before: null },
          run === 0);
      }
    }
    for (const [bucket, choice] of (next.at(-1) ?? []).entries()) {
      if (!choice) continue;
      const error = Math.abs(bucket * bucketWords - budgetWords);
      const value = choice.worth - error * 2;
      if (!best || value > best.worth) best = { ...choice, worth: value };
    }
    layer = next;
  }
  const runs: { from: number; to: number }[] = [];
  for (let at: Choice | null = best; at; at = at.before) {
    runs.unshift({ from: units[at.from]!.from, to: units[at.to]!.to });
  }
  return runs.length > 0 ? runs.flatMap((run) => splitRun(items, run)) : edges(items, budgetWords);
}

function mergeInto(target: (Choice | null)[], source: readonly (Choice | null)[], cost: number): void {
  source.forEach((choice, bucket) => {
    if (choice && (!target[bucket] || choice.worth - cost > target[bucket].worth)) {
      target[bucket] = cost === 0 ? choice : { ...choice, worth: choice.worth - cost };
    }
  });
}

/** Items at the head of a run in which references to things must be clear to a listener. */
const HEAD_ITEMS = 4;
/** Words of a run in which the people named must be known. */
const NAMED_WORDS = 450;
const REFERENCE = /\b(?:[Tt]he|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose) (?:\p{Ll}+ )?(\p{Ll}{3,})|(?<=[\p{Ll},;] )(\p{Lu}\p{Ll}{2,})|^(\p{Lu}\p{Ll}{3,})(?=[’']s? | (?:was|had|did|is|has|\p{Ll}+ed) )/gu;

/** What a unit refers to, as the positions of the items that mentioned it first: names, and things that its head calls `the …`. */
interface Needs { names: number[]; things: number[] }

function needsOf(items: readonly Item[], units: readonly Unit[]): Needs[] {
  const spoken = new Map<string, number>();
  const { stems: stemmed } = referencesIn(items);
  let at = 0;
  const firstOf = (words: readonly string[]): number[] => [...new Set(words.flatMap((word) => stemsOf(word)))].flatMap((stem) => spoken.get(stem) ?? []);
  return units.map((unit): Needs => {
    for (; at < unit.from; at++) for (const stem of stemmed[at]!) if (!spoken.has(stem)) spoken.set(stem, at);
    const heads = items.slice(unit.from, Math.min(unit.to, unit.from + HEAD_ITEMS));
    const named = items.slice(unit.from, closingWords(items, unit.from, NAMED_WORDS));
    return {
      names: firstOf(named.flatMap(({ text }) => matchesOf(text, REFERENCE).flatMap((match) => match[2] ?? match[3] ?? []))),
      things: firstOf(heads.flatMap(({ text }) => matchesOf(text, REFERENCE).flatMap((match) => match[1] ?? []))),
    };
  });
}

/** The position at which this many words have been spoken, counted from an item. */
function closingWords(items: readonly Item[], from: number, words: number): number {
  let to = from;
  for (let said = 0; to < items.length && said < words; to++) said += items[to]!.spokenWords;
  return to;
}

/** The cost of ending the run before at unit `before`: a listener does not know the things first mentioned in the gap. */
function neededFrom({ names, things }: Needs, units: readonly Unit[], before: number): number {
  const end = units[before]!.to;
  const unknown = (list: readonly number[]): number => list.filter((first) => first >= end).length;
  return Math.min(MOST_UNKNOWN_COST, UNKNOWN_NAME_COST * unknown(names) + UNKNOWN_THING_COST * unknown(things));
}

function add(target: (Choice | null)[], reach: readonly (Choice | null)[], words: number, buckets: number, run: Choice, isFirst: boolean): void {
  const put = (bucket: number, choice: Choice): void => {
    if (bucket <= buckets && (!target[bucket] || choice.worth > target[bucket].worth)) target[bucket] = choice;
  };
  if (isFirst) return put(words, run);
  reach.forEach((before, used) => {
    if (before) put(used + words, { ...run, worth: run.worth + before.worth, before });
  });
}

/** Splits a long run into scenes of about a minute and a half, where a paragraph begins that needs no earlier text. */
function splitRun(items: readonly Item[], { from, to }: { from: number; to: number }): { from: number; to: number }[] {
  const scenes: { from: number; to: number }[] = [];
  let start = from;
  for (let at = from + 1; at < to; at++) {
    const item = items[at]!;
    if (item.startsParagraph && item.opens && items[at - 1]!.closes && spokenIn(items, start, at) >= SCENE_WORDS
      && spokenIn(items, at, to) >= MINUTE_WORDS * 0.6) {
      scenes.push({ from: start, to: at });
      start = at;
    }
  }
  return [...scenes, { from: start, to }];
}

/** The beginning and the end of a text whose units are all longer than the budget. */
function edges(items: readonly Item[], budgetWords: number): { from: number; to: number }[] {
  let to = 1;
  while (to < items.length - 1 && (spokenIn(items, 0, to) < budgetWords * 0.55 || !items[to - 1]!.closes)) to++;
  let from = items.length - 1;
  while (from > to && (spokenIn(items, from, items.length) < budgetWords * 0.4 || !items[from]!.opens)
    && spokenIn(items, from, items.length) < budgetWords) from--;
  return from <= to ? [{ from: 0, to: items.length }] : [{ from: 0, to }, { from, to: items.length }];
}
