import Type, { type TSchema } from 'typebox';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import { closed, model, oneOf } from '../../src/kernel/contract/models.js';
import { cutPage, PageQuery, type Page } from '../../src/kernel/contract/paging.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { isReported, requestCoverage } from '../../src/kernel/families/coverage/coverage-kind.js';
import { findReport, listReports } from '../../src/kernel/families/coverage/coverage-store.js';
import type { Coverage, PhasedCoverage } from '../../src/kernel/families/coverage/coverage.js';
import { warningsOfFocus } from '../../src/kernel/families/coverage/rubric.js';
import { PRICES, type PriceKey } from '../../src/kernel/credits/prices.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import {
  CoverageEnvelope, CoverageList, LatestCoverage, presentOf, RequestedCoverage, summaryOf, viewOf, type Chosen,
} from './coverage-answers.js';
import {
  familyOperation, READ_ACCESS, storedSubject, WRITE_ACCESS, type Access, type Sent, type SubjectPath, type SubjectRow,
} from './subject.js';

export interface CoverageOptions {
  /** Path below the subject's; default `/coverage`. */
  path?: string;
  /** Path of the list of all reports on the subject, such as `/coverage/versions`, and who may read it; without it, there is no such operation. */
  history?: { path: string; read?: Access };
  /** Path of a single report, such as `/coverage/{reportId}`; without it, there is no such operation. */
  report?: string;
  /** Prefix of the operations' ids, for a subject with several coverages; default: the subject's name. */
  name?: string;
  read?: Access;
  write?: Access;
  /** The price of a report; free without it. A report on the same version that exists or is under way costs nothing. */
  price?: PriceKey;
  /** What the project must have before a report can be requested. */
  needs?: Operation['needs'];
  /** For a subject whose parts can be judged by themselves. */
  scope?: CoverageScope;
  /** A request as callers typically send it, for a subject whose parts or phases can be judged by themselves. */
  example?: object;
  /** The next call after a complete report; without it, there is none. */
  next?(services: Services, asked: { projectId: string; accountId: string }): Promise<NextStep | null>;
  /** The call that must come before a report can be requested; null when one can be requested now. */
  before?(services: Services, asked: { projectId: string; accountId: string }): Promise<NextStep | null>;
  /** Error codes of a document that cannot be loaded, and so not judged, yet. */
  errors?: readonly ErrorCode[];
}

/** Optional fields that name a part of the subject, in the body of a request and in the query for the newest report. */
export interface CoverageScope {
  /** The noun for parts, as in "Which outlines to judge". */
  noun: string;
  fields: Record<string, TSchema>;
  /** The effects of these fields. */
  effects: FieldEffects;
  /** The id under which reports on the part are stored. Raises `validation_failed` for a part that does not exist. */
  idOf(services: Services, row: SubjectRow, sent: Readonly<Record<string, unknown>>): Promise<string>;
}

async function partOf<Row extends SubjectRow>(
  services: Services, row: Row, scope: CoverageScope | undefined, sent: Readonly<Record<string, unknown>>,
): Promise<Row> {
  return scope ? { ...row, id: await scope.idOf(services, row, sent) } : row;
}

const REQUEST = {
  focusPrompt: Type.Optional(Type.String({
    minLength: 1, maxLength: 2_000, pattern: VISIBLE, description: 'Categories that it names count twice',
  })),
};
const CoverageRequestBody = model('CoverageGenerateRequest', 'What should count more.', closed(REQUEST),
  { focusPrompt: 'direction' });

type Declared<Doc> = Coverage<Doc> | PhasedCoverage<string, Doc>;

const isPhased = <Doc>(declared: Declared<Doc>): declared is PhasedCoverage<string, Doc> => 'phases' in declared;

async function chosenOf<Doc>(services: Services, declared: Declared<Doc>, row: SubjectRow, phase: unknown): Promise<Chosen<Doc>> {
  if (!isPhased(declared)) return { coverage: declared, phase: null };
  const name = (phase as string | undefined) ?? await declared.next(services, storedSubject({ type: '' }, row));
  return { coverage: declared.phases[name]!, phase: name };
}

/** The coverages whose newest report is read: that of the phase that a call names, else those of all phases; the only coverage of a subject without phases. */
function wantedOf<Doc>(declared: Declared<Doc>, phase: unknown): Chosen<Doc>[] {
  if (!isPhased(declared)) return [{ coverage: declared, phase: null }];
  return Object.entries(declared.phases).map(([name, coverage]) => ({ coverage, phase: name })).filter(({ phase: name }) => (phase ?? name) === name);
}

/** The field `phase` of a request, for a subject with phases. */
const phaseOf = <Doc>(declared: Declared<Doc>, fallback: string): { phase?: TSchema } => (isPhased(declared) ? {
  phase: Type.Optional(oneOf(Object.keys(declared.phases), { description: `Default: ${fallback}` })),
} : {});

const POLL_MS = 1_000;

/**
 * The next call after the newest report at a path: a poll while it is being made, a new request, or what must come before it, when there is none or it failed
 * or is stale, else what `next` says.
 */
async function nextOf(
  services: Services, state: { status: string; stale: boolean } | null, place: Place, { next, before }: Pick<CoverageOptions, 'next' | 'before'>,
): Promise<{ next?: NextStep }> {
  const { path, sent, projectId, accountId, price } = place;
  const query = new URLSearchParams(Object.entries(sent).map(([key, value]) => [key, String(value)])).toString();
  if (state?.status === 'generating') return { next: { method: 'GET', path: query ? `${path}?${query}` : path, afterMs: POLL_MS, why: 'The report is being made.' } };
  if (state?.status === 'complete' && !state.stale) return withNext(await next?.(services, { projectId, accountId }) ?? null);
  const first = await before?.(services, { projectId, accountId });
  return { next: first ?? { method: 'POST', path, body: { ...sent }, why: `Has it judged${state ? ' as it is now' : ''}; ${price ? 'the answer says what it costs' : 'it is free'}.` } };
}

