import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rasterise } from '../../../src/craft/images/raster.js';
import { voiceDistance } from '../../../src/craft/speech/sound/voice-distance.js';
import { voicePrint } from '../../../src/craft/speech/sound/voice-print.js';
import { ensureImage } from '../../../src/domain/canon/images/image-store.js';
import { narrated } from '../../../src/domain/storyboards/films/narrated.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { difference, fetchedVideo, SMALL_HEIGHT, SMALL_WIDTH, smallFrames, soundOf } from '../../support/files/clip-frames.js';
import { streamsOf } from '../../support/files/media-streams.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { fetchedFilm } from '../../support/stands/film-stand.js';
import { boardOf, cutTrailer, finished, performedRead, reviewed, settled } from '../../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
const SECONDS = 15;

/** An upright (9:16) trailer of 15 seconds without music, as it was cut, and when its draft was first rendered with its storyboard. */
let id: string;
let projectId: string;
let cut: any;
/** The code and the state of the refusals of what only a rendered trailer can do. */
let early: unknown[][];
let draft: any;
let first: any;
/** What the account had before the draft was approved. */
let unspent: number;

/** The indexes of the beats that the tests change; each test has its own. */
let beats: { narrated: number; moved: number; effect: number; image: number; frame: number };

const post = async (path: string, body: object): Promise<any> => {
  const answer = await client.post(`/trailers/${id}${path}`, body);
  expect([path, answer.status, answer.body.error]).toEqual([path, 200, undefined]);
  return answer.body.storyboard;
};
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;
const fileOf = async (url: string): Promise<string> => (await fetchedVideo(url, stand.config.dataDir)).file;

/** The level of a stretch of a sound, in decibels of full scale. */
function levelDb(samples: Int16Array, fromMs: number, untilMs: number): number {
  const part = samples.subarray(Math.max(0, Math.round(fromMs * 24)), Math.round(untilMs * 24));
  return 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length) / 32_768 ** 2 + 1e-9);
}

/** The distance between the voice in a take and the voice `voiceId` when it says the same text. */
async function distanceFrom(voiceId: string, { text, offsetMs }: { text: string; offsetMs: number }, take: Int16Array): Promise<number> {
  const words = text.split(' ').length;
  const { open } = await narrated(stand.api.services, text, voiceId, new AbortController().signal);
  const bytes = await open();
  const alone = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const startMs = Math.max(0, offsetMs);
  return voiceDistance(voicePrint(take.subarray(startMs * 24, offsetMs * 24 + alone.length), words), voicePrint(alone, words));
}

/** The index of a beat with a narrated line. When there is none, has one written. Throws when no beat has room for it. */
async function narratedBeat(cut: readonly any[]): Promise<number> {
  const told = cut.find(({ line }) => line?.speaker === null);
  if (told) return told.index;
  for (const { index, line } of cut) {
    if (line === null) continue;
    const answer = await client.post(`/trailers/${id}/storyboard/regenerate-text`, { beatIndex: index, instruction: 'by the narrator' });
    if (answer.status === 200) return index;
  }
  throw new Error('no beat has room for a line that is told');
}

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  const read = await performedRead(stand, client);
  ({ projectId } = read);
  unspent = await balance();
  cut = await cutTrailer(client, read, { seconds: SECONDS, aspect: '9:16' });
  id = cut.trailer.id;
  early = [await client.post(`/trailers/${id}/video-export`, {}), await client.post(`/trailers/${id}/storyboard/approve`, {})].map(({ body }) => [body.error?.code, body.error?.details.status]);
  await post('/storyboard/music', { muted: true });
  const narrated = await narratedBeat(cut.storyboard.beats);
  ({ trailer: draft, storyboard: first } = await reviewed(client, id));
  const free = first.beats.filter(({ index }: any) => index !== narrated);
  const moved = free.find(({ line, startMs }: any) => line !== null && startMs > 1_500).index;
  const pictured = free.filter(({ card, index }: any) => card === null && index !== moved).map(({ index }: any) => index);
  beats = { narrated, moved, image: pictured[0], frame: pictured[1], effect: pictured[2] ?? free.find(({ card }: any) => card !== null).index };
});
afterAll(() => stand.close());

