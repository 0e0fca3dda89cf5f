import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchApi } from './bench-stack.js';

interface Manifest {
  shareToken: string;
  audio: { startLiveUrl: string; recordingUrl: string | null; recordingDurationMs: number | null; finalize: { status: string; error: unknown } | null };
}

export interface Performed {
  firstAudioMs: number; tookMs: number; soundSeconds: number;
  /** The longest silence in the middle of the read for a listener without a buffer. */
  longestGapMs: number;
}

/** The constant rate of the live stream. */
const STREAM_BYTES_PER_SECOND = 96_000 / 8;

/** The interval of a client that polls often. */
const POLL_MS = 100;

async function manifestOf({ client }: BenchApi, artifactId: string): Promise<Manifest> {
  const { artifact } = await client.call<{ artifact: { manifest: Manifest } }>('GET', `/artifacts/${artifactId}`);
  return artifact.manifest;
}

/** Starts the live read and receives all of its audio, as a web page does. `tookMs` is the time from the start to the last byte. */
export async function performLive(api: BenchApi, artifactId: string): Promise<Performed> {
  const { shareToken, audio } = await manifestOf(api, artifactId);
  const startedAt = performance.now();
  const started = await fetch(audio.startLiveUrl, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: shareToken }),
  });
  if (!started.ok) throw new Error(`the live read did not start: ${started.status} ${await started.text()}`);
  const { audioUrl } = await started.json() as { audioUrl: string };
  const response = await fetch(audioUrl);
  if (!response.ok) throw new Error(`the live audio answered ${response.status}`);
  let [firstAudioMs, bytes, playsUntilMs, longestGapMs] = [-1, 0, 0, 0];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const nowMs = performance.now() - startedAt;
    if (firstAudioMs < 0 && chunk.length > 0) [firstAudioMs, playsUntilMs] = [nowMs, nowMs];
    longestGapMs = Math.max(longestGapMs, nowMs - playsUntilMs);
    playsUntilMs = Math.max(nowMs, playsUntilMs) + (chunk.length / STREAM_BYTES_PER_SECOND) * 1_000;
    bytes += chunk.length;
  }
  if (firstAudioMs < 0) throw new Error('the live read ended without audio');
  return { firstAudioMs, tookMs: performance.now() - startedAt, soundSeconds: bytes / STREAM_BYTES_PER_SECOND, longestGapMs };
}

/** Starts finalize and waits for the MP3. Throws when finalize fails. */
export async function finalizeRead(api: BenchApi, artifactId: string): Promise<{ tookMs: number; durationMs: number }> {
  const startedAt = performance.now();
  await api.client.call('POST', `/artifacts/${artifactId}/finalize`, { mode: 'audio' });
  for (;;) {
    const { audio } = await manifestOf(api, artifactId);
    if (audio.finalize?.status === 'failed') throw new Error(`the MP3 could not be made: ${JSON.stringify(audio.finalize.error)}`);
    if (audio.recordingUrl) return { tookMs: performance.now() - startedAt, durationMs: audio.recordingDurationMs ?? 0 };
    await sleep(POLL_MS);
  }
}

/** Starts the film of a finalized read; `ended` resolves to its status when the rendering has ended. */
export async function startFilm(
  { client }: BenchApi, artifactId: string, grade: 'draft' | 'cinema',
): Promise<{ isRendering: () => Promise<boolean>; ended: () => Promise<string> }> {
  await client.call('POST', `/artifacts/${artifactId}/render-video`, { grade });
  const statusOf = async (): Promise<string> => (await client.call<{ video: { status: string } }>('GET', `/artifacts/${artifactId}/render-video`)).video.status;
  const isRendering = async (): Promise<boolean> => ['queued', 'rendering'].includes(await statusOf());
  return {
    isRendering,
    async ended() {
      while (await isRendering()) await sleep(POLL_MS);
      return statusOf();
    },
  };
}
