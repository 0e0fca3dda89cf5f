import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contract/canonical-json.js';
import type { Warning } from '../../contract/warnings.js';

export const SEVERITIES = ['critical', 'major', 'minor'] as const;
export const VERDICTS = ['recommend', 'consider', 'pass'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The place in the document that a note is about, with a quote if the document is a script. Fields that do not apply are absent. */
export interface Anchor {
  field?: string;
  characterId?: string;
  episodeId?: string;
  scriptUploadId?: string;
  sceneIndex?: number;
  entryIndex?: number;
  page?: number;
  quote?: string;
}

export interface Note {
  severity: (typeof SEVERITIES)[number];
  category: string;
  message: string;
  anchor: Anchor | null;
  suggestion: string | null;
}

/** The result of one category: a score from 0 to 100, and why. `namesFaults`: the rationale tells what is wrong, so it is a weakness whatever the score is. */
export interface Finding { score: number; rationale: string; namesFaults?: boolean; notes?: readonly Note[] }

/** The reason why a category cannot be judged for this document: the category gets no score and has no weight. */
export interface NotJudged { notJudged: string }

/** The result of one check. */
export interface CheckResult { passed: boolean; details: string; notes?: readonly Note[] }

/**
 * The parts of a document that a judge reads. The judge gets these and nothing else, so that its notes can change only
 * when one of them does. Without the list it gets the whole document.
 */
type Of<Doc> = readonly (keyof Doc & string)[];

/**
 * How documents of one kind are judged. Every function is pure: the same document gets the same result. A change of a
 * function's results needs a new version of the rubric.
 */
export interface Rubric<Doc> {
  version: string;
  /** The least overall score that passes the gate, 0 to 100. */
  gateThreshold: number;
  categories: readonly { category: string; weight: number; of?: Of<Doc>; judge(doc: Doc): Finding | NotJudged }[];
  /** While a check with `holdsGate` fails, the gate does not pass, whatever the score is. */
  checks: readonly { id: string; holdsGate?: boolean; of?: Of<Doc>; run(doc: Doc): CheckResult }[];
  about(doc: Doc): { logline: string | null; synopsis: string | null; comparables?: readonly string[] };
}

/** The content of a report, without the ids and versions of its subject. */
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
/** Factor on the weight of a category that the focus prompt names. */
const FOCUS_FACTOR = 2;

/** Name of the embedded judge, which needs no service. */
const EMBEDDED = 'embedded';

function scoreOf(category: string, score: number): number {
  if (!(score >= 0 && score <= 100)) throw new Error(`${category} has the score ${score}, which is not from 0 to 100`);
  return Math.round(score);
}

function verdictOf(score: number): Verdict {
  if (score >= RECOMMENDED_FROM) return 'recommend';
  return score >= CONSIDERED_FROM ? 'consider' : 'pass';
}

function partsOf<Doc>(doc: Doc, of: Of<Doc> | undefined): Doc {
  if (!of) return doc;
  return Object.fromEntries(Object.entries(doc as object).filter(([part]) => (of as readonly string[]).includes(part))) as Doc;
}

const focusOf = (focusPrompt: string | null): ReadonlySet<string> => new Set(focusPrompt?.toLowerCase().match(/[a-z]+/g) ?? []);

/** Warns about a focus prompt that names no category and therefore has no effect. */
export function warningsOfFocus({ categories }: Pick<Rubric<never>, 'categories'>, focusPrompt: string | null): Warning[] {
  const names = categories.map(({ category }) => category.toLowerCase());
  if (focusPrompt === null || names.some((name) => focusOf(focusPrompt).has(name))) return [];
  return [{ field: 'focusPrompt', message: `It names no category, so it weighs nothing: ${names.join(', ')}.` }];
}

/**
 * Judges a document. Categories that the focus prompt names count twice. A category that is not judged has no score; a check reports it instead. Throws when
 * a score is not from 0 to 100.
 */
export function judge<Doc>(rubric: Rubric<Doc>, doc: Doc, focusPrompt: string | null): Judgement {
  const focus = focusOf(focusPrompt);
  const found = rubric.categories.map(({ category, weight, of, judge: judgeCategory }) => ({ category, weight, finding: judgeCategory(partsOf(doc, of)) }));
  const judged = found.flatMap(({ category, weight, finding }) => {
    if ('notJudged' in finding) return [];
    const { score, rationale, namesFaults = false, notes = [] } = finding;
    const counted = weight * (focus.has(category.toLowerCase()) ? FOCUS_FACTOR : 1);
    return [{ category, score: scoreOf(category, score), weight: counted, rationale, namesFaults, notes }];
  });
  const open = found.flatMap(({ category, finding }) => ('notJudged' in finding ? [{ category, details: `Not judged: ${finding.notJudged}` }] : []));
  const checked = rubric.checks.map(({ id, holdsGate = false, of, run }) => ({ id, holdsGate, ...run(partsOf(doc, of)) }));
  const weights = judged.reduce((sum, { weight }) => sum + weight, 0);
  const overallScore = weights === 0 ? 0 : Math.round(judged.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights);
  const notes = [...checked, ...judged].flatMap((part) => part.notes ?? []);
  const { logline, synopsis, comparables = [] } = rubric.about(doc);
  return {
    rubricVersion: rubric.version, verdict: verdictOf(overallScore), overallScore, gateThreshold: rubric.gateThreshold,
    gatePassed: overallScore >= rubric.gateThreshold && checked.every(({ passed, holdsGate }) => passed || !holdsGate),
    logline, synopsis,
    scores: judged.map(({ category, score, weight, rationale }) => ({ category, score, weight, rationale })),
    strengths: judged.filter(({ score, namesFaults }) => score >= STRENGTH_FROM && !namesFaults).map(({ rationale }) => rationale),
    weaknesses: judged.filter(({ score, namesFaults }) => score < WEAKNESS_BELOW || namesFaults).map(({ rationale }) => rationale),
    notes: SEVERITIES.flatMap((severity) => notes.filter((note) => note.severity === severity)),
    checks: [...checked.map(({ id, passed, details }) => ({ id, passed, details })), ...open.map(({ category, details }) => ({ id: `not_judged.${category}`, passed: true, details }))],
    comparables: [...comparables], focusPrompt, provider: EMBEDDED,
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hash of the judged content. */
export const documentHash = (content: unknown): string => sha256(canonicalJson(content));

/** Key of a judgement: the same for the same document, rubric and focus, so that a judgement is made once. */
export function judgementHash(subject: string, rubricVersion: string, contentHash: string, focusPrompt: string | null): string {
  return sha256(canonicalJson({ subject, rubricVersion, contentHash, focusPrompt }));
}
