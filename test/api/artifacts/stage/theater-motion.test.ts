import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Screenplay } from '../../../../src/craft/screenplay/model.js';
import type { Answer, ApiClient } from '../../../support/api-client.js';
import { confirmed } from '../../../support/canon/priced.js';
import { streamsOf } from '../../../support/files/media-streams.js';
import { differenceOf, FRAMES_A_SECOND, greyFrames } from '../../../support/files/small-frames.js';
import { hearRead } from '../../../support/main-job.js';
import { insertReadyRead, testScreenplay } from '../../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

/** Two scenes of four lines: entries 1 to 3 and 5. */
function shortScreenplay(): Screenplay {
  const whole = testScreenplay();
  const entries = [0, 1, 2, 3, 5, 7].map((at, index) => ({ ...whole.entries[at]!, index }));
  const scenes = whole.scenes.map((scene, at) => ({ ...scene, firstEntry: at === 0 ? 0 : 4, lastEntry: at === 0 ? 3 : 5 }));
  return { ...whole, entries, scenes };
}

const newRead = () => insertReadyRead(stand, client.accountId, shortScreenplay());
const move = (id: string, body: object): Promise<Answer> => client.post(`/artifacts/${id}/theater-motion`, body);
const show = (id: string, body: object): Promise<Answer> => client.post(`/artifacts/${id}/theater-canvas`, body);
const theaterOf = async (id: string): Promise<any> => (await client.get(`/artifacts/${id}/theater`)).body.theater;
const stagingOf = async (shareToken: string): Promise<any> => {
  const page = await (await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}`)).text();
  const data = JSON.parse(/<script[^>]* type="application\/json"[^>]*>([^]*?)<\/script>/.exec(page)![1]!);
  return { staging: data.staging, page };
};

async function performedRead() {
  const read = await newRead();
  await hearRead(client, read.artifactId);
  await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
  return read;
}

/** A film of ten seconds, on a machine that does much else. */
const RENDERING_MS = 400_000;

interface Rendered { shots: string[]; frames: Buffer[]; startsMs: number[]; status: string }

/** Renders the film of a read. Returns the keys of its shots, its frames, and when its captions begin. */
async function rendered(id: string, grade: string): Promise<Rendered> {
  const before = (await client.get(`/artifacts/${id}/render-video`)).body.video.status;
  await client.post(`/artifacts/${id}/render-video`, { grade });
  const { video } = await client.poll(`/artifacts/${id}/render-video`, (body) => ['complete', 'failed'].includes(body.video.status), RENDERING_MS);
  expect(video.status).toBe('complete');
  const file = path.join(stand.config.dataDir, `${id}.mp4`);
  await writeFile(file, Buffer.from(await (await fetch(video.url)).arrayBuffer()));
  const [film] = await stand.api.services.db.query<{ manifest: any }>('SELECT build_manifest AS manifest FROM films WHERE artifact_id = $1', [id]);
  const { captions } = await streamsOf(file);
  return { shots: film!.manifest.pieces.shots, frames: await greyFrames(file), startsMs: captions.map(({ startMs }) => startMs), status: before };
}

const frameAt = ({ frames }: Rendered, ms: number): Buffer => frames[Math.round((ms * FRAMES_A_SECOND) / 1_000)]!;
/** The mean difference of two films between two times. */
function differenceBetween(one: Rendered, other: Rendered, fromMs: number, untilMs: number): number {
  const count = Math.max(1, Math.floor(((untilMs - fromMs) * FRAMES_A_SECOND) / 1_000));
  const frames = Array.from({ length: count }, (_, at) => fromMs + (at * 1_000) / FRAMES_A_SECOND);
  return frames.reduce((sum, ms) => sum + differenceOf(frameAt(one, ms), frameAt(other, ms)), 0) / frames.length;
}

describe('a motion of the stage', () => {
  let id: string;
  let before: Rendered;
  beforeAll(async () => {
    id = (await performedRead()).artifactId;
    before = await rendered(id, 'cinema');
  }, RENDERING_MS);

  it('moves the film from its entry on, and no other shot is encoded again', async () => {
    const answer = await move(id, { sceneIndex: 0, entryIndex: 2, composition: 'motion-only', direction: 'fast pan left', caption: 'At the glass' });
    expect([answer.status, answer.body.theaterMotion]).toMatchObject([200, {
      version: 1, motions: [{ sceneIndex: 0, entryIndex: 2, composition: 'motion-only', direction: 'fast pan left', caption: 'At the glass', durationMs: null }],
    }]);
    const left = await rendered(id, 'cinema');
    expect(left.status).toBe('stale');
    const [, startMs, nextMs] = before.startsMs as [number, number, number, number];
    const changed = left.shots.flatMap((key, at) => (key === before.shots[at] ? [] : [at]));
    expect([left.shots.length, changed.length]).toEqual([before.shots.length, 1]);
    expect(differenceBetween(before, left, startMs + 100, nextMs - 100)).toBeGreaterThan(8);
    expect(differenceBetween(before, left, 0, startMs - 100)).toBe(0);
    expect(differenceBetween(before, left, nextMs + 100, before.frames.length * 1_000 / FRAMES_A_SECOND - 100)).toBe(0);

    // The pan to the right ends where the pan to the left began, so the two differ at first; caption and fade are not compared.
    await move(id, { sceneIndex: 0, entryIndex: 2, direction: 'fast pan right', caption: null, durationMs: 30_000 });
    const right = await rendered(id, 'cinema');
    const [early, late] = [startMs + 80, nextMs - 80];
    const wall = { x: 0, y: 0, width: 1, height: 0.5 };
    expect(differenceOf(frameAt(left, early), frameAt(right, early), wall)).toBeGreaterThan(6);
    // The thirty seconds of the motion last until the scene ends, and do not reach into the next scene.
    const further = right.shots.flatMap((key, at) => (key === before.shots[at] ? [] : [at]));
    expect(further.length).toBeGreaterThan(1);
    expect(differenceOf(frameAt(right, late), frameAt(before, late))).toBeGreaterThan(4);
    expect(right.shots.at(-1)).toBe(before.shots.at(-1));

    await move(id, { sceneIndex: 0, entryIndex: 2, composition: null });
    const again = await rendered(id, 'cinema');
    expect(again.shots).toEqual(before.shots);
  }, 2 * RENDERING_MS);

  it('moves the place behind people who stay', async () => {
    await move(id, { sceneIndex: 0, entryIndex: 3, composition: 'performance-motion-overlay', direction: 'fast pan right' });
    const after = await rendered(id, 'cinema');
    const [, , startMs] = before.startsMs as [number, number, number, number];
    const [early, late] = [startMs + 100, startMs + 900];
    // The upper corners show the place, the lower middle the people.
    const corner = { x: 0, y: 0, width: 0.25, height: 0.35 };
    const movedIn = (film: Rendered): number => differenceOf(frameAt(film, early), frameAt(film, late), corner);
    expect(movedIn(after)).toBeGreaterThan(movedIn(before) + 2);
    expect(after.shots.filter((key, at) => key !== before.shots[at]).length).toBeLessThanOrEqual(2);
  }, 2 * RENDERING_MS);

  it('is merged by scene and entry, shown with the theater and on the page, and can be undone', async () => {
    const { artifactId: id, shareToken } = await newRead();
    await move(id, { sceneIndex: 1, entryIndex: 5, composition: 'motion-only', direction: 'handheld' });
    await move(id, { sceneIndex: 0, entryIndex: 2, composition: 'motion-only', direction: 'zoom on Tobias', durationMs: 2_000 });
    await move(id, { sceneIndex: 0, entryIndex: 2, caption: 'Four <b>', expectedVersion: 2 });
    const expected = [
      { sceneIndex: 0, entryIndex: 2, composition: 'motion-only', direction: 'zoom on Tobias', durationMs: 2_000, caption: 'Four <b>', clipPrompt: null },
      { sceneIndex: 1, entryIndex: 5, composition: 'motion-only', direction: 'handheld', durationMs: null, caption: null, clipPrompt: null },
    ];
    expect((await theaterOf(id)).motions).toEqual(expected);
    const { staging, page } = await stagingOf(shareToken);
    expect(staging.motions.map(({ entryIndex, steps, caption }: any) => [entryIndex, steps[0].target ?? steps[0].unrest, caption])).toEqual([[2, 'TOBIAS', 'Four <b>'], [5, 'handheld', null]]);
    expect([page.includes('Four <b>'), page.includes('staging.js'), page.includes('staging.css')]).toEqual([false, true, true]);
    await move(id, { sceneIndex: 0, entryIndex: 2, direction: null });
    expect((await theaterOf(id)).motions[0]).toEqual({ ...expected[0], direction: null });
    for (const [sceneIndex, entryIndex] of [[0, 2], [1, 5]]) await move(id, { sceneIndex, entryIndex, composition: null });
    expect((await theaterOf(id)).motions).toEqual([]);
    const plain = await stagingOf(shareToken);
    expect([plain.staging, plain.page.includes('staging.js')]).toEqual([null, false]);
  });

  it('is refused when it cannot be followed, and the refusal names the field', async () => {
    const { artifactId: id } = await newRead();
    const good = { sceneIndex: 0, entryIndex: 2, composition: 'motion-only', direction: 'push in' };
    const refused = async (body: object): Promise<unknown[]> => {
      const { status, body: { error } } = await move(id, { ...good, ...body });
      return [status, error.code, error.details.field];
    };
    for (const [body, field] of [
      [{ sceneIndex: 2 }, 'sceneIndex'], [{ entryIndex: 5 }, 'entryIndex'], [{ entryIndex: 0 }, 'entryIndex'], [{ composition: 'zoom' }, 'composition'],
      [{ composition: undefined }, 'composition'], [{ direction: null }, 'direction'], [{ direction: 'push in past the lamp' }, 'direction'],
      [{ direction: 'push in and pull back' }, 'direction'], [{ direction: 'zoom on the NARRATOR' }, 'direction'], [{ durationMs: 499 }, 'durationMs'],
      [{ durationMs: 30_001 }, 'durationMs'], [{ caption: '日本' }, 'caption'], [{ composition: 'motion-over-clip' }, 'composition'], [{ clipPrompt: 'waves' }, 'clipPrompt'],
      [{ sceneIndex: 1, entryIndex: 5, direction: 'zoom on Mara' }, 'direction'],
    ] as const) expect([body, await refused(body)]).toEqual([body, [400, 'validation_failed', field]]);
    const { error } = (await move(id, { ...good, direction: 'push in past the lamp' })).body;
    expect([error.details.notUnderstood, error.message]).toEqual([['past', 'lamp'], expect.stringContaining('zoom on MARA, TOBIAS')]);
    expect((await move(id, { ...good, composition: 'motion-over-clip' })).body.error.message).toContain('theater-motion-clip');
    expect((await theaterOf(id)).motions).toEqual([]);
  });
});

describe('the canvas of a scene', () => {
  it('shows words and pictures in the film during their entries only', async () => {
    const { artifactId: id, shareToken } = await performedRead();
    const before = await rendered(id, 'still');
    const { nouns } = (await client.get(`/artifacts/${id}/noun-imagery`)).body;
    const [noun] = nouns.filter(({ kind }: any) => kind === 'object');
    const wanted = { sceneIndex: 0, beats: [{ entryIndex: 2, text: 'Three <years> later', place: 'top' }, { entryIndex: 3, nounKey: noun.nounKey, place: 'left', reveal: 'drift' }] };
    const early = await show(id, wanted);
    expect([early.status, early.body.error.details.field, early.body.error.message]).toEqual([400, 'beats.1.nounKey', expect.stringContaining('noun-imagery')]);
    await confirmed(client, `/artifacts/${id}/noun-imagery`, { nounKey: noun.nounKey });
    await client.poll(`/artifacts/${id}/noun-imagery`, (body) => body.nouns.find(({ nounKey }: any) => nounKey === noun.nounKey).status === 'ready');
    expect((await show(id, wanted)).body.theaterCanvas.scenes).toEqual([{
      sceneIndex: 0, beats: [
        { entryIndex: 2, text: 'Three <years> later', nounKey: null, place: 'top', reveal: 'fade', durationMs: null },
        { entryIndex: 3, text: null, nounKey: noun.nounKey, place: 'left', reveal: 'drift', durationMs: null },
      ],
    }]);
    const after = await rendered(id, 'still');
    expect(after.status).toBe('stale');
    const changed = after.shots.flatMap((key, at) => (key === before.shots[at] ? [] : [at]));
    expect(changed.length).toBe(2);
    const [, second, third, fourth] = before.startsMs as [number, number, number, number];
    // Times at which the words and the picture have appeared and do not leave yet.
    const [words, drawn] = [second + (third - second) * 0.4, third + 900];
    expect(differenceOf(frameAt(before, words), frameAt(after, words))).toBeGreaterThan(1);
    expect(differenceOf(frameAt(before, drawn), frameAt(after, drawn))).toBeGreaterThan(1);
    expect(differenceBetween(before, after, 0, second - 100)).toBe(0);
    expect(differenceBetween(before, after, fourth + 100, before.frames.length * 1_000 / FRAMES_A_SECOND - 100)).toBe(0);
    const { staging, page } = await stagingOf(shareToken);
    expect(staging.canvas.map(({ text, picture }: any) => text ?? picture.alt)).toEqual(['Three <years> later', noun.label]);
    expect((await fetch(stand.config.appUrl + staging.canvas[1].picture.url)).status).toBe(200);
    expect(page).not.toContain('<years>');
    await show(id, { sceneIndex: 0, beats: null });
    expect((await rendered(id, 'still')).shots).toEqual(before.shots);

    // Without a canvas, `insets` shows a picture that was made with the first line that names its subject.
    const { theater } = (await client.post(`/artifacts/${id}/theater`, { nounImagery: 'insets' })).body;
    expect(theater.nounImagery).toBe('insets');
    const inset = await rendered(id, 'still');
    expect(inset.status).toBe('stale');
    const named = noun.entries.find((entry: number) => entry >= 1 && entry <= 3);
    expect((await stagingOf(shareToken)).staging.canvas).toMatchObject([{ sceneIndex: 0, entryIndex: named, picture: { alt: noun.label }, durationMs: 4_000 }]);
    const [fromMs, untilMs] = [before.startsMs[named - 1]!, before.startsMs[named]!];
    expect(differenceOf(frameAt(before, fromMs + 900), frameAt(inset, fromMs + 900))).toBeGreaterThan(1);
    expect(differenceBetween(before, inset, 0, fromMs - 100)).toBe(0);
    expect(differenceBetween(before, inset, untilMs + 4_100, before.frames.length * 1_000 / FRAMES_A_SECOND - 100)).toBe(0);
    await client.post(`/artifacts/${id}/theater`, { nounImagery: 'off' });
    expect((await rendered(id, 'still')).shots).toEqual(before.shots);
  }, 2 * RENDERING_MS);

  it('is replaced scene by scene; a refusal names the beat that cannot be shown', async () => {
    const { artifactId: id } = await newRead();
    const beat = { entryIndex: 2, text: 'Once' };
    await show(id, { sceneIndex: 1, beats: [{ entryIndex: 5, text: 'Below', place: 'right', durationMs: 900 }] });
    await show(id, { sceneIndex: 0, beats: [beat] });
    await show(id, { sceneIndex: 0, beats: [{ entryIndex: 3, text: 'Later' }, { ...beat, text: 'Twice' }] });
    expect((await theaterOf(id)).canvas.map(({ sceneIndex, beats }: any) => [sceneIndex, beats.map(({ text }: any) => text)])).toEqual([[0, ['Twice', 'Later']], [1, ['Below']]]);
    const refused = async (beats: object[], sceneIndex = 0): Promise<unknown[]> => {
      const { status, body: { error } } = await show(id, { sceneIndex, beats });
      return [status, error.code, error.details.field];
    };
    for (const [beats, field] of [
      [[{ entryIndex: 5, text: 'Elsewhere' }], 'beats.0.entryIndex'], [[{ entryIndex: 0, text: 'A heading' }], 'beats.0.entryIndex'], [[beat, { entryIndex: 3 }], 'beats.1.text'],
      [[{ ...beat, nounKey: 'object-lamp' }], 'beats.0.text'], [[{ entryIndex: 2, nounKey: 'constructor' }], 'beats.0.nounKey'], [[{ ...beat, text: '日本' }], 'beats.0.text'],
      [[beat, { ...beat, text: 'Again' }], 'beats.1.place'], [['left', 'right', 'lower', 'top'].map((place) => ({ ...beat, place })), 'beats.3.entryIndex'],
    ] as const) expect([beats, await refused(beats as never)]).toEqual([beats, [400, 'validation_failed', field]]);
    expect((await refused(Array.from({ length: 25 }, () => beat)))[0]).toBe(400);
    expect((await refused([beat], 7))[2]).toBe('sceneIndex');
    await show(id, { sceneIndex: 0, beats: [] });
    expect((await theaterOf(id)).canvas.map(({ sceneIndex }: any) => sceneIndex)).toEqual([1]);
  });
});
