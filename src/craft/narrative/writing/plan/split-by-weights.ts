/** Splits a whole number by weights into whole parts that sum to it exactly; equal parts when all weights are 0. */
export function splitByWeights(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight) => sum > 0 ? (total * weight) / sum : total / weights.length);
  const parts = exact.map((value) => Math.floor(value));
  let left = Math.round(total - parts.reduce((all, part) => all + part, 0));
  const byRest = exact.map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of byRest) {
    if (left <= 0) break;
    parts[index]!++;
    left--;
  }
  return parts;
}
