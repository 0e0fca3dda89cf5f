import type { Operation } from '../../../src/kernel/http/operations/operation.js';
import type { ApiClient } from '../../support/api-client.js';
import type { JobStand } from '../../support/stands/job-stand.js';
import { ARTIFACT_CALLS } from './artifacts.js';
import { CANON_CALLS } from './canon.js';
import { JOB_CALLS } from './jobs.js';
import { DECK_CALLS } from './pitch-decks.js';
import { PLAN_CALLS } from './plans.js';
import { PROJECT_CALLS } from './projects.js';
import { PUBLISHING_CALLS } from './publishing.js';
import { SCRIPT_CALLS } from './scripts.js';
import { SEASON_CALLS } from './season-runs.js';
import { SOURCE_CALLS } from './sources.js';
import { TRAILER_CALLS } from './trailers.js';
import type { Calls, World } from './state.js';
import { makeWorld } from './world.js';

/** The calls of all areas, by the id of the operation. An operation without an entry succeeds in the world as it is made. */
export const CALLS: Readonly<Record<string, Calls>> = {
  ...ARTIFACT_CALLS, ...CANON_CALLS, ...JOB_CALLS, ...PLAN_CALLS, ...PROJECT_CALLS, ...PUBLISHING_CALLS, ...SCRIPT_CALLS, ...SEASON_CALLS, ...SOURCE_CALLS,
  ...TRAILER_CALLS, ...DECK_CALLS,
};

export const hasState = ({ id }: Operation): boolean => CALLS[id]?.state !== undefined;

/** Makes a new world for one operation, in the state that the operation needs. */
export async function worldFor(stand: JobStand, client: ApiClient, { id }: Operation): Promise<World> {
  const world = await makeWorld(stand, client);
  return { ...world, names: { ...world.names, ...await CALLS[id]?.state?.(world) } };
}
