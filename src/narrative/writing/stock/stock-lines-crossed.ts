/** Every first half with every second one: many lines from few words, each of them plain. */
export function crossed(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((one) => second.map((other) => `${one}${other}`));
}
