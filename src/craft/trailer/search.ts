import { hashOf } from '../narrative/writing/stock/seed.js';
import { marksInContext } from './context.js';
import { msOfCounts, type CutSource, type CutWish, type Mark, type Slot } from './cut.js';
import { leadsOf, MAX_LINE_MS, scoredUnits, type Scored } from './criteria.js';
import { slotMarks, slotTimes, type SlotRule } from './slots.js';

/** Counts in a bar. Every slot is whole bars. */
export const COUNTS_PER_BAR = 4;
/** Silence around a line, so that it neither begins nor ends on a cut. */
export const LINE_AIR_MS = 170;
export const TEMPO = { least: 84, most: 132, usual: 106 } as const;

/** Wishes beside length and title. */
export interface Preferences {
  /** Counts per minute, as near to `wanted` as the lines allow. */
  tempo: { wanted: number; least: number; most: number };
  /** False for a unit that must not be used in a slot. */
  allows: (scored: Scored, slot: Slot) => boolean;
  /** Points that a wish gives a unit in a slot, in addition to the criteria. */
  marks: (scored: Scored, slot: Slot) => Mark[];
  /** A factor on the usual amount of speech. */
  talk: number;
  /** The people who must be heard. */
  leads: readonly string[];
}

/** When a reader chose lines, they are worth hearing, so the trailer has this many times the usual speech. */
const TALK_OF_CHOSEN = 1.35;

export const usualPreferences = (source: CutSource): Preferences => ({
  tempo: { wanted: TEMPO.usual, least: TEMPO.least, most: TEMPO.most }, allows: () => true, marks: () => [], leads: leadsOf(source),
  talk: source.units.some(({ reader }) => reader && reader.worth > 0) ? TALK_OF_CHOSEN : 1,
});

/** A unit placed in a slot. */
export interface Placed { scored: Scored; marks: readonly Mark[]; points: number; counts: number }

export interface PlannedSlot { rule: SlotRule; counts: number; lines: readonly Placed[] }

/** The lines of a trailer, and the counts of its slots. */
export interface Plan { countsPerMinute: number; slots: readonly PlannedSlot[]; points: number; missing: readonly string[] }

interface Candidate { scored: Scored; marks: Mark[]; points: number; counts: number }
interface Chosen { slots: readonly PlannedSlot[]; lines: readonly Placed[]; bars: number; points: number; heard: number }
interface Room { rule: SlotRule; ideal: number; least: number; most: number; minLines: number; mostLines: number; candidates: readonly Candidate[] }

/** The points that a line must have to be better than a picture. */
const WORTH = 1.9;
const CANDIDATES = 20;
const CANDIDATES_OF_A_LEAD = 5;
const [WIDTH, WIDTH_OF_A_KIND] = [72, 4];
const MAX_TEMPOS = 7;
const TEMPO_STEP = 6;
const LEAD_POINTS = 5;
const COSTS = { bar: 0.5, speech: 12, tempo: 0.25, missingLine: 1.8 } as const;
const LOT = 0.2;
const SPEECH_TOLERANCE = 0.08;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
export const countsOfLine = (ms: number, countMs: number): number => Math.ceil((ms + LINE_AIR_MS) / countMs);

/** Lines of about the same worth are chosen by the seed. */
const lot = (seed: string, { unit: { entryIndex, sentence } }: Scored): number =>
  LOT * (hashOf(`${seed} ${entryIndex}.${sentence}`) / 2 ** 32 - 0.5);

function candidatesFor(
  scored: readonly Scored[], rule: SlotRule, { most, countMs, seed }: { most: number; countMs: number; seed: string },
  { allows, marks, leads }: Preferences,
): Candidate[] {
  if (rule.mostLines === 0) return [];
  const fitting = scored.flatMap((each): Candidate[] => {
    const counts = countsOfLine(each.ms, countMs);
    if (each.ms > MAX_LINE_MS || each.unit.isStock || counts > most * COUNTS_PER_BAR || !allows(each, rule.slot)) return [];
    const own = slotMarks(rule, each);
    if (!own) return [];
    const wished = marks(each, rule.slot);
    const all = [...own, ...wished];
    return [{ scored: each, marks: all, points: each.points + total(all.map(({ points }) => points)) + lot(seed, each), counts }];
  }).sort((one, other) => other.points - one.points || one.scored.order - other.scored.order);
  const chosen = new Set(fitting.slice(0, CANDIDATES));
  for (const lead of leads) for (const one of fitting.filter(({ scored: { unit } }) => unit.speaker === lead).slice(0, CANDIDATES_OF_A_LEAD)) chosen.add(one);
  return [...chosen].sort((one, other) => one.scored.order - other.scored.order);
}

