/** The known name that is most similar to the given one, or null when none is similar enough. */
export function findClosestName(given: string, known: readonly string[]): string | null {
  const scored = known.map((name) => ({ name, distance: editDistance(given, name) })).sort((a, b) => a.distance - b.distance);
  const best = scored[0];
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : null;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= Math.min(left.length, 40); i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
