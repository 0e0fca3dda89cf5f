import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deckSubject, EDITABLE_STAGES as DECK_EDITABLE } from '../../../src/domain/pitch-decks/deck-model.js';
import { deckRunSpec } from '../../../src/domain/pitch-decks/deck-run.js';
import { findDeck } from '../../../src/domain/pitch-decks/deck-store.js';
import { EDITABLE as TRAILER_EDITABLE, trailerSubject } from '../../../src/domain/trailers/trailer-model.js';
import { trailerRunSpec } from '../../../src/domain/trailers/trailer-run.js';
import { findTrailer } from '../../../src/domain/trailers/trailer-store.js';
import { orderedByApproval } from '../../../src/domain/pitch-decks/ordered-work.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { storeDecision } from '../../../src/kernel/decisions/decision-store.js';
import { holdForDecision } from '../../../src/kernel/decisions/hold-store.js';
import { storeEdit } from '../../../src/kernel/families/storyboards/storyboard-store.js';
import { startWorker, type RunningWorker } from '../../../src/main/worker.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { waitUntil } from '../../../src/kernel/works/request.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import { boardOf, settledDeck } from '../../support/stands/deck-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead, insertTrailerIn } from '../../support/stands/trailer-rows.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;
/** Cuts trailers, once it is started. */
let cutting: RunningWorker | undefined;

