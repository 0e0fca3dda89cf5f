import type { Mark, Slot, Unit } from './cut.js';
import type { Scored } from './criteria.js';

/** What a slot is for: its share of the time and where in the story its lines come from. */
export interface SlotRule {
  slot: Slot;
  share: number;
  /** The limits of the slot's time: a shorter slot says nothing, a longer one drags. */
  leastMs: number;
  mostMs: number;
  /** The part of the read, in shares of its length, from which the lines should come; lines from outside lose points. */
  zone: readonly [from: number, until: number];
  /** No line or picture of the slot comes from after this share of the read, except a line for which a reader vouches. */
  before: number;
  heat: number;
  /** The cost of a line whose heat differs by 1 from the slot's. */
  heatWeight: number;
  /** The share of the slot's time with speech. */
  speech: number;
  /** Milliseconds for each line of the slot, and the most lines it may have. */
  msPerLine: number;
  mostLines: number;
  /** The longest time that a picture of a line is held in the slot. */
  heldMs: number;
}

/** Shares of the read after which lines would give the end away: for all slots, and for drop and climax. */
export const SPOILERS = { all: 0.9, hottest: 0.82 } as const;
/** Nothing is held longer. */
export const MAX_HELD_MS = 6_000;
/** Nothing is shorter. */
export const MIN_HELD_MS = 400;

const rule = (slot: Slot, share: number, zone: SlotRule['zone'], heat: number, rest: Partial<SlotRule>): SlotRule => ({
  slot, share, zone, heat, before: SPOILERS.all, heatWeight: 0.6, leastMs: 2_000, mostMs: Infinity, speech: 0.45, msPerLine: 4_600, mostLines: 40,
  heldMs: MAX_HELD_MS, ...rest,
});

/** All slots in their order. */
export const SLOT_RULES: readonly SlotRule[] = [
  rule('hook', 0.08, [0.12, 0.85], 0.9, { mostMs: 9_000, speech: 0.5, mostLines: 1 }),
  rule('setup', 0.2, [0, 0.32], 0.2, { msPerLine: 6_000, speech: 0.38 }),
  rule('inciting', 0.08, [0.1, 0.45], 0.8, { mostMs: 10_000, speech: 0.42, mostLines: 2, msPerLine: 6_000, heldMs: 5_000 }),
  rule('escalation', 0.3, [0.25, 0.8], 1.1, { msPerLine: 5_000, speech: 0.4, heldMs: 3_600 }),
  rule('drop', 0.06, [0.4, SPOILERS.hottest], 0.2, { before: SPOILERS.hottest, mostMs: 7_500, speech: 0.4, mostLines: 1 }),
  rule('climax', 0.14, [0.5, SPOILERS.hottest], 1.4, { before: SPOILERS.hottest, msPerLine: 5_000, speech: 0.28, heldMs: 2_200, heatWeight: 1 }),
  rule('title', 0.06, [0, 0], 0, { mostMs: 5_600, speech: 0, mostLines: 0 }),
  rule('button', 0.08, [0.2, SPOILERS.all], 0.4, { mostMs: 8_000, speech: 0.36, mostLines: 1 }),
];

/** The slots to leave out, in this order, when there is not enough time for all. */
const SPARE: readonly Slot[] = ['drop', 'inciting', 'button', 'setup'];
/** Time for a line, its air, and a picture beside it. */
const ROOM_FOR_A_LINE_MS = 2_300;

/**
 * The time of each slot of a trailer in milliseconds. When there is not enough time for all, slots of `SPARE` are left out. A slot whose share is outside its
 * limits gets the limit, and the others share the rest.
 */
export function slotTimes(totalMs: number): { rule: SlotRule; ms: number }[] {
  let rules = [...SLOT_RULES];
  for (const spare of SPARE) {
    if (rules.length * ROOM_FOR_A_LINE_MS <= totalMs * 0.85) break;
    rules = rules.filter(({ slot }) => slot !== spare);
  }
  const fixed = new Map<Slot, number>();
  for (;;) {
    const left = totalMs - [...fixed.values()].reduce((sum, ms) => sum + ms, 0);
    const open = rules.filter(({ slot }) => !fixed.has(slot));
    const shares = open.reduce((sum, { share }) => sum + share, 0);
    const times = open.map((one) => ({ one, ms: (left * one.share) / shares }));
    const off = times.find(({ one, ms }) => ms < one.leastMs || ms > one.mostMs);
    if (!off) {
      for (const { one, ms } of times) fixed.set(one.slot, ms);
      return rules.map((each) => ({ rule: each, ms: fixed.get(each.slot)! }));
    }
    fixed.set(off.one.slot, Math.min(off.one.mostMs, Math.max(off.one.leastMs, off.ms)));
  }
}

const NEWS = new RegExp('\\b(?:come|came|coming|gone|left|leaving|found|find|lost|dead|married|engaged|arrest(?:ed)?|letter|news|telegram|message|to-?morrow|to-?night|must|secret|stranger|money|murder(?:ed)?|stolen|missing|happened|happening|help|promise|want you|need you|listen|wait'
  + '|look (?:at|out|there|here)|see (?:it|him|her|them|that)|what is that|who is (?:he|she|that|there)|invited?|proposal|arrived?|disappeared|accused)\\b', 'iu');

