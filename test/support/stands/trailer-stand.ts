import { expect } from '@jest/globals';
import type { Answer, ApiClient } from '../api-client.js';
import { confirmed } from '../canon/priced.js';
import { insertReadyRead, testScreenplay } from '../ready-read.js';
import { perform } from './film-stand.js';
import type { Stand } from './stand.js';

export const LENGTH = 20;

/** A performed read that has enough for a short trailer. */
export async function performedRead(stand: Stand, client: ApiClient, scenes = 4): Promise<{ artifactId: string; projectId: string }> {
  const { artifactId, projectId } = await insertReadyRead(stand, client.accountId, testScreenplay(scenes));
  await perform(client, artifactId);
  return { artifactId, projectId };
}

export const boardOf = (client: ApiClient, id: string): Promise<Answer> => client.get(`/trailers/${id}/storyboard`);

/** Waits until `isDone` accepts the answer about a trailer's storyboard, and returns that answer. */
export const settled = (client: ApiClient, id: string, isDone: (body: any) => boolean): Promise<any> =>
  client.poll(`/trailers/${id}/storyboard`, isDone);

/** A trailer with its storyboard. */
export async function cutTrailer(client: ApiClient, { artifactId, projectId }: { artifactId: string; projectId: string }, more: object = {}): Promise<any> {
  const answer = await client.post(`/story-projects/${projectId}/trailers`, { sourceArtifactId: artifactId, seconds: LENGTH, ...more });
  expect([answer.status, answer.body.error]).toEqual([202, undefined]);
  return settled(client, answer.body.trailer.id, ({ storyboard }) => storyboard !== null);
}

// On a busy machine the run starts on a decision only after the API has answered.
const isDecided = ({ trailer }: any, waiting: string): boolean => trailer.status !== waiting || trailer.failureMessage !== null;

/** Approves the plan and waits for the draft. */
export async function reviewed(client: ApiClient, id: string): Promise<any> {
  const { answer } = await confirmed(client, `/trailers/${id}/plan/approve`);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return settled(client, id, (shown) => shown.trailer.status !== 'rendering' && isDecided(shown, 'draft'));
}

/** Approves storyboard and draft and waits for the finished film. */
export async function finished(client: ApiClient, id: string, body: object = {}): Promise<any> {
  expect((await client.post(`/trailers/${id}/storyboard/approve`, {})).status).toBe(200);
  await settled(client, id, ({ trailer }) => trailer.approvals.storyboard);
  const { answer } = await confirmed(client, `/trailers/${id}/draft/approve`, body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return settled(client, id, (shown) => shown.trailer.status !== 'finishing' && isDecided(shown, 'review'));
}
