import { chanceOf, type Chance } from '../chance.js';
import type { CutScoreWish, CutSection } from '../cut-wish.js';
import type { Bar, Form, Phrase, Telling } from '../form.js';
import { chordsOf, type Chord, type Mode } from '../harmony.js';
import { MOOD_STYLES } from '../moods.js';

/** A section placed on its counts, with its own bars. Times are in seconds of the piece. */
export interface SectionForm extends CutSection {
  fromCount: number;
  at: number;
  lasts: number;
  isLast: boolean;
  form: Form;
}

/** The plan of music for a cut. */
export interface CutForm {
  secondsPerCount: number;
  durationMs: number;
  sections: readonly SectionForm[];
  /** Counts with a stroke, in ascending order, and their times in seconds. */
  hits: readonly number[];
  strikesAt: readonly number[];
}

type Beats = Form['beats'];

/** The range of tempos, in counts per minute. */
const SLOWEST = 30;
const FASTEST = 240;

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 0;
const isLevel = (value: number): boolean => value >= 0 && value <= 1;

/** Throws `RangeError` for a wish that cannot be counted. */
function requireWish({ countsPerMinute, sections, hits }: CutScoreWish): void {
  if (!(countsPerMinute >= SLOWEST && countsPerMinute <= FASTEST)) throw new RangeError(`no music has ${countsPerMinute} counts a minute`);
  if (sections.length === 0) throw new RangeError('music for a cut has at least one section');
  for (const { counts, level, countsPerMinute: own = countsPerMinute } of sections) {
    if (!(own >= SLOWEST && own <= FASTEST)) throw new RangeError(`no section has ${own} counts a minute`);
    if (!isCount(counts) || counts === 0) throw new RangeError(`a section lasts whole counts, not ${counts}`);
    if (!level.every(isLevel)) throw new RangeError(`a level lies between 0 and 1, not at ${level.join(' and ')}`);
  }
  const total = sections.reduce((sum, { counts }) => sum + counts, 0);
  const wrong = hits.find((hit) => !isCount(hit) || hit >= total);
  if (wrong !== undefined) throw new RangeError(`nothing strikes on count ${wrong} of ${total}`);
}

/** Beats per bar. A section with a theme that is too short for bars of four gets bars of three. */
function beatsIn({ counts, role }: CutSection, usual: Beats): Beats {
  return (role === 'theme' || role === 'full') && counts >= 3 && counts < 2 * usual && (counts < usual || counts >= 6) ? 3 : usual;
}

/** Counts of each bar of a section: whole bars, then one with the rest. At the end of the piece the last whole bar takes the rest too, because it rings. */
function barCounts(counts: number, beats: Beats, isLast: boolean): number[] {
  const [whole, rest] = [Math.floor(counts / beats), counts % beats];
  const bars = Array.from({ length: whole }, (): number => beats);
  if (rest === 0) return bars;
  if (whole === 0 || !isLast) return [...bars, rest];
  return [...bars.slice(0, -1), beats + rest];
}

/** `bars` bars of an open progression: starts with its first chord and ends with its last. */
const leading = (chords: readonly Chord[], bars: number): Chord[] =>
  Array.from({ length: bars }, (_, bar) => (bar === bars - 1 && bars > 1 ? chords.at(-1)! : chords[bar % chords.length]!));

/** `bars` bars that end on the tonic chord. */
const closing = (chords: readonly Chord[], bars: number): Chord[] =>
  (bars <= chords.length ? chords.slice(-bars) : [...leading(chords, bars - 2), ...chords.slice(-2)]);

/** The progressions of a piece. The theme has the same one everywhere but in the last section, which ends with `closed`. */
interface Harmonies { mode: Mode; theme: Chord[]; drive: Chord[]; closed: Chord[]; home: Chord }

