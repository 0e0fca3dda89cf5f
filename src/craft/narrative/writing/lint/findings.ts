import type { ScreenplayEntry } from '../../../screenplay/model.js';

/** The rules of the lint; the function that applies a rule describes it. */
export const LINT_RULES = [
  'support', 'orphan-quote', 'scene-head', 'question-answer', 'stock-share', 'unanswered', 'repeat', 'cast',
  'one-line-speaker', 'self-address', 'arc', 'scene-size', 'length', 'attribution', 'sayable', 'breath',
  'heading', 'unnamed',
  'two-names', 'host-change', 'two-voices', 'shared-i', 'dangling-opening', 'idle-question', 'unintroduced',
  'teller-line', 'placeholder', 'broken-quotation', 'said-twice', 'lost-mark', 'turned-tag', 'stray-mark', 'open-end',
] as const;
export type LintRule = (typeof LINT_RULES)[number];

/** What a rule found; `entryIndex` is null when the finding is about the whole script. */
export interface Finding { entryIndex: number | null; rule: LintRule; message: string }

/** Rules whose findings a listener of a drama notices as mistakes. */
export const DRAMA_FAULTS: ReadonlySet<LintRule> = new Set<LintRule>(['teller-line', 'self-address', 'placeholder', 'broken-quotation', 'said-twice',
  'lost-mark', 'turned-tag', 'stray-mark', 'open-end', 'heading']);

/** Rules whose findings make a script wrong; all others only make it weaker. */
export const HARD_RULES: ReadonlySet<LintRule> = new Set<LintRule>(['support', 'orphan-quote', 'cast', 'arc',
  'length', 'question-answer', 'sayable', 'heading']);

/** Rules whose findings make listeners turn off a programme. */
export const HEARD_RULES: ReadonlySet<LintRule> = new Set<LintRule>(['host-change', 'two-voices', 'shared-i', 'dangling-opening', 'idle-question',
  'unintroduced', 'scene-head', 'unanswered', 'question-answer']);

const MAX_QUOTED = 90;

export const findingAt = (entry: ScreenplayEntry, rule: LintRule, message: string): Finding =>
  ({ entryIndex: entry.index, rule, message });

/** A quotation for a message, cut when it is long. */
export const clip = (text: string): string => text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 2)}…` : text;
