import { Readable } from 'node:stream';
import { LIVE_CONTENT_TYPE } from '../../../craft/audio/live-encoder.js';
import { MIX_LANE_NAMES } from '../../../kernel/contract/staleness.js';
import type { Services } from '../../../kernel/services.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { keyOfHeard } from '../mix/lane-fields.js';
import { hasCues, laneKeysOf } from '../mix/read-mix.js';
import { hasServedPieces } from '../music/served-pieces.js';
import { findPerformance } from '../performance/performance-store.js';
import type { EntryRange } from '../performance/performed-part.js';
import type { CurrentRead } from '../read-store.js';
import type { LiveMixView } from './live-mix-feed.js';
import { liveMixKind } from './live-mix-kind.js';
import { CHUNK_BYTES, chunkKeyOf, type LiveMixId, type LiveMixRow } from './live-mix-store.js';

/**
 * Makes sure that the mix of a read, or of a part of it, with its current lanes is complete or in the making. Returns the key of its stream. Null for a read
 * without audible lanes, while it is still being voiced or a service still has to make its music, and when the workflow engine does not answer: rooms then
 * play the voices alone.
 */
export async function ensureLiveMix(services: Services, read: CurrentRead, part: EntryRange | null): Promise<string | null> {
  const { artifactId, revision, accountId, projectId, title, requestId, overlays, scriptKey, jobId } = read;
  if (!hasCues(overlays) || (await findPerformance(services.db, artifactId, revision))?.status !== 'complete') return null;
  if (!await hasServedPieces(services, read)) return null;
  const laneKeys = laneKeysOf({ overlays, projectId, screenplay: await getScreenplay(services.store, scriptKey) });
  if (Object.keys(laneKeys).length === 0) return null;
  const mixKey = keyOfHeard([laneKeys, part])!;
  const lanes = Object.fromEntries(MIX_LANE_NAMES.flatMap((name) => (overlays?.[name] ? [[name, overlays[name]] as const] : [])));
  const { started } = await requestFreeWork(services, liveMixKind, {
    accountId, projectId, subjectId: `${artifactId}.${mixKey}`, revision, label: `Mixing live: ${title}`, requestId,
  }, { jobId, brief: { artifactId, revision, mixKey, lanes, firstEntry: part?.firstEntry ?? null, lastEntry: part?.lastEntry ?? null } });
  return started ? mixKey : null;
}

/** The bytes `[from, to)` of a stream. */
async function* mixBytes({ store }: Pick<Services, 'store'>, mix: LiveMixId, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to;) {
    const number = Math.floor(at / CHUNK_BYTES);
    const end = Math.min(to, (number + 1) * CHUNK_BYTES);
    yield (await store.get(chunkKeyOf(mix, number))).subarray(at - number * CHUNK_BYTES, end - number * CHUNK_BYTES);
    at = end;
  }
}

/** The sound of a room that plays a mix, from byte `fromByte` on, while it is made. The next chunk is fetched when the consumer has taken the last one. */
export async function* mixChunks(services: Pick<Services, 'store'>, views: AsyncIterable<LiveMixView>, fromByte: number): AsyncGenerator<Uint8Array> {
  let at = fromByte;
  for await (const { row } of views) {
    if (!row) return;
    yield* mixBytes(services, row, at, row.byteSize);
    at = Math.max(at, row.byteSize);
    if (row.completedAt || row.status === 'FAILED') return;
  }
}

/** A complete stream as a file. */
export function mixFile({ store }: Pick<Services, 'store'>, row: LiveMixRow, completedAt: Date): MediaFile {
  const { byteSize, mixKey } = row;
  return {
    byteSize, contentType: LIVE_CONTENT_TYPE, lastModified: completedAt, etag: `"${row.artifactId}-r${row.revision}-${mixKey}-${byteSize}"`,
    open: ({ start, end } = { start: 0, end: byteSize - 1 }) => Promise.resolve(Readable.from(mixBytes({ store }, row, start, end + 1), { objectMode: false })),
  };
}
