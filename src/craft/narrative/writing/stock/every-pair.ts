/** Every first half with every second half. */
export function everyPair(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((one) => second.map((other) => `${one}${other}`));
}
