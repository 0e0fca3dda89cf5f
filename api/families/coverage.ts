import Type, { type TSchema } from 'typebox';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { Next, withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import { closed, Id, model, nullable, oneOf, Timestamp } from '../../src/kernel/contract/models.js';
import { cutPage, NextCursor, PageQuery, type Page } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { requestCoverage } from '../../src/kernel/families/coverage/coverage-kind.js';
import { findJudgement } from '../../src/kernel/families/coverage/coverage-objects.js';
import { findReport, listReports, type ReportRow } from '../../src/kernel/families/coverage/coverage-store.js';
import { judgedHash, type Coverage, type PhasedCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { Warnings } from '../../src/kernel/contract/warnings.js';
import { SEVERITIES, VERDICTS, warningsOfFocus } from '../../src/kernel/families/coverage/rubric.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Subject } from '../../src/kernel/families/subject.js';
import type { Services } from '../../src/kernel/services.js';
import type { WorkStatus } from '../../src/kernel/works/model.js';
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
  /** For a subject whose parts can be judged by themselves. */
  scope?: CoverageScope;
  /** A request as callers typically send it, for a subject whose parts or phases can be judged by themselves. */
  example?: object;
  /** What leads on from a report; without it, from a report that is complete nothing does. */
  next?(services: Services, asked: { projectId: string; accountId: string }): Promise<NextStep | null>;
  /** Codes that loading the document raises when it cannot be judged yet. */
  errors?: readonly ErrorCode[];
}

/** Optional fields of the body, and of the query of the newest report, that name a part of the subject. */
export interface CoverageScope {
  /** What a part is called, as in "Which outlines to judge". */
  noun: string;
  fields: Record<string, TSchema>;
  /** What naming each of them does. */
  effects: FieldEffects;
  /** The id under which reports on the part are stored. Raises `validation_failed` for a part that there is not. */
  idOf(services: Services, row: SubjectRow, sent: Readonly<Record<string, unknown>>): Promise<string>;
}

async function partOf<Row extends SubjectRow>(
  services: Services, row: Row, scope: CoverageScope | undefined, sent: Readonly<Record<string, unknown>>,
): Promise<Row> {
  return scope ? { ...row, id: await scope.idOf(services, row, sent) } : row;
}

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
const CoverageList = model('CoverageList', 'One page of reports.', closed({ reports: Type.Array(CoverageSummary), nextCursor: NextCursor }));
const CoverageEnvelope = model('CoverageEnvelope', 'A report that was asked for.', closed({ coverage: CoverageState, next: Next }));
const RequestedCoverage = model('RequestedCoverage', 'A report that was asked for, and what of the request weighs nothing.',
  closed({ coverage: CoverageState, next: Next, warnings: Warnings }));
const LatestCoverage = model('LatestCoverage', 'The newest report; null until one is asked for.', closed({ coverage: nullable(CoverageState), next: Next }));
const REQUEST = {
  focusPrompt: Type.Optional(Type.String({
    minLength: 1, maxLength: 2_000, pattern: VISIBLE, description: 'Categories that it names count twice',
  })),
};
const CoverageRequestBody = model('CoverageGenerateRequest', 'What should count more.', closed(REQUEST),
  { focusPrompt: 'direction' });

const STATUS: Partial<Record<WorkStatus, 'complete' | 'failed'>> = { READY: 'complete', FAILED: 'failed', CANCELED: 'failed' };
const DETAIL: Partial<Record<WorkStatus, string>> = { PENDING: 'Waiting for a worker.', RUNNING: 'Judging the document.' };

type Declared<Doc> = Coverage<Doc> | PhasedCoverage<string, Doc>;

/** The current document, with which a report is compared to tell whether it is stale; `hash` is null when there is nothing to judge any more. */
interface Present { hash: string | null; rubricVersion: string; gateThreshold: number; phase: string | null }

/** A coverage with the phase that it is of a subject; null when the subject has one coverage. */
interface Chosen<Doc> { coverage: Coverage<Doc>; phase: string | null }

const isPhased = <Doc>(declared: Declared<Doc>): declared is PhasedCoverage<string, Doc> => 'phases' in declared;

async function chosenOf<Doc>(services: Services, declared: Declared<Doc>, row: SubjectRow, phase: unknown): Promise<Chosen<Doc>> {
  if (!isPhased(declared)) return { coverage: declared, phase: null };
  const name = (phase as string | undefined) ?? await declared.next(services, storedSubject({ type: '' }, row));
  return { coverage: declared.phases[name]!, phase: name };
}

/** The coverages whose newest report is read: of the phase that a call names, else of all. */
function wantedOf<Doc>(declared: Declared<Doc>, phase: unknown): Chosen<Doc>[] {
  if (!isPhased(declared)) return [{ coverage: declared, phase: null }];
  return Object.entries(declared.phases).map(([name, coverage]) => ({ coverage, phase: name })).filter(({ phase: name }) => (phase ?? name) === name);
}

/** The field `phase` of a request, for a subject with phases. */
const phaseOf = <Doc>(declared: Declared<Doc>, fallback: string): { phase?: TSchema } => (isPhased(declared) ? {
  phase: Type.Optional(oneOf(Object.keys(declared.phases), { description: `Default: ${fallback}` })),
} : {});

async function presentOf<Doc>(services: Services, { coverage, phase }: Chosen<Doc>, subject: Subject): Promise<Present> {
  const { version, gateThreshold } = coverage.rubric;
  const content = await coverage.document(services, subject).then((document) => document.content, (error: unknown) => {
    if (error instanceof ApiError && error.code === 'project_precondition_failed') return null;
    throw error;
  });
  return { hash: content === null ? null : judgedHash(coverage, content), rubricVersion: version, gateThreshold, phase };
}

function summaryOf(row: ReportRow, { hash, rubricVersion, gateThreshold, phase }: Present) {
  const current = row.judgedHash === hash && row.rubricVersion === rubricVersion;
  return {
    status: STATUS[row.workStatus] ?? 'generating' as const, phase, current, stale: !current, gatePassed: row.gatePassed ?? false, gateThreshold,
    reportId: row.id, documentVersion: row.subjectVersion, reportVersion: row.number, overallScore: row.overallScore,
    progressDetail: DETAIL[row.workStatus] ?? null, failureMessage: row.failureMessage, exemplarIds: [],
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}

async function viewOf<Doc>(services: Services, row: ReportRow, chosen: Chosen<Doc>, subject: Subject) {
  const judgement = row.workStatus === 'READY' ? await findJudgement(services.store, row.judgementHash) : null;
  const about = { reportId: row.id, subject: chosen.coverage.shown ?? row.subjectType, subjectVersion: row.subjectVersion };
  return { ...summaryOf(row, await presentOf(services, chosen, subject)), report: judgement && { ...about, ...judgement } };
}

const POLL_MS = 1_000;

/** What leads on from the newest report at a path: waiting for it, another one in place of one that failed or is stale, or what follows it. */
async function nextOf(
  services: Services, state: { status: string; stale: boolean } | null, place: Place, next: CoverageOptions['next'],
): Promise<{ next?: NextStep }> {
  const { path, sent, projectId, accountId } = place;
  const query = new URLSearchParams(Object.entries(sent).map(([key, value]) => [key, String(value)])).toString();
  if (state?.status === 'generating') return { next: { method: 'GET', path: query ? `${path}?${query}` : path, afterMs: POLL_MS, why: 'The report is being made.' } };
  if (state?.status === 'complete' && !state.stale) return withNext(await next?.(services, { projectId, accountId }) ?? null);
  return { next: { method: 'POST', path, body: { ...sent }, why: state ? 'Has it judged as it is now; it is free.' : 'Has it judged; it is free.' } };
}

/** Where a report is asked for: the path of its operation, with what the call sent to name the part or phase. */
interface Place { path: string; sent: Readonly<Record<string, unknown>>; projectId: string; accountId: string }

const pathOf = (path: string, params: Readonly<Record<string, unknown>>): string => path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

function bodyOf<Doc>(name: string, declared: Declared<Doc>, { scope, example }: CoverageOptions): TSchema {
  if (!isPhased(declared) && !scope) return CoverageRequestBody;
  const words = `Which ${scope?.noun ?? 'phase'} to judge, and what should count more.`;
  return model(`${name}CoverageRequest`, words, closed({ ...REQUEST, ...phaseOf(declared, 'the phase that comes next'), ...scope?.fields }), example);
}

function queryOf<Doc>(declared: Declared<Doc>, scope: CoverageScope | undefined): { request?: { query: TSchema } } {
  const fields = { ...phaseOf(declared, 'the phase of the newest report'), ...scope?.fields };
  return Object.keys(fields).length === 0 ? {} : { request: { query: closed(fields as Record<string, TSchema>) } };
}

function requestOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, declared: Declared<Doc>, options: CoverageOptions,
): Operation {
  const { name = subject.name, path = '/coverage', write = WRITE_ACCESS, needs = [], scope, errors = [], next } = options;
  return familyOperation(subject, {
    id: `request${name}Coverage`, method: 'POST', path, ...write, needs, mints: 'coverage', summary: `Request a report on ${subject.words} as it is now`,
    description: 'Free. Queues a report on the exact current version; poll it until it is complete or failed. A report on this version that '
      + 'is there or under way is answered as it stands, one that failed is tried again. The same document, rubric and focus give the '
      + 'same scores and notes.',
    effects: { focusPrompt: 'categories that it names count twice', ...(isPhased(declared) ? { phase: 'what is judged' } : {}), ...scope?.effects },
    request: { body: bodyOf(name, declared, options) }, response: { 200: RequestedCoverage, 202: RequestedCoverage }, errors,
    async handle({ row: whole, params, body, actor, requestId, resourceId }, services) {
      const row = await partOf(services, whole, scope, body);
      const chosen = await chosenOf(services, declared, row, body.phase);
      const stored = storedSubject({ type: chosen.coverage.subject }, row);
      const report = await requestCoverage(services, chosen.coverage, {
        accountId: actor.accountId, subject: stored, reportId: resourceId, focusPrompt: (body.focusPrompt as string | undefined)?.trim() ?? null,
        label: `Coverage of ${subject.words}`, requestId,
      });
      const { focusPrompt: _focus, ...part } = body;
      const place = {
        path: pathOf(subject.base + path, params), sent: { ...part, ...(chosen.phase === null ? {} : { phase: chosen.phase }) },
        projectId: row.projectId, accountId: actor.accountId,
      };
      const view = await viewOf(services, report, chosen, stored);
      const warnings = warningsOfFocus(chosen.coverage.rubric, report.focusPrompt);
      const answer = { coverage: view, ...await nextOf(services, view, place, next), warnings };
      return report.workStatus === 'READY' ? ok(answer) : accepted(answer);
    },
  });
}

function readOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, declared: Declared<Doc>, { name = subject.name, path = '/coverage', read = READ_ACCESS, scope, errors = [], next }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `get${name}Coverage`, method: 'GET', path, ...read, summary: `Read the newest report on ${subject.words}`,
    description: '`coverage` is null until a report is asked for. It is `stale` once what it judges has changed.',
    ...queryOf(declared, scope),
    // A report stays readable when there is nothing to judge any more.
    response: { 200: LatestCoverage }, errors: errors.filter((code) => code !== 'project_precondition_failed'),
    async handle({ row: whole, params, query, actor }, services) {
      const row = await partOf(services, whole, scope, query);
      const wanted = wantedOf(declared, query.phase);
      const found = await Promise.all(wanted.map(async (chosen) => {
        const stored = storedSubject({ type: chosen.coverage.subject }, row);
        return { chosen, stored, report: await findReport(services.db, stored) };
      }));
      const newest = found.reduce((one, other) => ((other.report?.id ?? '') > (one.report?.id ?? '') ? other : one));
      const view = newest.report && await viewOf(services, newest.report, newest.chosen, newest.stored);
      const place = { path: pathOf(subject.base + path, params), sent: { ...query }, projectId: row.projectId, accountId: actor.accountId };
      return { coverage: view, ...await nextOf(services, view, place, next) };
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
      const present = items.length > 0 ? await presentOf(services, { coverage, phase: null }, stored) : null;
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
      return { coverage: await viewOf(services, report, { coverage, phase: null }, stored) };
    },
  });
}

/** Operations on the reports of a subject that is judged in phases: request and newest report, of one phase or of the next one. */
export function phasedCoverage<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, declared: PhasedCoverage<string, Doc>, options: Omit<CoverageOptions, 'history' | 'report'> = {},
): Operation[] {
  return [requestOperation(subject, declared, options), readOperation(subject, declared, options)];
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
