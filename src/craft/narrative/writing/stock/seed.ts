/** A stream of numbers in [0, 1) that depends on the seed alone (FNV-1a, then mulberry32). */
export function seededRandom(seed: string): () => number {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** FNV-1a of the string's UTF-16 units, as an unsigned 32-bit integer. */
export function hashOf(value: string): number {
  let hash = 2166136261;
  for (let position = 0; position < value.length; position++) {
    hash = Math.imul(hash ^ value.charCodeAt(position), 16777619);
  }
  return hash >>> 0;
}

/** The same items in an order that depends on the random stream alone. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
