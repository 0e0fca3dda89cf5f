/** What the writer's own review looks for; each rule is described with the function that applies it. */
export const LINT_RULES = [
  'support', 'orphan-quote', 'scene-head', 'answer-head', 'question-topic', 'agreement', 'unanswered', 'repeat', 'cast',
  'one-line-speaker', 'self-address', 'arc', 'scene-size', 'length', 'attribution', 'sayable', 'breath', 'heading', 'unnamed',
  'two-names',
] as const;
export type LintRule = (typeof LINT_RULES)[number];

export interface Finding { entryIndex: number | null; rule: LintRule; message: string }

/** Findings that make a script wrong, not only weaker. */
export const HARD_RULES: ReadonlySet<LintRule> = new Set<LintRule>(['support', 'orphan-quote', 'cast', 'arc',
  'length', 'agreement', 'sayable', 'heading']);
