import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadPerformed } from '../../../src/domain/artifacts/mix/performed-read.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { fetchedVideo, soundOf } from '../../support/files/clip-frames.js';
import { plantSilence, silence } from '../../support/stands/planted-lines.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { insertTrailerIn } from '../../support/stands/trailer-rows.js';
import { boardOf, performedRead, settled } from '../../support/stands/trailer-stand.js';

const NARRATOR = 'stage-narrator-m';

let stand: Stand;
let client: ApiClient;
let read: { artifactId: string; projectId: string };
let id: string;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  read = await performedRead(stand, client);
  id = await insertTrailerIn(stand.api.services, { accountId: client.accountId, ...read }, 'review');
  expect((await client.post(`/trailers/${id}/storyboard/music`, { muted: true })).body.error).toBeUndefined();
});
afterAll(() => stand.close());

const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const beats = async (): Promise<any[]> => (await boardOf(client, id)).body.storyboard.beats;

/** Has the clip of a beat made again for its price, and returns the beat as it is then. */
async function remade(at: number): Promise<any> {
  const had = (await beats())[at].takes.length;
  const before = await balance();
  const { answer } = await confirmed(client, `/trailers/${id}/storyboard/regenerate-clip`, { beatIndex: at });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const { storyboard, trailer } = await settled(client, id, ({ trailer: now, storyboard: { beats: all } }) =>
    now.failureCode !== null || (all[at].takes.length > had && all[at].takes.every(({ status }: any) => status === 'ready') && !now.draft.stale));
  expect([trailer.failureMessage, await balance()]).toEqual([null, before - PRICES.CLIP]);
  return storyboard.beats[at];
}

describe('a take of a beat', () => {
  it('whose line cannot be heard is made again once, free of charge, with the line spoken anew, and this one is shown', async () => {
    await client.post(`/trailers/${id}/narrator`, { voiceId: NARRATOR });
    const all = await beats();
    let at = all.findIndex(({ line }) => line?.speaker === null);
    for (const { index, line } of at < 0 ? all : []) {
      if (line === null || at >= 0) continue;
      if ((await client.post(`/trailers/${id}/storyboard/regenerate-text`, { beatIndex: index, instruction: 'by the narrator' })).status === 200) at = index;
    }
    expect(at).toBeGreaterThanOrEqual(0);
    const { line } = (await beats())[at];
    await plantSilence(stand.api.services, line.text, NARRATOR, 1_500);
    const { takes: [again, first], selectedTake, stale } = await remade(at);
    expect([again.retaken, again.defects, again.credits]).toEqual([true, [], 0]);
    expect([first.retaken, first.defects, first.credits]).toEqual([false, ['line_unheard'], PRICES.CLIP]);
    expect([selectedTake, stale]).toEqual([again.takeId, false]);
    const samples = await soundOf((await fetchedVideo(again.url, stand.config.dataDir)).file);
    expect(samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeGreaterThan(3_000);
  });

  it('that has the same defect again keeps its first take selected and names the defect', async () => {
    const at = (await beats()).findIndex(({ line }) => line !== null && line.speaker !== null);
    const { line } = (await beats())[at];
    const { timeline } = await loadPerformed(stand.api.services, read.artifactId, 1);
    await silence(stand.api.services, timeline.entries.find(({ entryIndex }) => entryIndex === line.entryIndex)!.key);
    const { takes: [again, first], selectedTake, line: kept } = await remade(at);
    expect([again.retaken, again.defects, first.retaken, first.defects]).toEqual([true, ['line_unheard'], false, ['line_unheard']]);
    expect([selectedTake, kept.gainDb]).toEqual([first.takeId, line.gainDb]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });
});
