import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Film } from '../../../src/craft/film/film.js';
import { frameSvg } from '../../../src/craft/images/frame.js';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import { parsePlace } from '../../../src/craft/images/places/place.js';
import { rasterise, samplesOf, smallPng } from '../../../src/craft/images/raster.js';
import { filmImages, PORTRAIT_SIZE } from '../../../src/domain/artifacts/film/film-images.js';
import { filmOfRead } from '../../../src/domain/artifacts/film/film-of-read.js';
import { findRecording } from '../../../src/domain/artifacts/finalize/recording-store.js';
import { loadPerformed } from '../../../src/domain/artifacts/mix/performed-read.js';
import { ensureImage } from '../../../src/domain/canon/images/image-store.js';
import { imagePathOf } from '../../../src/domain/canon/images/project-images.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertReadyRead } from '../../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { FORMAT } from './staged-read.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

/** Stores an all-red portrait as a service would have made it; answers its path. */
async function storedPortrait(projectId: string): Promise<string> {
  const { db, store } = stand.api.services;
  const bytes = smallPng('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 80"><rect width="64" height="80" fill="#ff0000"/></svg>', 64);
  await store.put('images/portrait', bytes);
  return imagePathOf(await ensureImage(db, {
    projectId, purpose: 'face', prompt: 'A portrait', seed: 's', provider: 'service', mime: 'image/png', widthPx: 64, heightPx: 80, byteSize: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'), objectKey: 'images/portrait', fingerprint: null,
  }));
}

const filmOf = async (artifactId: string): Promise<Film> =>
  filmOfRead(stand.api.services, await loadPerformed(stand.api.services, artifactId, 1), { format: FORMAT, signal: new AbortController().signal });
const bytesOf = async ({ sound }: Film): Promise<number> => {
  let bytes = 0;
  for await (const chunk of sound.pcm()) bytes += chunk.length;
  return bytes;
};
const soundBytes = ({ sound: { parts, format: { channels } } }: Film): number => parts.reduce((sum, samples) => sum + samples, 0) * channels * 2;
const lengthOf = ({ shots }: Film): number => shots.reduce((sum, { durationMs }) => sum + durationMs, 0);

async function finalized(): Promise<string> {
  const { artifactId } = await insertReadyRead(stand, client.accountId);
  await client.post(`/artifacts/${artifactId}/finalize`, { waitForRecording: true });
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
  return artifactId;
}

describe('the film of a read', () => {
  it('has the sound of its MP3 in whole packets, captions, chapters, tags and a cover', async () => {
    const artifactId = await finalized();
    const film = await filmOf(artifactId);
    const { gainDb } = (await findRecording(stand.api.services.db, artifactId, 1))!.buildManifest as { gainDb: number };
    expect(film.sound).toMatchObject({ format: { sampleRate: 24_000, channels: 1 }, ceilingDb: -2, gainDb: Math.round(gainDb * 2) / 2 });
    expect(await bytesOf(film)).toBe(soundBytes(film));
    expect(soundBytes(film) / 2 / 24).toBe(lengthOf(film));
    expect(film.captions.map(({ speaker }) => speaker)).toEqual([null, 'MARA', 'TOBIAS', 'MARA', null, 'TOBIAS', 'MARA']);
    expect(film.chapters).toMatchObject([{ title: 'Lamp Room, night', startMs: 0 }, { title: 'Gallery, night', endMs: lengthOf(film) }]);
    expect(film.tags).toMatchObject({ title: 'The Light at Corran Head', artist: 'Proscenium', language: 'en' });
    expect(Buffer.from(film.cover!).subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(film.shots.length).toBeGreaterThanOrEqual(9);
  });

  it('has the music of the read and the settings of its theater', async () => {
    const artifactId = await finalized();
    await client.post(`/artifacts/${artifactId}/music`, { action: 'generate' });
    await client.post(`/artifacts/${artifactId}/theater`, { transition: 'cut', titleLayout: 'card', title: 'Another title', expectedVersion: 0 });
    const film = await filmOf(artifactId);
    expect(film.sound.format).toEqual({ sampleRate: 48_000, channels: 2 });
    expect(await bytesOf(film)).toBe(soundBytes(film));
    expect(film.shots.every(({ kind }) => kind === 'held')).toBe(true);
    expect(film.shots[0]).toMatchObject({ over: null });
  });

  it('embeds those images of a service that still exist, in a form that can be rasterised', async () => {
    const { services } = stand.api;
    const { projectId } = await insertReadyRead(stand, client.accountId);
    const path = await storedPortrait(projectId);
    const images = await filmImages(services, [path, null, '/images/img_00000000000000000000000000.png', path], PORTRAIT_SIZE, new AbortController().signal);
    expect([...images.keys()]).toEqual([path]);
    const scene = { place: parsePlace('INT. KITCHEN - DAY'), seed: 's' };
    const [look] = castLooks('s', [{ name: 'Mara', description: '', voice: 'neutral' }]);
    const svg = frameSvg({
      width: 1_600, height: 900, scene, background: 'drawn', view: { x: 0, y: 0, width: 1_600, height: 900 }, air: 0, grades: [],
      people: [{ look: look!, pose: {}, presence: 'speaking', x: 0, y: 0, scale: 1, card: { image: path, x: 0, y: 0, side: 900 } }],
    }, new Map([[path, await images.get(path)!.dataUri()]]));
    const ffmpeg = await services.ffmpeg();
    const [red, green, blue] = await samplesOf(ffmpeg, await rasterise(ffmpeg, { svg, widthPx: 640, format: 'png' }), 8);
    expect([red! > 230, green! < 30, blue! < 30]).toEqual([true, true, true]);
  });

  it('has its loudness measured when there is no MP3, and can be stopped', async () => {
    const artifactId = await finalized();
    const before = await filmOf(artifactId);
    await stand.api.services.db.query('DELETE FROM recordings WHERE artifact_id = $1', [artifactId]);
    const { sound: { gainDb } } = await filmOf(artifactId);
    expect(Math.abs(gainDb - before.sound.gainDb)).toBeLessThanOrEqual(1);
    expect(gainDb * 2).toBe(Math.round(gainDb * 2));
    const performed = await loadPerformed(stand.api.services, artifactId, 1);
    await expect(filmOfRead(stand.api.services, performed, { format: FORMAT, signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});
