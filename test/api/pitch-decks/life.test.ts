import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { ApiClient } from '../../support/api-client.js';
import { boardOf, decided, writtenDeck } from '../../support/stands/deck-stand.js';
import { fetchedFilm } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

describe('a pitch deck', () => {
  it('goes from its plan to its finished film, charged for its text, its draft and its finish', async () => {
    const before = await balance();
    const { deckId, artifact, readId } = await writtenDeck(stand, client);
    expect(artifact.manifest).toMatchObject({
      type: 'pitch_deck', status: 'ready', share: { url: null }, video: { status: 'not_rendered', url: null }, pdf: { status: 'not_rendered', url: null },
      sourceTableReadArtifactId: readId, sourceTableReadJobId: expect.any(String),
    });
    expect((await client.get(`/story-jobs/${artifact.storyJobId}`)).body.next).toEqual(
      { method: 'GET', path: `/artifacts/${artifact.id}`, why: 'Its manifest names what was made, and its next step shows it.' });
    expect(await balance()).toBe(before - PRICES.PITCH_DECK);
    const asked = await boardOf(client, deckId);
    expect([asked.status, asked.body.error]).toEqual([200, undefined]);
    const { pitchDeck, storyboard } = asked.body;
    expect([pitchDeck.stage, storyboard.revision]).toEqual(['plan', 1]);
    expect(storyboard.chapters.length).toBeGreaterThanOrEqual(5);
    expect(storyboard.chapters.every(({ sentences }: any) => sentences.every(({ origins }: any) => origins.length > 0))).toBe(true);

    const refused = await client.post(`/pitch-decks/${deckId}/plan/approve`, {});
    expect(refused.body.error).toMatchObject({ code: 'story_job_state_invalid', details: { reason: 'plan_coverage' } });
    // Keeps the chapters for the logline, the world and a person; the others are rendered in the same way.
    for (let last = storyboard.chapters.length - 1; last > 2; last -= 1) {
      expect((await client.post(`/pitch-decks/${deckId}/chapters/remove`, { chapterIndex: last })).status).toBe(200);
    }
    const drawn = await decided(client, deckId, 'plan/approve', { acknowledgePlanCoverage: true });
    expect([drawn.pitchDeck.stage, drawn.pitchDeck.failureMessage]).toEqual(['storyboard', null]);
    expect(drawn.storyboard.chapters.map(({ frameUrl, takes }: any) => [frameUrl !== null, takes])).toEqual(drawn.storyboard.chapters.map(() => [true, []]));
    expect(drawn.storyboard.chapters.map(({ kind }: any) => kind)).toEqual(['logline', 'world', 'people']);
    expect(await balance()).toBe(before - PRICES.PITCH_DECK - PRICES.PITCH_DECK_DRAFT);

    expect((await client.post(`/pitch-decks/${deckId}/storyboard/approve`, {})).status).toBe(200);
    const { pitchDeck: draft, storyboard: shown } = await client.poll(`/pitch-decks/${deckId}/storyboard`, (body) => body.pitchDeck.stage !== 'rendering');
    expect([draft.stage, draft.failureMessage, draft.approvals]).toEqual(['draft', null, { plan: true, storyboard: true, draft: false }]);
    expect(shown.chapters.map(({ takes, isStale }: any) => [takes.length, takes[0]?.status, isStale])).toEqual(shown.chapters.map(() => [1, 'ready', false]));
    expect(shown.chapters.flatMap(({ takes }: any) => takes[0].defects)).toEqual([]);
    const film = await fetchedFilm(stand, draft.draft.url);
    expect(Math.abs(film.streams.durationMs - shown.durationMs)).toBeLessThan(100);
    expect(Math.abs(draft.draft.lufs + 16)).toBeLessThanOrEqual(1);

    expect((await client.post(`/pitch-decks/${deckId}/draft/approve`, {})).body.pitchDeck.stage).toBe('review');
    const done = await decided(client, deckId, 'finish');
    expect([done.pitchDeck.stage, done.pitchDeck.failureMessage]).toEqual(['finished', null]);
    expect(done.pitchDeck.approvals).toEqual({ plan: true, storyboard: true, draft: true });
    const master = await fetchedFilm(stand, done.pitchDeck.video.url);
    expect([master.streams.widthPx, master.streams.heightPx]).toEqual([1_280, 720]);
    expect(await balance()).toBe(before - PRICES.PITCH_DECK - PRICES.PITCH_DECK_DRAFT - PRICES.PITCH_DECK_FINISH);
    expect((await client.get(`/artifacts/${artifact.id}`)).body.artifact.manifest.video).toMatchObject({ status: 'complete', durationMs: done.pitchDeck.video.durationMs });
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });
});
