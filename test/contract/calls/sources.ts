import { frameKeyOf } from '../../../src/domain/sources/captures/capture-objects.js';
import { MAX_CAPTURE_BYTES } from '../../../src/domain/sources/captures/captures.js';
import { newId } from '../../../src/kernel/db/ids.js';
import type { ErrorCode } from '../../../src/kernel/errors/catalogue.js';
import { inState, withBody, type AreaCalls, type Provoke, type State } from './state.js';

/** A source of the world's project that could not be read. */
export const failedSource = (code: ErrorCode): Provoke => async ({ stand, client, names }) => {
  const sourceId = newId('source');
  await stand.services.db.query(
    `INSERT INTO sources (id, account_id, project_id, failure_code, type, status, retention_policy, metadata, digest_status)
     VALUES ($1, $2, $3, $4, 'url', 'FAILED', 'EXTRACTED_ONLY', '{}', 'SKIPPED')`,
    [sourceId, client.accountId, names.projectId, code]);
  return { body: { content: undefined, sourceId } };
};

const tokenIn = (url: string): string => new URL(url).pathname.split('/').at(-1)!;

/** A capture that waits for its bytes. */
const openCapture: State = async ({ client, names }) => {
  const { body, text } = await client.post(`/story-projects/${names.projectId}/captures`, { kind: 'image' });
  if (!body.capture) throw new Error(text);
  return { captureId: body.capture.captureId, token: tokenIn(body.capture.uploadUrl) };
};

/** A capture whose bytes have been uploaded. */
const uploadedCapture: State = async (world) => {
  const names = await openCapture(world);
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, text } = await world.client.call('POST', `/capture-uploads/${names.token}`, { key: null, rawBody: 'GIF89a', headers });
  if (status !== 200) throw new Error(text);
  return names;
};

/** A capture that is the source of the world's plan. */
const plannedCapture: State = async (world) => {
  const names = await openCapture(world);
  await world.stand.services.db.query('UPDATE captures SET source_id = $2 WHERE id = $1', [names.captureId, world.names.sourceId]);
  await world.stand.services.db.query(`UPDATE plans SET request = request || jsonb_build_object('sourceIds', jsonb_build_array($2::text)) WHERE id = $1`,
    [world.names.planId, world.names.sourceId]);
  return names;
};

const captureWithFrame: State = async (world) => {
  const { captureId } = await openCapture(world);
  const { db, store } = world.stand.services;
  await db.query('UPDATE captures SET frame_count = 1 WHERE id = $1', [captureId]);
  await store.put(frameKeyOf(captureId as string, 0), Buffer.from('ffd8ffd9', 'hex'));
  const { body } = await world.client.get(`/story-projects/${world.names.projectId}/captures/${captureId}`);
  return { captureId: captureId!, token: tokenIn(body.capture.frames[0].url) };
};


export const SOURCE_CALLS: AreaCalls = {
  createSource: { refusals: { source_type_unsupported: withBody({ type: 'video' }) } },
  getCapture: { state: openCapture },
  deleteCapture: { state: openCapture, refusals: { capture_state_invalid: inState(plannedCapture) } },
  uploadCapture: {
    state: openCapture,
    refusals: {
      capture_state_invalid: inState(uploadedCapture),
      source_too_large: async () => ({ rawBody: 'x'.repeat(MAX_CAPTURE_BYTES.image + 1) }),
    },
  },
  finalizeCapture: { state: uploadedCapture, refusals: { capture_state_invalid: inState(openCapture) } },
  getCaptureFrame: { state: captureWithFrame },
};