const beatOf = async (at: number): Promise<any> => (await boardOf(client, id)).body.storyboard.beats[at];

/** Has a clip made again, for its price, and waits until the film for review shows it. Returns the files of the earlier take, the new take and that film. */
async function remade(at: number): Promise<{ before: string; after: string; draft: string }> {
  // Counts the takes that were asked for, not those that the service made again by itself.
  const asked = ({ takes }: any): number => takes.filter(({ retaken }: any) => !retaken).length;
  const shownIn = ({ takes, selectedTake }: any): any => takes.find(({ takeId }: any) => takeId === selectedTake);
  const [had, earlier] = [await balance(), await beatOf(at)];
  const old = shownIn(earlier);
  const { answer, credits } = await confirmed(client, `/trailers/${id}/storyboard/regenerate-clip`, { beatIndex: at });
  expect([answer.status, credits]).toEqual([200, PRICES.CLIP]);
  const { storyboard, trailer } = await settled(client, id, ({ trailer: now }) => now.failureCode !== null || !now.draft.stale);
  expect(trailer.failureMessage).toBeNull();
  const made = shownIn(storyboard.beats[at]);
  expect([asked(storyboard.beats[at]), made.status, made.takeId === old.takeId, storyboard.beats[at].stale]).toEqual([asked(earlier) + 1, 'ready', false, false]);
  expect(await balance()).toBe(had - PRICES.CLIP);
  return { before: await fileOf(old.url), after: await fileOf(made.url), draft: await fileOf(trailer.draft.url) };
}

describe('the draft', () => {
  it('is as long as the trailer was cut, charged once, small, loud enough, and has one take of each beat', async () => {
    expect([cut.trailer.status, cut.trailer.draft, cut.storyboard.revision]).toEqual(['draft', null, 1]);
    expect(early).toEqual([['artifact_not_ready', 'draft'], ['story_job_state_invalid', 'draft']]);
    expect(cut.storyboard.beats.reduce((sum: number, { durationMs }: any) => sum + durationMs, 0) / 1_000).toBeCloseTo(SECONDS, 1);
    expect([draft.status, draft.failureMessage, await balance()]).toEqual(['review', null, unspent - PRICES.TRAILER_DRAFT]);
    const shown = first.beats.map(({ takes, selectedTake, stale }: any) => {
      const asked = takes.filter(({ retaken }: any) => !retaken);
      return [asked.length, asked[0].status, takes.find(({ takeId }: any) => takeId === selectedTake).defects, stale];
    });
    expect(shown).toEqual(first.beats.map(() => [1, 'ready', [], false]));
    const { streams } = await fetchedFilm(stand, draft.draft.url);
    expect([streams.widthPx, streams.heightPx, Math.abs(streams.durationMs - SECONDS * 1_000) < SECONDS * 20]).toEqual([480, 854, true]);
    expect(Math.abs(draft.draft.lufs + 16)).toBeLessThanOrEqual(1);
    const { audio } = (await client.get(`/trailers/${id}/storyboard/audio`)).body;
    expect([audio.status, (await fetch(audio.url)).headers.get('content-type')]).toEqual(['ready', 'audio/mp4']);
    const take = await fetchedFilm(stand, first.beats[0].takes[0].url);
    expect(Math.abs(take.streams.durationMs - first.beats[0].durationMs)).toBeLessThan(60);
  });
});

