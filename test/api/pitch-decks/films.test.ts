import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import { waitUntil } from '../../../src/kernel/works/request.js';
import { outputOf } from '../../craft/film/small-films.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { ffmpegForTests } from '../../support/ffmpeg.js';
import { packageParts } from '../../support/files/office-package.js';
import { childrenOf } from '../../support/invariants.js';
import { insertDeckIn } from '../../support/stands/deck-rows.js';
import { boardOf, decided, settledDeck } from '../../support/stands/deck-stand.js';
import { difference, fetchedFilm, shaOf, type FetchedFilm } from '../../support/stands/film-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { performedRead } from '../../support/stands/trailer-stand.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';

/** The tests of this file are steps with one deck: each begins with the films of those before it. */
let stand: Stand;
let client: ApiClient;
let id: string;
/** The film for review as it was approved, and as it is after all that was changed and bought. */
let [before, after]: [FetchedFilm, FetchedFilm] = [] as never;
let [boardBefore, boardAfter]: any[] = [];

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const [RATE, HOP_MS] = [8_000, 10];

const post = (path: string, body: object = {}): Promise<Answer> => client.post(`/pitch-decks/${id}/${path}`, body);
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const deckNow = async (): Promise<any> => (await boardOf(client, id)).body;

async function done(answer: Answer): Promise<any> {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.storyboard;
}

/** Buys something for a price and waits until it is a part of the storyboard. */
async function bought(path: string, body: object, credits: number): Promise<any> {
  const held = await balance();
  const { answer, credits: quoted } = await confirmed(client, `/pitch-decks/${id}/${path}`, body);
  expect([answer.status, answer.body.error, quoted]).toEqual([200, undefined, credits]);
  const { revision } = answer.body.storyboard;
  const { storyboard } = await settledDeck(client, id, (shown) => shown.storyboard.revision > revision);
  expect([path, await balance(), storyboard.revision]).toEqual([path, held - credits, revision + 1]);
  return storyboard;
}

/** Approves a step that is already paid for, and waits until the deck is no longer rendering. */
async function approved(step: string): Promise<any> {
  const answer = await post(`${step}/approve`);
  expect([step, answer.status, answer.body.error]).toEqual([step, 200, undefined]);
  return settledDeck(client, id, ({ pitchDeck }) => pitchDeck.stage !== 'rendering');
}

/** Has the film for review put together again and returns it. */
async function reassembled(): Promise<FetchedFilm> {
  const { revision } = await done(await post('reassemble'));
  const { pitchDeck } = await settledDeck(client, id, ({ pitchDeck: { draft, stage } }) => stage === 'storyboard' && !draft.stale);
  expect([pitchDeck.revision, pitchDeck.failureMessage]).toEqual([revision, null]);
  return fetchedFilm(stand, pitchDeck.draft.url);
}

/** The levels of a film after an ffmpeg `filter`, one for each hop of `HOP_MS`, in decibels. */
async function levelsOf({ file }: FetchedFilm, filter = 'anull'): Promise<number[]> {
  const bytes = await outputOf(await ffmpegForTests(), ['-i', file, '-af', filter, '-ac', '1', '-ar', String(RATE), '-f', 's16le']);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
  const hop = (RATE * HOP_MS) / 1_000;
  return Array.from({ length: Math.floor(samples.length / hop) }, (_, at) => {
    const part = samples.subarray(at * hop, (at + 1) * hop);
    return 10 * Math.log10(part.reduce((sum, one) => sum + one * one, 0) / hop / 32_768 ** 2 + 1e-9);
  });
}

const mean = (levels: readonly number[]): number => levels.reduce((sum, one) => sum + one, 0) / Math.max(1, levels.length);
const hopAt = (ms: number): number => Math.round(ms / HOP_MS);

/** The time of the frame that differs most from the frame before it, within 150 ms of `ms`. */
async function cutNear(film: FetchedFilm, ms: number): Promise<number> {
  const times = film.timesMs.filter((one) => Math.abs(one - ms) <= 150);
  const frames = await Promise.all(times.map((one) => film.greyAt(one - 2, WHOLE)));
  const changes = frames.slice(1).map((frame, at) => difference(frames[at]!, frame));
  return times[1 + changes.indexOf(Math.max(...changes))]!;
}

/** How much louder a film is right after a time than in the third of a second before it. */
const rise = (levels: readonly number[], ms: number): number =>
  Math.max(...levels.slice(hopAt(ms - 40), hopAt(ms + 80))) - mean(levels.slice(hopAt(ms - 380), hopAt(ms - 60)));

const at = (film: FetchedFilm, ms: number, part = WHOLE): Promise<Buffer> => film.greyAt(ms, part);
const differ = async (ms: number, part = WHOLE): Promise<number> => difference(await at(before, ms, part), await at(after, ms, part));
const frameOf = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  const read = await performedRead(stand, client);
  id = await insertDeckIn(stand.api.services, { accountId: client.accountId, ...read }, 'storyboard', { isBrief: true });
});
afterAll(() => stand.close());

