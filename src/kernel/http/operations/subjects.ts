import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';

/** The account that a row must belong to. */
export interface Owner { accountId: string }

/**
 * A noun of the API that path parameters refer to: how to load its row, and the code of the 404 when there is none. The handler receives the fields that
 * `load` returns in its call.
 */
export interface Subject<Fields extends object = object> {
  notFound: ErrorCode;
  /** Raises `notFound` for a row that is missing, is deleted, or belongs to another account. */
  load: (services: Services, owner: Owner, params: Readonly<Record<string, string>>) => Promise<Fields>;
}

/** Subjects by the name of their path parameter. */
export type Subjects = Readonly<Record<string, Subject>>;

/** The parameter names in a path, which are in braces. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type FieldsOf<S> = S extends Subject<infer Fields> ? Fields : never;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void ? All : never;

/** The fields that a handler of this path gets from its subjects. */
export type Loaded<S extends Subjects, Path extends string, Unloaded extends string> =
  Intersection<{ [Name in Exclude<ParamNames<Path>, Unloaded> & keyof S]: FieldsOf<S[Name]> }[Exclude<ParamNames<Path>, Unloaded> & keyof S]>;

export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