describe('what was changed in a storyboard', () => {
  it('is heard: an effect, in the take of its beat', async () => {
    await post('/storyboard/sfx', { beatIndex: beats.effect, action: 'add', soundId: 'thunder', levelDb: 6 });
    const { before, after } = await remade(beats.effect);
    const [without, withIt] = [await soundOf(before), await soundOf(after)];
    const until = Math.min(1_500, first.beats[beats.effect].durationMs);
    expect(levelDb(withIt, 0, until)).toBeGreaterThan(-50);
    expect(levelDb(withIt, 0, until)).toBeGreaterThan(levelDb(without, 0, until) + 1);
  });

  it('is heard: a line that begins before its beat, in the film for review', async () => {
    const { startMs, line } = first.beats[beats.moved];
    const draft = (await boardOf(client, id)).body.trailer.draft.url;
    const heard = await soundOf(await fileOf(draft));
    // Moves the line to where it is quiet, before the beat.
    const offsetMs = -1_200;
    await post('/storyboard/audio-timeline', { beatIndex: beats.moved, lineOffsetMs: offsetMs, lineGainDb: 6 });
    const { draft: after } = await remade(beats.moved);
    const now = await soundOf(after);
    const [from, until] = [startMs + offsetMs, startMs + offsetMs + Math.min(1_000, line.toMs - line.fromMs)];
    const tail = [startMs + line.offsetMs + (line.toMs - line.fromMs) - 500, startMs + line.offsetMs + (line.toMs - line.fromMs)] as const;
    expect([levelDb(now, from, until) > levelDb(heard, from, until) + 1.5, levelDb(now, ...tail) < levelDb(heard, ...tail) - 1.5]).toEqual([true, true]);
  });

  it('is seen: an image of the project in the place of the stage', async () => {
    const { db, store, ffmpeg } = stand.api.services;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f4f4f4"/></svg>';
    const bytes = await rasterise(await ffmpeg(), { svg, widthPx: 64, format: 'jpeg', signal: new AbortController().signal });
    await store.put('images/light', bytes);
    const image = await ensureImage(db, {
      projectId, objectKey: 'images/light', mime: 'image/jpeg', widthPx: 64, heightPx: 64, byteSize: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'),
      purpose: 'place', fingerprint: null, prompt: '', seed: 's', provider: 'embedded',
    });
    await post('/storyboard/swap-library', { beatIndex: beats.image, imageId: image.id });
    const { before, after } = await remade(beats.image);
    const [was, is] = [(await smallFrames(before))[5]!, (await smallFrames(after))[5]!];
    const middle = (frame: Buffer): number => frame[Math.floor(SMALL_HEIGHT / 2) * SMALL_WIDTH + SMALL_WIDTH / 2]!;
    expect(middle(is)).toBeGreaterThan(225);
    expect(difference(was, is)).toBeGreaterThan(25);
  });

  it('is heard: a narrated line in the voice of the narrator that was set', async () => {
    await post('/narrator', { voiceId: 'stage-scot' });
    const { storyboard } = (await boardOf(client, id)).body;
    const told = storyboard.beats.flatMap(({ index, line }: any) => (line?.speaker === null ? [index] : []));
    expect(storyboard.beats.flatMap(({ index, stale }: any) => (stale ? [index] : []))).toEqual(told);
    const { before, after } = await remade(beats.narrated);
    for (const other of told) if (other !== beats.narrated) await remade(other);
    const [one, other] = [await soundOf(before), await soundOf(after)];
    const length = Math.min(one.length, other.length);
    const product = (a: Int16Array, b: Int16Array): number => a.subarray(0, length).reduce((sum, sample, at) => sum + sample * b[at]!, 0);
    expect(levelDb(other, 0, 2_000)).toBeGreaterThan(-45);
    expect(Math.abs(product(one, other)) / Math.sqrt(product(one, one) * product(other, other))).toBeLessThan(0.5);
    const { line } = await beatOf(beats.narrated);
    const [chosen, former] = [await distanceFrom('stage-scot', line, other), await distanceFrom('stage-narrator-m', line, other)];
    expect(chosen).toBeLessThan(former - 1);
  });
});

