import { msOfCounts, type Beat, type Cut, type CutSource, type CutWish, type Slot } from './cut.js';
import { leadsOf, scoredUnits, type Scored } from './criteria.js';
import { countsOfFrames, framesOf, framingKey } from './frames.js';
import { isVouchedFor, SLOT_RULES, SPOILERS } from './slots.js';

export const CRITERIA = ['length', 'leads', 'spoilers', 'speech', 'stands alone', 'speakers', 'rising heat', 'shots', 'repeated words', 'pictures'] as const;
export type Criterion = (typeof CRITERIA)[number];

/** A line that a fact concerns, with a remark about it. */
export interface Concerned { beat: number; text: string; words: string }

/** The measurement of a cut by one criterion. */
export interface CutFact {
  criterion: Criterion;
  isMet: boolean;
  /** The measured value; `wanted` names its unit. */
  value: number;
  wanted: string;
  /** The finding, in words for people. */
  words: string;
  concerned: readonly Concerned[];
}

const LENGTH_TOLERANCE_MS = 1;
const SPEECH = { least: 0.25, most: 0.7 } as const;
/** A line that leans at least this much on unheard words is not understood. */
const LEANS = 0.5;
const MOST_LEANING_SHARE = 0.15;
/** How many lines may repeat words of other lines: this number, or in a long trailer this share. */
const REPEATED = { lines: 2, share: 0.15 } as const;
const MOST_IN_A_ROW = 2;

interface Heard { at: number; beat: Beat; scored: Scored }

const rounded = (value: number): number => Math.round(1_000 * value) / 1_000;
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const said = ({ at, scored }: Heard, words: string): Concerned => ({ beat: at, text: scored.unit.text, words });

function heardIn(source: CutSource, { beats }: Cut): Heard[] {
  const units = scoredUnits(source);
  return beats.flatMap((beat, at): Heard[] => {
    const scored = beat.line && units.find(({ unit }) => unit.entryIndex === beat.line!.entryIndex && unit.sentence === beat.line!.sentence);
    return scored ? [{ at, beat, scored }] : [];
  });
}

function lengthFact(cut: Cut, { seconds }: CutWish): CutFact {
  const ms = msOfCounts(cut, total(cut.beats.map(({ counts }) => counts)));
  const isMet = Math.abs(ms - seconds * 1_000) <= LENGTH_TOLERANCE_MS && cut.beats.every(({ counts }) => Number.isInteger(counts));
  return { criterion: 'length', isMet, value: rounded(ms / 1_000), wanted: `${seconds} s in whole counts`, words: `it lasts ${(ms / 1_000).toFixed(2)} s`, concerned: [] };
}

function leadsFact(source: CutSource, cut: Cut, heard: readonly Heard[]): CutFact {
  const leads = leadsOf(source);
  const seen = new Set(cut.beats.flatMap((beat) => framesOf(beat).flatMap(({ people }) => people)));
  const isThere = (lead: string): boolean => heard.some(({ scored }) => scored.unit.speaker === lead)
    && (seen.has(lead) || heard.some(({ scored }) => scored.named.includes(lead)));
  const missing = leads.filter((lead) => !isThere(lead));
  return {
    criterion: 'leads', isMet: missing.length === 0, value: leads.length - missing.length, wanted: `${leads.length} people heard, and seen or named`, concerned: [],
    words: leads.length === 0 ? 'the read has no people' : missing.length === 0 ? `${leads.join(' and ')} are heard, and seen or named` : `${missing.join(' and ')} cannot be met`,
  };
}

