import Type from 'typebox';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/contract/models.js';
import { cutPage, NextCursor, PageQuery, type Page } from '../../src/contract/paging.js';
import { requestCoverage } from '../../src/families/coverage/coverage-kind.js';
import { findJudgement } from '../../src/families/coverage/coverage-objects.js';
import { findReport, listReports, type ReportRow } from '../../src/families/coverage/coverage-store.js';
import type { Coverage } from '../../src/families/coverage/coverage.js';
import { documentHash, SEVERITIES, VERDICTS } from '../../src/families/coverage/rubric.js';
import { ApiError } from '../../src/errors/api-error.js';
import type { ErrorCode } from '../../src/errors/catalogue.js';
import { accepted, ok } from '../../src/http/operations/answers.js';
import type { Operation } from '../../src/http/operations/operation.js';
import type { Services } from '../../src/services.js';
import type { WorkStatus } from '../../src/works/model.js';
import {
  familyOperation, READ_ACCESS, storedSubject, WRITE_ACCESS, type Access, type SubjectPath, type SubjectRow,
} from './subject.js';

export interface CoverageOptions {
  /** Path below the subject's; default `/coverage`. */
  path?: string;
  /** Path of the list of all reports on the subject, such as `/coverage/versions`; no list without it. */
  history?: string;
  /** Path of a single report, such as `/coverage/{reportId}`; no such operation without it. */
  report?: string;
  /** Prefix of the operations' ids, for a subject with several coverages; default: the subject's name. */
  name?: string;
  read?: Access;
  write?: Access;
  /** What the project must have before a report can be requested. */
  needs?: Operation['needs'];
  /** Codes that loading the document raises when it cannot be judged yet. */
  errors?: readonly ErrorCode[];
}

const Score = Type.Integer({ minimum: 0, maximum: 100 });
const Place = Type.Optional(Type.Integer({ minimum: 0 }));

const Anchor = closed({
  field: Type.Optional(Type.String()), sceneIndex: Place, entryIndex: Place, page: Place, quote: Type.Optional(Type.String()),
});

