import type { NumberStyle } from './numbers.js';

/** A pattern of written text, and a function that returns its spoken words from the match and its groups. */
export type Rule = readonly [pattern: RegExp, words: (style: NumberStyle, match: string, ...groups: (string | undefined)[]) => string];

/** Applies the rules one after the other. */
export function applyRules(text: string, rules: readonly Rule[], style: NumberStyle): string {
  return rules.reduce((line, [pattern, words]) => line.replace(pattern, (...found: unknown[]) => {
    const groups = found.slice(1, found.findIndex((part) => typeof part === 'number')) as (string | undefined)[];
    return words(style, found[0] as string, ...groups);
  }), text);
}
