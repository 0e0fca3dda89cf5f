import { createHash } from 'node:crypto';

/** Numbers that depend only on the seed, the same in every process. */
export interface Random {
  /** In `[0, 1)`. */
  next(): number;
  between(min: number, max: number): number;
  /** From `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  chance(probability: number): boolean;
  /** Another generator; its numbers do not depend on how many this one has returned. */
  fork(name: string): Random;
}

/** The sfc32 generator, seeded by SHA-256: integer arithmetic only. */
export function seeded(seed: string): Random {
  const digest = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number];
  const next = (): number => {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + mixed | 0;
    return (mixed >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next();
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    integer: (min, max) => Math.floor(min + (max - min + 1) * next()),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    chance: (probability) => next() < probability,
    fork: (name) => seeded(`${seed}/${name}`),
  };
}
