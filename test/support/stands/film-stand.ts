import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMp4 } from '../../../src/craft/film/mp4-facts.js';
import type { ApiClient } from '../api-client.js';
import { ffmpegForTests } from '../ffmpeg.js';
import { streamsOf, type MediaStreams } from '../files/media-streams.js';
import { hearRead } from '../main-job.js';
import { outputOf } from '../../craft/film/small-films.js';
import type { Stand } from './stand.js';

export const DRAFT = { grade: 'draft' };

export const shaOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Performs a read, without an MP3. */
export async function perform(client: ApiClient, artifactId: string): Promise<void> {
  await hearRead(client, artifactId);
  await client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.manifest.audio.recording.status === 'complete');
}

/** Waits for a film and returns it. `query` says which one. */
export async function finishedFilm(client: ApiClient, artifactId: string, query = ''): Promise<any> {
  return (await client.poll(`/artifacts/${artifactId}/render-video${query}`, ({ video }) => !['queued', 'rendering'].includes(video.status))).video;
}

/** Renders a film of the whole read in the given aspect, or of the shared part, and waits for it. */
export async function renderedFilm(
  client: ApiClient, artifactId: string, body: { of?: string; aspect?: string; [field: string]: unknown } = DRAFT,
): Promise<any> {
  const answer = await client.post(`/artifacts/${artifactId}/render-video`, body);
  expect([answer.status, answer.body.error]).toEqual([202, undefined]);
  return finishedFilm(client, artifactId, body.of ? `?of=${body.of}` : `?aspect=${encodeURIComponent(body.aspect ?? '16:9')}`);
}

export interface FetchedFilm {
  file: string; bytes: Buffer; streams: MediaStreams;
  /** When each frame is shown. */
  timesMs: number[];
  /** The brightness of a part of the picture at a time, 8 bits for each pixel. `part` is given in shares of the picture. */
  greyAt(ms: number, part: { x: number; y: number; width: number; height: number }): Promise<Buffer>;
}

/** Fetches a film from its public address. */
export async function fetchedFilm(stand: Stand, url: string): Promise<FetchedFilm> {
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('accept-ranges')]).toEqual([200, 'video/mp4', 'bytes']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const file = path.join(stand.config.dataDir, `${shaOf(bytes)}.mp4`);
  await writeFile(file, bytes);
  const picture = (await readMp4(file))!.tracks.find(({ codec }) => codec === 'avc1')!;
  const ffmpeg = await ffmpegForTests();
  return {
    file, bytes, streams: await streamsOf(file), timesMs: picture.timesMs.toSorted((one, other) => one - other),
    greyAt: (ms, { x, y, width, height }) => outputOf(ffmpeg, [
      '-ss', (ms / 1_000).toFixed(3), '-i', file, '-frames:v', '1', '-vf', `crop=iw*${width}:ih*${height}:iw*${x}:ih*${y}`, '-f', 'rawvideo', '-pix_fmt', 'gray']),
  };
}

/** How many of the pixels of two pictures of one size differ clearly, as a share. */
export function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  return one.filter((light, at) => Math.abs(light - other[at]!) > 24).length / one.length;
}