function roomsFor(source: CutSource, { seconds, seed }: CutWish, countMs: number, preferences: Preferences): Room[] {
  const barMs = COUNTS_PER_BAR * countMs;
  return slotTimes(seconds * 1_000).map(({ rule, ms }): Room => {
    const ideal = ms / barMs;
    const least = Math.max(1, Math.floor(ideal * 0.9 - 0.2));
    const most = Math.max(least, Math.ceil(ideal * 1.1 + 0.2));
    return {
      rule, ideal, least, most, mostLines: Math.min(rule.mostLines, Math.max(1, Math.round((preferences.talk * ms) / rule.msPerLine) + 1)),
      minLines: rule.mostLines === 0 ? 0 : Math.max(1, Math.floor((0.6 * preferences.talk * ms) / rule.msPerLine)),
      candidates: candidatesFor(scoredUnits(source), rule, { most, countMs, seed }, preferences),
    };
  });
}

/** The cost of giving a slot this many bars and these lines. */
function costOfSlot(room: Room, bars: number, lines: readonly Placed[], countMs: number, talk: number): number {
  const slotMs = bars * COUNTS_PER_BAR * countMs;
  const speech = total(lines.map(({ scored }) => scored.ms)) / slotMs;
  const off = Math.max(0, Math.abs(speech - room.rule.speech * talk) - SPEECH_TOLERANCE);
  const missing = Math.max(0, room.minLines - lines.length);
  return COSTS.bar * Math.abs(bars - room.ideal) + COSTS.speech * off * (0.5 + 2 * room.rule.share) + COSTS.missingLine * missing;
}

/** The best `width` states, with only a few of each kind: `kindOf` is the same for states alike in length and leads. */
function pruned<State extends { points: number }>(states: State[], kindOf: (state: State) => string, width: number): State[] {
  const kinds = new Map<string, number>();
  const kept: State[] = [];
  for (const state of states.sort((one, other) => other.points - one.points)) {
    const kind = kindOf(state);
    const count = kinds.get(kind) ?? 0;
    if (count >= WIDTH_OF_A_KIND) continue;
    kinds.set(kind, count + 1);
    kept.push(state);
    if (kept.length >= width) break;
  }
  return kept;
}

/** True when `next` may follow `last` in a slot: lines keep the order of the reader's trailer when it has both, else the order of the story. */
function mayFollow(last: Scored, next: Scored): boolean {
  const [one, other] = [last.unit.reader?.at, next.unit.reader?.at];
  return one !== undefined && other !== undefined ? other > one : next.order > last.order;
}

interface Partial { from: Chosen; own: readonly Placed[]; counts: number; points: number; heard: number }

function leadBit(leads: readonly string[], speaker: string | null): number {
  const at = speaker === null ? -1 : leads.indexOf(speaker);
  return at < 0 ? 0 : 1 << at;
}

function extended({ from, own, counts, points, heard }: Partial, { rule, most, candidates }: Room, leads: readonly string[]): Partial[] {
  const before = [...from.lines, ...own];
  const last = own.at(-1)?.scored;
  const used = new Set(from.lines.map(({ scored }) => scored.order));
  return candidates.flatMap((candidate): Partial[] => {
    const { scored } = candidate;
    if ((last && !mayFollow(last, scored)) || used.has(scored.order) || counts + candidate.counts > most * COUNTS_PER_BAR) return [];
    const context = marksInContext(before, own.length === 0, rule, scored);
    const value = candidate.points + total(context.map((mark) => mark.points));
    const bit = leadBit(leads, scored.unit.speaker);
    const isNew = bit > 0 && (heard & bit) === 0;
    const placed = { scored, counts: candidate.counts, points: value, marks: [...scored.marks, ...candidate.marks, ...context] };
    return [{ from, own: [...own, placed], counts: counts + candidate.counts, points: points + value - WORTH + (isNew ? LEAD_POINTS : 0), heard: heard | bit }];
  });
}

