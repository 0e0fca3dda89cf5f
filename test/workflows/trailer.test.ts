import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import { PRICES } from '../../src/kernel/credits/prices.js';
import { listPerformedLines } from '../../src/domain/artifacts/performance/performance-store.js';
import { trailerRunId } from '../../src/domain/trailers/trailer-run.js';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { resetRun } from '../support/runs.js';
import { insertPerformedRead } from '../support/stands/trailer-rows.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { cutTrailer, settled } from '../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
let temporal: Client;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  temporal = new Client({ connection: await Connection.connect({ address: stand.connections.temporalAddress }) });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
  await sounding(() => 0);
});
afterAll(async () => {
  await temporal?.connection.close();
  await stand.close();
});

/** Gives every line of the read a sound, at 24 kHz in one channel. */
async function sounding(sampleAt: (at: number) => number): Promise<void> {
  const { db, store } = stand.api.services;
  for (const { lineKey, startMs, endMs } of await listPerformedLines(db, artifactId, 1)) {
    await store.put(lineKey, Buffer.from(Int16Array.from({ length: (endMs - startMs) * 24 }, (_, at) => sampleAt(at)).buffer));
  }
}

const tone = (at: number): number => Math.round(8_000 * Math.sin((at * 2 * Math.PI * 220) / 24_000));
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const runOf = (id: string) => temporal.workflow.getHandle(trailerRunId(id));

async function silentTrailer(): Promise<string> {
  const { trailer } = await cutTrailer(client, { artifactId, projectId }, { seconds: 15 });
  expect((await client.post(`/trailers/${trailer.id}/storyboard/music`, { muted: true })).status).toBe(200);
  return trailer.id;
}

async function approved(id: string): Promise<any> {
  const { answer } = await confirmed(client, `/trailers/${id}/plan/approve`);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return settled(client, id, ({ trailer }) => trailer.status !== 'rendering');
}

describe('a trailer', () => {
  it('that cannot be rendered is a draft again, says why, costs nothing, and is rendered when it is approved again', async () => {
    const before = await balance();
    await sounding(() => 0);
    const id = await silentTrailer();
    const failed = await approved(id);
    expect([failed.trailer.status, failed.trailer.failureCode, failed.trailer.draft]).toEqual(['draft', 'artifact_generation_failed', null]);
    expect(failed.trailer.failureMessage).toContain('nothing is heard');
    expect(failed.next).toMatchObject({ path: `/trailers/${id}/plan/approve` });
    expect(failed.storyboard.beats.flatMap(({ takes }: any) => takes.map(({ status }: any) => status))).toEqual(failed.storyboard.beats.map(() => 'failed'));
    expect(await balance()).toBe(before);

    await sounding(tone);
    const made = await approved(id);
    expect([made.trailer.status, made.trailer.failureCode, made.trailer.failureMessage]).toEqual(['review', null, null]);
    // The lines of this read are tones, which the checks of voices and lips may reject. Takes that were made again for that reason are left out.
    const asked = ({ takes }: any): string[] => takes.filter(({ retaken }: any) => !retaken).map(({ status }: any) => status);
    expect(made.storyboard.beats.map(asked)).toEqual(made.storyboard.beats.map(() => ['ready', 'failed']));
    expect(await balance()).toBe(before - PRICES.TRAILER_DRAFT);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('whose run is lost gets a new run by the next decision and by the next edit', async () => {
    await sounding(tone);
    const id = await silentTrailer();
    await runOf(id).terminate('test');
    const edited = await client.post(`/trailers/${id}/storyboard/music`, { mood: 'grave' });
    expect([edited.status, edited.body.storyboard?.music]).toEqual([200, expect.objectContaining({ mood: 'grave', muted: true })]);
    await runOf(id).terminate('test');
    expect((await approved(id)).trailer.status).toBe('review');
  });

  it('whose run is reset orders, charges and edits nothing again', async () => {
    await sounding(tone);
    const id = await silentTrailer();
    const made = await approved(id);
    const before = await balance();
    for (const to of ['last', 'first'] as const) {
      await resetRun(temporal, trailerRunId(id), to);
      const edited = await client.post(`/trailers/${id}/storyboard/sfx`, { beatIndex: 0, action: 'add', soundId: 'thunder', offsetMs: to === 'last' ? 0 : 100 });
      expect([edited.status, edited.body.trailer?.status]).toEqual([200, 'review']);
    }
    const { storyboard, trailer } = await settled(client, id, () => true);
    expect([storyboard.revision, trailer.draft.revision]).toEqual([made.storyboard.revision + 2, made.storyboard.revision]);
    const shown = ({ takes, selectedTake }: any): unknown => [takes.length, selectedTake];
    expect(storyboard.beats.map(shown)).toEqual(made.storyboard.beats.map(shown));
    expect(await balance()).toBe(before);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });
});
