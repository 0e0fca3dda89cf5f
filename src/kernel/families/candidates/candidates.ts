import type { Db } from '../../db/database.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import { PRICES, type PriceKey } from '../../credits/prices.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { defineWork, type WorkKind } from '../../works/kind.js';
import type { OpenAnswer, WorkInput, WorkLine } from '../../works/model.js';
import { requestWork } from '../../works/request.js';
import type { RunStep, WorkStep } from '../../works/step.js';
import type { Subject } from '../subject.js';
import { addCandidates, findOwnRequest, findRequest, findRequestOf, insertRequest, type AskedFor, type RequestRow } from './candidate-store.js';

/** Makes candidates of one line of a request. */
export interface CandidateMaking {
  /** The line: the number of the candidate where each has its price, else 0. */
  line: number;
  signal: AbortSignal;
  /** To be called with the number of those of the line that are there after each. */
  made(count: number): Promise<void>;
}

/**
 * Makes the candidates of a line and stores their media. The same request gives the same candidates. Safe to repeat, also at the same
 * time. Throws `MakingFailed` and the failures of providers.
 */
export type MakeCandidates<Brief, Facts> = (services: Services, request: RequestRow<Brief, Facts>, making: CandidateMaking) => Promise<Facts[]>;

export interface CandidateInput extends WorkInput { projectId: string }

/** The candidates of a line: an object until they are published, because histories hold no texts of users. */
export interface MadeLine { requestId: string; line: number; key: string }
export type LoadedLine = Pick<MadeLine, 'requestId' | 'line'> & { candidates: object[] };

export type CandidateWork = WorkKind<CandidateInput, MadeLine, LoadedLine, AskedFor<object>>;

type OfWork = Pick<CandidateWork, 'kind' | 'formerly' | 'workflow' | 'queue' | 'unit' | 'provider' | 'stopped'>;

/** A kind of candidates: what one is, what they cost, and how they are made. */
export interface Candidates<Brief, Facts> {
  /** Name of the kind, and of its work. */
  kind: string;
  work: CandidateWork;
  price: PriceKey;
  /** Each candidate is a line with the price of its own, charged when it is there; otherwise a request has one price. */
  each: boolean;
  /** The 404 of a request. */
  notFound: ErrorCode;
  readonly types?: { brief: Brief; facts: Facts };
}

export interface DeclaredCandidates<Brief, Facts> extends OfWork, Pick<CandidateWork, 'lock' | 'published' | 'clearAway'> {
  price: PriceKey;
  each?: true;
  notFound: ErrorCode;
  /** Checks under the locks whether a request may be opened; null if it may. */
  admit?(tx: Db, asked: AskedFor<Brief>): Promise<OpenAnswer | null>;
  /** Publishes the candidates of a line by `add`, with what follows from them; false when that is not possible any more. Default: `add` alone. */
  publish?(tx: Db, line: LoadedLine, add: () => Promise<boolean>): Promise<boolean>;
  step: RunStep & Pick<WorkStep<CandidateInput, MadeLine>, 'progress'>;
  /** Loads the maker when it is needed, because the API loads the kind too. */
  maker(): Promise<MakeCandidates<Brief, Facts>>;
}

/** Where the candidates of a line are until they are published. */
export const madeKeyOf = (requestId: string, line: number): string => `candidates/${requestId}-${line}.json`;

async function makeLine<Brief, Facts>(
  services: Services, { kind, maker }: DeclaredCandidates<Brief, Facts>, { subjectId: requestId, line }: CandidateInput & { line: number },
  { signal, note }: Parameters<WorkStep<CandidateInput, MadeLine>['make']>[2],
): Promise<MadeLine | null> {
  const request = await findRequest<Brief, Facts>(services.db, kind, requestId);
  if (!request) return null;
  const key = madeKeyOf(requestId, line);
  const known = request.candidates.length;
  await note({ completed: known, total: request.wanted });
  if (await services.store.stat(key)) return { requestId, line, key };
  const candidates = await (await maker())(services, request, {
    line, signal,
    async made(count) {
      await note({ completed: known + count });
      await services.faults.reach('candidates.made', kind);
    },
  });
  await services.store.put(key, JSON.stringify(candidates));
  return { requestId, line, key };
}