const Report = model('CoverageReport', closed({
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
  current: Type.Boolean({ description: 'It is on the document as it is now, by the present rubric' }),
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
const CoverageSummary = model('CoverageSummary', closed(SUMMARY));
const CoverageState = model('Coverage', closed({ ...SUMMARY, report: nullable(Report) }));
const CoverageList = model('CoverageList', closed({ reports: Type.Array(CoverageSummary), nextCursor: NextCursor }));
const CoverageEnvelope = model('CoverageEnvelope', closed({ coverage: CoverageState }));
const LatestCoverage = model('LatestCoverage', closed({ coverage: nullable(CoverageState) }));
const CoverageRequestBody = model('CoverageGenerateRequest', closed({
  focusPrompt: Type.Optional(Type.String({
    minLength: 1, maxLength: 2_000, pattern: '\\S', description: 'Categories that it names count twice',
  })),
}));

const STATUS: Partial<Record<WorkStatus, 'complete' | 'failed'>> = { READY: 'complete', FAILED: 'failed', CANCELED: 'failed' };
const DETAIL: Partial<Record<WorkStatus, string>> = { PENDING: 'Waiting for a worker.', RUNNING: 'Judging the document.' };

/** The current document, with which a report is compared to tell whether it is stale. */
interface Present { version: number; hash: string; rubricVersion: string; gateThreshold: number }

async function presentOf<Doc>(services: Services, coverage: Coverage<Doc>, subject: Parameters<Coverage['document']>[1]): Promise<Present> {
  const { version, content } = await coverage.document(services, subject);
  return { version, hash: documentHash(content), rubricVersion: coverage.rubric.version, gateThreshold: coverage.rubric.gateThreshold };
}

function summaryOf(row: ReportRow, present: Present) {
  const current = row.subjectVersion === present.version && row.documentHash === present.hash && row.rubricVersion === present.rubricVersion;
  return {
    status: STATUS[row.workStatus] ?? 'generating' as const, current, stale: !current, gatePassed: row.gatePassed ?? false, gateThreshold: present.gateThreshold,
    reportId: row.id, documentVersion: row.subjectVersion, reportVersion: row.number, overallScore: row.overallScore,
    progressDetail: DETAIL[row.workStatus] ?? null, failureMessage: row.failureMessage, exemplarIds: [],
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}

async function viewOf(services: Services, row: ReportRow, present: Present) {
  const judgement = row.workStatus === 'READY' ? await findJudgement(services.store, row.judgementHash) : null;
  const report = judgement && { reportId: row.id, subject: row.subjectType, subjectVersion: row.subjectVersion, ...judgement };
  return { ...summaryOf(row, present), report };
}

function requestOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, coverage: Coverage<Doc>, { name = subject.name, path = '/coverage', write = WRITE_ACCESS, needs = [], errors = [] }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `request${name}Coverage`, method: 'POST', path, ...write, needs, mints: 'coverage', summary: `Have ${subject.words} judged as it is now`,
    description: 'Free. Queues a report on the exact current version; poll it until it is complete or failed. A report on this version that '
      + 'is there or under way is answered as it stands, one that failed is tried again. The same document, rubric and focus give the '
      + 'same scores and notes.',
    request: { body: CoverageRequestBody }, response: { 200: CoverageEnvelope, 202: CoverageEnvelope }, errors,
    async handle({ row, body, actor, requestId, resourceId }, services) {
      const stored = storedSubject({ type: coverage.subject }, row);
      const report = await requestCoverage(services, coverage, {
        accountId: actor.accountId, subject: stored, reportId: resourceId, focusPrompt: (body.focusPrompt as string | undefined)?.trim() ?? null,
        label: `Coverage of ${subject.words}`, requestId,
      });
      const answer = { coverage: await viewOf(services, report, await presentOf(services, coverage, stored)) };
      return report.workStatus === 'READY' ? ok(answer) : accepted(answer);
    },
  });
}

function readOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, coverage: Coverage<Doc>, { name = subject.name, path = '/coverage', read = READ_ACCESS, errors = [] }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `get${name}Coverage`, method: 'GET', path, ...read, summary: `Read the newest report on ${subject.words}`,
    description: '`coverage` is null until a report is asked for. It is `stale` once the document has changed.',
    response: { 200: LatestCoverage }, errors,
    async handle({ row }, services) {
      const stored = storedSubject({ type: coverage.subject }, row);
      const report = await findReport(services.db, stored);
      if (!report) return { coverage: null };
      return { coverage: await viewOf(services, report, await presentOf(services, coverage, stored)) };
    },
  });
}

function historyOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, coverage: Coverage<Doc>, path: string, { name = subject.name, read = READ_ACCESS, errors = [] }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `list${name}CoverageReports`, method: 'GET', path, ...read, summary: `List the reports on ${subject.words}, newest first`,
    request: { query: PageQuery }, response: { 200: CoverageList }, errors,
    async handle({ row, query }, services) {
      const stored = storedSubject({ type: coverage.subject }, row);
      const { items, nextCursor } = cutPage(await listReports(services.db, stored, query as Page), query as Page);
      const present = items.length > 0 ? await presentOf(services, coverage, stored) : null;
      return { reports: items.map((report) => summaryOf(report, present!)), nextCursor };
    },
  });
}

function reportOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, coverage: Coverage<Doc>, path: string, { name = subject.name, read = READ_ACCESS, errors = [] }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `get${name}CoverageReport`, method: 'GET', path, ...read, summary: `Read one report on ${subject.words}`,
    response: { 200: CoverageEnvelope }, errors: ['coverage_not_found', ...errors],
    async handle({ row, params }, services) {
      const stored = storedSubject({ type: coverage.subject }, row);
      const report = await findReport(services.db, stored, params.reportId as string);
      if (!report) throw new ApiError('coverage_not_found');
      return { coverage: await viewOf(services, report, await presentOf(services, coverage, stored)) };
    },
  });
}

/** Operations on coverage reports of a subject: request and newest report at one path; history and single reports where `options` has their paths. */
export function coverage<Row extends SubjectRow, Doc>(subject: SubjectPath<Row>, declared: Coverage<Doc>, options: CoverageOptions = {}): Operation[] {
  return [
    requestOperation(subject, declared, options),
    readOperation(subject, declared, options),
    ...(options.history ? [historyOperation(subject, declared, options.history, options)] : []),
    ...(options.report ? [reportOperation(subject, declared, options.report, options)] : []),
  ];
}