/** The operation that requests a report: its path, and the fields of the call that name the part or phase. */
interface Place { path: string; sent: Readonly<Record<string, unknown>>; projectId: string; accountId: string; price: PriceKey | undefined }

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

/** What a request wants judged. */
async function wishOf<Row extends SubjectRow, Doc>(
  services: Services, declared: Declared<Doc>, scope: CoverageScope | undefined, { row: whole, body }: { row: Row; body: Sent },
) {
  const row = await partOf(services, whole, scope, body);
  const chosen = await chosenOf(services, declared, row, body.phase);
  const subject = storedSubject({ type: chosen.coverage.subject }, row);
  return { row, chosen, judged: { subject, focusPrompt: (body.focusPrompt as string | undefined)?.trim() ?? null } };
}

function requestOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, declared: Declared<Doc>, options: CoverageOptions,
): Operation {
  const { name = subject.name, path = '/coverage', write = WRITE_ACCESS, price, needs = [], scope, errors = [] } = options;
  return familyOperation(subject, {
    id: `request${name}Coverage`, method: 'POST', path, ...write, needs, mints: 'coverage', summary: `Request a report on ${subject.words} as it is now`,
    description: `${price ? `Costs ${price} credits, charged when the report is there` : 'Free'}. Queues a report on the exact current version; poll it until it is complete or failed. A report on this version that `
      + 'is there or under way is answered as it is, one that failed is tried again. The same document, rubric and focus give the '
      + 'same scores and notes.',
    effects: { focusPrompt: 'categories that it names count twice', ...(isPhased(declared) ? { phase: 'what is judged' } : {}), ...scope?.effects },
    request: { body: bodyOf(name, declared, options) }, response: { 200: RequestedCoverage, 202: RequestedCoverage }, errors,
    ...(price ? {
      async price(call, services) {
        const { chosen, judged } = await wishOf(services, declared, scope, call);
        return await isReported(services, chosen.coverage, call.resourceId, judged) ? 0 : PRICES[price];
      },
    } : {}),
    async handle(call, services) {
      const { params, body, actor, requestId, resourceId, credits } = call;
      const { row, chosen, judged } = await wishOf(services, declared, scope, call);
      const { subject: stored } = judged;
      const report = await requestCoverage(services, chosen.coverage, {
        ...judged, accountId: actor.accountId, reportId: resourceId, label: `Coverage of ${subject.words}`, requestId, credits,
      });
      const { focusPrompt: _focus, ...part } = body;
      const place = {
        path: pathOf(subject.base + path, params), sent: { ...part, ...(chosen.phase === null ? {} : { phase: chosen.phase }) },
        projectId: row.projectId, accountId: actor.accountId, price,
      };
      const view = await viewOf(services, report, chosen, stored);
      const warnings = warningsOfFocus(chosen.coverage.rubric, report.focusPrompt);
      const answer = { coverage: view, ...await nextOf(services, view, place, options), warnings };
      return report.workStatus === 'READY' ? ok(answer) : accepted(answer);
    },
  });
}

/** Error codes for a subject without anything to judge. They refuse a request, but existing reports stay readable. */
const NOTHING_TO_JUDGE: readonly ErrorCode[] = ['project_precondition_failed', 'artifact_not_ready'];

function readOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, declared: Declared<Doc>,
  { name = subject.name, path = '/coverage', read = READ_ACCESS, price, scope, errors = [], next, before }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `get${name}Coverage`, method: 'GET', path, ...read, summary: `Read the newest report on ${subject.words}`,
    description: '`coverage` is null until a report is asked for. It is `stale` once what it judges has changed.',
    ...queryOf(declared, scope),
    // A report stays readable when nothing is left to judge.
    response: { 200: LatestCoverage }, errors: errors.filter((code) => !NOTHING_TO_JUDGE.includes(code)),
    async handle({ row: whole, params, query, actor }, services) {
      const row = await partOf(services, whole, scope, query);
      const wanted = wantedOf(declared, query.phase);
      const found = await Promise.all(wanted.map(async (chosen) => {
        const stored = storedSubject({ type: chosen.coverage.subject }, row);
        return { chosen, stored, report: await findReport(services.db, stored) };
      }));
      const newest = found.reduce((one, other) => ((other.report?.id ?? '') > (one.report?.id ?? '') ? other : one));
      const view = newest.report && await viewOf(services, newest.report, newest.chosen, newest.stored);
      const place = { path: pathOf(subject.base + path, params), sent: { ...query }, projectId: row.projectId, accountId: actor.accountId, price };
      return { coverage: view, ...await nextOf(services, view, place, { next, before }) };
    },
  });
}

function historyOperation<Row extends SubjectRow, Doc>(
  subject: SubjectPath<Row>, coverage: Coverage<Doc>, history: NonNullable<CoverageOptions['history']>,
  { name = subject.name, read = READ_ACCESS, errors = [] }: CoverageOptions,
): Operation {
  return familyOperation(subject, {
    id: `list${name}CoverageReports`, method: 'GET', path: history.path, ...(history.read ?? read), summary: `List the reports on ${subject.words}, newest first`,
    description: 'Each with the version that it judged, its score and whether the gate was open; also those on earlier versions.',
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

/**
 * Operations on the reports of a subject that is judged in phases: a request, and the newest report. Both may name a phase; without one, a request takes the
 * next phase.
 */
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
