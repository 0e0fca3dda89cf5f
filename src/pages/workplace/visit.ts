import type { OperationCaller, OperationInput } from '../../kernel/http/operations/operation-caller.js';
import type { SessionActor } from '../../kernel/http/authenticate.js';
import type { KeyDesk } from '../../domain/account/key-management.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { UploadedFile } from '../../kernel/contract/uploaded-file.js';

/** The message at the top of a page: a failure with its remedy, or what was done. */
export interface Notice { tone: 'wrong' | 'done'; text: string; fine?: string }

/**
 * A field that the API refused: its path in the call, such as `beats.0.text`, and the reason. `said` is the sentence of the notice that begins with that path;
 * absent when none does.
 */
export interface WrongField { field: string; words: string; said?: string }

/** The address where operators can see the run of a project or job; null when it is not known. */
export type RunLink = (attribute: 'StoryProjectId' | 'StoryJobId', id: string) => string | null;

/** The form that was refused, so that its sent values are shown again; null otherwise. */
export type Refused = SentForm | null;

export interface VisitParts {
  /**
   * The address of the page, with its query when the page itself was requested. When a form of the page or one of its files was requested, it differs from
   * the address of the request.
   */
  location: string;
  operations: OperationCaller;
  session: SessionActor;
  /** The token that every form of this session contains. */
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
  /** The path to which the refused form was sent. */
  refusedAt: string | null = null;
  /** The refused field of the form, if the API names one. */
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

  /** Calls an operation of the public API with this person's key and returns its answer. Raises the `ApiError` of the operation. */
  async call<T>(operation: string, input: OperationInput = {}): Promise<T> {
    const { operations, session, address, requestId } = this.parts;
    return await operations.call({ actor: session, address, requestId }, operation, input) as T;
  }

  /** Like `call`, but null when the key lacks the scope. */
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

/** The fields of a form that have a value, and its files. */
export interface SentForm {
  fields: Record<string, string | undefined>;
  files: Record<string, UploadedFile>;
  /** Made together with the form, so that a form that is sent twice takes effect once. */
  idempotencyKey: string;
}
