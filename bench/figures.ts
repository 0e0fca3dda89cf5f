/** What a figure is held to: the floor it must reach and the aim; `most` for figures that should be small. */
export interface Bound { of: 'ratio' | 'value'; sense: 'least' | 'most'; floor: number; aim: number }

/** One thing measured, round by round, beside its reference of the same rounds. */
export interface Figure {
  benchmark: string;
  name: string;
  unit: string;
  rounds: number[];
  reference?: { name: string; rounds: number[] };
  bound?: Bound;
  /** How it was measured, where that is not obvious. */
  note?: string;
}

export type Verdict = 'aim' | 'floor' | 'missed' | 'told';

export interface Summary { median: number; min: number; max: number }

/** Value below which the given share lies; 0 for no values. */
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

/** Ours divided by the reference, each round by itself; empty without a reference. */
export function ratiosOf({ rounds, reference }: Figure): number[] {
  return reference ? rounds.map((value, round) => value / reference.rounds[round]!) : [];
}

/** Judges the median. A figure without a bound is only told. */
export function verdictOf(figure: Figure): Verdict {
  const { bound } = figure;
  if (!bound) return 'told';
  const judged = summarize(bound.of === 'ratio' ? ratiosOf(figure) : figure.rounds).median;
  const reaches = (limit: number): boolean => (bound.sense === 'least' ? judged >= limit : judged <= limit);
  return reaches(bound.aim) ? 'aim' : reaches(bound.floor) ? 'floor' : 'missed';
}

/** Slope of the line through the logarithms: 1 for a cost that grows with its size. */
export function growthExponent(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const above = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return above / logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
