import { seeded } from '../sounds/dsp.js';

/** Choices that are the same for the same seed on every machine. */
export interface Chance {
  /** The next number from 0 to 1. */
  share(): number;
  pick<T>(values: readonly T[]): T;
  /** True with this probability. */
  hits(share: number): boolean;
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619), 2_166_136_261);

/** A separate stream of choices for a seed and a purpose, so that an additional choice for one purpose changes nothing for the others. */
export function chanceOf(seed: string, purpose: string): Chance {
  const share = seeded(hashOf(`${purpose} ${seed}`));
  return { share, pick: (values) => values[Math.floor(share() * values.length)]!, hits: (wanted) => share() < wanted };
}
