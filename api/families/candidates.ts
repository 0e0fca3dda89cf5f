import Type, { type Static, type TSchema } from 'typebox';
import type { FieldEffects } from '../../src/kernel/contract/field-effects.js';
import { closed, model } from '../../src/kernel/contract/models.js';
import { Next, type NextStep } from '../../src/kernel/contract/next-step.js';
import { cutPage, NextCursor, PageQuery, startAfter, type Page } from '../../src/kernel/contract/paging.js';
import type { IdKind } from '../../src/kernel/db/ids.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import { listRequests, markChosen, type AskedFor, type Candidate, type RequestRow } from '../../src/kernel/families/candidates/candidate-store.js';
import { creditsOf, getOwnRequest, getRequest, requestCandidates, type Candidates } from '../../src/kernel/families/candidates/candidates.js';
import type { Coverage } from '../../src/kernel/families/coverage/coverage.js';
import { accepted } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import type { Services } from '../../src/kernel/services.js';
import { coverage, type CoverageOptions } from './coverage.js';
import { familyOperation, type Access, type FamilyCall, type SubjectPath, type SubjectRow } from './subject.js';

/** The documentation of an operation, and the effects of its fields. */
interface Told { id: string; path: string; summary: string; description: string; effects?: FieldEffects }

/** The project of a call, and the account that calls. */
export interface CandidateOwner { projectId: string; accountId: string }

/** How a call asks for candidates. */
interface Making<Brief, Body extends TSchema> extends Told {
  /** Kind of the ids of requests. Default: `order`. */
  mints?: IdKind;
  body: Body;
  needs?: Operation['needs'];
  /** How many candidates a body asks for. */
  wanted(body: Static<Body>): number;
  /** The request that a body makes, and the label of the work. */
  ask(services: Services, projectId: string, body: Static<Body>): Promise<Omit<AskedFor<Brief>, 'wanted'> & { label: string }>;
}

/** How one candidate is chosen. */
interface Choosing<Brief, Facts, Body extends TSchema> extends Told {
  body: Body;
  /** Default: the request, and the next call after it. */
  answer?: TSchema;
  errors: readonly ErrorCode[];
  /** The field of the body that names the candidate, and the id of a candidate, to be compared with that field. */
  field: keyof Static<Body> & string;
  idOf(requestId: string, candidate: Candidate<Facts>): string;
  /** Applies the chosen candidate. Returns a function that makes the answer once the request is marked as chosen. Default: the mark is all. */
  choose?(services: Services, call: {
    owner: CandidateOwner; brief: Brief; facts: Facts; body: Static<Body>; expectedVersion?: number;
  }): Promise<(row: RequestRow<Brief, Facts>) => Promise<object>>;
}

/** Access to operations that read, to choices and reports, and to operations that cost credits. */
const ACCESS: Readonly<Record<'read' | 'write' | 'buy', Access>> = {
  read: { scopes: ['story:read'], idempotency: 'accepted' },
  write: { scopes: ['story:write'], idempotency: 'accepted' },
  buy: { scopes: ['artifact:publish'], idempotency: 'accepted' },
};

/** Declares the operations of a kind of candidates below a subject. */
export interface CandidateRow<Brief extends object, Facts, Body extends TSchema, Choice extends TSchema, Doc> {
  /** Prefix of names of schemas, such as `VoiceDesign`, and the key of a request in answers, such as `design`. */
  name: string;
  key: string;
  /** The schema of a request, and how a row becomes one. */
  schema: TSchema;
  view(services: Services): Promise<(row: RequestRow<Brief, Facts>) => object>;
  /** The next call after a request. */
  next(row: RequestRow<Brief, Facts>): NextStep;
  access?: Partial<typeof ACCESS>;
  /** Description of the answer with one request. */
  one: string;
  make: Making<Brief, Body>;
  /** The list; `page` describes its answer. `by` is a query field that selects the requests of one subject. */
  list?: Told & { page: string; by?: { field: string; schema: TSchema; idOf(sent: string): string } };
  /** The path of one request, and the operations that read it and make it again. */
  request?: { path: string; readOne?: Omit<Told, 'path'>; again?: Told & { mints?: IdKind } };
  choose?: Choosing<Brief, Facts, Choice>;
  /** Reports on a request: the coverage that judges it, the words for a request, and further `CoverageOptions`. */
  reports?: { coverage: Coverage<Doc>; words: string; options: Omit<CoverageOptions, 'read' | 'write'> };
}

