import type { Sex } from './names/given-names.js';

export const AGE_RANGES = ['child', 'teen', 'young_adult', 'adult', 'senior'] as const;
export type AgeRange = (typeof AGE_RANGES)[number];

/** The fact that a clue supports. An accent is the English of a place, such as `Scottish`. */
export type Fact = 'gender' | 'ageRange' | 'accent';

/** One reason to believe a value. Every repetition of a `free` clue counts in full; repetitions of any other clue add little. */
export interface Clue { fact: Fact; value: string; weight: number; because: string; free?: true }

/** The evidence for a fact, in words for a reader. `confidence` is 0 to 1; `because` quotes the clues. */
export interface Evidence { fact: Fact; confidence: number; because: string }

/** What a text tells about a person; null for what it does not tell. */
export interface PersonFacts { gender: Sex | null; ageRange: AgeRange | null; accent: string | null; evidence: Evidence[] }

const MAX_REPEATS = 1.5;
/** Pronouns together weigh less than a title. */
const MAX_FREE = 9;
const MIN_LEAD: Readonly<Record<Fact, number>> = { gender: 0.15, ageRange: 0.9, accent: 1.5 };
const MAX_REASONS = 3;

interface Reason { value: string; weight: number; because: string; times: number }

function reasonsFor(fact: Fact, clues: readonly Clue[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const clue of clues) {
    if (clue.fact !== fact) continue;
    const key = `${clue.value}\n${clue.because}`;
    const known = reasons.get(key);
    if (!known) reasons.set(key, { ...clue, times: 1 });
    else {
      known.weight = clue.free ? known.weight + clue.weight
        : Math.min(Math.max(known.weight, clue.weight) * MAX_REPEATS, known.weight + clue.weight / 4);
      known.times += 1;
    }
  }
  for (const reason of reasons.values()) if (/^“/.test(reason.because)) reason.weight = Math.min(MAX_FREE, reason.weight);
  return [...reasons.values()];
}

/** Weighs clues against each other. Null when the better value does not lead clearly. */
function weigh(fact: Fact, clues: readonly Clue[]): { value: string; evidence: Evidence } | null {
  const reasons = reasonsFor(fact, clues);
  const sums = new Map<string, number>();
  for (const { value, weight } of reasons) sums.set(value, (sums.get(value) ?? 0) + weight);
  const [best, second] = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (!best || best[1] - (second?.[1] ?? 0) < MIN_LEAD[fact]) return null;
  const total = [...sums.values()].reduce((sum, weight) => sum + weight, 0);
  const because = reasons.filter(({ value }) => value === best[0]).sort((a, b) => b.weight - a.weight).slice(0, MAX_REASONS)
    .map((reason) => (reason.times > 1 ? `${reason.because} ×${reason.times}` : reason.because)).join('; ');
  const lead = best[1] - (second?.[1] ?? 0);
  return { value: best[0], evidence: { fact, confidence: Math.round(100 * (0.5 + lead / (2 * (total + 0.5)))) / 100, because } };
}

/** The facts that clues add up to. */
export function factsFrom(clues: readonly Clue[]): PersonFacts {
  const [gender, ageRange, accent] = (['gender', 'ageRange', 'accent'] as const).map((fact) => weigh(fact, clues));
  return {
    gender: (gender?.value ?? null) as Sex | null, ageRange: (ageRange?.value ?? null) as AgeRange | null, accent: accent?.value ?? null,
    evidence: [gender, ageRange, accent].flatMap((found) => (found ? [found.evidence] : [])),
  };
}

/** The stated facts other than sex; unknown facts are left out. */
export function statedFacts(facts: PersonFacts | undefined): { ageRange?: AgeRange; accent?: string; evidence?: Evidence[] } {
  if (!facts) return {};
  const { ageRange, accent, evidence } = facts;
  return { ...(ageRange ? { ageRange } : {}), ...(accent ? { accent } : {}), ...(evidence.length > 0 ? { evidence } : {}) };
}
