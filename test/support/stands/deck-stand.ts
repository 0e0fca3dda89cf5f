import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { insertReadyRead, testScreenplay } from '../ready-read.js';
import type { Answer, ApiClient } from '../api-client.js';
import { confirmed } from '../canon/priced.js';
import { perform } from './film-stand.js';
import type { Stand } from './stand.js';


export const boardOf = (client: ApiClient, id: string): Promise<Answer> => client.get(`/pitch-decks/${id}/storyboard`);

/** Waits until `isDone` accepts the answer about a deck's storyboard, and returns that answer. */
export const settledDeck = (client: ApiClient, id: string, isDone: (body: any) => boolean): Promise<any> =>
  client.poll(`/pitch-decks/${id}/storyboard`, isDone);

const isMoving = ({ pitchDeck }: { pitchDeck: { stage: string } }): boolean => pitchDeck.stage === 'rendering';

/** Makes a plan for a pitch deck in a project, from a new text source, and waits until it is approved or has failed. */
export async function deckPlan(client: ApiClient, projectId: string, request: object = {}): Promise<any> {
  const content = readFileSync(new URL('../../fixtures/the-light-at-corran-head.txt', import.meta.url), 'utf8');
  const source = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', label: 'The Light at Corran Head', content });
  expect([source.status, source.body.error]).toEqual([201, undefined]);
  await client.poll(`/story-projects/${projectId}/sources/${source.body.source.id}`, (body) => body.source.status === 'READY');
  const { body } = await client.post(`/story-projects/${projectId}/story-plans`, {
    target: { audience: 'Buyers', objective: 'Sell it', outcome: 'A meeting' }, sourceIds: [source.body.source.id],
    artifactRequests: [{ type: 'pitch_deck', ...request }], autoApprove: true,
  });
  return (await client.poll(`/story-plans/${body.plan.id}`, ({ plan }) => plan.status === 'APPROVED' || plan.status === 'FAILED')).plan;
}

/** Makes the deck that a job writes from a plan, in a project with a performed read. `request` is the plan's request for the deck. */
export async function deckOf(client: ApiClient, projectId: string, request: object = {}): Promise<{ deckId: string; artifact: any }> {
  const plan = await deckPlan(client, projectId, request);
  expect([plan.status, plan.failureMessage]).toEqual(['APPROVED', null]);
  const { status, body } = await client.post('/story-jobs', { storyPlanId: plan.id });
  expect([status, body.error]).toEqual([201, undefined]);
  const { job } = await client.poll(`/story-jobs/${body.job.id}`, (answer) => ['READY', 'FAILED'].includes(answer.job.status));
  expect([job.status, job.failureMessage]).toEqual(['READY', null]);
  const { artifact } = (await client.get(`/artifacts/${job.artifacts[0].id}`)).body;
  return { deckId: artifact.manifest.pitchDeckJobId, artifact };
}

/** A written deck of a read that is performed. */
export async function writtenDeck(stand: Stand, client: ApiClient): Promise<{ deckId: string; artifact: any; readId: string; projectId: string }> {
  const { artifactId: readId, projectId } = await insertReadyRead(stand, client.accountId, testScreenplay(4));
  await perform(client, readId);
  return { ...await deckOf(client, projectId), readId, projectId };
}

/** The stage in which a deck waits for each decision. On a busy machine its run starts on a decision only after the API has answered. */
const WAITING: Readonly<Record<string, string>> = { 'plan/approve': 'plan', 'storyboard/approve': 'storyboard', 'draft/approve': 'draft', finish: 'review' };

/** Takes a person's decision about a deck, confirming its price, and waits until it has been carried out and the deck is idle. */
export async function decided(client: ApiClient, id: string, step: string, body: object = {}): Promise<any> {
  const { answer } = await confirmed(client, `/pitch-decks/${id}/${step}`, body);
  expect([step, answer.status, answer.body.error]).toEqual([step, 200, undefined]);
  return settledDeck(client, id, (shown) => !isMoving(shown) && (shown.pitchDeck.stage !== WAITING[step] || shown.pitchDeck.failureMessage !== null));
}
