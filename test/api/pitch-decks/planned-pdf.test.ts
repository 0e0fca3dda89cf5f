import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deckRunId } from '../../../src/domain/pitch-decks/deck-run.js';
import type { ApiClient } from '../../support/api-client.js';
import { until } from '../../support/chaos/until.js';
import { confirmed } from '../../support/canon/priced.js';
import { restingRun } from '../../support/runs.js';
import { decided, deckOf, deckPlan } from '../../support/stands/deck-stand.js';
import { shaOf } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { performedRead } from '../../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
let temporal: Client;
let projectId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  temporal = new Client({ connection: await Connection.connect({ address: stand.connections.temporalAddress }) });
  ({ projectId } = await performedRead(stand, client));
});
afterAll(async () => {
  await temporal?.connection.close();
  await stand.close();
});

/** Two chapters of a second each, one of them spoken, without title and end. */
const BRIEF = `UPDATE storyboards SET items = (
    SELECT jsonb_agg(item || '{"trim": {"fromMs": 0, "toMs": 1000}}') FROM (SELECT item FROM jsonb_array_elements(items) AS item ORDER BY item->>'textMode' = 'caption' LIMIT 2) brief),
  fields = jsonb_set(jsonb_set(fields, '{titleSequence,isShown}', 'false'), '{closingSequence,isShown}', 'false') WHERE subject_id = $1`;

/** A deck that a job wrote from a plan, set to the stage after the approval of its film for review. */
async function reviewedDeck(request: object): Promise<{ deckId: string; artifactId: string }> {
  const { db } = stand.api.services;
  const { deckId, artifact } = await deckOf(client, projectId, request);
  // In one transaction, because its run begins meanwhile: at a stage in between it would order work that nobody approved.
  await db.transaction(async (tx) => {
    for (const status of ['drawing', 'storyboard', 'drafting', 'draft', 'review']) await tx.query('UPDATE pitch_decks SET status = $2 WHERE id = $1', [deckId, status]);
    await tx.query(BRIEF, [deckId]);
  });
  return { deckId, artifactId: artifact.id };
}

/** Finishes a deck and waits until its run is idle. */
async function finish(deckId: string): Promise<void> {
  const { pitchDeck } = await decided(client, deckId, 'finish', { acknowledgeVideoCoverage: true });
  expect([pitchDeck.stage, pitchDeck.failureMessage]).toEqual(['finished', null]);
  await restingRun(temporal, deckRunId(deckId));
}

const filmsOf = (deckId: string): Promise<unknown[]> => stand.api.services.db.query(`SELECT id FROM works WHERE kind = 'deck-film' AND subject_id = $1`, [deckId]);
const documentsOf = async (deckId: string): Promise<any[]> => (await client.get(`/pitch-decks/${deckId}/storyboard`)).body.pitchDeck.documents;
const pdfOf = async (artifactId: string): Promise<any> => (await client.get(`/artifacts/${artifactId}`)).body.artifact.manifest.pdf;

describe('a deck whose plan asks for its PDF', () => {
  it('has it with its finished film, and not before', async () => {
    const { deckId, artifactId } = await reviewedDeck({ includePdf: true });
    expect([await documentsOf(deckId), await pdfOf(artifactId)]).toEqual([[], { status: 'not_rendered', url: null }]);
    await finish(deckId);
    const { pitchDeck } = await client.poll(`/pitch-decks/${deckId}/storyboard`, (shown) => shown.pitchDeck.documents.length > 0);
    const [pdf, ...more] = pitchDeck.documents;
    expect([pdf, more]).toEqual([expect.objectContaining({ format: 'pdf', revision: pitchDeck.revision, stale: false }), []]);
    const bytes = Buffer.from(await (await fetch(pdf.url)).arrayBuffer());
    expect([bytes.subarray(0, 5).toString(), shaOf(bytes)]).toEqual(['%PDF-', pdf.sha256]);
    expect(await pdfOf(artifactId)).toMatchObject({ status: 'complete', url: expect.stringContaining('/') });
    // A request for the PDF is answered with this file.
    const { body: { file } } = await client.post(`/pitch-decks/${deckId}/pdf`, {});
    expect(file).toMatchObject({ status: 'ready', sha256: pdf.sha256 });
  });

  it('has it also when its run was lost while the film was rendered', async () => {
    const { deckId } = await reviewedDeck({ includePdf: true });
    await confirmed(client, `/pitch-decks/${deckId}/finish`, { acknowledgeVideoCoverage: true });
    // Waits until the film is ordered: a run that is lost before is only restarted by the search for lost runs, which test stands do not run.
    await until(() => filmsOf(deckId), (films) => films.length === 1);
    await temporal.workflow.getHandle(deckRunId(deckId)).terminate('test');
    await client.poll(`/pitch-decks/${deckId}/storyboard`, ({ pitchDeck: { stage, documents } }) => stage === 'finished' && documents.length === 1);
  });

  it.each([['does not ask for it', { includePdf: false }], ['says nothing of it', {}]])('has none when the plan %s, until requested', async (_name, request) => {
    const { deckId, artifactId } = await reviewedDeck(request);
    await finish(deckId);
    const files = await stand.api.services.db.query(`SELECT id FROM works WHERE kind = 'deck-file' AND subject_id = $1`, [deckId]);
    expect([files, await documentsOf(deckId), await pdfOf(artifactId)]).toEqual([[], [], { status: 'not_rendered', url: null }]);
    expect((await client.post(`/pitch-decks/${deckId}/pdf`, {})).status).toBe(202);
  });
});

describe('a deck whose plan asks for a length that its chapters cannot have', () => {
  it('fails once, naming the lengths that they can have, and costs nothing', async () => {
    const had = (await client.get('/credits')).body.credits.balance;
    const plan = await deckPlan(client, projectId, { durationSeconds: 60 });
    // Shorter than a plan can ask for, so that no read allows it.
    await stand.api.services.db.query(`UPDATE plans SET request = jsonb_set(request, '{artifactRequests,0,durationSeconds}', '10') WHERE id = $1`, [plan.id]);
    const { body } = await client.post('/story-jobs', { storyPlanId: plan.id });
    const { job } = await client.poll(`/story-jobs/${body.job.id}`, (answer) => ['READY', 'FAILED'].includes(answer.job.status));
    expect([job.status, job.failureCode, job.failureMessage]).toEqual(['FAILED', 'validation_failed', expect.stringMatching(/10 seconds.* last from \d+ to \d+ s\. Plan the deck/)]);
    expect((await client.get('/credits')).body.credits.balance).toBe(had);
  });
});
