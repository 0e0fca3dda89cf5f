import type { ErrorCode } from '../../../src/kernel/errors/catalogue.js';
import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import type { ApiClient } from '../../support/api-client.js';
import type { JobStand } from '../../support/stands/job-stand.js';
import type { Names } from './requests.js';

/** A caller, and the names of everything it owns that paths and bodies may refer to. */
export interface World {
  stand: JobStand;
  client: ApiClient;
  names: Names;
  /** The names of the world as it was made, before a `State` added its own. */
  made: Names;
}

/** Makes what an operation needs in addition to the world, and returns its names. */
export type State = (world: World) => Promise<Names>;

/** How a call that must be refused differs: other names, another body, another caller or an uploaded file. */
export interface Refusal {
  names?: Names; body?: object; rawBody?: string; client?: ApiClient;
  upload?: { bytes: Buffer; filename: string; fields?: Record<string, string> };
}

export interface Provoke {
  (world: World, operation: Operation): Promise<Refusal>;
  /** True where the refused call changes nothing in its world and finds nothing changed there, so that all such calls of an operation share one world. */
  sharesWorld?: true;
}

/** How the contract tests call one operation. */
export interface Calls {
  /** Brings about the state in which the operation succeeds; missing where the world as it is made will do. */
  state?: State;
  /**
   * How to make the operation refuse with a code, where the way for all operations does not fit. A text is for a code that needs two calls at once: it says
   * what happens between them, and a path in it names the test that provokes the code.
   */
  refusals?: Partial<Record<ErrorCode, Provoke | string>>;
}

/** The calls of an area, by the id of the operation. */
export type AreaCalls = Readonly<Record<string, Calls>>;

export const inState = (state: State): Provoke => async (world) => ({ names: await state(world) });

export const inSharedWorld = (provoke: Provoke): Provoke => Object.assign(provoke, { sharesWorld: true as const });

export const withBody = (body: object): Provoke => inSharedWorld(async () => ({ body }));
