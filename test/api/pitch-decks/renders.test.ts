import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { difference, fetchedVideo, smallFrames, soundOf } from '../../support/files/clip-frames.js';
import { insertDeckIn } from '../../support/stands/deck-rows.js';
import { boardOf, settledDeck } from '../../support/stands/deck-stand.js';
import { plantOtherVoice, plantSilence } from '../../support/stands/planted-lines.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { performedRead } from '../../support/stands/trailer-stand.js';

const NARRATOR = 'stage-narrator-m';
const SECONDS = 14;

let stand: Stand;
let client: ApiClient;
let read: { artifactId: string; projectId: string };

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  read = await performedRead(stand, client);
});
afterAll(() => stand.close());

const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const textOf = ({ sentences }: any): string => sentences.map(({ text }: any) => text).join(' ');
const soundOfTake = async ({ url }: any): Promise<Int16Array> => soundOf((await fetchedVideo(url, stand.config.dataDir)).file);
const loudest = (samples: Int16Array, fromMs: number, untilMs: number): number =>
  samples.subarray(fromMs * 24, untilMs * 24).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** A deck of two chapters whose texts are spoken, without music, as it is before its storyboard is approved. */
async function newDeck(): Promise<{ id: string; chapters: any[] }> {
  const id = await insertDeckIn(stand.api.services, { accountId: client.accountId, ...read }, 'storyboard', { isBrief: true });
  const shown = { durationSeconds: SECONDS, textMode: 'voiceover', composition: 'image', lines: [], trim: null, arcStage: 'setup' };
  await stand.api.services.db.query(
    `UPDATE storyboards SET items = (SELECT jsonb_agg(item || $2::jsonb || jsonb_build_object('sentences', jsonb_build_array(item->'sentences'->0)))
       FROM jsonb_array_elements(items) AS item) WHERE subject_id = $1`, [id, JSON.stringify(shown)]);
  await client.post(`/pitch-decks/${id}/storyboard/music`, { muted: true });
  await client.post(`/pitch-decks/${id}/narrator`, { voiceId: NARRATOR });
  return { id, chapters: (await boardOf(client, id)).body.storyboard.chapters };
}

/** Renders the clip of a chapter for its price, and returns the chapter as it is then. */
async function rendered(id: string, chapterIndex: number): Promise<any> {
  const had = (await boardOf(client, id)).body.storyboard.chapters[chapterIndex].selectedTake;
  const { answer, credits } = await confirmed(client, `/pitch-decks/${id}/chapters/render-clip`, { chapterIndex });
  expect([answer.status, credits]).toEqual([200, PRICES.CLIP]);
  const { storyboard } = await settledDeck(client, id, ({ pitchDeck, storyboard: { chapters } }) =>
    pitchDeck.failureCode !== null || chapters[chapterIndex].selectedTake !== had);
  return storyboard.chapters[chapterIndex];
}

describe('a take of a chapter', () => {
  it('whose text cannot be heard is made again once, free of charge, and the new take is shown', async () => {
    const { id, chapters } = await newDeck();
    await plantSilence(stand.api.services, textOf(chapters[0]), NARRATOR);
    const before = await balance();
    const { takes, selectedTake, isStale } = await rendered(id, 0);
    expect(takes.map(({ retaken, defects, credits, status }: any) => [retaken, defects, credits, status]))
      .toEqual([[true, [], 0, 'ready'], [false, ['line_unheard'], PRICES.CLIP, 'ready']]);
    expect([selectedTake, isStale, await balance()]).toEqual([takes[0].takeId, false, before - PRICES.CLIP]);
    const [again, first] = [await soundOfTake(takes[0]), await soundOfTake(takes[1])];
    expect([loudest(again, 400, 3_000) > 3_000, loudest(first, 400, 3_000) < 300]).toEqual([true, true]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('whose text is spoken in the voice of another character is made again in the right one', async () => {
    const { id, chapters } = await newDeck();
    const { cast } = (await client.get(`/artifacts/${read.artifactId}/cast`)).body;
    const other = cast.find(({ character }: any) => character === 'MARA').voiceId;
    await plantOtherVoice(stand.api.services, textOf(chapters[1]), NARRATOR, other);
    const { takes, selectedTake } = await rendered(id, 1);
    expect(takes.map(({ retaken, defects }: any) => [retaken, defects])).toEqual([[true, []], [false, ['other_voice']]]);
    expect(selectedTake).toBe(takes[0].takeId);
  });
});

describe('the visual grammar of a deck', () => {
  it('is seen in the next take, whose frames differ from those of the take before', async () => {
    const { id } = await newDeck();
    const plain = await rendered(id, 1);
    const frames = async ({ takes: [take] }: any): Promise<Buffer[]> => smallFrames((await fetchedVideo(take.url, stand.config.dataDir)).file);
    // How much the first picture of a clip moves, once it has come out of black.
    const moved = (shown: readonly Buffer[]): number => difference(shown[14]!, shown[24 * 2]!);
    await client.post(`/pitch-decks/${id}/visual-grammar`, { moves: 'still', framing: 'close', order: 'place_first' });
    const stale = (await boardOf(client, id)).body.storyboard;
    expect([stale.chapters[1].isStale, stale.visualGrammar]).toEqual([true, { framing: 'close', moves: 'still', order: 'place_first', wordsAt: 'low' }]);
    const ruled = await rendered(id, 1);
    expect([ruled.isStale, ruled.takes[0].defects]).toEqual([false, []]);
    const [before, after] = [await frames(plain), await frames(ruled)];
    expect(difference(before[24]!, after[24]!) + difference(before.at(-24)!, after.at(-24)!)).toBeGreaterThan(4);
    expect(moved(after)).toBeLessThan(0.5);
  });
});
