import { chanceOf, type Chance } from './chance.js';

/** A theme of two bars that works in every mode, metre and tempo: a rhythm, and a line in degrees of the scale in which it is played. */
export interface Theme {
  /** Index in `RHYTHMS`. */
  rhythm: number;
  /** Degree of each note; 0 is the tonic. */
  degrees: readonly number[];
}

/** Note lengths of two bars, in beats, for bars of three and of four beats. Both lists have the same number of notes. */
export const RHYTHMS: readonly { 3: readonly number[]; 4: readonly number[] }[] = [
  { 4: [1.5, 0.5, 1, 1, 3, 1], 3: [1, 0.5, 0.5, 1, 2, 1] },
  { 4: [2, 1, 1, 2, 2], 3: [1, 1, 1, 2, 1] },
  { 4: [1, 1, 2, 1, 1, 2], 3: [0.5, 0.5, 2, 0.5, 0.5, 2] },
  { 4: [3, 1, 1.5, 0.5, 2], 3: [2, 1, 1.5, 0.5, 1] },
  { 4: [0.5, 0.5, 1, 2, 4], 3: [0.5, 0.5, 1, 1, 3] },
  { 4: [2, 2, 1, 1, 1, 1], 3: [2, 1, 1, 1, 0.5, 0.5] },
  { 4: [1, 3, 1, 3], 3: [1, 2, 1, 2] },
  { 4: [1, 0.5, 0.5, 2, 2, 2], 3: [1.5, 0.5, 0.5, 0.5, 2, 1] },
  { 4: [3, 0.5, 0.5, 3, 1], 3: [2, 0.5, 0.5, 2, 1] },
];

const LOWEST = -3;
const HIGHEST = 7;
/** Degrees of the tonic chord, on which a theme begins and ends. */
const RESTS = [0, 2, 4, 7, -3];
const LEAPS = [3, 4, 5, 3, -3, -4];
const FEWEST_TONES = 3;

/** Degrees for `length` notes: steps, and one leap with a step back after it. */
function line(chance: Chance, length: number): number[] {
  const leapAt = 1 + Math.floor(chance.share() * Math.min(3, length - 2));
  const leap = chance.pick(LEAPS);
  const degrees = [chance.pick([0, 2, 4, 0])];
  for (let index = 1; index < length; index++) {
    const before = degrees.at(-1)!;
    if (index === leapAt) degrees.push(before + leap);
    else if (index === leapAt + 1) degrees.push(before - Math.sign(leap));
    else degrees.push(before + chance.pick([-1, 1, -1, 1, -2, 2, 0]));
  }
  return degrees;
}

const isSingable = (degrees: readonly number[]): boolean => Math.min(...degrees) >= LOWEST && Math.max(...degrees) <= HIGHEST
  && RESTS.includes(degrees.at(-1)!) && new Set(degrees).size >= FEWEST_TONES;

/** The theme of a seed. It is reproducible, and themes of different seeds are hardly ever equal. */
export function themeOf(seed: string): Theme {
  const chance = chanceOf(seed, 'theme');
  const rhythm = Math.floor(chance.share() * RHYTHMS.length);
  const length = RHYTHMS[rhythm]![4].length;
  for (;;) {
    const degrees = line(chance, length);
    if (isSingable(degrees)) return { rhythm, degrees };
  }
}
