import { seeded } from '../sounds/dsp.js';

/** Choices that are the same for the same seed on every machine. */
export interface Chance {
  /** 0 to 1. */
  share(): number;
  pick<T>(values: readonly T[]): T;
  /** True as often as the share says. */
  hits(share: number): boolean;
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619), 2_166_136_261);

/** A stream of choices of its own for a seed and a purpose, so that one more choice here changes nothing there. */
export function chanceOf(seed: string, purpose: string): Chance {
  const share = seeded(hashOf(`${purpose} ${seed}`));
  return { share, pick: (values) => values[Math.floor(share() * values.length)]!, hits: (wanted) => share() < wanted };
}
