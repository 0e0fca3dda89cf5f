/** The rules of the lint; the function that applies a rule describes it. */
export const LINT_RULES = [
  'support', 'orphan-quote', 'scene-head', 'answer-head', 'question-topic', 'agreement', 'unanswered', 'repeat', 'cast',
  'one-line-speaker', 'self-address', 'arc', 'scene-size', 'length', 'attribution', 'sayable', 'breath',
  'heading', 'unnamed',
  'two-names',
] as const;
export type LintRule = (typeof LINT_RULES)[number];

export interface Finding { entryIndex: number | null; rule: LintRule; message: string }

/** Rules whose findings make a script wrong; all others only make it weaker. */
export const HARD_RULES: ReadonlySet<LintRule> = new Set<LintRule>(['support', 'orphan-quote', 'cast', 'arc',
  'length', 'agreement', 'sayable', 'heading']);