type Row = SubjectRow;

const ownerOf = (row: Row, { actor }: FamilyCall): CandidateOwner => ({ projectId: row.projectId, accountId: actor.accountId });

/** The operations of a kind of candidates: make, list, read one, choose, have made again, and reports. */
export function candidates<Brief extends object, Facts, Body extends TSchema, Choice extends TSchema, Doc>(
  subject: SubjectPath, kind: Candidates<Brief, Facts>, declared: CandidateRow<Brief, Facts, Body, Choice, Doc>,
): Operation[] {
  const { name, key, schema, one, list, choose } = declared;
  const envelope = model(`${name}Envelope`, one, closed({ [key]: schema, next: Next }));
  return [
    ...list ? [listing(subject, kind, declared, declared.make.mints ?? 'order', list)] : [], making(subject, kind, declared, envelope),
    ...choose ? [choosing(subject, kind, declared, choose, envelope)] : [], ...ofOne(subject, kind, declared, envelope),
  ];
}

type Shown<Brief extends object, Facts, Doc = never> = Omit<CandidateRow<Brief, Facts, TSchema, TSchema, Doc>, 'make' | 'choose'>;

function listing<Brief extends object, Facts>(
  subject: SubjectPath, kind: Candidates<Brief, Facts>, { name, key, schema, view, access }: Omit<Shown<Brief, Facts>, 'reports'>, mints: IdKind,
  { page, by, ...told }: NonNullable<Shown<Brief, Facts>['list']>,
): Operation {
  const List = model(`${name}List`, page, closed({ [`${key}s`]: Type.Array(schema), nextCursor: NextCursor }));
  const query = closed({ ...PageQuery.properties, ...by ? { [by.field]: Type.Optional(by.schema) } : {} });
  return familyOperation(subject, {
    ...told, method: 'GET', ...ACCESS.read, ...access?.read, request: { query }, response: { 200: List },
    async handle({ row, query: sent }, services) {
      const named = by && sent[by.field] as string | undefined;
      const asked = sent as Page;
      const rows = await listRequests<Brief, Facts>(
        services.db, kind.kind, row.projectId, { limit: asked.limit, after: startAfter(asked, mints) }, named === undefined ? null : by!.idOf(named));
      const { items, nextCursor } = cutPage(rows, asked);
      return { [`${key}s`]: items.map(await view(services)), nextCursor };
    },
  });
}

function making<Brief extends object, Facts, Body extends TSchema>(
  subject: SubjectPath, kind: Candidates<Brief, Facts>, { key, view, next, access, make }: Pick<CandidateRow<Brief, Facts, Body, TSchema, never>, 'key' | 'view' | 'next' | 'access' | 'make'>, envelope: TSchema,
): Operation {
  const { body, wanted, ask, mints = 'order', ...told } = make;
  return familyOperation(subject, {
    ...told, mints, method: 'POST', ...ACCESS.buy, ...access?.buy, request: { body }, response: { 202: envelope },
    price: (call) => creditsOf(kind, wanted(call.body as Static<Body>)),
    async handle({ row: { projectId }, body: sent, actor: { accountId }, requestId, resourceId, credits }, services) {
      const { subject: made, ...asked } = await ask(services, projectId, sent as Static<Body>);
      const request = await requestCandidates(services, kind, {
        ...asked, id: resourceId, accountId, subject: { ...made, projectId }, wanted: wanted(sent as Static<Body>), requestId, credits,
      });
      return accepted({ [key]: (await view(services))(request), next: next(request) });
    },
  });
}

