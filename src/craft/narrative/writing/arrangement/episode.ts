import { MONTHS } from '../../analysis/language/abbreviations.js';
import type { Item, Material } from '../material/items.js';
import { cosine, stemsOf, summed, type StemVector } from '../wording/salience.js';
import { eventfulness } from './events.js';
import { matchesOf } from '../../../patterns/matches.js';

/** A run of items, `to` exclusive. */
export interface Run { from: number; to: number }

/** A paragraph as one step of a run. */
interface Step extends Run { words: number; events: number; vector: StemVector; names: Set<string>; dated: boolean; heads: boolean }

/** The head of a journal entry, or words with which a text moves to another time. */
const DATED = new RegExp(`^(?:(?:\\p{Lu}\\p{Ll}+day, )?(?:(?:${MONTHS}) )?\\d{1,2}(?:st|nd|rd|th)?(?:, \\d{4})?[^.!?]{0,12}(?:—|--)`
  + `|(?:On|In|At|By|Towards|During|After) (?:the|a|one|an) (?:\\p{Ll}+ )?(?:morning|evening|night|afternoon|day|year|spring|summer|autumn|winter|week|month|\\d+\\w+)\\b`
  + `|(?:One|The next|The following|Next|The same|Early|Late|That) (?:\\p{Ll}+ )?(?:morning|evening|night|afternoon|day|spring|summer|autumn|winter|week)\\b)`, 'u');

const NAME = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?/gu;
const NO_NAME = new RegExp(`^(?:${MONTHS}|\\p{Lu}\\p{Ll}+day|Captain|Mr|Mrs|Dr|Sir|Lady|Lord|God|English|Englishman|Spanish|European|Indian|Indians)$`, 'u');

/** Weights of the borders and the inside of an episode, relative to its events, which are about 0 to 1. */
const WEIGHT = {
  events: 2, lastEvents: 0.4, dated: 0.3, headed: 0.2, first: 0.12, last: 0.25, turnsAway: 0.25, insideEntry: 0.04, insideHeading: 0.25,
  unknownName: 0.07, unknownThing: 0.08, drift: 0.25, insideParagraph: 0.3, insideDialogue: 0.3,
};
const MOST_UNKNOWN = 6;
/** The share by which an episode may miss the requested length; the wide share is the last attempt. */
const MAX_ERROR = 0.03;
const WIDE_ERROR = 0.08;
/**
 * Unless a run may stop at any sentence (`anySentence`), it may stop inside a paragraph only when that has more words than this, and only after this share of
 * it.
 */