describe('the film of a deck', () => {
  it('has its title, its chapters and its end, as they were approved', async () => {
    await done(await post('title-sequence', { isShown: true, seconds: 3 }));
    await done(await post('closing-sequence', { isShown: true, seconds: 3, words: 'Come and listen.', contact: 'Fallow Street, London' }));
    const { pitchDeck, storyboard } = await approved('storyboard');
    expect([pitchDeck.stage, pitchDeck.failureMessage, storyboard.chapters.map(({ isStale }: any) => isStale)]).toEqual(['draft', null, [false, false]]);
    [before, boardBefore] = [await fetchedFilm(stand, pitchDeck.draft.url), storyboard];
  });

  it('keeps to the storyboard it began with: a setting changed meanwhile makes it stale, and no other film is made', async () => {
    const { draft } = (await deckNow()).pitchDeck;
    const { revision } = await done(await post('reassemble'));
    const { db } = stand.api.services;
    const films = (): Promise<{ status: string }[]> => db.query(`SELECT status FROM works WHERE kind = 'deck-film' AND subject_id = $1 ORDER BY created_at`, [id]);
    await waitUntil(films, (rows) => rows.length === 2, PATIENCE_MS);
    await done(await post('closing-sequence', { contact: null }));
    const ended = await waitUntil(films, (rows) => rows.every(({ status }) => status === 'READY'), PATIENCE_MS);
    expect(ended).toHaveLength(2);
    const { pitchDeck } = await settledDeck(client, id, (shown) => shown.pitchDeck.draft.stale && shown.next?.path.endsWith('/storyboard/approve'));
    expect([pitchDeck.stage, pitchDeck.revision, draft.stale]).toEqual(['storyboard', revision + 1, false]);
    await new Promise((resolve) => { setTimeout(resolve, 1_500); });
    expect(await films()).toHaveLength(2);
  });

  it('is bought in parts: a title that moves, a frame, clips of what changed, and music for its cuts', async () => {
    await done(await post('storyboard/apply-component', { chapterIndex: 0, component: { kind: 'text', text: 'The lamp went out that night, and nobody came.' } }));
    await done(await post('chapters/0/trim-take', { trim: null }));
    const [text] = (await client.get(`/pitch-decks/${id}/storyboard/audio-timeline`)).body.audioTimeline.texts;
    await done(await post('chapters/0/stage-voice-over', { speed: 0.7 }));
    const [slow] = (await client.get(`/pitch-decks/${id}/storyboard/audio-timeline`)).body.audioTimeline.texts;
    expect((slow.endMs - slow.startMs) / (text.endMs - text.startMs)).toBeGreaterThan(1.25);
    await bought('title-sequence/motion-closes', {}, PRICES.CLIP);
    expect((await bought('storyboard/regenerate', { chapterIndex: 1 }, PRICES.FRAME)).chapters.map(({ isStale }: any) => isStale)).toEqual([true, true]);
    const fixed = await bought('more-fixes', {}, 2 * PRICES.CLIP);
    expect(fixed.chapters.map(({ isStale }: any) => isStale)).toEqual([false, false]);
    for (const path of ['storyboard/regenerate-clip', 'chapters/render-clip']) {
      const { chapters } = await bought(path, { chapterIndex: 1 }, PRICES.CLIP);
      expect(chapters[1].takes.map(({ takeId }: any) => takeId).indexOf(chapters[1].selectedTake)).toBe(0);
    }
    expect((await bought('score-to-picture', {}, PRICES.SCORE)).score).toEqual({ isToPicture: true });
    after = await reassembled();
    boardAfter = (await deckNow()).storyboard;
  });

  it('shows moments before a title that moves, and then the title', async () => {
    expect(await differ(300)).toBeGreaterThan(0.3);
    expect(difference(await at(after, 300), await at(after, 1_100))).toBeGreaterThan(0.2);
    expect(await differ(2_600)).toBeLessThan(0.15);
  });

  it('prints the contact under the words of its end, as long as there is one', async () => {
    const [old, now] = [before, after].map((film) => film.streams.durationMs - 1_000) as [number, number];
    const [withContact, without] = [await at(before, old), await at(after, now)];
    const edges = (picture: Buffer): number => picture.filter((light, place) => Math.abs(light - picture[Math.max(0, place - 2)]!) > 24).length;
    // About a third of the letters at the end of the film belong to the contact, in smaller type.
    expect(edges(withContact) / edges(without)).toBeGreaterThan(1.15);
  });

  it('shows the clips that were bought, in another framing and with other words than before', async () => {
    const [first, second] = boardAfter.chapters;
    expect([first, second].map(({ takes }: any) => takes.length)).toEqual([2, 4]);
    expect(new Set(second.takes.map(({ frameUrl }: any) => frameUrl)).size).toBe(4);
    for (const chapter of [first, second]) {
      const chosen = chapter.takes.find(({ takeId }: any) => takeId === chapter.selectedTake);
      const take = await fetchedFilm(stand, chosen.url);
      expect(difference(await at(take, 500), await at(after, chapter.startMs + 500))).toBeLessThan(0.02);
    }
    // The two takes that were ordered last have the same framing, but each has its own camera move.
    const [newest, earlier] = await Promise.all(second.takes.slice(0, 2).map(({ url }: any) => fetchedFilm(stand, url)));
    expect(difference(await at(newest!, 3_500), await at(earlier!, 3_500))).toBeGreaterThan(0.05);
    expect(difference(await at(before, boardBefore.chapters[1].startMs + 500), await at(after, second.startMs + 500))).toBeGreaterThan(0.05);
  });

  it('has composed music that strikes at its cuts, where the bed did not', async () => {
    const [old, now] = [await levelsOf(before), await levelsOf(after)];
    const struck = boardAfter.chapters.filter((_: unknown, place: number) => boardAfter.chapters[place - 1]?.cutIntoNext !== 'dip');
    for (const chapter of struck) {
      const cut = await cutNear(after, chapter.startMs);
      expect(Math.abs(cut - chapter.startMs)).toBeLessThan(60);
      expect(rise(now, cut)).toBeGreaterThan(4);
    }
    for (const { startMs } of boardBefore.chapters) expect(rise(old, startMs)).toBeLessThan(4);
  });

  it('is heard only while its text is spoken, once its music is muted', async () => {
    await done(await post('storyboard/music', { muted: true }));
    const levels = await levelsOf(await reassembled());
    const { startMs, durationMs } = boardAfter.chapters[0];
    const spoken = levels.slice(hopAt(startMs), hopAt(startMs + durationMs)).flatMap((level, place) => (level > -45 ? [place * HOP_MS] : []));
    const [text] = (await client.get(`/pitch-decks/${id}/storyboard/audio-timeline`)).body.audioTimeline.texts;
    expect(Math.abs(spoken.at(-1)! + startMs - text.endMs)).toBeLessThan(350);
    expect(Math.abs(spoken[0]! + startMs - text.startMs)).toBeLessThan(250);
  });

  it('takes no edits while it is finished; cancelled, it stops its encoder and releases credits; it is charged once', async () => {
    const held = await balance();
    await approved('storyboard');
    await approved('draft');
    const encoders = (): Promise<string[]> => childrenOf([id]);
    await confirmed(client, `/pitch-decks/${id}/finish`, {});
    await waitUntil(encoders, (found) => found.length > 0, PATIENCE_MS);
    const refused = await post('look', { finish: 'night-interior' });
    expect([refused.status, refused.body.error?.details.status]).toEqual([409, 'rendering']);
    expect(await balance()).toBe(held - PRICES.PITCH_DECK_FINISH);
    const cancelled = await post('cancel-render');
    expect([cancelled.status, cancelled.body.pitchDeck.stage, await balance()]).toEqual([200, 'review', held]);
    expect(await waitUntil(encoders, (found) => found.length === 0, 5_000)).toEqual([]);
    const { pitchDeck } = await decided(client, id, 'finish');
    expect([pitchDeck.stage, pitchDeck.failureMessage, pitchDeck.video.stale, await balance()]).toEqual(['finished', null, false, held - PRICES.PITCH_DECK_FINISH]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('has captions on its share page, at the time when the words are heard', async () => {
    const { share: { url } } = (await post('publish')).body.pitchDeck;
    const [text] = (await client.get(`/pitch-decks/${id}/storyboard/audio-timeline`)).body.audioTimeline.texts;
    const captions = await (await fetch(`${url}/captions.vtt`)).text();
    const [, seconds] = /00:00:(\d\d\.\d{3}) --> [\d:.]+\nThe lamp went out that night, and nobody came\./.exec(captions) ?? [];
    expect(Math.abs(Number(seconds) * 1_000 - text.startMs)).toBeLessThan(50);
  });

  it('plays on the first slide of its presentation', async () => {
    const { video } = (await deckNow()).pitchDeck;
    const film = await fetchedFilm(stand, video.url);
    await post('pdf', { format: 'pptx' });
    const slides = (): Promise<any> => post('pdf', { format: 'pptx' }).then(({ body }) => body.file);
    const file = await waitUntil(slides, ({ status }) => status === 'ready', PATIENCE_MS);
    const parts = await packageParts(await frameOf(file.url));
    const clips = [...parts].filter(([name]) => name.endsWith('.mp4'));
    expect(clips.map(([, bytes]) => shaOf(bytes))).toEqual([shaOf(film.bytes)]);
    expect(parts.get('ppt/slides/_rels/slide1.xml.rels')!.toString()).toContain(clips[0]![0].split('/').at(-1)!);
  });
});