function choosing<Brief extends object, Facts, Choice extends TSchema>(
  subject: SubjectPath, kind: Candidates<Brief, Facts>, { access, key, view, next }: Pick<Shown<Brief, Facts>, 'access' | 'key' | 'view' | 'next'>,
  choice: Choosing<Brief, Facts, Choice>, envelope: TSchema,
): Operation {
  const { body, answer = envelope, errors, field, idOf, choose, ...told } = choice;
  return familyOperation(subject, {
    ...told, method: 'POST', ...ACCESS.write, ...access?.write, request: { body }, response: { 200: answer }, errors: [kind.notFound, ...errors],
    async handle(call, services) {
      const sent = call.body as Static<Choice> & { designId: string; expectedVersion?: number };
      const owner = ownerOf(call.row, call);
      const request = await getRequest(services, kind, owner.projectId, sent.designId);
      const candidate = request.candidates.find((each) => idOf(request.id, each) === sent[field]);
      if (!candidate) {
        const isEarly = request.status !== 'READY' && errors.includes('artifact_not_ready');
        if (isEarly) throw new ApiError('artifact_not_ready', 'the candidates are still being made', { status: request.status });
        throw new ApiError('validation_failed', `${field} is no candidate of this design`, { field, designId: request.id });
      }
      const { expectedVersion } = sent;
      const answered = await choose?.(services, {
        owner, brief: request.brief, facts: candidate.facts, body: sent, ...(expectedVersion === undefined ? {} : { expectedVersion }),
      });
      await markChosen(services.db, request.id, candidate.ordinal);
      const chosen = await getRequest(services, kind, owner.projectId, request.id);
      return await answered?.(chosen) ?? { [key]: (await view(services))(chosen), next: next(chosen) };
    },
  });
}

/** The operations on one request. */
function ofOne<Brief extends object, Facts, Doc>(
  subject: SubjectPath, kind: Candidates<Brief, Facts>, declared: Shown<Brief, Facts, Doc>, envelope: TSchema,
): Operation[] {
  const { name, key, view, next, request, reports } = declared;
  const { read, write, buy } = { ...ACCESS, ...declared.access };
  if (!request) return [];
  type Loaded = Row & { request: RequestRow<Brief, Facts> };
  const path: SubjectPath<Loaded> = {
    type: reports?.coverage.subject ?? kind.kind, name, words: reports?.words ?? 'a request', area: subject.area, base: `${subject.base}${request.path}`,
    notFound: kind.notFound,
    async load(services, { accountId }, params) {
      const row = await getOwnRequest(services, kind, accountId, params.projectId!, params.designId!);
      return { id: row.id, projectId: row.projectId, request: row };
    },
  };
  const { readOne, again } = request;
  return [
    ...readOne ? [familyOperation(path, {
      ...readOne, method: 'GET', path: '', ...read, response: { 200: envelope },
      handle: async ({ row }, services) => ({ [key]: (await view(services))(row.request), next: next(row.request) }),
    })] : [],
    ...again ? [familyOperation(path, {
      ...again, mints: again.mints ?? 'order', method: 'POST', ...buy, response: { 202: envelope },
      price: ({ row }) => creditsOf(kind, row.request.wanted),
      async handle({ row: { projectId, request: { subjectType, subjectId, brief, wanted } }, actor: { accountId }, requestId, resourceId, credits }, services) {
        const made = await requestCandidates(services, kind, {
          id: resourceId, accountId, subject: { type: subjectType, id: subjectId, projectId }, brief, wanted, label: again.summary, requestId, credits,
        });
        return accepted({ [key]: (await view(services))(made), next: next(made) });
      },
    })] : [],
    // Only finished requests can be judged, so POST may fail with `artifact_not_ready`, and GET never does.
    ...reports ? [
      ...coverage(path, reports.coverage, { ...reports.options, read, write, errors: ['artifact_not_ready'] }).filter(({ method }) => method === 'POST'),
      ...coverage(path, reports.coverage, { ...reports.options, read, write }).filter(({ method }) => method === 'GET'),
    ] : [],
  ];
}