const LONG_PARAGRAPH_WORDS = 140;
const LEAST_OF_PARAGRAPH = 0.4;
/** Beginnings that continue what was told before. */
const GOES_ON = /^(?:Presently|Soon|Afterwards?|Later|At (?:last|length)|Again|Immediately|Suddenly|By and by|Meanwhile|Having (?:thus|now|then)|Once more|After (?:a|some) (?:while|time)|(?:Some|Many|Most|One|Two|Several|Each|Both|All|None) of (?:the|our|my|his|her|their|these|those|them)\b|[“"‘]|(?:The|Our|My|His|Her|Their) (?:first|next|second|last|other|only other) |(?:The )?(?:[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ss]eventh)(?:ly)?(?:,| (?:is|was|reason|point|thing|argument)\b))/u;
/** A beginning that mentions things without naming them: `I opened the stomachs of several.` */
const NAMELESS = /^[^.!?]*?\b(?:of|in|by|with|to|for|on|opened|saw|found|caught|killed|took) (?:several|some|many|few|others|both|these|those|all|each|one)(?=[,.;]| (?:and|or|but|which|who)\b)/u;
/** The label of a picture or of a list entry, which is not a sentence. */
const LABEL = /^\S+(?: \S+){0,2}[.:] /u;
/** An alternative to a better choice overlaps that choice by less than this share of its own items. */
const APART = 0.5;

/** Paragraphs on each side of a border that are compared. */
const REACH = 3;

/**
 * A continuous stretch of the source of about the requested length. It begins at a paragraph where a listener needs no earlier text, and ends with a
 * paragraph or, at a cost, at a sentence inside one; a stretch that ends where the text changes its subject, and an eventful one, is preferred. `rank` 0 is
 * the best; higher ranks are alternatives elsewhere in the text, or the last alternative when there are fewer. Null when no stretch has about that length.
 */
export function episodeOf(material: Material, budgetWords: number, rank: number): Run | null {
  const walk = walkThrough(material);
  const attempts: [number, boolean][] = [[MAX_ERROR, false], [MAX_ERROR, true], [WIDE_ERROR, true]];
  let runs: (Run & { value: number })[] = [];
  for (const [maxError, anySentence] of attempts) if (runs.length === 0) runs = runsOf(material, walk, { budgetWords, maxError, anySentence });
  runs.sort((a, b) => b.value - a.value || a.from - b.from || a.to - b.to);
  const apart: Run[] = [];
  for (const { from, to } of runs) {
    if (apart.length > rank) break;
    if (apart.every((other) => Math.min(to, other.to) - Math.max(from, other.from) < (to - from) * APART)) apart.push({ from, to });
  }
  return apart[Math.min(rank, apart.length - 1)] ?? null;
}

/** `turns` tells for each step how much the text changes its subject before it, 0..1. `unknown` counts the earlier things that its beginning refers to. */
interface Walk { steps: Step[]; turns: number[]; unknown: number[] }

/** Cached, because a script is written several times from the same material. */
const walks = new WeakMap<readonly Item[], Walk>();

function walkThrough(material: Material): Walk {
  const { items } = material;
  let known = walks.get(items);
  if (!known) {
    const steps = stepsOf(material);
    known = { steps, turns: steps.map((_step, at) => turnAt(steps, at)), unknown: steps.map((step) => unknownThings(items, step)) };
    walks.set(items, known);
  }
  return known;
}

function stepsOf({ items, salience, analysis }: Material): Step[] {
  const events = eventfulness(items);
  const steps: Step[] = [];
  items.forEach((item, at) => {
    const last = steps.at(-1);
    if (last && items[last.from]!.paragraph === item.paragraph && item.follows) {
      Object.assign(last, { to: at + 1, words: last.words + item.spokenWords, events: last.events + events[at]! });
    } else {
      const above = analysis.paragraphs[item.paragraph - 1];
      steps.push({
        from: at, to: at + 1, words: item.spokenWords, events: events[at]!, vector: { weights: new Map(), norm: 0 }, names: new Set(),
        dated: DATED.test(analysis.text.slice(item.start, item.start + 60)), heads: above?.kind === 'heading' && item.startsParagraph,
      });
    }
  });
  return steps.map((step): Step => {
    const own = items.slice(step.from, step.to);
    return { ...step, vector: summed(salience.vectors.slice(step.from, step.to)),
      names: new Set(own.flatMap(({ text }) => text.match(NAME) ?? []).filter((name) => !NO_NAME.test(name))) };
  });
}

/** True for an item that can begin an episode, because a listener needs no earlier text. */
const canBegin = ({ kind, opens, text }: Item): boolean =>
  kind === 'narration' && opens && !GOES_ON.test(text) && !LABEL.test(text) && !NAMELESS.test(text);

/** `anySentence` allows a run to stop at any sentence, when no paragraph ends at a suitable place. */
interface Wish { budgetWords: number; maxError: number; anySentence: boolean }

function runsOf({ items }: Material, { steps, turns, unknown: things }: Walk, { budgetWords, maxError, anySentence }: Wish): (Run & { value: number })[] {
  const runs: (Run & { value: number })[] = [];
  const named = new Map<string, number>();
  steps.forEach(({ names }, at) => names.forEach((name) => named.set(name, named.get(name) ?? at)));
  steps.forEach((first, at) => {
    const head = items[first.from]!;
    if (!head.startsParagraph || (at > 0 && !canBegin(head))) return;
    let words = 0;
    let events = 0;
    const unknown = new Set<string>();
    for (let end = at; end < steps.length; end++) {
      const step = steps[end]!;
      if (end > at && !items[step.from]!.follows) break;
      for (const name of step.names) if (named.get(name)! < at) unknown.add(name);
      for (const stop of stopsOf(items, step, anySentence)) {
        const held = words + stop.words;
        if (Math.abs(held / budgetWords - 1) > maxError) continue;
        const happened = events + step.events * (stop.words / Math.max(1, step.words));
        const broken = stop.to < step.to ? WEIGHT.insideParagraph : isInDialogue(items, stop.to) ? WEIGHT.insideDialogue : 0;
        const value = valueOf({ steps, turns, at, end, words: held, events: happened, names: unknown.size, things: things[at]! }) - broken;
        runs.push({ from: first.from, to: stop.to, value });
      }
      words += step.words;
      events += step.events;
      if (words > budgetWords * (1 + maxError)) break;
    }
  });
  return runs;
}

/** True for a cut between two lines of one exchange. */
const isInDialogue = (items: readonly Item[], to: number): boolean =>
  items[to - 1]!.kind === 'line' && items.slice(to, to + 2).some(({ kind }) => kind === 'line');

/**
 * Where a run may stop in a paragraph, with the words of the paragraph up to that place: at its end, in a long paragraph at a sentence too, and with
 * `anySentence` at a sentence of any paragraph.
 */
function stopsOf(items: readonly Item[], step: Step, anySentence: boolean): { to: number; words: number }[] {
  const stops: { to: number; words: number }[] = [];
  let words = 0;
  for (let to = step.from + 1; to <= step.to; to++) {
    const last = items[to - 1]!;
    words += last.spokenWords;
    const ends = to === step.to && last.endsParagraph;
    const pauses = anySentence || (step.words > LONG_PARAGRAPH_WORDS && words >= step.words * LEAST_OF_PARAGRAPH);
    if (last.closes && (ends || pauses)) stops.push({ to, words });
  }
  return stops;
}

interface Weighed {
  steps: readonly Step[]; turns: readonly number[]; at: number; end: number; words: number; events: number;
  /** Numbers of the names in the run, and of the things in its first sentences, that the text mentioned before the run. */
  names: number; things: number;
}

function valueOf({ steps, turns, at, end, words, events, names, things }: Weighed): number {
  const first = steps[at]!;
  const next = steps[end + 1];
  const inside = steps.slice(at + 1, end + 1);
  const begins = (first.dated ? WEIGHT.dated : 0) + (first.heads ? WEIGHT.headed : 0) + (at === 0 ? WEIGHT.first : WEIGHT.turnsAway * turns[at]!);
  const ends = next ? (next.dated ? WEIGHT.dated : 0) + (next.heads ? WEIGHT.headed : 0) + WEIGHT.turnsAway * turns[end + 1]! : WEIGHT.last + WEIGHT.turnsAway;
  const broken = inside.reduce((sum, { dated, heads }) => sum + (dated ? WEIGHT.insideEntry : 0) + (heads ? WEIGHT.insideHeading : 0), 0);
  const drift = inside.length === 0 ? 0 : inside.reduce((sum, _step, index) => sum + turns[at + 1 + index]!, 0) / inside.length;
  const last = steps[end]!;
  const happens = (WEIGHT.events * events) / Math.max(1, words) + (WEIGHT.lastEvents * last.events) / Math.max(1, last.words);
  const isUnknown = WEIGHT.unknownName * Math.min(MOST_UNKNOWN, names) + WEIGHT.unknownThing * things;
  return happens + begins + ends - broken - WEIGHT.drift * drift - isUnknown;
}

/** How little the paragraphs before a step have in common with those after its beginning, 0..1. */
function turnAt(steps: readonly Step[], at: number): number {
  if (at === 0) return 1;
  const before = summed(steps.slice(Math.max(0, at - REACH), at).map(({ vector }) => vector));
  const after = summed(steps.slice(at, at + REACH).map(({ vector }) => vector));
  return 1 - Math.min(1, cosine(before, after) * 1.5);
}

const THING = /\b(?:[Tt]he|[Tt]h(?:is|at|ese|ose)|[Oo]ur|[Tt]heir|[Hh]is|[Hh]er) (?:\p{Ll}+ )?(\p{Ll}{3,})/gu;
const HEAD_ITEMS = 2;

/** Number of things that the first sentences call `the …` because the text mentioned them before. */
function unknownThings(items: readonly Item[], { from }: Run): number {
  const heads = items.slice(from, from + HEAD_ITEMS).map(({ text }) => text).join(' ');
  const before = items.slice(Math.max(0, from - 25), from).map(({ text }) => text).join(' ').toLowerCase();
  const things = new Set(matchesOf(heads, THING).flatMap((match) => stemsOf(match[1]!)));
  return [...things].filter((thing) => before.includes(thing)).length;
}
