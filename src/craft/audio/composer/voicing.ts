import { pitchClass, tonesOf, type Chord } from './harmony.js';

/** A chord as four voices, from the lowest up, as MIDI keys. */
export type Voicing = readonly [bass: number, low: number, middle: number, high: number];

/** The range of the three upper voices in MIDI keys, and the key around which they should lie. */
export interface Register { lowest: number; highest: number; centre: number }

const BASS = { lowest: 33, highest: 52, centre: 41 };
const WIDEST_GAP = 12;
const LEAP = 7;

/** All MIDI keys of a tone within a range. */
function keysOf(tonic: number, tone: number, lowest: number, highest: number): number[] {
  const first = lowest + pitchClass(tonic + tone - lowest);
  return Array.from({ length: Math.max(0, Math.floor((highest - first) / 12) + 1) }, (_, octave) => first + 12 * octave);
}

/**
 * All voicings of a chord that contain its root and its third, double no leading tone, keep the bass below the upper voices, and have no gap above an octave
 * between upper voices.
 */
function voicingsOf(chord: Chord, tonic: number, { lowest, highest }: Register): Voicing[] {
  const upper = tonesOf(chord).flatMap((tone) => keysOf(tonic, tone, lowest, highest)).sort((one, other) => one - other);
  const found: Voicing[] = [];
  for (const bass of keysOf(tonic, chord.bass, BASS.lowest, BASS.highest)) {
    for (let low = 0; low < upper.length; low++) {
      for (let middle = low + 1; middle < upper.length; middle++) {
        for (let high = middle + 1; high < upper.length; high++) {
          const voicing: Voicing = [bass, upper[low]!, upper[middle]!, upper[high]!];
          if (isComplete(voicing, chord, tonic)) found.push(voicing);
        }
      }
    }
  }
  return found;
}

function isComplete(voicing: Voicing, chord: Chord, tonic: number): boolean {
  const [bass, low, middle, high] = voicing;
  if (middle - low > WIDEST_GAP || high - middle > WIDEST_GAP || low <= bass) return false;
  const tones = voicing.map((key) => pitchClass(key - tonic));
  if (!tones.includes(chord.root) || !tones.includes(chord.third)) return false;
  return !chord.raised || tones.filter((tone) => tone === chord.third).length === 1;
}

/** Whether two voices move in parallel fifths or octaves from one chord to the next. */
export function movesInParallel(from: readonly [number, number], to: readonly [number, number]): boolean {
  if (from[0] === to[0] || from[1] === to[1]) return false;
  const interval = pitchClass(from[1] - from[0]);
  return (interval === 0 || interval === LEAP) && interval === pitchClass(to[1] - to[0]);
}

const PARALLEL_COST = 400;

function stepCost(from: Voicing, to: Voicing): number {
  let cost = 0;
  for (let voice = 0; voice < 4; voice++) {
    const move = Math.abs(to[voice]! - from[voice]!);
    cost += voice === 0 ? move * 0.4 : move + (move > LEAP ? 8 : 0);
    for (let other = voice + 1; other < 4; other++) {
      if (movesInParallel([from[voice]!, from[other]!], [to[voice]!, to[other]!])) cost += PARALLEL_COST;
    }
  }
  return cost;
}

const placeCost = ([bass, low, middle, high]: Voicing, { centre }: Register): number =>
  Math.abs((low + middle + high) / 3 - centre) * 0.8 + Math.abs(bass - BASS.centre) * 0.3;

/** How many of the best paths the search keeps for each chord. */
const KEPT_PATHS = 24;

interface Path { voicing: Voicing; cost: number; before: Path | null }

/**
 * Writes chords in four voices with the least total motion: each voice stays or moves to a near tone, and parallel fifths and octaves occur only where
 * nothing else is possible. The chords are in the key of `tonic`, a MIDI key.
 */
export function voiced(chords: readonly Chord[], tonic: number, register: Register): Voicing[] {
  let paths: Path[] = [];
  const known = new Map<string, Voicing[]>();
  for (const chord of chords) {
    const options = known.get(chord.name) ?? voicingsOf(chord, tonic, register);
    known.set(chord.name, options);
    paths = options.map((voicing) => reached(voicing, paths, register)).sort((one, other) => one.cost - other.cost).slice(0, KEPT_PATHS);
  }
  const found: Voicing[] = [];
  for (let path: Path | null = paths[0] ?? null; path; path = path.before) found.push(path.voicing);
  return found.reverse();
}

/** The cheapest path to a voicing. */
function reached(voicing: Voicing, paths: readonly Path[], register: Register): Path {
  const own = placeCost(voicing, register);
  let [cost, before]: [number, Path | null] = [paths.length === 0 ? 0 : Infinity, null];
  for (const path of paths) {
    // Paths are sorted by cost, so the remaining ones cannot be cheaper.
    if (path.cost >= cost) break;
    const whole = path.cost + stepCost(path.voicing, voicing);
    if (whole < cost) [cost, before] = [whole, path];
  }
  return { voicing, cost: cost + own, before };
}
