import { frameKeyOf } from '../../../src/domain/sources/captures/capture-objects.js';
import type { State } from './state.js';

const tokenIn = (url: string): string => new URL(url).pathname.split('/').at(-1)!;

/** A capture that waits for its bytes. */
export const openCapture: State = async ({ client, names }) => {
  const { body, text } = await client.post(`/story-projects/${names.projectId}/captures`, { kind: 'image' });
  if (!body.capture) throw new Error(text);
  return { captureId: body.capture.captureId, token: tokenIn(body.capture.uploadUrl) };
};

/** A capture whose bytes are there. */
export const uploadedCapture: State = async (world) => {
  const names = await openCapture(world);
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, text } = await world.client.call('POST', `/capture-uploads/${names.token}`, { key: null, rawBody: 'GIF89a', headers });
  if (status !== 200) throw new Error(text);
  return names;
};

/** A capture that is the source of the world's plan. */
export const plannedCapture: State = async (world) => {
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

export const CAPTURE_STATES: Record<string, State> = {
  getCapture: openCapture, deleteCapture: openCapture, uploadCapture: openCapture, finalizeCapture: uploadedCapture, getCaptureFrame: captureWithFrame,
};