function spoilersFact(source: CutSource, cut: Cut, heard: readonly Heard[]): CutFact {
  const limit = (slot: Slot): number => SLOT_RULES.find((rule) => rule.slot === slot)!.before;
  const risky = heard.filter(({ scored: { unit } }) => !isVouchedFor(unit));
  const late = risky.filter(({ beat, scored }) => scored.until > limit(beat.slot));
  const last = Math.max(0, ...risky.map(({ scored }) => scored.until));
  const vouched = new Set(heard.filter(({ scored: { unit } }) => isVouchedFor(unit)).map(({ scored: { unit } }) => unit.entryIndex));
  const ends = scoredUnits(source).filter(({ until }) => until > SPOILERS.all).map(({ unit }) => unit.entryIndex);
  const firstOfEnd = Math.min(Infinity, ...ends);
  const shown = cut.beats.flatMap(({ picture }, at) => (picture && picture.entryIndex > firstOfEnd && !vouched.has(picture.entryIndex) ? [{ beat: at, text: '', words: 'shows the end' }] : []));
  return {
    criterion: 'spoilers', isMet: late.length + shown.length === 0, value: rounded(last), wanted: `at most ${SPOILERS.all} of the read, ${SPOILERS.hottest} in drop and climax`,
    words: `what nobody vouches for ends at ${Math.round(100 * last)} % of the read`, concerned: [...late.map((one) => said(one, 'comes from the end')), ...shown],
  };
}

function speechFact(cut: Cut, { seconds }: CutWish, heard: readonly Heard[]): CutFact {
  const share = total(heard.map(({ scored }) => scored.ms)) / (seconds * 1_000);
  return {
    criterion: 'speech', isMet: share >= SPEECH.least && share <= SPEECH.most, value: rounded(share), wanted: `${SPEECH.least} to ${SPEECH.most} of the time`,
    words: `somebody speaks in ${Math.round(100 * share)} % of it`, concerned: [],
  };
}

/** True when the unit right before this one in the read is also heard right before it, so that what it leans on is heard. */
const isCarried = (heard: readonly Heard[], index: number): boolean => index > 0 && heard[index - 1]!.scored.order === heard[index]!.scored.order - 1;

function standsFact(heard: readonly Heard[]): CutFact {
  const leaning = heard.filter(({ scored }, index) => scored.leaning >= LEANS && !isCarried(heard, index));
  const share = leaning.length / Math.max(1, heard.length);
  return {
    criterion: 'stands alone', isMet: share <= MOST_LEANING_SHARE, value: rounded(share), wanted: `at most ${MOST_LEANING_SHARE} of the lines lean on what is not heard`,
    words: leaning.length === 0 ? 'every line can be understood' : `${leaning.length} of ${heard.length} lines lean on what is not heard`,
    concerned: leaning.map((one) => said(one, one.scored.marks.find(({ rule }) => rule === 'stands alone')!.words)),
  };
}

function speakersFact({ people }: CutSource, heard: readonly Heard[]): CutFact {
  let longest = 0;
  let run: Heard[] = [];
  const runs: Concerned[] = [];
  heard.forEach((one, index) => {
    const isSameLine = isCarried(heard, index) && one.scored.unit.entryIndex === heard[index - 1]!.scored.unit.entryIndex;
    const isRun = run.length > 0 && run[0]!.scored.unit.speaker === one.scored.unit.speaker && !isSameLine;
    run = isRun ? [...run, one] : [one];
    longest = Math.max(longest, run.length);
    if (run.length > MOST_IN_A_ROW) runs.push(said(one, `${one.scored.unit.speaker ?? 'the narrator'} again`));
  });
  return {
    criterion: 'speakers', isMet: runs.length === 0 || people.length < 2, value: longest, wanted: `at most ${MOST_IN_A_ROW} lines of one speaker in a row`,
    words: longest <= 1 ? 'speakers alternate' : `one speaker has ${longest} lines in a row`, concerned: runs,
  };
}

/** Ranks from 1; equal values share the mean of theirs. */
function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** Spearman's rank correlation of values with their order, −1 to 1; 0 where nothing varies. */
export function risesBy(values: readonly number[]): number {
  const ranks = ranksOf(values);
  const places = values.map((_, at) => at + 1);
  const mean = (values.length + 1) / 2;
  const covariance = total(ranks.map((rank, at) => (rank - mean) * (places[at]! - mean)));
  const spread = Math.sqrt(total(ranks.map((rank) => (rank - mean) ** 2)) * total(places.map((place) => (place - mean) ** 2)));
  return spread === 0 ? 0 : covariance / spread;
}

