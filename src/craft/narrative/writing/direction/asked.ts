/** A word behind one of these is what the delivery shall not be. */
const DENIED = /\b(?:not|never|no|without|less|nothing|hardly|avoid\w*|don[’']t)\s+(?:[\p{L}’-]+\s+){0,2}$/iu;

/** The first value whose words the direction has and does not deny. */
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
