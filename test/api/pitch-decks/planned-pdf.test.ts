import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deckRunId } from '../../../src/domain/pitch-decks/deck-run.js';
import type { ApiClient } from '../../support/api-client.js';
import { until } from '../../support/chaos/until.js';
import { confirmed } from '../../support/canon/priced.js';
import { restingRun } from '../../support/runs.js';
import { decided, deckOf } from '../../support/stands/deck-stand.js';
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

/** Two chapters of a second each, of which one speaks, without title and end. */
const BRIEF = `UPDATE storyboards SET items = (
    SELECT jsonb_agg(item || '{"trim": {"fromMs": 0, "toMs": 1000}}') FROM (SELECT item FROM jsonb_array_elements(items) AS item ORDER BY item->>'textMode' = 'caption' LIMIT 2) brief),
  fields = jsonb_set(jsonb_set(fields, '{titleSequence,isShown}', 'false'), '{closingSequence,isShown}', 'false') WHERE subject_id = $1`;

/** A deck that a job wrote from a plan, when its film for review was approved. */
async function reviewedDeck(request: object): Promise<{ deckId: string; artifactId: string }> {
  const { db } = stand.api.services;
  const { deckId, artifact } = await deckOf(client, projectId, request);
  // At once: its run begins meanwhile, and would order what a stage on the way calls for, which nobody approved.
  await db.transaction(async (tx) => {
    for (const status of ['drawing', 'storyboard', 'drafting', 'draft', 'review']) await tx.query('UPDATE pitch_decks SET status = $2 WHERE id = $1', [deckId, status]);
    await tx.query(BRIEF, [deckId]);
  });
  return { deckId, artifactId: artifact.id };
}

/** Has a deck finished, and waits until its run has nothing to do but to wait. */
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
    // It is the one that is answered when it is asked for.
    const { body: { file } } = await client.post(`/pitch-decks/${deckId}/pdf`, {});
    expect(file).toMatchObject({ status: 'ready', sha256: pdf.sha256 });
  });

  it('has it also when its run was lost while the film was rendered', async () => {
    const { deckId } = await reviewedDeck({ includePdf: true });
    await confirmed(client, `/pitch-decks/${deckId}/finish`, { acknowledgeVideoCoverage: true });
    // A run that was lost before it ordered its film is started again by the look for such runs, which no stand has.
    await until(() => filmsOf(deckId), (films) => films.length === 1);
    await temporal.workflow.getHandle(deckRunId(deckId)).terminate('test');
    await client.poll(`/pitch-decks/${deckId}/storyboard`, ({ pitchDeck: { stage, documents } }) => stage === 'finished' && documents.length === 1);
  });

  it.each([['does not ask for it', { includePdf: false }], ['says nothing of it', {}]])('has none where it %s, until somebody asks', async (_name, request) => {
    const { deckId, artifactId } = await reviewedDeck(request);
    await finish(deckId);
    const files = await stand.api.services.db.query(`SELECT id FROM works WHERE kind = 'deck-file' AND subject_id = $1`, [deckId]);
    expect([files, await documentsOf(deckId), await pdfOf(artifactId)]).toEqual([[], [], { status: 'not_rendered', url: null }]);
    expect((await client.post(`/pitch-decks/${deckId}/pdf`, {})).status).toBe(202);
  });
});