describe('a beat that is made again', () => {
  it('gets another frame for its price; the next clip shows that frame, and the earlier take can be restored', async () => {
    const { frame: at } = beats;
    const [had, was] = [await balance(), await beatOf(at)];
    const { answer, credits } = await confirmed(client, `/trailers/${id}/storyboard/regenerate`, { beatIndex: at });
    expect([answer.status, credits]).toEqual([200, PRICES.FRAME]);
    const { storyboard, trailer } = await settled(client, id, ({ trailer: now }) => now.failureCode !== null || !now.draft.stale);
    const framed = storyboard.beats[at];
    expect([trailer.failureMessage, framed.takes.length, framed.stale, await balance()]).toEqual([null, was.takes.length, true, had - PRICES.FRAME]);
    expect(framed.picture).not.toEqual(was.picture);
    expect(framed.frameUrl).not.toBe(was.frameUrl);
    const still = await fetch(framed.frameUrl);
    expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await post('/storyboard/approve', {});
    expect((await client.post(`/trailers/${id}/draft/approve`, {})).body.error.details).toMatchObject({ reason: 'takes_stale', beats: [at] });

    const { before, after } = await remade(at);
    expect(difference((await smallFrames(before))[2]!, (await smallFrames(after))[2]!)).toBeGreaterThan(4);
    const back = await post('/storyboard/apply-component', { beatIndex: at, component: { kind: 'take', takeId: was.selectedTake } });
    expect(back.beats[at]).toMatchObject({ selectedTake: was.selectedTake, picture: was.picture, stale: false });
  });

  it('has another camera each time, also after an earlier take was brought back', async () => {
    const { frame: at } = beats;
    const { after: third } = await remade(at);
    const takes = (await beatOf(at)).takes.map(({ url }: any) => url as string);
    const earlier = await Promise.all(takes.slice(1).map((url: string) => fileOf(url)));
    const last = async (file: string): Promise<Buffer> => (await smallFrames(file)).at(-1)!;
    const differences = await Promise.all(earlier.map(async (file) => difference(await last(file), await last(third))));
    expect(differences.map((each) => each > 1)).toEqual(earlier.map(() => true));
  });
});

describe('the finish', () => {
  it('is an upright film with 1080 pixels on the shorter side, charged at its price', async () => {
    const had = await balance();
    const done = await finished(client, id, { resolution: '1080p' });
    expect([done.trailer.status, done.trailer.failureMessage, done.trailer.resolution, done.trailer.aspect]).toEqual(['complete', null, '1080p', '9:16']);
    expect(await balance()).toBe(had - PRICES.TRAILER_FINISH);
    const exported = (await client.post(`/trailers/${id}/video-export`, {})).body.export;
    const { file, bytes, sha256 } = await fetchedVideo(exported.url, stand.config.dataDir);
    const { widthPx, heightPx, kinds } = await streamsOf(file);
    expect([widthPx, heightPx, kinds]).toEqual([1_080, 1_920, ['audio', 'subtitle', 'video']]);
    expect([exported.resolution, exported.aspect, exported.byteSize, exported.sha256]).toEqual(['1080p', '9:16', bytes.length, sha256]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('is returned to review by an edit, and its earlier film can no longer be exported', async () => {
    const edited = await client.post(`/trailers/${id}/storyboard/sfx`, { beatIndex: beats.effect, action: 'remove', soundId: 'thunder' });
    const { status, film, approvals } = edited.body.trailer;
    expect([edited.status, status, film.stale, approvals.storyboard]).toEqual([200, 'review', true, false]);
    expect((await client.post(`/trailers/${id}/video-export`, {})).body.error).toMatchObject({ code: 'artifact_not_ready', details: { status: 'review', allowed: ['complete'] } });
    expect((await client.get(`/trailers/${id}/storyboard/audio`)).body.audio.status).toBe('stale');
  });
});