beforeAll(async () => {
  // No worker renders here: the runs decide, and the work that they order stays queued.
  stand = await openStand({ queues: ['story'] });
  client = await stand.newAccount({ credits: 1_000 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(async () => {
  await cutting?.stop();
  await stand.close();
});

const deckIn = (phase: DeckPhase): Promise<string> => insertDeckIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
const held = (before: number): Promise<unknown> => client.poll('/credits', ({ credits }: any) => credits.balance === before - PRICES.PITCH_DECK_FINISH);
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const keysOf = async (id: string): Promise<string[]> => (await stand.api.services.db.query<{ key: string }>(
  'SELECT object_key AS key FROM film_objects WHERE artifact_id = $1 AND starts_with(object_key, $2)', [artifactId, `pitch-decks/${id}/`])).map(({ key }) => key);

/** The rows of candidate requests, storyboards and decisions about a deck. */
const leftOf = (id: string): Promise<object[]> => stand.api.services.db.query(
  `SELECT id FROM candidate_requests WHERE subject_id = $1 UNION ALL SELECT subject_id FROM storyboards WHERE subject_id = $1
   UNION ALL SELECT id FROM decisions WHERE subject_id = $1`, [id]);

describe('a balance for one', () => {
  /** An account with credits, and decks of its own in a phase. */
  async function poorWith(credits: number, phase: DeckPhase, count: number): Promise<{ poor: ApiClient; ids: string[]; credit(): Promise<any> }> {
    const poor = await stand.newAccount({ credits });
    const { id } = (await poor.post('/story-projects', { name: 'Three at once' })).body.project;
    const read = await insertPerformedRead(stand.api.services, poor.accountId, id);
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1) {
      ids.push(await insertDeckIn(stand.api.services, { accountId: poor.accountId, projectId: id, artifactId: read }, phase));
    }
    return { poor, ids, credit: async () => (await poor.get('/credits')).body.credits };
  }

  const paidOf = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;

  it.each([['finish', 'review', PRICES.PITCH_DECK_FINISH], ['plan/approve', 'plan', PRICES.PITCH_DECK_DRAFT]] as const)(
    'pays for one of three approvals at the same moment (%s): the others are refused at once, and stay at their gate', async (path, phase, price) => {
      const { poor, ids, credit } = await poorWith(price + 1, phase, 3);
      const body = phase === 'plan' ? { acknowledgePlanCoverage: true } : {};
      const answers = (await Promise.all(ids.map((id) => confirmed(poor, `/pitch-decks/${id}/${path}`, body)))).map(({ answer }) => answer);
      expect(answers.map(refusal).sort()).toEqual([[200, undefined], [402, 'insufficient_credits'], [402, 'insufficient_credits']]);
      for (const [at, { status, body: { error } }] of answers.entries()) {
        if (status === 402) expect(error.details).toMatchObject({ required: price, available: expect.any(Number) });
        const { pitchDeck } = (await boardOf(poor, ids[at]!)).body;
        expect([pitchDeck.stage, pitchDeck.failureCode]).toEqual(status === 200 ? ['rendering', null] : [phase, null]);
      }
      expect(await credit()).toMatchObject({ balance: 1, held: price });
      // The work takes the hold over: nothing is reserved a second time.
      await waitUntil(() => stand.api.services.db.query('SELECT 1 FROM works WHERE account_id = $1 AND credits_reserved = $2', [poor.accountId, price]),
        (rows) => rows.length === 1, PATIENCE_MS);
      expect(await credit()).toMatchObject({ balance: 1, held: price });
      expect(await checkLedger(stand.api.services.db)).toEqual([]);
      await poor.delete(`/pitch-decks/${ids[answers.findIndex(({ status }) => status === 200)]}`);
      expect(await credit()).toMatchObject({ balance: price + 1, held: 0 });
    });

  it('pays for one of three clips that are made again at the same moment', async () => {
    const { poor, ids, credit } = await poorWith(PRICES.CLIP, 'storyboard', 3);
    const answers = (await Promise.all(ids.map((id) => confirmed(poor, `/pitch-decks/${id}/storyboard/regenerate-clip`, { chapterIndex: 0 })))).map(({ answer }) => answer);
    expect([paidOf(answers), answers.filter(({ status }) => status === 402).length]).toEqual([1, 2]);
    expect(await credit()).toMatchObject({ balance: 0, held: PRICES.CLIP });
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('is free again when a project is deleted before what was ordered has begun', async () => {
    const { poor, ids, credit } = await poorWith(PRICES.PITCH_DECK_FINISH, 'review', 1);
    const { db, config } = stand.api.services;
    const deck = (await findDeck(db, ids[0]!))!;
    const decision = { id: newId('decision'), place: 'finish', verb: 'APPROVED', revision: 99, decidedBy: 'key_1' };
    const order = () => db.transaction(async (tx) => {
      await storeDecision(tx, deckSubject(deck), decision);
      const verdict = { ...decision, payload: {} };
      await holdForDecision(tx, decision.id, orderedByApproval(deck, 'finish', verdict)!, config.billingCycleDays);
    });
    await order();
    await order();
    expect(await credit()).toMatchObject({ balance: 0, held: PRICES.PITCH_DECK_FINISH });
    await poor.delete(`/story-projects/${deck.projectId}`);
    expect(await credit()).toMatchObject({ balance: PRICES.PITCH_DECK_FINISH, held: 0 });
    expect(await checkLedger(db)).toEqual([]);
  });
});

describe('a deck', () => {
  it('is renamed', async () => {
    const id = await deckIn('plan');
    const { status, body } = await client.patch(`/pitch-decks/${id}`, { title: '  The Lamp ' });
    expect([status, body.pitchDeck.title]).toEqual([200, 'The Lamp']);
    expect((await boardOf(client, id)).body.pitchDeck.title).toBe('The Lamp');
    expect(refusal(await client.patch(`/pitch-decks/${id}`, { title: '   ' }))).toEqual([400, 'validation_failed']);
  });

  it('that is being finished is cancelled: what it holds is released, and it can be finished again', async () => {
    const id = await deckIn('review');
    const before = await balance();
    const { answer } = await confirmed(client, `/pitch-decks/${id}/finish`, {});
    expect(answer.body.pitchDeck.stage).toBe('rendering');
    await held(before);
    const { status, body } = await client.post(`/pitch-decks/${id}/cancel-render`, {});
    expect([status, body.pitchDeck?.stage]).toEqual([200, 'review']);
    expect([body.pitchDeck.failureCode, body.pitchDeck.failureMessage]).toEqual(['work_cancelled', expect.stringMatching(/cancelled/)]);
    expect(await balance()).toBe(before);
    expect(body.next).toMatchObject({ method: 'POST', path: `/pitch-decks/${id}/finish` });
    await confirmed(client, `/pitch-decks/${id}/finish`, {});
    expect((await boardOf(client, id)).body.pitchDeck.stage).toBe('rendering');
    await client.post(`/pitch-decks/${id}/cancel-render`, {});
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('stays as it is when a cancel finds nothing that is being rendered', async () => {
    const { status, body } = await client.post(`/pitch-decks/${await deckIn('draft')}/cancel-render`, {});
    expect([status, body.pitchDeck?.stage, body.pitchDeck?.failureMessage]).toEqual([200, 'draft', null]);
  });
});

describe('an edit that reaches the run of a storyboard that is being finished', () => {
  it('is refused: the film shows what was approved', async () => {
    const { services } = stand.api;
    const [deckId, trailerId] = [await deckIn('review'), await insertTrailerIn(services, { accountId: client.accountId, projectId, artifactId }, 'approved')];
    const deck = (await findDeck(services.db, deckId))!;
    const trailer = (await findTrailer(services.db, trailerId))!;
    for (const { subject, run, base, finish, allowed, status } of [
      { subject: trailerSubject(trailer), run: trailerRunSpec(trailer), base: `/trailers/${trailerId}`, finish: 'draft/approve', allowed: TRAILER_EDITABLE, status: 'finishing' },
      { subject: deckSubject(deck), run: deckRunSpec(deck), base: `/pitch-decks/${deckId}`, finish: 'finish', allowed: DECK_EDITABLE, status: 'rendering' },
    ]) {
      const before = (await client.get(`${base}/storyboard`)).body.storyboard;
      // The edit was admitted and stored while the storyboard could be edited, but its call was lost before it told the run.
      const id = newId('storyboardEdit');
      await storeEdit(services.db, subject, { id, edit: { kind: 'fold', name: 'changeMusic', at: null, args: { levelDb: -9 } }, by: 'key_test' });
      expect((await confirmed(client, `${base}/${finish}`, {})).answer.status).toBe(200);
      const answer = services.engine.startAndWait(run as ReturnType<typeof deckRunSpec>, { name: 'edit', id, argument: { editId: id } });
      // Starts the worker that cuts trailers only now, so that the decision and the edit arrive before the trailer's run looks at its storyboard.
      cutting ??= await startWorker(stand.config, ['providers'], stand.connections);
      expect(await answer).toMatchObject({ refusal: { code: 'story_job_state_invalid', details: { status, allowed } } });
      expect((await client.get(`${base}/storyboard`)).body.storyboard).toEqual(before);
    }
    // A film whose size nobody chose has 720 pixels on its shorter side.
    expect((await findTrailer(services.db, trailerId))!.resolution).toBe('720p');
    await client.post(`/pitch-decks/${deckId}/cancel-render`, {});
    await client.delete(`/pitch-decks/${deckId}`);
  });
});

describe('a deck that is deleted', () => {
  it('is gone with its takes, versions and files, and its open work releases what it holds', async () => {
    const { db, store, engine } = stand.api.services;
    const id = await deckIn('review');
    const before = await balance();
    const { body: { storyboard } } = await boardOf(client, id);
    const takeUrl = storyboard.chapters[0].takes[0].url as string;
    await confirmed(client, `/pitch-decks/${id}/finish`, {});
    await held(before);
    const keep = await deckIn('finished');
    const note = `pitch-decks/${id}/noted.pdf`;
    await store.put(note, 'x');
    await db.query('INSERT INTO film_objects (artifact_id, object_key) VALUES ($1, $2)', [artifactId, note]);
    expect(await keysOf(id)).toEqual([note]);
    const { status, body } = await client.delete(`/pitch-decks/${id}`);
    expect([status, body]).toEqual([200, { deleted: true, pitchDeckId: id }]);
    expect(refusal(await boardOf(client, id))).toEqual([404, 'story_job_not_found']);
    expect(refusal(await client.delete(`/pitch-decks/${id}`))).toEqual([404, 'story_job_not_found']);
    expect((await fetch(takeUrl)).status).toBe(404);
    expect([await keysOf(id), await store.stat(note)]).toEqual([[], null]);
    expect(await balance()).toBe(before);
    expect(await leftOf(id)).toEqual([]);
    const isOver = await waitUntil(() => engine.status(`pitch-deck:${id}`), (now) => now !== 'open', PATIENCE_MS);
    expect(isOver).not.toBe('open');
    expect(await checkLedger(db)).toEqual([]);
    expect((await boardOf(client, keep)).body.pitchDeck.stage).toBe('finished');
  });

  it('goes with the script of its read, unless a paid render of the deck is running', async () => {
    const { services } = stand.api;
    const readId = await insertPerformedRead(services, client.accountId, projectId);
    const id = await insertDeckIn(services, { accountId: client.accountId, projectId, artifactId: readId }, 'review');
    const { script } = (await client.post('/scripts', { projectId, title: 'The Lamp', content: 'INT. TOWER - NIGHT\n\nADA\nLight it.\n' })).body;
    const [version] = await services.db.query<{ id: string }>('SELECT id FROM script_versions WHERE script_id = $1 OR id = $1 LIMIT 1', [script.id]);
    await services.db.query('UPDATE jobs SET script_upload_id = $2 WHERE id = (SELECT job_id FROM artifacts WHERE id = $1)', [readId, version!.id]);
    const before = await balance();
    await confirmed(client, `/pitch-decks/${id}/finish`, {});
    await held(before);
    const refused = await client.delete(`/scripts/${script.id}?confirmed=true`);
    expect([refused.status, refused.body.error?.code, refused.body.error?.details.uses]).toEqual([409, 'script_in_use', [expect.objectContaining({ id })]]);
    await client.post(`/pitch-decks/${id}/cancel-render`, {});
    await settledDeck(client, id, ({ pitchDeck }) => pitchDeck.stage === 'review');
    expect((await client.delete(`/scripts/${script.id}?confirmed=true`)).status).toBe(200);
    expect(refusal(await boardOf(client, id))).toEqual([404, 'story_job_not_found']);
    expect(await leftOf(id)).toEqual([]);
  });
});
