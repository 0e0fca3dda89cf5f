import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { newRelease, newSeries, recordAgain } from '../../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

const ROUNDS = 24;

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ env: { DATABASE_POOL_SIZE: '10' } });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

/** Each round acts on its own release. All rounds share one series, so all of them change its feed and dates. */
it('a release is changed, refreshed, published and withdrawn at once: each call succeeds or is refused, no deadlock', async () => {
  const { id: projectId } = (await client.post('/story-projects', { name: 'Races' })).body.project;
  const series = await newSeries(client, projectId);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, read } = await newRelease(stand, client, series, { title: `Round ${round}` });
    const act = (verb: string, body?: object): Promise<Answer> => client.post(`/publishing-releases/${id}/${verb}`, body);
    if (round % 2 === 0) expect((await act('publish')).status).toBe(200);
    // Without another recording, a refresh would have nothing to do.
    await recordAgain(stand, read.artifactId, 'again');
    const answers = await Promise.all([
      client.patch(`/publishing-releases/${id}`, { title: `Round ${round}, renamed` }),
      act('cancel'), act('refresh-media', { sourceArtifactId: read.artifactId }), act('publish'),
      client.patch(`/publishing-releases/${id}`, { explicit: true }), client.patch(`/publishing-series/${series.id}`, { description: `Of round ${round}` }),
    ]);
    const [renamed, withdrawn, refreshed, published, marked, described] = answers.map(({ status }) => status);
    expect([withdrawn, described]).toEqual([200, 200]);
    for (const status of [renamed, refreshed, published, marked]) expect([200, 409]).toContain(status);
    const { release } = (await client.get(`/publishing-releases/${id}`)).body;
    expect(release).toMatchObject({
      status: 'cancelled', title: renamed === 200 ? `Round ${round}, renamed` : `Round ${round}`, explicit: marked === 200,
    });
    expect(release.assets[0].assetVersion).toBe(refreshed === 200 ? 2 : 1);
  }
});