/**
 * Declares a kind of candidates with the work that makes them; `src/domain/work-kinds.ts` lists the work. The request is the subject of
 * the work, and is inserted in the transaction that opens it.
 */
export function defineCandidates<Brief extends object, Facts extends object>(declared: DeclaredCandidates<Brief, Facts>): Candidates<Brief, Facts> {
  const { kind, price, each = false, notFound, step, maker: _maker, admit, publish, ...rest } = declared;
  const work = defineWork<CandidateInput, MadeLine, LoadedLine, AskedFor<object>>({
    ...rest, kind, runOn: '<request>', whenCancelled: 'FAILED', counted: true, briefed: true,
    ...admit ? { admit: (tx, _input, asked) => admit(tx, asked as AskedFor<Brief>) } : {},
    opened: (tx, { subjectId: id, projectId, workId }, asked) => insertRequest(tx, { id, projectId, kind, workId }, asked),
    load: async ({ store }, { requestId, line, key }) => ({ requestId, line, candidates: JSON.parse((await store.get(key)).toString('utf8')) as object[] }),
    publish(tx, _key, loaded) {
      const add = (): Promise<boolean> => addCandidates(tx, loaded.requestId, loaded.line, loaded.candidates);
      return publish ? publish(tx, loaded, add) : add();
    },
    step: { ...step, make: (services, input, making) => makeLine(services, declared, input, making) },
  });
  return { kind, work, price, each, notFound };
}

/** What a request for so many candidates costs. */
export const creditsOf = ({ price, each }: Candidates<unknown, unknown>, wanted: number): number => PRICES[price] * (each ? wanted : 1);

/** The lines of a request: what was quoted, shared among the candidates where each has its price; none for a free one, which makes all at once. */
const linesOf = ({ each }: Pick<Candidates<unknown, unknown>, 'each'>, wanted: number, credits: number): WorkLine[] =>
  (credits === 0 ? [] : each ? Array.from({ length: wanted }, (_, line) => ({ line, credits: credits / wanted })) : [{ line: 0, credits }]);

export interface WantedCandidates<Brief> extends Omit<AskedFor<Brief>, 'subject'> {
  id: string;
  accountId: string;
  subject: Subject;
  /** The name of the work that people see. */
  label: string;
  requestId: string;
  /** What the caller confirmed. */
  credits: number;
}

/**
 * Requests candidates and reserves their credits. A repeat with the same id finds the request as it is. Raises `insufficient_credits`;
 * then nothing was created.
 */
export async function requestCandidates<Brief extends object, Facts>(
  services: Services, candidates: Candidates<Brief, Facts>, { id, accountId, subject, brief, wanted, label, requestId, credits }: WantedCandidates<Brief>,
): Promise<RequestRow<Brief, Facts>> {
  const { projectId, ...key } = subject;
  await requestWork(services, candidates.work, {
    accountId, projectId, subjectId: id, label, requestId, lines: linesOf(candidates, wanted, credits),
  }, { subject: key, brief, wanted });
  return getRequest(services, candidates, projectId, id);
}

/** A request of the project. Raises the 404 of the kind. */
export async function getRequest<Brief, Facts>(
  { db }: Pick<Services, 'db'>, { kind, notFound }: Candidates<Brief, Facts>, projectId: string, id: string,
): Promise<RequestRow<Brief, Facts>> {
  const row = await findRequestOf<Brief, Facts>(db, kind, projectId, id);
  if (!row) throw new ApiError(notFound);
  return row;
}

/** A request of a project that the account has and that is not deleted. Raises the 404 of the kind. */
export async function getOwnRequest<Brief, Facts>(
  { db }: Pick<Services, 'db'>, { kind, notFound }: Candidates<Brief, Facts>, accountId: string, projectId: string, id: string,
): Promise<RequestRow<Brief, Facts>> {
  const row = await findOwnRequest<Brief, Facts>(db, kind, accountId, projectId, id);
  if (!row) throw new ApiError(notFound);
  return row;
}