/** All bars of the trailer, and the least and most bars that the later slots can take. */
interface Limits { bars: number; least: number; most: number }

function afterSlot(states: readonly Chosen[], room: Room, limits: Limits, countMs: number, { talk, leads }: Preferences): Chosen[] {
  const closed: Chosen[] = [];
  let partials: Partial[] = states.map((from) => ({ from, own: [], counts: 0, points: from.points, heard: from.heard }));
  for (let count = 0; count <= room.mostLines && partials.length > 0; count += 1) {
    for (const { from, own, counts, points, heard } of partials) {
      for (let bars = Math.max(room.least, Math.ceil(counts / COUNTS_PER_BAR)); bars <= room.most; bars += 1) {
        const left = limits.bars - from.bars - bars;
        if (left < limits.least || left > limits.most) continue;
        closed.push({
          slots: [...from.slots, { rule: room.rule, counts: bars * COUNTS_PER_BAR, lines: own }], lines: [...from.lines, ...own], bars: from.bars + bars,
          points: points - costOfSlot(room, bars, own, countMs, talk), heard,
        });
      }
    }
    if (count === room.mostLines) break;
    partials = pruned(partials.flatMap((partial) => extended(partial, room, leads)), (one) => `${one.from.bars} ${one.heard} ${one.own.at(-1)!.scored.order}`, WIDTH);
  }
  return pruned(closed, ({ bars, heard }) => `${bars} ${heard}`, WIDTH);
}

function planAt(source: CutSource, wish: CutWish, bars: number, preferences: Preferences): Plan | null {
  const countsPerMinute = (60 * bars * COUNTS_PER_BAR) / wish.seconds;
  const countMs = msOfCounts({ countsPerMinute }, 1);
  const rooms = roomsFor(source, wish, countMs, preferences);
  let states: Chosen[] = [{ slots: [], lines: [], bars: 0, points: 0, heard: 0 }];
  rooms.forEach((room, at) => {
    const rest = rooms.slice(at + 1);
    const limits = { bars, least: total(rest.map(({ least }) => least)), most: total(rest.map(({ most }) => most)) };
    states = afterSlot(states, room, limits, countMs, preferences);
  });
  const best = states[0];
  if (!best) return null;
  return {
    countsPerMinute, slots: best.slots, missing: preferences.leads.filter((lead) => (best.heard & leadBit(preferences.leads, lead)) === 0),
    points: best.points - COSTS.tempo * (Math.abs(countsPerMinute - preferences.tempo.wanted) / TEMPO_STEP),
  };
}

/** The possible numbers of bars at allowed tempos, those nearest to the wanted tempo first. */
function barsFor({ seconds }: CutWish, { tempo }: Preferences): number[] {
  const perMinute = (bars: number): number => (60 * bars * COUNTS_PER_BAR) / seconds;
  const [least, most] = [Math.ceil((tempo.least * seconds) / (60 * COUNTS_PER_BAR) - 1e-9), Math.floor((tempo.most * seconds) / (60 * COUNTS_PER_BAR) + 1e-9)];
  const all = Array.from({ length: Math.max(0, most - least + 1) }, (_, at) => least + at);
  const near = all.sort((one, other) => Math.abs(perMinute(one) - tempo.wanted) - Math.abs(perMinute(other) - tempo.wanted));
  const chosen: number[] = [];
  for (const bars of near) {
    if (chosen.length >= MAX_TEMPOS) break;
    if (chosen.every((other) => Math.abs(perMinute(other) - perMinute(bars)) >= TEMPO_STEP - 1e-9 || near.length <= MAX_TEMPOS)) chosen.push(bars);
  }
  return chosen;
}

/**
 * The lines of a trailer, chosen together with its tempo: a beam search over slots and units, at every tempo whose bars last exactly as long as wished. Null
 * for a length at which no tempo has whole bars.
 */
export function bestPlan(source: CutSource, wish: CutWish, preferences: Preferences): Plan | null {
  let best: Plan | null = null;
  for (const bars of barsFor(wish, preferences)) {
    const plan = planAt(source, wish, bars, preferences);
    if (plan && (!best || plan.points > best.points)) best = plan;
  }
  return best;
}