const OUTSIDE_COST = 1.2;

const rounded = (value: number): number => Math.round(100 * value) / 100;

/** Slots in which every word counts. */
const WEIGHTY: ReadonlySet<Slot> = new Set(['hook', 'inciting', 'drop', 'climax', 'button']);
/** Points for a line that tells of danger, crime, death, or something that changes a life. */
const GRAVE_POINTS = 0.4;
/** Points for a line that a reader wants in this slot. */
const MEANT_HERE = 2;
/** A line with less heat loses points in the climax. */
const COLD = 0.4;

const isMeantFor = (slot: Slot, { reader }: Unit): boolean => reader?.slot === slot && reader.fault === undefined;

function ownMarks({ slot }: SlotRule, { unit, ms, heat, isQuestion, isCry, isGrave, isErrand, leaning, named, from }: Scored): Mark[] {
  const marks: Mark[] = [];
  const mark = (points: number, words: string): void => { if (points !== 0) marks.push({ rule: slot, points: rounded(points), words }); };
  const isTold = unit.speaker === null;
  if (isMeantFor(slot, unit)) mark(MEANT_HERE, `${unit.reader!.name} would have it here`);
  mark(isErrand && WEIGHTY.has(slot) ? -0.8 : 0, 'no place for what fills a day');
  switch (slot) {
    case 'hook':
      mark(isQuestion ? 0.8 : isCry ? 0.5 : 0, 'a question or a cry opens');
      mark(-0.8 * leaning, 'nothing at all is known yet');
      mark(ms > 4_600 ? -0.8 : 0, 'an opening is short');
      mark(isTold && !isGrave ? -0.5 : 0, 'a person opens');
      mark(isGrave ? GRAVE_POINTS : 0, 'opens with what the story is told for');
      break;
    case 'setup':
      mark(named.length > 0 ? 0.4 : 0, 'tells who is there');
      mark(isTold ? 0.5 : 0, 'tells where it is');
      mark(from < 0.12 ? 0.3 : 0, 'is how it begins');
      break;
    case 'inciting':
      mark(NEWS.test(unit.text) || isGrave ? 0.6 : 0, 'something happens');
      break;
    case 'drop':
      mark(isCry ? -0.8 : isQuestion ? -0.1 : 0.4, isCry ? 'too loud for silence' : isQuestion ? 'leaves no silence' : 'a statement into silence');
      mark(ms > 4_000 ? -0.6 : 0, 'a silence has few words');
      break;
    case 'climax':
      mark(ms <= 3_000 ? 0.3 : ms > 4_200 ? -0.8 : 0, ms <= 3_000 ? 'short' : 'slows the climax');
      mark(isTold ? (isGrave ? -0.2 : -0.6) : 0, 'it is happening, and is not told');
      mark(isGrave ? GRAVE_POINTS : 0, 'what the story is told for');
      mark(heat < COLD ? -0.7 : 0, 'leaves it cold');
      break;
    case 'button':
      mark(ms <= 3_000 ? 0.4 : ms > 4_200 ? -0.7 : 0, ms <= 3_000 ? 'short' : 'a last word is short');
      mark(-0.5 * leaning, 'is heard last and alone');
      mark(isTold && !isGrave ? -0.5 : 0, 'a person has the last word');
      mark(isGrave ? GRAVE_POINTS : 0, 'leaves what the story is told for');
      break;
    default: break;
  }
  return marks;
}

/** True when a reader who knows the end wants the unit in a trailer, and found neither a spoiler nor a fault in it. */
export const isVouchedFor = ({ reader }: Pick<Unit, 'reader'>): boolean => reader !== undefined && reader.worth > 0 && !reader.spoils && reader.fault === undefined;

/**
 * Points that a unit gets in a slot in addition to its general ones. Null when the unit must not be used there: it is too near to the end, and no reader who
 * knows the end vouches for it.
 */
export function slotMarks(rule: SlotRule, scored: Scored): Mark[] | null {
  if (scored.until > rule.before && !isVouchedFor(scored.unit)) return null;
  // A reader who knows what the line means decides where it belongs, so its place and heat cost nothing.
  if (isMeantFor(rule.slot, scored.unit)) return ownMarks(rule, scored);
  const [from, until] = rule.zone;
  const off = Math.max(0, from - scored.from, scored.until - until);
  const heat = Math.abs(scored.heat - rule.heat);
  const marks: Mark[] = [];
  if (off > 0) marks.push({ rule: 'place in the story', points: rounded(-OUTSIDE_COST * (off / 0.1)), words: `${Math.round(100 * off)} % of the read too ${scored.from < from ? 'early' : 'late'}` });
  if (heat > 0.25) marks.push({ rule: 'heat', points: rounded(-rule.heatWeight * heat), words: scored.heat < rule.heat ? 'stirs less than its place wants' : 'stirs more than its place wants' });
  return [...marks, ...ownMarks(rule, scored)];
}
