/** The floor that a figure must reach, and the aim. `sense` `most` means that smaller is better. */
export interface Bound { of: 'ratio' | 'value'; sense: 'least' | 'most'; floor: number; aim: number }

/** One measured quantity: a value per round, and the values of its reference in the same rounds. */
export interface Figure {
  benchmark: string;
  name: string;
  unit: string;
  rounds: number[];
  reference?: { name: string; rounds: number[] };
  bound?: Bound;
  /** How it was measured, if that is not obvious. */
  note?: string;
}

/** The strictest limit that a figure reaches; `none` for a figure without a bound. */
export type Verdict = 'aim' | 'floor' | 'missed' | 'none';

export interface Summary { median: number; min: number; max: number }

/** The smallest value that at least this share of the values does not exceed; 0 for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { median, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** Value divided by reference, for each round; empty without a reference. */
export function ratiosOf({ rounds, reference }: Figure): number[] {
  return reference ? rounds.map((value, round) => value / reference.rounds[round]!) : [];
}

/** Compares the median with the bound. */
export function verdictOf(figure: Figure): Verdict {
  const { bound } = figure;
  if (!bound) return 'none';
  const judged = summarize(bound.of === 'ratio' ? ratiosOf(figure) : figure.rounds).median;
  const reaches = (limit: number): boolean => (bound.sense === 'least' ? judged >= limit : judged <= limit);
  return reaches(bound.aim) ? 'aim' : reaches(bound.floor) ? 'floor' : 'missed';
}

/** Slope of the regression line in log-log scale: 1 for a cost that is proportional to the size. */
export function growthExponent(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const above = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return above / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
