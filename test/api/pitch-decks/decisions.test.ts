import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deckSubject } from '../../../src/domain/pitch-decks/deck-model.js';
import { ADDITION_KIND } from '../../../src/domain/pitch-decks/additions/addition.js';
import { listOpenDeckWork } from '../../../src/domain/pitch-decks/life/deck-works-store.js';
import { TAKE_KIND } from '../../../src/domain/pitch-decks/takes/chapter-takes.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { applyOwnEdit } from '../../../src/kernel/families/storyboards/storyboard-store.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { until } from '../../support/chaos/until.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  // No worker renders here: the runs decide, and the work that they order stays queued.
  stand = await openStand({ queues: ['story'] });
  client = await stand.newAccount({ credits: 1_000 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(() => stand.close());

const deckIn = (phase: DeckPhase): Promise<string> => insertDeckIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details?.status];
const deckOf = async (id: string): Promise<any> => (await client.get(`/pitch-decks/${id}/storyboard`)).body.pitchDeck;

describe('decisions about a pitch deck', () => {
  it.each([
    ['plan/approve', 'draft', 200], ['storyboard/approve', 'plan', 409], ['draft/approve', 'storyboard', 409], ['finish', 'draft', 409], ['finish', 'plan', 409],
  ] as const)('%s of one in %s answers %i, and changes nothing there', async (step, phase, status) => {
    const id = await deckIn(phase);
    const answer = await client.post(`/pitch-decks/${id}/${step}`, {});
    if (status === 409) expect(refusal(answer)).toEqual([409, 'story_job_state_invalid', phase]);
    expect([answer.status, (await deckOf(id)).stage]).toEqual([status, phase]);
  });

  it.each([['drawing', 'plan'], ['drafting', 'storyboard'], ['finishing', 'review']] as const)('name no state that a deck does not show: %s', async (status, before) => {
    const id = await deckIn(before);
    await stand.api.services.db.query('UPDATE pitch_decks SET status = $2 WHERE id = $1', [id, status]);
    const [step, allowed] = status === 'drawing' ? ['draft/approve', ['draft', 'review', 'finished', 'published']]
      : status === 'drafting' ? ['finish', ['review', 'finished', 'published']] : ['storyboard/music', ['plan', 'storyboard', 'draft', 'review', 'finished', 'published']];
    const { status: code, body: { error } } = await client.post(`/pitch-decks/${id}/${step}`, step === 'storyboard/music' ? { muted: true } : {});
    expect([code, error?.message, error?.details]).toEqual([409, expect.stringContaining('that is rendering'), expect.objectContaining({ status: 'rendering', allowed })]);
    const { jobs } = (await client.get('/background-activity?limit=100')).body;
    const total = (await client.get(`/pitch-decks/${id}/storyboard`)).body.storyboard.chapters.length;
    expect(jobs.find((item: any) => item.id === id)).toMatchObject({ assets: { completed: 0, total: 1 }, progress: { unit: 'chapters', completed: before === 'review' ? total : 0, total } });
    await stand.api.services.db.query('UPDATE pitch_decks SET status = $2 WHERE id = $1', [id, before]);
  });

  it('are refused for a plan with gaps, naming these, until they are acknowledged; then its draft holds credits once', async () => {
    const id = await deckIn('plan');
    const { details } = (await client.post(`/pitch-decks/${id}/plan/approve`, {})).body.error;
    expect(details).toMatchObject({ reason: 'plan_coverage', next: { body: { acknowledgePlanCoverage: true } } });
    expect(details.findings.map(({ criterion }: any) => criterion)).toEqual(expect.arrayContaining(['intent: team', 'intent: budget']));
    const { pitchDeck, next } = (await client.get(`/pitch-decks/${id}/storyboard`)).body;
    expect(pitchDeck.lacks).toEqual(details.findings);
    expect(next).toMatchObject({ path: `/pitch-decks/${id}/plan/approve`, body: {}, asks: [{ field: 'acknowledgePlanCoverage', what: expect.stringContaining('intent: team') }] });
    const before = (await client.get('/credits')).body.credits.held;
    const { answer, credits } = await confirmed(client, `/pitch-decks/${id}/plan/approve`, { acknowledgePlanCoverage: true });
    expect([answer.status, answer.body.pitchDeck.stage, credits]).toEqual([200, 'rendering', PRICES.PITCH_DECK_DRAFT]);
    expect(answer.body.pitchDeck.lacks).toBeUndefined();
    await client.poll('/credits', ({ credits: now }) => now.held === before + PRICES.PITCH_DECK_DRAFT);
  });

  it('are refused for takes with defects, naming the chapters, until these are acknowledged', async () => {
    const id = await deckIn('review');
    await stand.api.services.db.query(
      `UPDATE candidates SET facts = jsonb_set(facts, '{defects}', '["line_unheard"]')
       WHERE request_id IN (SELECT id FROM candidate_requests WHERE subject_id = $1) AND ordinal = 0`, [id]);
    const { details } = (await client.post(`/pitch-decks/${id}/finish`, {})).body.error;
    expect(details).toMatchObject({ reason: 'video_coverage', chapters: [0], next: { body: { acknowledgeVideoCoverage: true } } });
    expect((await client.get(`/pitch-decks/${id}/storyboard`)).body.next.asks).toEqual([{ field: 'acknowledgeVideoCoverage', what: expect.stringMatching(/defects: chapter 1$/) }]);
    const { answer } = await confirmed(client, `/pitch-decks/${id}/finish`, { acknowledgeVideoCoverage: true });
    expect([answer.status, answer.body.pitchDeck.stage]).toEqual([200, 'rendering']);
  });

  it.each([
    ['music is being written', '/score-to-picture', {}, ADDITION_KIND, 'additions_open'], ['chapter is made again', '/storyboard/regenerate-clip', { chapterIndex: 0 }, TAKE_KIND, 'takes_open'],
  ] as const)('about a storyboard whose %s wait for it, and nothing is lost', async (_what, path, body, kind, reason) => {
    const id = await deckIn('storyboard');
    expect((await confirmed(client, `/pitch-decks/${id}${path}`, body)).answer.status).toBe(200);
    await until(() => listOpenDeckWork(stand.api.services.db, id), (works) => works.some((work) => work.kind === kind));
    const { status, body: { error } } = await client.post(`/pitch-decks/${id}/storyboard/approve`, {});
    expect([status, error?.code, error?.details]).toEqual([409, 'story_job_state_invalid', expect.objectContaining({ reason, allowed: ['storyboard'] })]);
  });

  it('are refused with version_conflict when the storyboard is edited meanwhile, and approve nothing', async () => {
    const id = await deckIn('storyboard');
    const { db, faults } = stand.api.services;
    const reach = faults.reach.bind(faults);
    faults.reach = async (point) => {
      if (point !== 'decision.stored') return;
      faults.reach = reach;
      const edit = { id: newId('storyboardEdit'), edit: { kind: 'set' as const, fields: {} }, by: 'another' };
      await db.transaction((tx) => applyOwnEdit(tx, deckSubject({ id, projectId }), edit, 'chapter'));
    };
    const { status, body: { error } } = await client.post(`/pitch-decks/${id}/storyboard/approve`, {});
    expect([status, error?.code, error?.details]).toEqual([409, 'version_conflict', { expected: 1, actual: 2 }]);
    expect(await deckOf(id)).toMatchObject({ stage: 'storyboard', approvals: { storyboard: false } });
  });
});
