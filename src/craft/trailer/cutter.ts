import { beatsOf } from './beats.js';
import { TRAILER_SECONDS, type Cut, type CutSource, type CutWish } from './cut.js';
import { scoredUnits } from './criteria.js';
import { TooLittle } from './refusals.js';
import { bestPlan, usualPreferences, type Plan, type Preferences } from './search.js';
import { SPOILERS } from './slots.js';

/** The least share of speech: a trailer with less tells nothing. */
const LEAST_SPEECH = 0.2;
const SECONDS_PER_LINE = 9;
/** A trailer may last at most this share of its read; after a longer one nobody would listen to the read. */
const MOST_OF_READ = 0.5;
/** A read must have this many times more usable speech than the trailer plays. */
const CHOICE = 1.5;
const STEP_SECONDS = 5;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Milliseconds of all lines that a trailer may use. */
function usableMs(source: CutSource, { allows }: Preferences): number {
  return total(scoredUnits(source).filter((each) => each.until <= SPOILERS.all && !each.unit.isStock && each.points > -1 && allows(each, 'escalation')).map(({ ms }) => ms));
}

function isEnough(source: CutSource, plan: Plan, seconds: number, preferences: Preferences): boolean {
  const lines = plan.slots.flatMap((slot) => slot.lines);
  const spokenMs = total(lines.map(({ scored }) => scored.ms));
  const share = LEAST_SPEECH * Math.min(1, preferences.talk);
  return spokenMs >= share * seconds * 1_000 && lines.length >= Math.floor((Math.min(1, preferences.talk) * seconds) / SECONDS_PER_LINE)
    && usableMs(source, preferences) >= CHOICE * spokenMs;
}

/** The best plan for a wish; null when the read does not have enough for it. */
function planFor(source: CutSource, wish: CutWish, preferences: Preferences): Plan | null {
  if (wish.seconds * 1_000 > MOST_OF_READ * source.durationMs) return null;
  const plan = bestPlan(source, wish, preferences);
  return plan && isEnough(source, plan, wish.seconds, preferences) ? plan : null;
}

/** The longest shorter trailer, in seconds, for which the read has enough; null when there is none. */
function secondsThatDo(source: CutSource, wish: CutWish, preferences: Preferences): number | null {
  for (let seconds = Math.ceil(wish.seconds / STEP_SECONDS - 1) * STEP_SECONDS; seconds >= TRAILER_SECONDS.least; seconds -= STEP_SECONDS) {
    if (planFor(source, { ...wish, seconds }, preferences)) return seconds;
  }
  return null;
}

/**
 * Cuts a trailer by preferences in addition to the wish. Raises `TooLittle` when the read has not enough, and `RangeError` for a length outside
 * `TRAILER_SECONDS`.
 */
export function cutBy(source: CutSource, wish: CutWish, preferences: Preferences): Cut {
  const { least, most } = TRAILER_SECONDS;
  if (!(wish.seconds >= least && wish.seconds <= most)) throw new RangeError(`a trailer lasts ${least} to ${most} seconds`);
  const plan = planFor(source, wish, preferences);
  if (!plan) throw new TooLittle(wish.seconds, secondsThatDo(source, wish, preferences));
  return { countsPerMinute: plan.countsPerMinute, beats: beatsOf(source, plan, wish.title) };
}

/**
 * Cuts a trailer of exactly `wish.seconds` from a read: lines for each slot, chosen together with the tempo, pictures between them, and a card. Raises
 * `TooLittle` when the read has not enough for it.
 */
export const cutTrailer = (source: CutSource, wish: CutWish): Cut => cutBy(source, wish, usualPreferences(source));
