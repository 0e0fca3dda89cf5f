import { ABBREVIATION_RULES } from './abbreviations.js';
import { AMOUNT_RULES, NUMBER_RULES } from './amounts.js';
import { DATE_RULES } from './dates.js';
import type { NumberStyle } from './numbers.js';
import { applyRules, type Rule } from './rules.js';
import { ADDRESS_RULES, SYMBOL_RULES } from './symbols.js';

/** Cuts `221B`, `MI5` and `R2D2` between letters and digits. */
const MIXED_RULES: readonly Rule[] = [
  [/(?<=\d)-?(?=[A-Za-z])(?!s\b)/g, () => ' '],
  [/(?<=[A-Za-z])-?(?=\d)/g, () => ' '],
];

const RULES = [
  ...ADDRESS_RULES, ...DATE_RULES, ...AMOUNT_RULES, ...ABBREVIATION_RULES, ...NUMBER_RULES.slice(0, -1),
  ...SYMBOL_RULES.slice(0, 1), ...MIXED_RULES, ...NUMBER_RULES.slice(-1), ...SYMBOL_RULES.slice(1),
];

/**
 * Writes out what plain text (`toPlainText`) abbreviates: headings of scenes, titles, initials, numbers, dates, times, money,
 * measures, addresses and symbols. Letters that are spelled are capitals joined by `·`. Marks of emphasis, `*` and `_`,
 * and punctuation stay. The result has no digits.
 */
export function expand(text: string, style: NumberStyle): string {
  return applyRules(text, RULES, style).replace(/(?<!\s)\s+([,.;:!?…—])/g, '$1').replace(/ {2,}/g, ' ').trim();
}
