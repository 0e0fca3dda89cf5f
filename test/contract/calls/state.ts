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
