import { msOfCounts, type Beat, type BeatLine, type BeatPicture, type BeatSize, type CutSource, type Slot } from './cut.js';
import { scoredUnits, type Scored } from './criteria.js';
import { framed, framesOf, framingsOfSpeaker, type Framing } from './frames.js';
import { LINE_AIR_MS, type Placed, type Plan, type PlannedSlot } from './search.js';
import { MAX_HELD_MS, MIN_HELD_MS, type SlotRule } from './slots.js';

/** A beat before its picture is chosen. */
interface Draft { rule: SlotRule; counts: number; placed: Placed | null }

/** Counts of the shortest and the longest picture without a line. */
const PICTURE_COUNTS: Readonly<Record<Slot, readonly [least: number, most: number]>> = {
  hook: [2, 4], setup: [2, 4], inciting: [2, 6], escalation: [2, 6], drop: [2, 4], climax: [2, 6], title: [2, 16], button: [2, 4],
};
/** Milliseconds of a slot for each picture without a line. */
const MS_PER_PICTURE = 7_500;
/** Picture sizes for the person who speaks, the preferred one first. */
const SIZES: Readonly<Record<Slot, readonly BeatSize[]>> = {
  hook: ['close', 'medium', 'two'], setup: ['medium', 'two', 'close'], inciting: ['close', 'medium', 'two'], escalation: ['medium', 'close', 'two'],
  drop: ['close', 'medium', 'two'], climax: ['close', 'medium', 'two'], title: ['wide'], button: ['medium', 'close', 'two'],
};
const LATE_SHARE = 0.35;
const LEAST_LATE_MS = 50;
const [MAX_GAIN_DB, GAIN_STEP_DB] = [3, 0.5];

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** How many pictures without a line come before each line of a slot, and after the last one. */
function gapsFor({ rule: { slot }, lines }: PlannedSlot, pictures: number): number[] {
  const places = lines.length + 1;
  const order: Partial<Record<Slot, number[]>> = {
    hook: [0], setup: [0, ...Array.from({ length: places - 1 }, (_, at) => at + 1)], inciting: [places - 1, 0], drop: [0], button: [0],
  };
  const spread = Array.from({ length: places }, (_, at) => (at + 1) % places);
  const preferred = order[slot] ?? spread;
  const gaps = Array.from({ length: places }, () => 0);
  for (let at = 0; at < pictures; at += 1) gaps[preferred[at % preferred.length]!]! += 1;
  return gaps;
}

/** Gives counts that are left to the beats with the least air. */
function addAir(drafts: Draft[], counts: number, countMs: number): void {
  const airOf = ({ counts: own, placed }: Draft): number => own * countMs - (placed?.scored.ms ?? 0);
  for (let left = counts; left > 0; left -= 1) {
    const tightest = drafts.reduce((one, other) => (airOf(other) < airOf(one) ? other : one));
    tightest.counts += 1;
  }
}

/** The beats of a slot: its lines, and pictures in the time that they leave. */
function draftsOf(slot: PlannedSlot, countMs: number): Draft[] {
  const { rule, lines } = slot;
  if (rule.slot === 'title') return [{ rule, counts: slot.counts, placed: null }];
  const left = slot.counts - total(lines.map(({ counts }) => counts));
  const [least, most] = PICTURE_COUNTS[rule.slot];
  const places = Math.max(1, Math.round((slot.counts * countMs) / MS_PER_PICTURE));
  const pictures = lines.length === 0 ? Math.max(1, Math.ceil(left / most))
    : Math.max(Math.min(places, Math.floor(left / least)), Math.ceil((left - lines.length) / most));
  const gaps = gapsFor(slot, pictures);
  const each = Array.from({ length: pictures }, (_, at) => Math.min(most, Math.floor(left / pictures) + (at < left % pictures ? 1 : 0)));
  const drafts: Draft[] = [];
  gaps.forEach((count, at) => {
    for (let picture = 0; picture < count; picture += 1) drafts.push({ rule, counts: each.shift()!, placed: null });
    const placed = lines[at];
    if (placed) drafts.push({ rule, counts: placed.counts, placed });
  });
  const withLines = drafts.filter(({ placed }) => placed);
  addAir(withLines.length > 0 ? withLines : drafts, slot.counts - total(drafts.map(({ counts }) => counts)), countMs);
  return drafts;
}

