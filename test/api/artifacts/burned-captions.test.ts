import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead, testScreenplay } from '../../support/ready-read.js';
import { difference, fetchedFilm, perform, renderedFilm } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

/** The part of a wide picture that holds the captions, and a part that never does. */
const FOOT = { x: 0.1, y: 0.72, width: 0.8, height: 0.2 };
const HEAD = { x: 0.1, y: 0.05, width: 0.8, height: 0.3 };

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

describe('captions in the picture', () => {
  it('are seen only while their words are heard, and remain a caption track too', async () => {
    const { artifactId } = await insertReadyRead(stand, client.accountId, testScreenplay());
    await perform(client, artifactId);
    const plain = await fetchedFilm(stand, (await renderedFilm(client, artifactId, { grade: 'still' })).url);
    const burned = await fetchedFilm(stand, (await renderedFilm(client, artifactId, { grade: 'still', captions: 'burned' })).url);
    expect(burned.streams.captions).toEqual(plain.streams.captions);
    expect(burned.streams.captions.length).toBeGreaterThanOrEqual(7);

    const { captions, durationMs } = burned.streams;
    for (const { startMs } of captions) {
      const at = startMs + 300;
      expect(difference(await plain.greyAt(at, FOOT), await burned.greyAt(at, FOOT))).toBeGreaterThan(0.08);
    }
    // Nothing is laid over the picture before the first words, in the silence after each line, and at the end. Left out are the lines with which people speak
    // for the first time: the plain film shows their names until those shots end.
    const silences = captions.slice(1).flatMap(({ startMs }, before) => (/^(?:MARA: Did|TOBIAS: I wound)/.test(captions[before]!.text) ? [] : [startMs - 120]));
    expect(silences.length).toBeGreaterThanOrEqual(4);
    for (const at of [500, ...silences, durationMs - 400]) {
      expect(difference(await plain.greyAt(at, FOOT), await burned.greyAt(at, FOOT))).toBeLessThan(0.002);
      expect(difference(await plain.greyAt(at, HEAD), await burned.greyAt(at, HEAD))).toBeLessThan(0.002);
    }
  });
});
