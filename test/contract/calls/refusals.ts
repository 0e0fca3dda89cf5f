import type { ErrorCode } from '../../../src/kernel/errors/catalogue.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { longScript } from '../../support/stands/script-stand.js';
import { CALLS, worldFor } from './index.js';
import { jobIn } from './jobs.js';
import { planIn, withCast } from './plans.js';
import { bodyOf, pathOf, UNKNOWN_ID } from './requests.js';
import { unreadable } from './scripts.js';
import { inSharedWorld, inState, withBody, type Provoke } from './state.js';
import { formWith, HUGE } from './uploads.js';

const NO_CANDIDATE = `mre_${'0'.repeat(26)}.1`;

/** A new caller without credits, with a world of its own in the state that the operation needs. */
const poor: Provoke = async ({ stand }, operation) => {
  const client = await stand.newAccount({ credits: 0 });
  return { client, names: (await worldFor(stand, client, operation)).names };
};

/** How each code is provoked, for operations whose `refusals` do not say otherwise. */
const REFUSALS: Partial<Record<ErrorCode, Provoke>> = {
  script_not_found: withBody({ scriptUploadId: UNKNOWN_ID }),
  character_not_found: async ({ client }) => ({ names: { projectId: (await client.post('/story-projects', { name: 'Bare' })).body.project.id } }),
  source_type_unsupported: formWith('{\\rtf1 words}', 'a.rtf'),
  source_too_large: withBody({ content: HUGE }),
  source_incomplete: formWith('PK\x03\x04 damaged', 'a.docx'),
  capture_not_found: async () => ({ names: { token: UNKNOWN_ID } }),
  plan_limit_reached: withBody({ content: longScript(6) }),
  story_plan_state_invalid: inState(planIn('SUPERSEDED')),
  story_job_state_invalid: async ({ made }) => ({ names: { jobId: made.jobId! } }),
  insufficient_credits: inSharedWorld(async (world, operation) => {
    const found = await poor(world, operation);
    if (!operation.price) return found;
    const { text, body } = await found.client!.post(pathOf(operation, found.names), bodyOf(operation, found.names).body);
    if (!body.quote) throw new Error(text);
    return { ...found, body: { confirm: true, quoteId: body.quote.quoteId } };
  }),
  quote_invalid: withBody({ confirm: true, quoteId: UNKNOWN_ID }),
  image_design_not_found: async () => ({ names: { designId: UNKNOWN_ID, candidateId: NO_CANDIDATE, frameId: UNKNOWN_ID } }),
  voice_design_not_found: async () => ({ names: { designId: UNKNOWN_ID } }),
  cast_precondition_failed: withCast({}),
  project_precondition_failed: async ({ client }) => ({ names: { projectId: (await client.post('/story-projects', { name: 'Bare' })).body.project.id } }),
  voice_retired: withBody({ voiceMap: { ADA: { voiceId: 'old' } } }),
  version_conflict: withBody({ expectedVersion: 99 }),
  artifact_not_ready: inState(jobIn('RUNNING')),
  table_read_not_failed: async ({ made }) => ({ names: { scriptUploadId: made.scriptUploadId! } }),
  season_run_state_invalid: async ({ stand, names }) => {
    await stand.services.db.query(`UPDATE season_runs SET status = 'completed', finished_at = now() WHERE id = $1`, [names.runId]);
    return {};
  },
  artifact_not_found: withBody({ sourceArtifactId: UNKNOWN_ID }),
  publishing_series_not_found: async () => ({ names: { seriesSlug: 'none' } }),
  publishing_asset_not_ready: async ({ stand, client, names }) => {
    const { artifactId } = await insertReadyRead(stand, client.accountId, undefined, undefined, names.projectId as string);
    return { body: { sourceArtifactId: artifactId } };
  },
  publishing_asset_stale: async ({ stand, names }) => {
    await stand.services.db.query('UPDATE publishing_releases SET source_revision = 9 WHERE id = $1', [names.releaseId]);
    return {};
  },
  publishing_release_state_invalid: async ({ client, names }) => {
    await client.post(`/publishing-releases/${names.releaseId}/cancel`);
    return {};
  },
  script_in_use: async (world) => {
    await jobIn('RUNNING', { scriptUploadId: world.names.versionId! })(world);
    return {};
  },
  script_state_invalid: inState(unreadable),
};

/** How to make an operation refuse with a code. A text says what happens between the two calls that the code needs; undefined when neither is known. */
export const refusalOf = (id: string, code: ErrorCode): Provoke | string | undefined => CALLS[id]?.refusals?.[code] ?? REFUSALS[code];
