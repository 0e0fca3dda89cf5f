import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { newSeries } from '../../support/publishing/recorded-read.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const FLOOD = 24;

let stand: Stand;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
});
afterAll(() => stand.close());

const newProject = async (client: ApiClient): Promise<string> => (await client.post('/story-projects', { name: 'Corran' })).body.project.id;

/** How many covers of an account are drawn, and how many are to be drawn. */
async function coversOf({ accountId }: ApiClient): Promise<{ drawn: number; open: number }> {
  const [row] = await stand.api.services.db.query<{ drawn: number; open: number }>(
    `SELECT count(*) FILTER (WHERE status = 'READY')::int AS drawn, count(*) FILTER (WHERE status IN ('PENDING', 'RUNNING'))::int AS open
     FROM works WHERE kind = 'cover-art' AND account_id = $1`, [accountId]);
  return row!;
}

describe('covers', () => {
  it('are drawn one at a time for a series, however many are asked for', async () => {
    const client = await stand.newAccount();
    const { id } = await newSeries(client, await newProject(client));
    const answers = await Promise.all(Array.from({ length: 50 }, async (_, index) => {
      const { status } = await client.post(`/publishing-series/${id}/generate-cover-art`, { title: `Cover ${index % 3}` });
      return { status, ...await coversOf(client) };
    }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(Math.max(...answers.map(({ open }) => open))).toBe(1);
    await client.poll(`/publishing-series/${id}`, ({ series: { coverArt } }) => coverArt.status === 'ready');
    expect((await coversOf(client)).open).toBe(0);
  });

  it('of one account keep neither the covers nor the sound of another waiting', async () => {
    const [flooding, other] = [await stand.newAccount(), await stand.newAccount()];
    const [theirs, own] = [await newProject(flooding), await newProject(other)];
    const { artifactId } = await insertReadyRead(stand, other.accountId, undefined, undefined, own);
    await Promise.all(Array.from({ length: FLOOD }, (_, index) => newSeries(flooding, theirs, { title: `Flood ${index}` })));

    const atRequest = await coversOf(flooding);
    expect((await other.post(`/artifacts/${artifactId}/finalize`, { waitForRecording: true })).status).toBe(202);
    const { artifact } = await other.poll(`/artifacts/${artifactId}`, (body) => ['complete', 'failed'].includes(body.artifact.manifest.audio.finalize?.status));
    expect(artifact.manifest.audio.finalize).toMatchObject({ status: 'complete' });
    const atSound = await coversOf(flooding);
    // Some covers are drawn during the seconds of a performance and an MP3. If all accounts shared the eight places, eight would be drawn first.
    expect(atSound.drawn - atRequest.drawn).toBeLessThan(8);

    const series = await newSeries(other, own);
    const before = await coversOf(flooding);
    await other.poll(`/publishing-series/${series.id}`, ({ series: { coverArt } }) => coverArt.status === 'ready');
    const after = await coversOf(flooding);
    expect(after.drawn - before.drawn).toBeLessThan(10);
    expect(after.open).toBeGreaterThan(0);
  });
});