const RISING: readonly Slot[] = ['setup', 'inciting', 'escalation', 'climax'];

function heatFact(heard: readonly Heard[]): CutFact {
  const course = heard.filter(({ beat }) => RISING.includes(beat.slot));
  const value = rounded(risesBy(course.map(({ scored }) => scored.heat)));
  const coldest = course.filter(({ beat, scored }) => beat.slot === 'climax' && scored.heat <= 0);
  return {
    criterion: 'rising heat', isMet: value > 0, value, wanted: 'a rank correlation above 0 from setup to climax',
    words: value > 0.3 ? 'it gets hotter' : value > 0 ? 'it gets a little hotter' : 'it does not get hotter',
    concerned: coldest.map((one) => said(one, 'stirs nobody in the climax')),
  };
}

/** The pictures of a cut, each with its slot, its beat and its duration in milliseconds. */
function shotsOf(cut: Cut): { slot: Slot; ms: number; at: number }[] {
  return cut.beats.flatMap((beat, at) => (beat.picture ? countsOfFrames(beat).map((counts) => ({ slot: beat.slot, at, ms: msOfCounts(cut, counts) })) : []));
}

function shotsFact(cut: Cut): CutFact {
  const shots = shotsOf(cut);
  const means = RISING.flatMap((slot) => {
    const own = shots.filter((shot) => shot.slot === slot).map(({ ms }) => ms);
    return own.length > 0 ? [total(own) / own.length] : [];
  });
  const value = rounded(-risesBy(means));
  return {
    criterion: 'shots', isMet: value > 0, value, wanted: 'shots that get shorter from setup to climax: a rank correlation above 0', concerned: [],
    words: `shots last ${means.map((ms) => (ms / 1_000).toFixed(1)).join(', ')} s`,
  };
}

function repeatedFact(heard: readonly Heard[]): CutFact {
  const before = new Set<string>();
  const repeated: Concerned[] = [];
  for (const one of heard) {
    const again = [...one.scored.stems].filter((stem) => before.has(stem));
    if (again.length > 0) repeated.push(said(one, `says again: ${again.join(', ')}`));
    for (const stem of one.scored.stems) before.add(stem);
  }
  const most = Math.max(REPEATED.lines, Math.floor(REPEATED.share * heard.length));
  return {
    criterion: 'repeated words', isMet: repeated.length <= most, value: repeated.length, wanted: `at most ${most} lines with words of others`,
    words: repeated.length === 0 ? 'no line repeats another' : `${repeated.length} lines repeat words of others`, concerned: repeated,
  };
}

function picturesFact(source: CutSource, cut: Cut): CutFact {
  const alike: Concerned[] = [];
  const framings = new Set<string>();
  let before: string | null = null;
  cut.beats.forEach((beat, at) => {
    const frames = framesOf(beat).map(framingKey);
    for (const [index, key] of frames.entries()) {
      if (key === (index === 0 ? before : frames[index - 1])) alike.push({ beat: at, text: beat.line?.text ?? '', words: 'looks like the picture before it' });
      framings.add(key);
    }
    before = frames.at(-1) ?? null;
  });
  return {
    criterion: 'pictures', isMet: alike.length === 0, value: framings.size, wanted: 'no picture like the one before it',
    words: `${framings.size} different pictures in ${cut.beats.length} beats`, concerned: alike,
  };
}

/** Facts about a cut, criterion by criterion, with the lines concerned. */
export function judgeCut(source: CutSource, wish: CutWish, cut: Cut): CutFact[] {
  const heard = heardIn(source, cut);
  return [
    lengthFact(cut, wish), leadsFact(source, cut, heard), spoilersFact(source, cut, heard), speechFact(cut, wish, heard), standsFact(heard),
    speakersFact(source, heard), heatFact(heard), shotsFact(cut), repeatedFact(heard), picturesFact(source, cut),
  ];
}
