import type { Db } from '../../db/database.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import { PRICES, type PriceKey } from '../../credits/prices.js';
import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import type { OrderedWork } from '../../works/ahead.js';
import { workIdOf } from '../../works/ids.js';
import { defineWork, type WorkKind } from '../../works/kind.js';
import type { OpenAnswer, WorkInput, WorkLine } from '../../works/model.js';
import { requestWork } from '../../works/request.js';
import type { RunStep, WorkStep } from '../../works/step.js';
import type { Subject } from '../subject.js';
import { addCandidates, findOwnRequest, findRequest, findRequestOf, insertRequest, type AskedFor, type RequestRow } from './candidate-store.js';

/** The context in which the candidates of one line of a request are made. */
export interface CandidateMaking {
  /** The line: the number of the candidate where each candidate has its own price, else 0. */
  line: number;
  signal: AbortSignal;
  /** Call it after each candidate, with the number of candidates of the line so far. */
  made(count: number): Promise<void>;
}

/**
 * Makes the candidates of a line and stores their media. The same request gives the same candidates. Safe to repeat, even in parallel. Throws `MakingFailed`
 * and the failures of providers.
 */
export type MakeCandidates<Brief, Facts> = (services: Services, request: RequestRow<Brief, Facts>, making: CandidateMaking) => Promise<Facts[]>;

export interface CandidateInput extends WorkInput { projectId: string }

/** The candidates of a line. Until they are published they are a stored object, because run histories must not contain texts of users. */
export interface MadeLine { requestId: string; line: number; key: string }
export type LoadedLine = Pick<MadeLine, 'requestId' | 'line'> & { candidates: object[] };

export type CandidateWork = WorkKind<CandidateInput, MadeLine, LoadedLine, AskedFor<object>>;

type OfWork = Pick<CandidateWork, 'kind' | 'formerly' | 'workflow' | 'queue' | 'unit' | 'provider' | 'stopped'>;

/** A kind of candidates: their shape, their price, and how they are made. */
export interface Candidates<Brief, Facts> {
  /** Name of the kind, and of its work. */
  kind: string;
  work: CandidateWork;
  price: PriceKey;
  /** True when each candidate is a line with its own price, which is charged once the candidate exists; otherwise a request has one price. */
  each: boolean;
  /** The code of the 404 for an unknown request. */
  notFound: ErrorCode;
  readonly types?: { brief: Brief; facts: Facts };
}

export interface DeclaredCandidates<Brief, Facts> extends OfWork, Pick<CandidateWork, 'lock' | 'published' | 'clearAway'> {
  price: PriceKey;
  each?: true;
  notFound: ErrorCode;
  /** Checks under the locks whether a request may be opened; null if it may. */
  admit?(tx: Db, asked: AskedFor<Brief>): Promise<OpenAnswer | null>;
  /** Publishes the candidates of a line by calling `add`, and applies the consequences; false when publishing is not possible any more. Default: only `add`. */
  publish?(tx: Db, line: LoadedLine, add: () => Promise<boolean>): Promise<boolean>;
  step: RunStep & Pick<WorkStep<CandidateInput, MadeLine>, 'progress'>;
  /** Loads the maker when it is needed, because the API loads the kind too. */
  maker(): Promise<MakeCandidates<Brief, Facts>>;
}

/** Key of the candidates of a line until they are published. */
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
 * Declares a kind of candidates with the work that makes them, in a file whose name ends with `-kind.ts`. The request is the subject of the work, and is
 * inserted in the transaction that opens it.
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

/** Credits for a request of `wanted` candidates. */
export const creditsOf = ({ price, each }: Candidates<unknown, unknown>, wanted: number): number => PRICES[price] * (each ? wanted : 1);

/**
 * The lines of a request: one per candidate with an equal share of the quoted credits where each candidate has its own price, else one line. A free request
 * has no lines and makes all candidates at once.
 */
const linesOf = ({ each }: Pick<Candidates<unknown, unknown>, 'each'>, wanted: number, credits: number): WorkLine[] =>
  (credits === 0 ? [] : each ? Array.from({ length: wanted }, (_, line) => ({ line, credits: credits / wanted })) : [{ line: 0, credits }]);

/** The work of a request that is ordered and not made yet. */
export const orderedCandidates = (
  candidates: Candidates<unknown, unknown>, { id, accountId, wanted, credits }: Pick<WantedCandidates<unknown>, 'id' | 'accountId' | 'wanted' | 'credits'>,
): OrderedWork => {
  const { kind } = candidates.work;
  return { kind, workId: workIdOf(kind, id), epoch: 1, accountId, lines: linesOf(candidates, wanted, credits) };
};

export interface WantedCandidates<Brief> extends Omit<AskedFor<Brief>, 'subject'> {
  id: string;
  accountId: string;
  subject: Subject;
  /** The name of the work that people see. */
  label: string;
  requestId: string;
  /** The price that the caller confirmed. */
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

/** A request in a live project of the account. Raises the 404 of the kind. */
export async function getOwnRequest<Brief, Facts>(
  { db }: Pick<Services, 'db'>, { kind, notFound }: Candidates<Brief, Facts>, accountId: string, projectId: string, id: string,
): Promise<RequestRow<Brief, Facts>> {
  const row = await findOwnRequest<Brief, Facts>(db, kind, accountId, projectId, id);
  if (!row) throw new ApiError(notFound);
  return row;
}
