import type { TSchema } from 'typebox';
import type { Area } from '../../src/kernel/contract/areas.js';
import type { Scope } from '../../src/kernel/contract/scopes.js';
import type { ErrorCode } from '../../src/kernel/errors/catalogue.js';
import type { Subject } from '../../src/kernel/families/subject.js';
import { operationDefiner } from '../../src/kernel/http/operations/define-operation.js';
import type { Actor, Operation, Price } from '../../src/kernel/http/operations/operation.js';
import { paramNames, type Owner } from '../../src/kernel/http/operations/subjects.js';
import type { Services } from '../../src/kernel/services.js';

/** The fields of a subject's row that families need. */
export interface SubjectRow { id: string; projectId: string }

/** The subject of a family's operations: its path, and how its row is loaded. */
export interface SubjectPath<Row extends object = SubjectRow> {
  /** Stored with everything that belongs to the row, so it must never change: `pitch_deck`. */
  type: string;
  /** Prefix of the ids of operations and the names of schemas: `PitchDeck`. */
  name: string;
  /** Used in sentences: `a pitch deck`. */
  words: string;
  area: Area;
  /** Path of the subject, such as `/pitch-decks/{jobId}`; the last parameter is the row's id. */
  base: string;
  notFound: ErrorCode;
  /** Raises `notFound` for a row that is missing, deleted or another account's. */
  load(services: Services, owner: Owner, params: Readonly<Record<string, string>>): Promise<Row>;
}

/** The scopes of an operation, and whether it takes an Idempotency-Key. */
export interface Access { scopes: readonly Scope[]; idempotency: 'required' | 'accepted' | 'none' }

export const READ_ACCESS: Access = { scopes: ['story:read'], idempotency: 'none' };
export const WRITE_ACCESS: Access = { scopes: ['story:write'], idempotency: 'required' };

export type Sent = Record<string, unknown>;

/** Validated input and the caller; an undeclared body is an empty object. */
export interface FamilyCall {
  params: Sent; query: Sent; body: Sent; actor: Actor; requestId: string; resourceId: string;
  /** The price that the caller confirmed; 0 without a price. */
  credits: number;
}

/** What a row of any family costs: a key of the price list, or a function of the call and its subject. */
export type FamilyPrice<Row> = Price<FamilyCall & { row: Row }>;

type Common = Pick<Operation, 'id' | 'method' | 'summary' | 'description' | 'scopes' | 'idempotency' | 'response' | 'mints' | 'needs' | 'effects' | 'ends' | 'gone'>;

/** An operation of a family; its common parts are derived from the subject. */
export interface FamilyOperation<Row> extends Common {
  /** Path below the subject's. */
  path: string;
  request?: { params?: TSchema; query?: TSchema; body?: TSchema };
  errors?: readonly ErrorCode[];
  /** Makes the operation a call in two steps: a quote, then its confirmation, which reaches the handler with `credits`. */
  price?: FamilyPrice<Row>;
  /** Rules between fields. Runs before any query; raises `validation_failed`. */
  check?(call: FamilyCall): void;
  handle(call: FamilyCall & { row: Row }, services: Services): Promise<unknown>;
}

/** Declares an operation below the path of a subject; its handler gets the row. */
export function familyOperation<Row extends object>(subject: SubjectPath<Row>, { path, check, price, handle, ...rest }: FamilyOperation<Row>): Operation {
  const load = async (...call: Parameters<SubjectPath<Row>['load']>) => ({ row: await subject.load(...call) });
  const define = operationDefiner({ [paramNames(subject.base).at(-1)!]: { notFound: subject.notFound, load } });
  const callOf = (call: object) => ({ ...call, body: (call as { body?: Sent }).body ?? {} }) as FamilyCall & { row: Row };
  return define({
    ...rest, path: `${subject.base}${path}`, area: subject.area,
    ...(price ? { price: typeof price === 'string' ? price : (call: object, services: Services) => price(callOf(call), services) } : {}),
    ...(check ? { check: (call: object) => check(callOf(call)) } : {}),
    handle: (call, services) => handle(callOf(call), services) as Promise<never>,
  });
}

export const storedSubject = ({ type }: Pick<SubjectPath, 'type'>, { id, projectId }: SubjectRow): Subject => ({ type, id, projectId });

/** `motion-blur` as `MotionBlur`. */
export const pascalCase = (key: string): string => key.replace(/(?:^|[-_/])(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** `motionBlur` as `motion-blur`. */
export const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `motion-blur` as `motionBlur`. */
export function camelCase(key: string): string {
  const name = pascalCase(key);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
