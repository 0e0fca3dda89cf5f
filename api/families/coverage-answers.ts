import Type from 'typebox';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { Next } from '../../src/kernel/contract/next-step.js';
import { NextCursor } from '../../src/kernel/contract/paging.js';
import { Warnings } from '../../src/kernel/contract/warnings.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { findJudgement } from '../../src/kernel/families/coverage/coverage-objects.js';
import type { ReportRow } from '../../src/kernel/families/coverage/coverage-store.js';
import type { Coverage } from '../../src/kernel/families/coverage/coverage.js';
import { documentHash, SEVERITIES, VERDICTS } from '../../src/kernel/families/coverage/rubric.js';
import type { Subject } from '../../src/kernel/families/subject.js';
import type { Services } from '../../src/kernel/services.js';
import type { WorkStatus } from '../../src/kernel/works/model.js';

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Place = Type.Optional(Type.Integer({ minimum: 0 }));

const Anchor = closed({
  field: Type.Optional(Type.String()), characterId: Type.Optional(Type.String()), episodeId: Type.Optional(Type.String()),
  scriptUploadId: Type.Optional(Id), sceneIndex: Place, entryIndex: Place, page: Place, quote: Type.Optional(Type.String()),
});

const Report = model('CoverageReport', 'What the judge says: scores, checks, and notes with the place that each is about.', closed({
  reportId: Id, subject: Type.String(), subjectVersion: Type.Integer({ minimum: 0 }), rubricVersion: Type.String(),
  verdict: oneOf(VERDICTS), overallScore: Score, gateThreshold: Score, gatePassed: Type.Boolean(),
  logline: nullable(Type.String()), synopsis: nullable(Type.String()),
  scores: Type.Array(closed({ category: Type.String(), score: Score, weight: Type.Number(), rationale: Type.String() })),
  strengths: Type.Array(Type.String()), weaknesses: Type.Array(Type.String()),
  notes: Type.Array(closed({
    severity: oneOf(SEVERITIES), category: Type.String(), message: Type.String(), anchor: nullable(Anchor), suggestion: nullable(Type.String()),
  })),
  checks: Type.Array(closed({ id: Type.String(), passed: Type.Boolean(), details: Type.String() })),
  comparables: Type.Array(Type.String()), focusPrompt: nullable(Type.String()),
  provider: Type.String({ description: 'Who judged; `embedded` needs no service' }),
}));

const SUMMARY = {
  status: oneOf(['generating', 'complete', 'failed']),
  phase: nullable(Type.String({ description: 'What the report is about, where a subject is judged in phases' })),
  current: Type.Boolean({ description: 'What it judges is unchanged, and the rubric is the present one' }),
  stale: Type.Boolean(),
  gatePassed: Type.Boolean(),
  gateThreshold: Score,
  reportId: Id,
  documentVersion: Type.Integer({ minimum: 0, description: 'The version that it is on' }),
  reportVersion: Type.Integer({ minimum: 1, description: 'Its number among the reports on this subject' }),
  overallScore: nullable(Score),
  progressDetail: nullable(Type.String()),
  failureMessage: nullable(Type.String()),
  exemplarIds: Type.Array(Id),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};
const CoverageSummary = model('CoverageSummary', 'A report in a list, without what it says.', closed(SUMMARY));
const CoverageState = model('Coverage', 'A report on a document as it was, and whether it still holds.', closed({ ...SUMMARY, report: nullable(Report) }));
export const CoverageList = model('CoverageList', 'One page of reports.', closed({ reports: Type.Array(CoverageSummary), nextCursor: NextCursor }));
export const CoverageEnvelope = model('CoverageEnvelope', 'A report that was asked for.', closed({ coverage: CoverageState, next: Next }));
export const RequestedCoverage = model('RequestedCoverage', 'A report that was asked for, and what of the request weighs nothing.',
  closed({ coverage: CoverageState, next: Next, warnings: Warnings }));
export const LatestCoverage = model('LatestCoverage', 'The newest report; null until one is asked for.', closed({ coverage: nullable(CoverageState), next: Next }));

const STATUS: Partial<Record<WorkStatus, 'complete' | 'failed'>> = { READY: 'complete', FAILED: 'failed', CANCELED: 'failed' };
const DETAIL: Partial<Record<WorkStatus, string>> = { PENDING: 'Waiting for a worker.', RESERVED: 'Waiting for a worker.', RUNNING: 'Judging the document.' };

/** The current document, compared with a report to tell whether the report is stale; `hash` is null when nothing is left to judge. */
interface Present { hash: string | null; rubricVersion: string; gateThreshold: number; phase: string | null }

/** A coverage and the phase of its subject that it judges; `phase` is null when the subject has only one coverage. */
export interface Chosen<Doc> { coverage: Coverage<Doc>; phase: string | null }

export async function presentOf<Doc>(services: Services, { coverage, phase }: Chosen<Doc>, subject: Subject): Promise<Present> {
  const { version, gateThreshold } = coverage.rubric;
  const content = await coverage.document(services, subject).then((document) => document.content, (error: unknown) => {
    if (error instanceof ApiError && error.code === 'project_precondition_failed') return null;
    throw error;
  });
  return { hash: content === null ? null : documentHash(content), rubricVersion: version, gateThreshold, phase };
}

export function summaryOf(row: ReportRow, { hash, rubricVersion, gateThreshold, phase }: Present) {
  const current = row.judgedHash === hash && row.rubricVersion === rubricVersion;
  return {
    status: STATUS[row.workStatus] ?? 'generating' as const, phase, current, stale: !current, gatePassed: row.gatePassed ?? false, gateThreshold,
    reportId: row.id, documentVersion: row.subjectVersion, reportVersion: row.number, overallScore: row.overallScore,
    progressDetail: DETAIL[row.workStatus] ?? null, failureMessage: row.failureMessage, exemplarIds: [],
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}

export async function viewOf<Doc>(services: Services, row: ReportRow, chosen: Chosen<Doc>, subject: Subject) {
  const judgement = row.workStatus === 'READY' ? await findJudgement(services.store, row.judgementHash) : null;
  const about = { reportId: row.id, subject: chosen.coverage.shown ?? row.subjectType, subjectVersion: row.subjectVersion };
  return { ...summaryOf(row, await presentOf(services, chosen, subject)), report: judgement && { ...about, ...judgement } };
}
