/** Words that negate what follows: the delivery shall not have that quality. */
const DENIED = /\b(?:not|never|no|without|less|nothing|hardly|avoid\w*|don[’']t)\s+(?:[\p{L}’-]+\s+){0,2}$/iu;

/** The value whose words come first in the direction and are not negated; null without one. */
export function asked<V>(words: readonly (readonly [V, RegExp])[], direction: string): V | null {
  let first: { value: V; at: number } | null = null;
  for (const [value, pattern] of words) {
    for (const match of direction.matchAll(new RegExp(pattern.source, 'giu'))) {
      const isDenied = DENIED.test(direction.slice(Math.max(0, match.index - 40), match.index));
      if (!isDenied && (first === null || match.index < first.at)) first = { value, at: match.index };
    }
  }
  return first?.value ?? null;
}
