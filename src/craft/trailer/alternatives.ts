import { understandLine, type LineWish } from './asked.js';
import { fitsIn, framingsFor, lineIn } from './beats.js';
import { marksInContext, type Heard } from './context.js';
import { isUnit, msOfCounts, type Beat, type Cut, type CutSource, type Mark, type UnitKey } from './cut.js';
import { leadsOf, scoredUnits, type Scored } from './criteria.js';
import { framed, framesOf, otherFrame } from './frames.js';
import { NotPossible } from './refusals.js';
import { SLOT_RULES, slotMarks } from './slots.js';

export { otherFrame };

export interface OtherLineWish {
  /** In plain words, e.g. "a question, by MARA"; null for the next best. */
  instruction: string | null;
  /** Lines that were in this beat before, or that nobody wants. */
  refused: readonly UnitKey[];
}

const OUT_OF_ORDER_COST = 1.2;
const LEAD_COST = 3;
/** Smaller differences are not heard as calmer, louder or shorter. */
const CLEARLY = { heat: 0.15, lengthShare: 0.9 } as const;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/\s+/gu, '\\s+');

/** True for words that mention a phrase, in singular or plural. */
export const mentions = (text: string, phrase: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(phrase.replace(/(?<=\p{L}{3})s$/u, ''))}(?:s|es|[’']s)?(?![\\p{L}\\p{N}])`, 'iu').test(text);

/**
 * True when a unit meets a wish. A wish that compares heat or length ("calmer") needs a clear difference from `now`. Without `now`, absolute limits apply to
 * heat, and every length and place meets the wish.
 */
export function isAsWished(wish: LineWish, scored: Scored, now: Scored | null): boolean {
  const { unit, ms, heat, order } = scored;
  switch (wish.kind) {
    case 'question': return scored.isQuestion;
    case 'cry': return scored.isCry;
    case 'statement': return !scored.isQuestion && !scored.isCry;
    case 'by': return unit.speaker === wish.who;
    case 'not_by': return unit.speaker !== wish.who;
    case 'emotion': return unit.emotion === wish.emotion;
    case 'about': return mentions(unit.text, wish.phrase);
    case 'without': return !mentions(unit.text, wish.phrase);
    case 'shorter': return now === null || ms < now.ms * CLEARLY.lengthShare;
    case 'longer': return now === null || ms * CLEARLY.lengthShare > now.ms;
    case 'calmer': return now === null ? heat <= 0.3 : heat <= now.heat - CLEARLY.heat;
    case 'louder': return now === null ? heat >= 0.5 : heat >= now.heat + CLEARLY.heat;
    case 'earlier': return now === null || order < now.order;
    case 'later': return now === null || order > now.order;
  }
}

const scoredOf = (units: readonly Scored[], line: UnitKey | null): Scored | null => (line ? units.find(({ unit }) => isUnit(unit, line)) ?? null : null);

interface Neighbours { before: Scored | null; after: Scored | null }

/** The nearest spoken lines before and after a beat; `inSlot` looks only at beats of the same slot. */
function neighboursOf(units: readonly Scored[], { beats }: Cut, at: number, inSlot: boolean): Neighbours {
  const isNear = ({ line, slot }: Beat): boolean => line !== null && (!inSlot || slot === beats[at]!.slot);
  const near = (found: readonly Beat[]): Scored | null => scoredOf(units, found.find(isNear)?.line ?? null);
  return { before: near(beats.slice(0, at).reverse()), after: near(beats.slice(at + 1)) };
}

/** The points that a unit gains or loses at this place of a cut, beside its own criteria. Null when the slot does not take the unit. */
function marksAt(source: CutSource, cut: Cut, at: number, scored: Scored): Mark[] | null {
  const units = scoredUnits(source);
  const { slot, line } = cut.beats[at]!;
  const rule = SLOT_RULES.find((one) => one.slot === slot)!;
  const own = slotMarks(rule, scored);
  if (!own) return null;
  const heard = cut.beats.flatMap((beat, index): Heard[] => {
    const other = index === at ? null : scoredOf(units, beat.line);
    return other ? [{ scored: other }] : [];
  });
  const around = neighboursOf(units, cut, at, false);
  const order = neighboursOf(units, cut, at, true);
  const others = heard.filter((each) => each.scored !== around.before);
  const marks = [...own, ...marksInContext([...others, ...around.before ? [{ scored: around.before }] : []], order.before === null, rule, scored)];
  if (around.after && around.after.unit.speaker === scored.unit.speaker) {
    marks.push({ rule: 'same speaker', points: -0.7, words: `${scored.unit.speaker ?? 'the narrator'} is heard again right after it` });
  }
  if ((order.before && order.before.order > scored.order) || (order.after && order.after.order < scored.order)) {
    marks.push({ rule: 'order', points: -OUT_OF_ORDER_COST, words: 'is told before what comes before it in the story' });
  }
  const lost = line?.speaker ?? null;
  if (lost !== null && lost !== scored.unit.speaker && leadsOf(source).includes(lost) && !heard.some((each) => each.scored.unit.speaker === lost)) {
    marks.push({ rule: 'leads', points: -LEAD_COST, words: `${lost} is not heard any more` });
  }
  return marks;
}

interface Found { scored: Scored; marks: Mark[]; points: number }

function ranked(source: CutSource, cut: Cut, at: number, { refused, wishes }: { refused: readonly UnitKey[]; wishes: readonly LineWish[] }): Found[] {
  const units = scoredUnits(source);
  const beat = cut.beats[at]!;
  const now = scoredOf(units, beat.line);
  const taken: UnitKey[] = [...refused, ...cut.beats.flatMap(({ line }) => line ?? [])];
  return units.flatMap((scored): Found[] => {
    const { unit, ms } = scored;
    if (unit.isStock || !fitsIn(ms, beat.counts, msOfCounts(cut, 1)) || taken.some((one) => isUnit(one, unit))) return [];
    if (!wishes.every((wish) => isAsWished(wish, scored, now))) return [];
    const marks = marksAt(source, cut, at, scored);
    return marks ? [{ scored, marks, points: scored.points + marks.reduce((sum, { points }) => sum + points, 0) }] : [];
  }).sort((one, other) => other.points - one.points || one.scored.order - other.scored.order);
}

/**
 * The beat with the next best line in its place: a line that fits its counts, is not in the cut yet and was not refused. Its picture differs from the
 * pictures around it. Raises `NotUnderstood` when a part of the instruction is not understood, and `NotPossible` when no line is left or the beat is a card.
 */
export function otherLine(source: CutSource, cut: Cut, beatIndex: number, { instruction, refused }: OtherLineWish): Beat {
  const beat = cut.beats[beatIndex];
  if (!beat) throw new RangeError(`a cut of ${cut.beats.length} beats has no beat ${beatIndex}`);
  const asked = instruction ?? 'another line';
  if (beat.card !== null) throw new NotPossible(asked, 'the beat is a card');
  const wishes = instruction === null ? [] : understandLine(instruction, source.people).map(({ change }) => change);
  const [best] = ranked(source, cut, beatIndex, { refused, wishes });
  if (!best) throw new NotPossible(asked, `no line of the read is left that fits into ${beat.counts} counts`);
  const { scored, marks } = best;
  const [before, after] = [cut.beats[beatIndex - 1], cut.beats[beatIndex + 1]];
  const picture = framed(source, { sceneIndex: scored.unit.sceneIndex, entryIndex: scored.unit.entryIndex }, framingsFor(source, beat.slot, scored), {
    before: before ? framesOf(before).at(-1) ?? null : null, after: after ? framesOf(after)[0] ?? null : null, cuts: beat.cuts,
  });
  const rounded = [...scored.marks, ...marks].map((mark) => ({ ...mark, points: Math.round(100 * mark.points) / 100 }));
  return { ...beat, line: lineIn(scored, beat.counts, msOfCounts(cut, 1)), picture, marks: rounded };
}
