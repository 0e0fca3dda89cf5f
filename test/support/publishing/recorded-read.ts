import { createHash } from 'node:crypto';
import { spread } from '../../../src/craft/speech/times/line-times.js';
import { putPerformedWords } from '../../../src/domain/artifacts/performance/performed-words.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { insertRecording } from '../../../src/domain/artifacts/finalize/recording-store.js';
import { podcastGuid } from '../../../src/domain/publishing/feed/podcast-guid.js';
import { insertAsset } from '../../../src/domain/publishing/releases/asset-store.js';
import { assetToken, makeAsset } from '../../../src/domain/publishing/releases/make-asset.js';
import { insertRelease, insertTargets } from '../../../src/domain/publishing/releases/release-store.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { putDestination } from '../../../src/domain/publishing/series/destination-store.js';
import { insertSeries } from '../../../src/domain/publishing/series/series-store.js';
import { speakerOf, type Screenplay } from '../../../src/craft/screenplay/model.js';
import { insertReadyRead, testScreenplay, type ReadyRead } from '../ready-read.js';
import { insertPerformanceRow, insertWorkRow } from '../work-rows.js';
import type { ApiClient } from '../api-client.js';
import type { Services } from '../../../src/kernel/services.js';

/** A stand that has a database and a store to insert into. */
type Stand = { api: { services: Pick<Services, 'db' | 'store' | 'tokens'> } };

const LINE_MS = 4_000;
const TAG_BYTES = 100;

/** Bytes like those of an MP3: a tag, then sound. `seed` makes them different. */
export function soundBytes(seed: string, byteSize = 300_000): Buffer {
  const bytes = Buffer.alloc(byteSize, createHash('sha256').update(seed).digest());
  bytes.write('ID3\u0004\u0000\u0000', 0, 'latin1');
  bytes.set([0, 0, 0, TAG_BYTES - 10], 6);
  return bytes;
}

