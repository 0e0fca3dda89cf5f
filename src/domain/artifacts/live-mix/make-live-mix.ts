import { createLiveEncoder, LIVE_FRAME_MS, LIVE_MIX_FRAME_BYTES, liveMix } from '../../../craft/audio/live-encoder.js';
import { levelFor } from '../../../craft/audio/master.js';
import { mixedPcm, PARTS } from '../../../craft/audio/mix/mix.js';
import { timelinePcm } from '../../../craft/audio/timeline-pcm.js';
import { partOfTimeline } from '../../../craft/audio/timeline.js';
import { pcmSamples } from '../../../craft/speech/line-cache.js';
import type { Services } from '../../../kernel/services.js';
import type { Making } from '../../../kernel/works/step.js';
import { loadPerformed } from '../mix/performed-read.js';
import { mixOf, plainMix } from '../mix/read-mix.js';
import { CHUNK_BYTES, chunkKeyOf, extendLiveMix, findMixOfWork, type LiveMixRow } from './live-mix-store.js';

/** Stores and announces the chunks of a stream as they come, except those that an earlier attempt has stored. Returns the length of the stream in bytes. */
async function publishChunks({ db, store, faults }: Services, row: LiveMixRow, stream: AsyncIterable<Buffer>): Promise<number> {
  let [pending, stored]: [Buffer, number] = [Buffer.alloc(0), 0];
  const publish = async (bytes: Buffer): Promise<void> => {
    const startMs = (stored / LIVE_MIX_FRAME_BYTES) * LIVE_FRAME_MS;
    const number = stored / CHUNK_BYTES;
    stored += bytes.length;
    if (stored <= row.byteSize) return;
    await store.put(chunkKeyOf(row, number), bytes);
    await faults.reach(`mix.chunk_${number}`);
    await extendLiveMix(db, row.workId, { byteSize: stored, startMs });
  };
  for await (const bytes of stream) {
    pending = Buffer.concat([pending, bytes]);
    for (; pending.length >= CHUNK_BYTES; pending = pending.subarray(CHUNK_BYTES)) await publish(pending.subarray(0, CHUNK_BYTES));
  }
  if (pending.length > 0) await publish(pending);
  return stored;
}

/**
 * Mixes a performed read, or a part of it, into its live stream, as fast as it can. The same lines and cues give the same bytes, so a repeat
 * stores only what is missing. Null when the stream has ended. Throws `MakingFailed` when what is heard cannot be made here.
 */
export async function makeLiveMix(services: Services, { workId }: { workId: string }, { signal }: Making): Promise<{ byteSize: number } | null> {
  const row = await findMixOfWork(services.db, workId);
  if (!row || row.completedAt) return null;
  const { artifactId, revision, lanes: overlays, firstEntry, lastEntry } = row;
  const performed = await loadPerformed(services, artifactId, revision);
  const { read: { projectId, jobId }, screenplay, timeline, voicesLufs } = performed;
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const mix = await mixOf(services, { artifactId, overlays, screenplay, timeline, projectId, voicesLufs }, either) ?? plainMix(performed);
  const heard = firstEntry === null || lastEntry === null ? { timeline, fromMs: 0 } : partOfTimeline(timeline, { firstEntry, lastEntry });
  const encoder = await createLiveEncoder(await services.ffmpeg(), { signal: either, jobId, sound: liveMix(levelFor(mix.voicesLufs)) });
  const encode = async (): Promise<void> => {
    for await (const bytes of mixedPcm(timelinePcm(services.store, heard.timeline, either), mix, PARTS, heard.fromMs)) await encoder.write(pcmSamples(bytes));
    await encoder.end();
  };
  const [publishing, encoding] = [publishChunks(services, row, encoder.chunks), encode()];
  try {
    const [byteSize] = await Promise.all([publishing, encoding]);
    return { byteSize };
  } finally {
    over.abort();
    await Promise.allSettled([publishing, encoding]);
  }
}