function harmoniesOf({ mood }: CutScoreWish, chance: Chance): Harmonies {
  const { mode, open, closed } = chance.pick(MOOD_STYLES[mood].harmonies);
  const named = (names: readonly string[]): Chord[] => chordsOf(mode, chance.pick(names));
  // The theme prefers progressions that start on the tonic, so that its return is recognised.
  const theme = open.filter((names) => names.startsWith('1'));
  return { mode, theme: named(theme.length > 0 ? theme : open), drive: named(open), closed: named(closed), home: chordsOf(mode, '1')[0]! };
}

function chordsIn({ role }: CutSection, bars: number, isLast: boolean, { theme, drive, closed, home }: Harmonies): Chord[] {
  const still = Array.from({ length: bars }, () => home);
  switch (role) {
    case 'held': return isLast || bars < 3 ? still : leading(theme.flatMap((chord) => [chord, chord]), bars);
    case 'fall': case 'hit': return still;
    case 'bare': return closing(closed, bars);
    case 'theme': case 'full': return isLast ? closing(closed, bars) : leading(theme, bars);
    case 'pulse': return isLast ? closing(closed, bars) : leading(drive, bars);
  }
}

const PHRASE_BARS = 4;

/**
 * Groups the whole bars into phrases of four, each with the theme, or only with its head when a single bar is left; a remaining bar of another length has no
 * theme.
 */
function phrasesOf(bars: readonly number[], beats: Beats): Phrase[] {
  const whole = bars.filter((counts) => counts === beats).length;
  const phrases: Phrase[] = [];
  for (let first = 0; first < whole; first += PHRASE_BARS) {
    const length = Math.min(PHRASE_BARS, whole - first);
    phrases.push({ first, bars: length, telling: (length === 1 ? 'head' : 'theme') satisfies Telling });
  }
  if (whole < bars.length) phrases.push({ first: whole, bars: bars.length - whole, telling: 'rest' });
  return phrases;
}

/**
 * Plans music for a cut: sections begin on their counts, and each section starts its own bars there, so that no bar reaches into the next section. Throws
 * `RangeError` for a wish that cannot be counted.
 */
export function cutFormOf(wish: CutScoreWish): CutForm {
  requireWish(wish);
  const chance = chanceOf(wish.seed, 'cut');
  const style = MOOD_STYLES[wish.mood];
  const [low, high] = style.keys;
  const tonic = Math.round(low + (high - low) * chance.share());
  const usual = chance.pick(style.beats);
  const harmonies = harmoniesOf(wish, chance);
  const secondsPerCount = 60 / wish.countsPerMinute;
  const sections: SectionForm[] = [];
  let fromCount = 0;
  for (const [index, section] of wish.sections.entries()) {
    const isLast = index === wish.sections.length - 1;
    const beats = beatsIn(section, usual);
    const counts = barCounts(section.counts, beats, isLast);
    const chords = chordsIn(section, counts.length, isLast, harmonies);
    const phrases = phrasesOf(counts, beats);
    const [from, to] = section.level;
    const bars: Bar[] = [];
    let before = 0;
    for (const [bar, barLength] of counts.entries()) {
      bars.push({
        chord: chords[bar]!, at: (fromCount + before) * secondsPerCount, lasts: barLength * secondsPerCount,
        phrase: phrases.findLastIndex(({ first }) => first <= bar), level: from + ((to - from) * (before + barLength / 2)) / section.counts,
      });
      before += barLength;
    }
    const form: Form = { mode: harmonies.mode, tonic, beats, bpm: wish.countsPerMinute, bars, phrases };
    sections.push({ ...section, fromCount, at: fromCount * secondsPerCount, lasts: section.counts * secondsPerCount, isLast, form });
    fromCount += section.counts;
  }
  const titles = sections.filter(({ role }) => role === 'hit').map((section) => section.fromCount);
  const hits = [...new Set([...wish.hits, ...titles])].sort((one, other) => one - other);
  return { secondsPerCount, durationMs: fromCount * secondsPerCount * 1_000, sections, hits, strikesAt: hits.map((count) => count * secondsPerCount) };
}
