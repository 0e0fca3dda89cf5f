import type { OperationCaller, OperationInput } from '../../kernel/http/operations/operation-caller.js';
import type { SessionActor } from '../../kernel/http/authenticate.js';
import type { KeyDesk } from '../../domain/account/key-management.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { UploadedFile } from '../../kernel/contract/uploaded-file.js';

/** What a page says above everything else: what went wrong and what mends it, or what was done. */
export interface Notice { tone: 'wrong' | 'done'; text: string; fine?: string }

/** What the API refused: the path of a field of the call, such as `beats.0.text`, and why. */
export interface WrongField { field: string; words: string }

/** Where operators look at runs. */
export type RunLink = (attribute: 'StoryProjectId' | 'StoryJobId', id: string) => string | null;

/** A form that was refused, so that what was typed is shown again; null otherwise. */
export type Refused = SentForm | null;

export interface VisitParts {
  /** The page itself, with its query: after a refused form it is not the address of the request. */
  location: string;
  operations: OperationCaller;
  session: SessionActor;
  /** What the forms of this session carry. */
  formToken: string;
  address: string;
  requestId: string;
  params: Record<string, string>;
  query: URLSearchParams;
  runLink: RunLink;
  keys: KeyDesk;
}

/** One request of a person who is signed in. */
export class Visit {
  notice: Notice | null = null;
  refused: Refused = null;
  /** What was wrong with the form that was refused, where the API names a field. */
  wrongField: WrongField | null = null;
  readonly location: string;
  readonly session: SessionActor;
  readonly formToken: string;
  readonly params: Record<string, string>;
  readonly query: URLSearchParams;
  readonly runLink: RunLink;
  readonly keys: KeyDesk;

  constructor(private readonly parts: VisitParts) {
    ({ location: this.location, session: this.session, formToken: this.formToken, params: this.params } = parts);
    ({ query: this.query, runLink: this.runLink, keys: this.keys } = parts);
  }

  /** The answer of an operation of the public API to this person's key. Raises the `ApiError` of the operation. */
  async call<T>(operation: string, input: OperationInput = {}): Promise<T> {
    const { operations, session, address, requestId } = this.parts;
    return await operations.call({ actor: session, address, requestId }, operation, input) as T;
  }

  /** Like `call`, with null when this person's key may not ask. */
  async callIfAllowed<T>(operation: string, input: OperationInput = {}): Promise<T | null> {
    try {
      return await this.call<T>(operation, input);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'insufficient_scope') return null;
      throw error;
    }
  }

  /** A parameter of the path. */
  param(name: string): string {
    return this.params[name] ?? '';
  }

  may(scope: string): boolean {
    return this.session.scopes.includes(scope);
  }
}

/** The fields that a person filled in, without those left empty, and the files. */
export interface SentForm {
  fields: Record<string, string | undefined>;
  files: Record<string, UploadedFile>;
  /** Made with the form, so that a form that is sent twice is answered once. */
  idempotencyKey: string;
}
