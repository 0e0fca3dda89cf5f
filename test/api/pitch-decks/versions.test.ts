import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import { boardOf } from '../../support/stands/deck-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';
import { insertWorkRow } from '../../support/work-rows.js';
import { findDeck } from '../../../src/domain/pitch-decks/deck-store.js';
import { deckFileKind } from '../../../src/domain/pitch-decks/files/deck-file-kind.js';
import { orderFile } from '../../../src/domain/pitch-decks/files/order-file.js';
import type { Services } from '../../../src/kernel/services.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import type { WorkKind } from '../../../src/kernel/works/kind.js';
import { failWork } from '../../../src/kernel/works/moves.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ['story'] });
  client = await stand.newAccount({ credits: 1_000 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(() => stand.close());

const deckIn = (phase: DeckPhase): Promise<string> => insertDeckIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];

describe('the versions of a deck', () => {
  it('are listed with their films, and read with their chapters', async () => {
    const id = await deckIn('published');
    const { versions } = (await client.get(`/pitch-decks/${id}/versions`)).body;
    expect(versions).toEqual([expect.objectContaining({ number: 1, title: 'The Light at Corran Head', isPublished: true, archive: null })]);
    expect(await (await fetch(versions[0].video.url)).text()).toBe('film');
    const { version } = (await client.get(`/pitch-decks/${id}/versions/1`)).body;
    const { storyboard: { chapters } } = (await boardOf(client, id)).body;
    expect(version.chapters.map(({ title, startMs }: any) => [title, startMs])).toEqual(chapters.map(({ title, startMs }: any) => [title, startMs]));
    expect(version.chapters[0].watched).toEqual({ begun: 0, seen: 0 });
    expect(refusal(await client.get(`/pitch-decks/${id}/versions/9`))).toEqual([404, 'story_job_not_found']);
  });

  it('say whether their archive is there, is being made or has failed, and why', async () => {
    const { db } = stand.api.services;
    const id = await deckIn('finished');
    const archive = async (): Promise<unknown[]> => {
      const { version } = (await client.get(`/pitch-decks/${id}/versions/1`)).body;
      return [version.archive, version.archiveStatus, version.archiveFailureMessage];
    };
    expect(await archive()).toEqual([null, 'not_made', null]);
    const workId = workIdOf('deck-file', id, 99);
    await insertWorkRow(db, { workId, kind: 'deck-file', accountId: client.accountId, projectId, subjectId: id, revision: 99, status: 'FAILED', failureCode: 'artifact_generation_failed' });
    await db.query(`UPDATE works SET failure_message = 'the encoder stopped', input = '{"slot": "zip-1", "round": 1, "shows": "former"}' WHERE id = $1`, [workId]);
    expect(await archive()).toEqual([null, 'failed', 'the encoder stopped']);
    expect((await client.get(`/pitch-decks/${id}/versions`)).body.versions[0]).toMatchObject({ archiveStatus: 'failed', archiveFailureMessage: 'the encoder stopped' });
    expect((await client.post(`/pitch-decks/${id}/versions/1/zip`, {})).status).toBe(202);
    expect(await archive()).toEqual([null, 'rendering', null]);
  });

  it('keep their earlier archive when the order of a new one has failed before it is answered', async () => {
    const { services } = stand.api;
    const id = await deckIn('finished');
    const earlier = {
      format: 'zip', key: `pitch-decks/${id}/earlier.zip`, shows: 'former', revision: 1, version: 1, byteSize: 1, sha256: 'a'.repeat(64), pages: 1,
    };
    await services.db.query(`UPDATE pitch_decks SET files = jsonb_build_object('zip-1', $2::jsonb) WHERE id = $1`, [id, JSON.stringify(earlier)]);
    const start = async ({ input: { workId, epoch } }: { input: { workId: string; epoch: number } }): Promise<void> => {
      const failure = { code: 'artifact_generation_failed', message: 'the encoder stopped' };
      await failWork(services.db, deckFileKind as unknown as WorkKind, { workId, epoch }, failure);
    };
    const failing = { ...services, engine: { ...services.engine, start } } as unknown as Services;
    expect(await orderFile(failing, (await findDeck(services.db, id))!, { format: 'zip', version: 1 }, 'req_test_0001'))
      .toEqual({ status: 'failed', file: earlier, failureMessage: 'the encoder stopped' });
  });

  it('are not there before the deck is finished', async () => {
    expect((await client.get(`/pitch-decks/${await deckIn('draft')}/versions`)).body).toEqual({ versions: [] });
  });
});

describe('a copy of a deck', () => {
  it('is a deck of its own with the same chapters, which begins at its plan and needs takes of its own', async () => {
    const id = await deckIn('finished');
    const { status, body: { pitchDeck, next } } = await client.post(`/pitch-decks/${id}/duplicate`, { version: 1 });
    expect([status, pitchDeck.title, pitchDeck.stage, pitchDeck.artifactId]).toEqual([201, 'The Light at Corran Head (copy)', 'plan', null]);
    expect(pitchDeck.id).not.toBe(id);
    expect(next.path).toBe(`/pitch-decks/${pitchDeck.id}/plan/approve`);
    const [before, copied] = [(await boardOf(client, id)).body.storyboard.chapters, (await boardOf(client, pitchDeck.id)).body.storyboard.chapters];
    expect(copied.map(({ title, sentences }: any) => [title, sentences])).toEqual(before.map(({ title, sentences }: any) => [title, sentences]));
    expect(copied.every(({ takes, selectedTake }: any) => takes.length === 0 && selectedTake === null)).toBe(true);
    await client.delete(`/pitch-decks/${id}`);
    expect((await boardOf(client, pitchDeck.id)).status).toBe(200);
    expect(await stand.api.services.engine.status(`pitch-deck:${pitchDeck.id}`)).toBe('open');
  });

  it('has the title that is given, and is refused of a version that there is not', async () => {
    const id = await deckIn('plan');
    expect((await client.post(`/pitch-decks/${id}/duplicate`, { title: 'For broadcasters' })).body.pitchDeck.title).toBe('For broadcasters');
    expect(refusal(await client.post(`/pitch-decks/${id}/duplicate`, { version: 3 }))).toEqual([404, 'story_job_not_found']);
  });
});
