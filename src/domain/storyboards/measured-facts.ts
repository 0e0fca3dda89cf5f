import type { CheckResult, Finding, Note, NotJudged } from '../../kernel/families/coverage/rubric.js';

/** What was measured of a storyboard by one criterion, and the items that do not meet it. */
export interface MeasuredFact<Criterion extends string, Concerned> {
  criterion: Criterion; isMet: boolean; words: string; wanted: string; concerned: readonly Concerned[];
}

interface Measured<Criterion extends string, Concerned> { facts: readonly MeasuredFact<Criterion, Concerned>[] }

/** The score of an unmet criterion: `most`, less `each` for every item concerned. */
const UNMET = { most: 60, each: 12 };

/** The category name of a criterion in reports: its words with hyphens. */
const categoryOf = (criterion: string): string => criterion.replaceAll(' ', '-');

/** The judging functions of a rubric for storyboards whose facts were measured before. `told` makes the note about an item of which a criterion is not met. */
export function byMeasuredFacts<Criterion extends string, Concerned>(
  told: (criterion: Criterion, concerned: Concerned) => Pick<Note, 'message' | 'anchor' | 'suggestion'>,
) {
  type Doc = Measured<Criterion, Concerned>;
  const factOf = ({ facts }: Doc, criterion: Criterion) => facts.find((fact) => fact.criterion === criterion);
  const notesOf = (criterion: Criterion, severity: Note['severity'], concerned: readonly Concerned[]): Note[] =>
    concerned.map((one) => ({ severity, category: categoryOf(criterion), ...told(criterion, one) }));
  return {
    /** The categories, one for each criterion that has a weight. */
    categories: (weights: Readonly<Partial<Record<Criterion, number>>>) => (Object.entries(weights) as [Criterion, number][]).map(([criterion, weight]) => ({
      category: categoryOf(criterion), weight,
      judge(doc: Doc): Finding | NotJudged {
        const fact = factOf(doc, criterion);
        if (!fact) return { notJudged: 'nothing of it could be measured' };
        const { isMet, words, wanted, concerned } = fact;
        const score = isMet ? 100 : Math.max(0, UNMET.most - UNMET.each * concerned.length);
        return { score, rationale: isMet ? words : `${words} Wanted: ${wanted}.`, notes: isMet ? [] : notesOf(criterion, 'major', concerned) };
      },
    })),
    /** The checks that hold the gate, one for each criterion. */
    checks: (criteria: readonly Criterion[]) => criteria.map((criterion) => ({
      id: categoryOf(criterion), holdsGate: true,
      run(doc: Doc): CheckResult {
        const fact = factOf(doc, criterion);
        const passed = fact?.isMet ?? true;
        return { passed, details: fact?.words ?? 'Not measured.', notes: passed ? [] : notesOf(criterion, 'critical', fact!.concerned) };
      },
    })),
  };
}