/** How many pictures follow one another within a beat, so that none is held longer than its slot allows and none is too short to be seen. */
function cutsOf({ rule, counts, placed }: Draft, countMs: number): number {
  const beatMs = counts * countMs;
  const heldMs = placed ? rule.heldMs : rule.slot === 'climax' ? countMs : rule.slot === 'escalation' ? 2 * countMs : MAX_HELD_MS;
  const wanted = Math.max(Math.ceil(beatMs / heldMs - 1e-9), Math.ceil(counts / Math.floor(MAX_HELD_MS / countMs)));
  return Math.max(1, Math.min(wanted, counts, Math.floor(beatMs / MIN_HELD_MS)));
}

const gainFor = (forceDb: number): number =>
  Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, Math.round(-forceDb / 2 / GAIN_STEP_DB) * GAIN_STEP_DB)) || 0;

/** A line in a beat: late by a part of the air, so that the cut is seen first. */
export function lineIn(scored: Scored, counts: number, countMs: number): BeatLine {
  const { entryIndex, sentence, speaker, text, fromMs, toMs, forceDb } = scored.unit;
  const air = counts * countMs - scored.ms;
  const offsetMs = Math.floor(Math.min(countMs / 2, Math.max(Math.min(LEAST_LATE_MS, air / 2), air * LATE_SHARE)));
  return { entryIndex, sentence, speaker, text, fromMs, toMs, offsetMs, gainDb: gainFor(forceDb) };
}

/** True when a line of this length can be heard in a beat of so many counts. */
export const fitsIn = (ms: number, counts: number, countMs: number): boolean => ms + LINE_AIR_MS <= counts * countMs;

type Moment = Pick<BeatPicture, 'sceneIndex' | 'entryIndex'>;

/** Framings for a narrated line: the people it is about or names, else the place. */
function framingsOfTold(source: CutSource, { unit, named }: Scored): Framing[] {
  const there = source.scenes.find(({ index }) => index === unit.sceneIndex)?.people ?? [];
  const seen = (unit.about ?? named).filter((person) => there.includes(person));
  const [one, other] = seen;
  return [
    ...(one !== undefined && other !== undefined ? [{ size: 'two' as const, people: [one, other] }] : []),
    ...(one !== undefined ? [{ size: 'medium' as const, people: [one] }] : []), { size: 'place', people: [] }, { size: 'wide', people: there },
  ];
}

/** Framings for a unit in a slot, whether its line is heard or only its moment is seen. */
export function framingsFor(source: CutSource, slot: Slot, scored: Scored): Framing[] {
  const { speaker, sceneIndex } = scored.unit;
  return speaker === null ? framingsOfTold(source, scored) : framingsOfSpeaker(source, sceneIndex, speaker, SIZES[slot]);
}

const momentOf = ({ unit: { sceneIndex, entryIndex } }: Scored): Moment => ({ sceneIndex, entryIndex });

/** Moments that pictures without a line may show, the most stirring first; never one that would give the end away. */
function momentsFor(source: CutSource, { zone: [from, until], before }: SlotRule): Scored[] {
  const shown = scoredUnits(source).filter((each) => each.until <= before && !each.unit.isStock);
  const own = shown.filter((each) => source.people.includes(each.unit.speaker ?? '') && each.from >= from && each.until <= until);
  return (own.length > 0 ? own : shown).sort((one, other) => other.heat - one.heat || one.order - other.order);
}

/** The other people in the scene of a line, sorted by how near to it they speak: somebody who enters later does not listen yet. */
function listenersTo({ units, scenes }: CutSource, { unit: { sceneIndex, entryIndex, speaker } }: Scored): string[] {
  const there = scenes.find(({ index }) => index === sceneIndex)?.people ?? [];
  const spoken = units.filter((unit) => unit.sceneIndex === sceneIndex);
  const away = new Map(there.map((person) =>
    [person, Math.min(Infinity, ...spoken.filter((unit) => unit.speaker === person).map((unit) => Math.abs(unit.entryIndex - entryIndex)))]));
  return there.filter((person) => person !== speaker).sort((one, other) => away.get(one)! - away.get(other)!);
}

/** `near` is the line nearest to a picture. `heard` is the line right before it, to which the people in the picture listen. */
interface Around { near: Scored | null; heard: Scored | null; isFirstOfSlot: boolean; title: string; countMs: number }
interface Seen { before: BeatPicture | null; people: string[]; moments: Set<number> }

