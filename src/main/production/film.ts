import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ProductionClient } from './client.js';
import type { Manifest, Say } from './steps.js';

interface Render { video: { status: string; url: string | null; error: string | null; credits: number } }

const path = (artifactId: string): string => `/artifacts/${artifactId}/render-video`;

/** Renders the film of a read, once it is recorded, and writes it to a file. Throws when it cannot be rendered. */
export async function renderFilm(client: ProductionClient, artifactId: string, file: string, say: Say): Promise<Manifest> {
  const { artifact: { manifest } } = await client.until<{ artifact: { manifest: Manifest } }>(`/artifacts/${artifactId}`,
    (answer) => ['complete', 'failed'].includes(answer.artifact.manifest.audio.recording.status),
    ({ artifact: { manifest: { audio: { recording } } } }) => say(`recording ${recording.completed}/${recording.total} lines`));
  if (manifest.audio.recording.status === 'failed') throw new Error('the read could not be recorded');
  const { video: asked } = await client.call<Render>('GET', path(artifactId));
  say(`film: ${asked.credits} credits`);
  await client.call('POST', path(artifactId), {});
  const { video } = await client.until<Render>(path(artifactId), (answer) => ['complete', 'failed'].includes(answer.video.status),
    (answer) => say(`film ${answer.video.status}`));
  if (!video.url || video.status === 'failed') throw new Error(`the film was not rendered: ${video.error}`);
  const response = await fetch(video.url);
  if (!response.ok || !response.body) throw new Error(`the film cannot be fetched: ${response.status}`);
  await pipeline(Readable.from(response.body as unknown as AsyncIterable<Uint8Array>), createWriteStream(file));
  return manifest;
}