async function putSound({ api: { services: { store } } }: Stand, artifactId: string, seed: string, revision: number) {
  const bytes = soundBytes(seed);
  const mediaKey = `recordings/${artifactId}/r${revision}-${seed}.mp3`;
  await store.put(mediaKey, bytes);
  return { bytes, mediaKey, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Replaces the MP3 of the first revision of a read by another one, as a remix does. */
export async function recordAgain(stand: Stand, artifactId: string, seed: string): Promise<void> {
  const { mediaKey, sha256 } = await putSound(stand, artifactId, seed, 1);
  await stand.api.services.db.query(
    'UPDATE recordings SET media_key = $2, sha256 = $3 WHERE artifact_id = $1 AND revision = 1', [artifactId, mediaKey, sha256]);
}

export interface RecordedRead extends ReadyRead { sha256: string; bytes: Buffer; durationMs: number }

/** Inserts a recording of a revision of a read, in which each line takes four seconds. */
export async function record(
  stand: Stand, artifactId: string, screenplay: Screenplay, seed: string, revision = 1,
): Promise<Omit<RecordedRead, keyof ReadyRead>> {
  const { db, store } = stand.api.services;
  const spoken = screenplay.entries.filter((entry) => speakerOf(entry, screenplay.narrationPolicy) !== null);
  let position = 0;
  for (const { index, sceneIndex, character } of spoken) {
    await db.query(
      `INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key, start_ms, end_ms,
         chunk_key, byte_start, byte_size) VALUES ($1, $2, $3, $4, $5, $6, 'k', $7, $8, 'c', 0, 1)`,
      [artifactId, revision, position, index, sceneIndex, character ?? 'NARRATOR', position * LINE_MS, (position + 1) * LINE_MS - 300]);
    position += 1;
  }
  // Stores times of words for every second line, spread evenly over the line.
  await putPerformedWords(store, artifactId, revision, new Map(spoken.flatMap(({ index, text }, at) =>
    (at % 2 === 1 ? [[index, { estimated: false, words: spread(text, LINE_MS - 300) }] as const] : []))));
  const { bytes, sha256, mediaKey } = await putSound(stand, artifactId, seed, revision);
  const durationMs = position * LINE_MS;
  await insertRecording(db, `wrk_${artifactId}`, {
    artifactId, revision, mediaKey, sha256, byteSize: bytes.byteLength, durationMs, integratedLufs: -16, truePeakDb: -2, laneKeys: {}, mixer: null,
    buildManifest: {},
  });
  return { sha256, bytes, durationMs };
}

/** A READY read with a finished MP3, without workers. */
export async function recordedRead(
  stand: Stand, client: ApiClient, { screenplay = testScreenplay(), projectId = null as string | null, seed = newId('call') } = {},
): Promise<RecordedRead> {
  const read = await insertReadyRead(stand, client.accountId, screenplay, undefined, projectId);
  const owner = { artifactId: read.artifactId, accountId: client.accountId, projectId: read.projectId };
  await insertPerformanceRow(stand.api.services.db, owner, { status: 'READY', lineCount: 7, performedCount: 7 });
  return { ...read, ...await record(stand, read.artifactId, screenplay, seed) };
}

/** Creates a series in a project. */
export async function newSeries(client: ApiClient, projectId: string, wish: object = {}): Promise<any> {
  const { status, body, text } = await client.post(`/story-projects/${projectId}/publishing-series`, {
    title: 'Corran Head', medium: 'audio', format: 'audio_drama', ...wish,
  });
  if (status !== 201) throw new Error(text);
  return body.series;
}

/** A release of a new recorded read of the series. */
export async function newRelease(stand: Stand, client: ApiClient, series: { id: string; projectId: string }, wish: object = {}): Promise<any> {
  const read = await recordedRead(stand, client, { projectId: series.projectId });
  const { status, body, text } = await client.post(`/publishing-series/${series.id}/releases`, { title: 'The Lamp', sourceArtifactId: read.artifactId, ...wish });
  if (status !== 201) throw new Error(text);
  return { ...body.release, read };
}

/** Inserts a series that is connected to an RSS destination. It has no cover, so no worker has to draw one. */
export async function insertedSeries(stand: Stand, client: ApiClient, projectId: string): Promise<{ id: string; projectId: string; slug: string }> {
  const { db } = stand.api.services;
  const id = newId('series');
  const slug = id.replace('_', '-');
  await insertSeries(db, {
    id, accountId: client.accountId, projectId, title: 'Corran Head', slug, description: null, medium: 'audio', format: 'audio_drama', cadence: null,
    category: 'Fiction', subcategory: 'Drama', podcastGuid: podcastGuid(slug),
  });
  await putDestination(db, { id: newId('destination'), seriesId: id, provider: 'rss' });
  return { id, projectId, slug };
}

/** Inserts the rows of a release from a newly recorded read, without a run. Its work on pictures has failed. */
export async function insertedRelease(stand: { services: Services } & Stand, client: ApiClient, series: { id: string; projectId: string }) {
  const { services } = stand;
  const read = await recordedRead(stand, client, { projectId: series.projectId });
  const { asset } = await makeAsset(services, read.artifactId);
  const id = newId('release');
  await services.db.transaction(async (tx) => {
    await insertRelease(tx, {
      id, accountId: client.accountId, seriesId: series.id, title: 'The Lamp', description: null, sourceArtifactId: read.artifactId, sourceRevision: 1,
      seasonNumber: null, episodeNumber: null, episodeType: 'full', explicit: false, guid: id, slug: `the-lamp-of-${id.replace('_', '-')}`,
    });
    await insertTargets(tx, series.id, () => newId('publishingTarget'));
    await insertWorkRow(tx, {
      workId: workIdOf('episode-pictures', id, 1), kind: 'episode-pictures', accountId: client.accountId, projectId: series.projectId, subjectId: id, revision: 1,
      status: 'FAILED', failureCode: 'internal_error',
    });
    await insertAsset(tx, { ...asset, releaseId: id, version: 1, token: assetToken(services, id, 1) });
  });
  return { id, read };
}
