import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Screenplay } from '../../../../src/craft/screenplay/model.js';
import { outputOf } from '../../../craft/film/small-films.js';
import type { ApiClient } from '../../../support/api-client.js';
import { ffmpegForTests } from '../../../support/ffmpeg.js';
import { streamsOf } from '../../../support/files/media-streams.js';
import { hearRead } from '../../../support/main-job.js';
import { insertReadyRead, testScreenplay } from '../../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../../support/stands/stand.js';

const PIXELS = 160 * 90;
const LINES = ['Nothing moves on the road.', 'Rain begins to fall.', 'The rain has stopped.', 'Lightning splits the sky.'];

/** A road by day that a narrator describes. */
function screenplay(): Screenplay {
  const whole = testScreenplay();
  const entries = LINES.map((text, index) => ({
    index, sceneIndex: 0, kind: 'dialogue' as const, character: 'NARRATOR', text, origin: 'source' as const, confidence: 'hard' as const, spans: [],
    delivery: { emotion: 'neutral' as const, speed: 1, volume: 1, pauseAfterMs: 300 },
  }));
  return {
    ...whole, entries, scenes: [{ index: 0, heading: 'EXT. ROAD - DAY', title: 'Road', firstEntry: 0, lastEntry: LINES.length - 1 }],
    cast: whole.cast.filter(({ character }) => character === 'NARRATOR'),
  };
}

let stand: Stand;
let client: ApiClient;
let films = 0;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

interface Frame { atMs: number; grey: Buffer }
interface Filmed { frames: Frame[]; lines: { startMs: number; untilMs: number }[] }

/** Renders the film of a read. Returns its frames, small and grey, and the time of each line by the captions. */
async function filmed(id: string): Promise<Filmed> {
  expect((await client.post(`/artifacts/${id}/render-video`, { grade: 'still' })).status).toBe(202);
  const { video } = await client.poll(`/artifacts/${id}/render-video`, (body) => ['complete', 'failed'].includes(body.video.status));
  expect(video.status).toBe('complete');
  const file = path.join(stand.config.dataDir, `${id}-${++films}.mp4`);
  await writeFile(file, Buffer.from(await (await fetch(video.url)).arrayBuffer()));
  const ffmpeg = await ffmpegForTests();
  const all = ['-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough'];
  const times = (await outputOf(ffmpeg, [...all, '-enc_time_base', '1:90000', '-f', 'framehash', '-hash', 'adler32'])).toString()
    .split('\n').filter((line) => /^0,/.test(line)).map((line) => Number(line.split(',')[2]) / 90);
  const bytes = await outputOf(ffmpeg, [...all, '-vf', 'scale=160:90:flags=area', '-f', 'rawvideo', '-pix_fmt', 'gray']);
  expect(bytes.length).toBe(times.length * PIXELS);
  const { captions } = await streamsOf(file);
  return {
    frames: times.map((atMs, at) => ({ atMs, grey: bytes.subarray(at * PIXELS, (at + 1) * PIXELS) })),
    lines: captions.map(({ startMs }, at) => ({ startMs, untilMs: captions[at + 1]?.startMs ?? times.at(-1)! })),
  };
}

/** The share of the pixels that differ between two frames. */
const changed = (one: Frame, other: Frame): number =>
  one.grey.reduce((sum, value, pixel) => sum + (Math.abs(value - other.grey[pixel]!) > 6 ? 1 : 0), 0) / PIXELS;
const luma = ({ grey }: Frame): number => grey.reduce((sum, value) => sum + value, 0) / PIXELS;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
/** How much of the picture moves from frame to frame, in the middle of a line. */
const motion = ({ frames, lines }: Filmed, line: number): number => mean(frames.flatMap((frame, at) =>
  (at > 0 && frame.atMs > lines[line]!.startMs + 300 && frame.atMs < lines[line]!.untilMs - 300 ? [changed(frames[at - 1]!, frame)] : [])));

describe('the effects of a stage in its film', () => {
  it('are seen with their lines and nowhere else', async () => {
    const { artifactId: id } = await insertReadyRead(stand, client.accountId, screenplay());
    await hearRead(client, id);
    await client.poll(`/artifacts/${id}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
    const plain = await filmed(id);
    const { theaterFxCues: { scenes: [{ fxCues }] } } = (await client.post(`/artifacts/${id}/theater-fx-cues`, {})).body;
    expect(fxCues.map(({ effect, entryIndex, untilEntryIndex }: any) => [effect, entryIndex, untilEntryIndex])).toEqual([['rain', 1, 1], ['lightning', 3, null]]);
    expect((await client.get(`/artifacts/${id}/render-video`)).body.video.status).toBe('stale');
    const staged = await filmed(id);
    expect([staged.frames.length, staged.lines]).toEqual([plain.frames.length, plain.lines]);
    const [, rain, , lightning] = staged.lines;

    const motions = [0, 1, 2, 3].map((line) => [motion(plain, line), motion(staged, line)].map((share) => Number(share.toFixed(4))));
    const lumas = staged.frames.map((frame, at) => ({ atMs: frame.atMs, more: luma(frame) - luma(plain.frames[at]!) }));
    const brightest = lumas.reduce((one, other) => (other.more > one.more ? other : one));
    // With the first and the third line the picture is still, with the second there is rain over it, and with the last one light changes the whole picture
    // for a moment.
    expect(motions[0]).toEqual([0, 0]);
    expect(motions[2]).toEqual([0, 0]);
    expect(motions[1]![0]).toBe(0);
    expect(motions[1]![1]).toBeGreaterThan(0.008);
    expect(brightest.more).toBeGreaterThan(25);
    expect(brightest.atMs - lightning!.startMs).toBeGreaterThan(0);
    expect(brightest.atMs - lightning!.startMs).toBeLessThan(600);
    // Frames outside the cues are the same picture as without effects.
    const isOfCue = (atMs: number): boolean => (atMs > rain!.startMs - 80 && atMs < staged.lines[2]!.startMs + 80) || atMs > lightning!.startMs - 80;
    const elsewhere = staged.frames.map((frame, at) => (isOfCue(frame.atMs) ? 0 : changed(frame, plain.frames[at]!)));
    expect(Math.max(...elsewhere)).toBe(0);

    // Once the cues are gone, the film that shows them is stale.
    await client.post(`/artifacts/${id}/theater-scene`, { sceneIndex: 0, fxCues: null });
    expect((await client.get(`/artifacts/${id}/render-video`)).body.video.status).toBe('stale');
  });
});