/** Chooses a picture without a line: the place at the beginning, the listener of the line before it, or, after no line, faces that were not seen lately. */
function pictureAlone(
  source: CutSource, draft: Draft, { near, heard, isFirstOfSlot }: Pick<Around, 'near' | 'heard' | 'isFirstOfSlot'>, seen: Seen, cuts: number,
): { picture: BeatPicture; words: string } {
  const { slot } = draft.rule;
  const opening: Framing[] = [{ size: 'place', people: [] }, { size: 'wide', people: [] }];
  if (isFirstOfSlot && (slot === 'setup' || slot === 'hook')) {
    const shown = slot === 'setup' ? scoredUnits(source).find(({ unit }) => !unit.isStock) ?? near : near;
    if (shown) return { picture: framed(source, momentOf(shown), opening, seen), words: 'the place, before anybody speaks' };
  }
  const moments = momentsFor(source, draft.rule);
  const fresh = moments.filter((each) => !seen.moments.has(each.order));
  const recent = new Set(seen.people.slice(-2));
  const chosen = heard ?? (slot === 'climax' || slot === 'escalation' ? fresh.find(({ unit }) => !recent.has(unit.speaker ?? '')) ?? fresh[0] : near) ?? near ?? moments[0];
  if (!chosen) return { picture: { sceneIndex: source.scenes[0]?.index ?? 0, entryIndex: source.units[0]?.entryIndex ?? 0, size: 'place', people: [] }, words: 'the place' };
  seen.moments.add(chosen.order);
  const speaker = chosen.unit.speaker;
  const listeners = listenersTo(source, chosen);
  const [listener] = listeners;
  const faces = [...speaker === null ? [] : [speaker], ...listeners];
  const wished: Framing[] = slot === 'climax' && faces.length > 1 ? [{ size: 'two', people: faces.slice(0, 2) }, { size: 'wide', people: faces }]
    : listener !== undefined ? [{ size: slot === 'escalation' ? 'medium' : 'close', people: [listener] }, { size: 'two', people: faces.slice(0, 2) }]
      : framingsFor(source, slot, chosen);
  return { picture: framed(source, momentOf(chosen), wished, { before: seen.before, cuts }), words: slot === 'climax' ? 'quick faces' : listener === undefined ? 'a look around' : 'who listens' };
}

function beatOf(source: CutSource, draft: Draft, { near, heard, isFirstOfSlot, title, countMs }: Around, seen: Seen): Beat {
  const { rule: { slot }, counts, placed } = draft;
  if (slot === 'title') {
    const marks = [{ rule: 'card', points: 0, words: 'the name of the thing, on a stroke of the music' }];
    return { slot, counts, line: null, picture: null, card: title, cuts: 1, marks };
  }
  const cuts = cutsOf(draft, countMs);
  if (placed) {
    const picture = framed(source, momentOf(placed.scored), framingsFor(source, slot, placed.scored), seen);
    const marks = placed.marks.map((mark) => ({ ...mark, points: Math.round(100 * mark.points) / 100 }));
    return { slot, counts, line: lineIn(placed.scored, counts, countMs), picture, card: null, cuts, marks };
  }
  const { picture, words } = pictureAlone(source, draft, { near, heard, isFirstOfSlot }, seen, cuts);
  return { slot, counts, line: null, picture, card: null, cuts, marks: [{ rule: 'picture', points: 0, words }] };
}

/** The beats of a plan, each a whole number of counts: lines, pictures in the time that they leave, and the card. */
export function beatsOf(source: CutSource, plan: Plan, title: string): Beat[] {
  const countMs = msOfCounts(plan, 1);
  const seen: Seen = { before: null, people: [], moments: new Set(plan.slots.flatMap(({ lines }) => lines.map(({ scored }) => scored.order))) };
  let last: Scored | null = null;
  return plan.slots.flatMap((slot): Beat[] => {
    const drafts = draftsOf(slot, countMs);
    return drafts.map((draft, at) => {
      const nearest = drafts.slice(at).find(({ placed }) => placed) ?? drafts.slice(0, at).reverse().find(({ placed }) => placed);
      const near = nearest?.placed?.scored ?? momentsFor(source, slot.rule)[0] ?? null;
      const beat = beatOf(source, draft, { near, heard: last, isFirstOfSlot: at === 0, title, countMs }, seen);
      last = draft.placed?.scored ?? null;
      const frames = framesOf(beat);
      seen.before = frames.at(-1) ?? null;
      seen.people.push(...frames.flatMap(({ people }) => people));
      return beat;
    });
  });
}
