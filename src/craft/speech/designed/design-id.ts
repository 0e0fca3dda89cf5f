import type { Gender } from '../../screenplay/model.js';
import type { Voice } from '../port.js';

/** The kind of person that a designed voice belongs to. */
export interface DesignedPerson { gender: Gender; ageRange: Voice['ageRange'] }

const GENDERS: readonly (readonly [letter: string, gender: Gender])[] = [['f', 'female'], ['m', 'male'], ['n', 'neutral']];
const AGES: readonly (readonly [letter: string, age: Voice['ageRange']])[] = [
  ['c', 'child'], ['t', 'teen'], ['y', 'young_adult'], ['a', 'adult'], ['s', 'senior'],
];

/** A number of a recipe as written in the id: a letter and a whole number within bounds. */
export interface IdNumber {
  letter: string;
  min: number;
  max: number;
  /** Converts a value to a whole number: the value is multiplied by `scale`, then `offset` is added. */
  scale: number;
  offset?: number;
}

export const GAIN: IdNumber = { letter: 'g', min: 100, max: 500, scale: 10, offset: 300 };

/** Loudness to which the gain of every embedded voice brings it (ITU-R BS.1770). */
export const VOICE_LUFS = -24;

/** The value as the id can hold it: rounded and within the bounds. */
export function storable({ min, max, scale, offset = 0 }: IdNumber, value: number): number {
  return (Math.min(Math.max(Math.round(value * scale) + offset, min), max) - offset) / scale;
}

export const numberPart = (kind: IdNumber, value: number): string =>
  `${kind.letter}${Math.round(storable(kind, value) * kind.scale) + (kind.offset ?? 0)}`;

/** The value of a part such as `p108`; null when the letter is another, the number is out of bounds or written differently. */
export function findNumber({ letter, min, max, scale, offset = 0 }: IdNumber, part: string | undefined): number | null {
  const digits = part?.startsWith(letter) ? part.slice(letter.length) : '';
  if (!/^(?:0|[1-9]\d{0,3})$/.test(digits)) return null;
  const whole = Number(digits);
  return whole < min || whole > max ? null : (whole - offset) / scale;
}

export const personPart = ({ gender, ageRange }: DesignedPerson): string =>
  `${GENDERS.find(([, each]) => each === gender)![0]}${AGES.find(([, each]) => each === ageRange)![0]}`;

export function findPerson(part: string | undefined): DesignedPerson | null {
  if (part?.length !== 2) return null;
  const gender = GENDERS.find(([letter]) => letter === part[0])?.[1];
  const ageRange = AGES.find(([letter]) => letter === part[1])?.[1];
  return gender && ageRange ? { gender, ageRange } : null;
}

/** The part of an id for a voice with the tremor of old age (`v`) or a steady voice (`s`). */
export const tremorPart = (vibrato: boolean): string => (vibrato ? 'v' : 's');
export const findTremor = (part: string | undefined): boolean | null => (part === 'v' ? true : part === 's' ? false : null);
