import { isUnit, type Mark } from './cut.js';
import type { Scored } from './criteria.js';
import type { SlotRule } from './slots.js';

/** A line that a trailer plays before another line. */
export interface Heard { scored: Scored }

/** Points for a line that follows another as in the reader's trailer: right after it, or with one line between them left out. */
const [NEXT, AFTER] = [1.2, 0.6];
const COSTS = { repeated: 0.35, mostRepeated: 1.2, sameSpeaker: 0.7, coldClimax: 0.9, sameAgain: 3, reversed: 3 } as const;
/** Points for a line that comes right after the line the reader wants before it, for one that does not, and for one after a line where it misled the reader. */
const [JOINED, UNJOINED, MISLEADING] = [1.2, -9, -9];
/** The share of the words of two lines that must be the same. */
const SAME_SHARE = 0.6;

/** True for two lines that share most of their words. */
function isNearlySame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.max(1, one.size + other.size - shared) >= SAME_SHARE;
}

/** Points for the rule that lines of the escalation get hotter and shorter. */
function risingMark(scored: Scored, previous: Scored): Mark {
  const [hotter, shorter] = [scored.heat >= previous.heat, scored.ms <= previous.ms];
  const words = `stirs ${hotter ? 'more' : 'less'} than the line before it and is ${shorter ? 'no longer' : 'longer'}`;
  return { rule: 'rising', points: (hotter ? 0.2 : -0.2) + (shorter ? 0.1 : -0.1), words };
}

/** Points from what a reader said of this unit and the unit right before it. */
function readerInContext(previous: Scored | undefined, { unit: { reader }, leaning }: Scored): Mark[] {
  if (!reader) return [];
  const marks: Mark[] = [];
  const apart = (reader.at ?? NaN) - (previous?.unit.reader?.at ?? NaN);
  if (apart === 1 || apart === 2) marks.push({ rule: 'order', points: apart === 1 ? NEXT : AFTER, words: `follows as in the trailer that ${reader.name} would cut` });
  if (reader.after && previous && isUnit(previous.unit, reader.after)) {
    marks.push({ rule: 'exchange', points: JOINED + 1.7 * leaning, words: `is heard right after what ${reader.name} would have before it` });
  } else if (reader.after) marks.push({ rule: 'reader', points: UNJOINED, words: `${reader.name} would have another line right before it` });
  if (previous && reader.notAfter?.some((key) => isUnit(previous.unit, key))) {
    marks.push({ rule: 'reader', points: MISLEADING, words: `${reader.name} was misled by it after the line before it` });
  }
  return marks;
}

/** The points that a unit gains or loses through the lines before it. */
export function marksInContext(before: readonly Heard[], isFirstInSlot: boolean, { slot }: SlotRule, scored: Scored): Mark[] {
  const previous = before.at(-1)?.scored;
  const marks = readerInContext(previous, scored);
  if (!previous) return marks;
  const isJoined = marks.some(({ rule }) => rule === 'exchange');
  const follows = !isFirstInSlot && scored.order === previous.order + 1 && scored.unit.sceneIndex === previous.unit.sceneIndex;
  const isSame = scored.unit.speaker === previous.unit.speaker;
  if (follows && !isJoined && scored.leaning > 0) marks.push({ rule: 'exchange', points: 1.7 * scored.leaning, words: 'what it leans on is heard right before it' });
  if (follows && previous.isQuestion && !isSame) marks.push({ rule: 'exchange', points: 0.5, words: 'answers the question before it' });
  if (isSame && !(follows && scored.unit.entryIndex === previous.unit.entryIndex)) {
    const third = before.at(-2)?.scored.unit.speaker === scored.unit.speaker;
    marks.push({ rule: 'same speaker', points: -COSTS.sameSpeaker * (third ? 2 : 1), words: `${scored.unit.speaker ?? 'the narrator'} was just heard` });
  }
  if (before.some((line) => isNearlySame(line.scored.words, scored.words))) {
    marks.push({ rule: 'repeated words', points: -COSTS.sameAgain, words: 'says nearly the same again' });
  }
  if (before.some((line) => line.scored.unit.entryIndex === scored.unit.entryIndex && line.scored.order > scored.order)) {
    marks.push({ rule: 'order', points: -COSTS.reversed, words: 'comes before it in the same speech' });
  }
  const repeated = [...scored.stems].filter((stem) => before.some((line) => line.scored.stems.has(stem)));
  if (repeated.length > 0) marks.push({ rule: 'repeated words', points: -Math.min(COSTS.mostRepeated, COSTS.repeated * repeated.length), words: `says again: ${repeated.slice(0, 3).join(', ')}` });
  if (slot === 'escalation' && !isFirstInSlot) marks.push(risingMark(scored, previous));
  if (slot === 'climax') {
    const hottest = before.filter((line) => line.scored.heat > scored.heat).length / before.length;
    if (hottest > 0.25) marks.push({ rule: 'rising', points: -COSTS.coldClimax * hottest, words: 'stirs less than what leads to it' });
  }
  return marks;
}
