import type { ErrorCode } from '../../errors/catalogue.js';
import type { Services } from '../../services.js';

/** Who asks for a row: every row belongs to one account. */
export interface Owner { accountId: string }

/**
 * What a name in a path stands for: how its row of the caller's account is found, and the code of the 404 when there is none. The
 * fields that `load` answers are given to the handler with its call.
 */
export interface Subject<Fields extends object = object> {
  notFound: ErrorCode;
  /** Raises `notFound` for a missing, deleted or foreign row alike. */
  load: (services: Services, owner: Owner, params: Readonly<Record<string, string>>) => Promise<Fields>;
}

/** Subjects by the name of their path parameter. */
export type Subjects = Readonly<Record<string, Subject>>;

/** The names in braces of a path. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type FieldsOf<S> = S extends Subject<infer Fields> ? Fields : never;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void ? All : never;

/** What a handler of this path is given of its subjects. */
export type Loaded<S extends Subjects, Path extends string, Unloaded extends string> =
  Intersection<{ [Name in Exclude<ParamNames<Path>, Unloaded> & keyof S]: FieldsOf<S[Name]> }[Exclude<ParamNames<Path>, Unloaded> & keyof S]>;

export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
