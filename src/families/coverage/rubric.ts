import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json.js';

export const SEVERITIES = ['critical', 'major', 'minor'] as const;
export const VERDICTS = ['recommend', 'consider', 'pass'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Where in the document a note belongs; what does not apply is left out. */
export interface Anchor { field?: string; sceneIndex?: number; entryIndex?: number; page?: number; quote?: string }

export interface Note {
  severity: (typeof SEVERITIES)[number];
  category: string;
  message: string;
  anchor: Anchor | null;
  suggestion: string | null;
}

/** What a category of a rubric says of a document. */
export interface Finding { score: number; rationale: string; notes?: readonly Note[] }

/** What a check says of a document. */
export interface CheckResult { passed: boolean; details: string; notes?: readonly Note[] }

/**
 * How documents of one kind are judged. Every function is pure: the same document gets the same marks. Whoever changes what a
 * function says gives the rubric a new version.
 */
export interface Rubric<Doc> {
  version: string;
  /** The overall score from which the gate opens, 0 to 100. */
  gateThreshold: number;
  categories: readonly { category: string; weight: number; judge(doc: Doc): Finding }[];
  /** A check that holds the gate keeps it shut while it fails, whatever the score. */
  checks: readonly { id: string; holdsGate?: boolean; run(doc: Doc): CheckResult }[];
  about(doc: Doc): { logline: string | null; synopsis: string | null; comparables?: readonly string[] };
}

/** A document's report, apart from the ids and versions of whoever asked for it. */
export interface Judgement {
  rubricVersion: string;
  verdict: Verdict;
  overallScore: number;
  gateThreshold: number;
  gatePassed: boolean;
  logline: string | null;
  synopsis: string | null;
  scores: { category: string; score: number; weight: number; rationale: string }[];
  strengths: string[];
  weaknesses: string[];
  notes: Note[];
  checks: { id: string; passed: boolean; details: string }[];
  comparables: string[];
  focusPrompt: string | null;
  provider: string;
}

const RECOMMENDED_FROM = 80;
const CONSIDERED_FROM = 60;
const STRENGTH_FROM = 75;
const WEAKNESS_BELOW = 50;
/** How much more a category counts that the focus prompt names. */
const FOCUS_FACTOR = 2;

/** The judge that needs no service. */
const EMBEDDED = 'embedded';

function scoreOf(category: string, score: number): number {
  if (!(score >= 0 && score <= 100)) throw new Error(`${category} was given ${score}, which is no score from 0 to 100`);
  return Math.round(score);
}

function verdictOf(score: number): Verdict {
  if (score >= RECOMMENDED_FROM) return 'recommend';
  return score >= CONSIDERED_FROM ? 'consider' : 'pass';
}

/** Judges a document. The focus prompt makes the categories that it names count twice. */
export function judge<Doc>(rubric: Rubric<Doc>, doc: Doc, focusPrompt: string | null): Judgement {
  const focus = new Set(focusPrompt?.toLowerCase().match(/[a-z]+/g) ?? []);
  const judged = rubric.categories.map(({ category, weight, judge: judgeCategory }) => {
    const { score, rationale, notes = [] } = judgeCategory(doc);
    const counted = weight * (focus.has(category.toLowerCase()) ? FOCUS_FACTOR : 1);
    return { category, score: scoreOf(category, score), weight: counted, rationale, notes };
  });
  const checked = rubric.checks.map(({ id, holdsGate = false, run }) => ({ id, holdsGate, ...run(doc) }));
  const weights = judged.reduce((sum, { weight }) => sum + weight, 0);
  const overallScore = Math.round(judged.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights);
  const notes = [...checked, ...judged].flatMap((part) => part.notes ?? []);
  const { logline, synopsis, comparables = [] } = rubric.about(doc);
  return {
    rubricVersion: rubric.version, verdict: verdictOf(overallScore), overallScore, gateThreshold: rubric.gateThreshold,
    gatePassed: overallScore >= rubric.gateThreshold && checked.every(({ passed, holdsGate }) => passed || !holdsGate),
    logline, synopsis,
    scores: judged.map(({ category, score, weight, rationale }) => ({ category, score, weight, rationale })),
    strengths: judged.filter(({ score }) => score >= STRENGTH_FROM).map(({ rationale }) => rationale),
    weaknesses: judged.filter(({ score }) => score < WEAKNESS_BELOW).map(({ rationale }) => rationale),
    notes: SEVERITIES.flatMap((severity) => notes.filter((note) => note.severity === severity)),
    checks: checked.map(({ id, passed, details }) => ({ id, passed, details })),
    comparables: [...comparables], focusPrompt, provider: EMBEDDED,
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Of the judged content alone. */
export const documentHash = (content: unknown): string => sha256(canonicalJson(content));

/** The same for the same document, rubric and focus, whoever asks: what is judged once need not be judged again. */
export function judgementHash(subject: string, rubricVersion: string, contentHash: string, focusPrompt: string | null): string {
  return sha256(canonicalJson({ subject, rubricVersion, contentHash, focusPrompt }));
}
