import type { ErrorCode } from '../../../src/kernel/errors/catalogue.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import type { ApiClient } from '../../support/api-client.js';
import type { JobStand } from '../../support/stands/job-stand.js';
import type { Names } from './requests.js';

/** A caller and everything that paths and bodies may name, as its own. */
export interface World {
  stand: JobStand;
  client: ApiClient;
  names: Names;
  /** The names before an operation got things of its own. */
  made: Names;
}

/** Brings about what an operation needs beside the world, and names it. */
export type State = (world: World) => Promise<Names>;

/** What makes an operation refuse: other things named, another body, another caller. */
export interface Refusal {
  names?: Names; body?: object; rawBody?: string; client?: ApiClient;
  upload?: { bytes: Buffer; filename: string; fields?: Record<string, string> };
}

export type Provoke = (world: World, operation: Operation) => Promise<Refusal>;

/** How the contract tests call one operation. */
export interface Calls {
  /** The state in which it does what it is for, where that is not the world as it is made. */
  state?: State;
  /**
   * How it is made to refuse with a code, where that is not as for all operations. A text says what happens between two calls for a code that
   * needs both at once; a path in it names the test that brings the code about.
   */
  refusals?: Partial<Record<ErrorCode, Provoke | string>>;
}

/** The calls of an area, by the id of the operation. */
export type AreaCalls = Readonly<Record<string, Calls>>;

export const inState = (state: State): Provoke => async (world) => ({ names: await state(world) });

export const withBody = (body: object): Provoke => async () => ({ body });
