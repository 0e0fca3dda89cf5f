import { seeded } from '../random.js';
import { candidateLook, lookDistance, type Person } from './cast.js';
import type { Look } from './look.js';
import { restatedLook, type Statement } from './stated-looks.js';

/** How many looks are tried for each candidate; the one that differs most from all others is taken. */
const TRIES = 16;

export interface Design {
  person: Person;
  statement: Statement;
  /** The rest of the cast. */
  others: readonly Look[];
  seed: string;
  count: number;
  palette: readonly string[];
}

/** Different looks of one person that follow the statement, and differ from the rest of the cast and from each other. */
export function designLooks({ person, statement, others, seed, count, palette }: Design): Look[] {
  const looks: Look[] = [];
  for (let number = 0; number < count; number++) {
    let [best, farthest]: [Look | null, number] = [null, -1];
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const stream = `design|${seed}|${number}`;
      const look = restatedLook(candidateLook(person, palette, seeded(`${stream}|${attempt}`), seeded(stream)), statement, palette);
      const distance = Math.min(100, ...[...others, ...looks].map((other) => lookDistance(look, other)));
      if (distance > farthest + 1e-9) [best, farthest] = [look, distance];
    }
    looks.push(best!);
  }
  return looks;
}
