import { Readable } from 'node:stream';
import type { Part } from '../../../craft/audio/mix/mix.js';
import { LIVE_CONTENT_TYPE } from '../../../craft/audio/live-encoder.js';
import type { MediaFile } from '../../../kernel/storage/media-file.js';
import type { Services } from '../../../kernel/services.js';
import { findRecording } from '../finalize/recording-store.js';
import { performanceAudioKey } from '../performance/performance-keys.js';
import { findPerformance, listPerformedLines, type PerformanceRow, type PerformedLine } from '../performance/performance-store.js';
import { performedPart } from '../performance/performed-part.js';
import { streamBytes } from '../performance/room-streams.js';
import type { SharedRead } from './shared-read.js';

/** The audio file behind a link, with its lines and their times in that file. `mixer` is the file with the separate parts of the whole recording. */
export interface ListeningCopy {
  name: string; durationMs: number; lines: readonly PerformedLine[]; file: MediaFile;
  mixer: { name: string; parts: readonly Part[]; file: MediaFile } | null;
}

type Stored = Pick<Services, 'db' | 'store'>;

const MIXER = 'mixer.m4a';
const NAMES = { read: 'recording.mp3', script: 'read.mp3' } as const;

/**
 * The performed audio of a link as a file, or null until it is complete. It consists of whole frames of the live stream, which any
 * player can decode. A part can be complete before the whole read is.
 */
export function performedFile(
  { store }: Stored, { read, part }: SharedRead, row: PerformanceRow, lines: readonly PerformedLine[],
): MediaFile | null {
  const { startByte, endByte } = performedPart(part, row, lines);
  if (startByte === null || endByte === null) return null;
  const { artifactId, revision } = read;
  const byteSize = endByte - startByte;
  const file = { byteSize, contentType: LIVE_CONTENT_TYPE, lastModified: row.completedAt ?? row.updatedAt };
  if (!part) {
    const key = performanceAudioKey(artifactId, revision);
    return { ...file, etag: `"${artifactId}-r${revision}-${byteSize}"`, open: (range) => store.stream(key, range) };
  }
  return {
    ...file, etag: `"${artifactId}-r${revision}-${startByte}-${endByte}"`,
    open: (range = { start: 0, end: byteSize - 1 }) => Promise.resolve(Readable.from(
      streamBytes(lines, (key) => store.get(key), startByte + range.start, startByte + range.end + 1), { objectMode: false })),
  };
}

/** The name of a part, shown beside the title of its read; null for the whole. */
export function partName({ share }: Pick<SharedRead, 'share'>): string | null {
  if (!share || share.part.scope === 'whole') return null;
  return share.part.sceneIndex === null ? 'Excerpt' : `Scene ${share.part.sceneIndex + 1}`;
}

/**
 * The file to download behind a link: the recording of the whole read if it exists, else, for a script's link, the performance of
 * the shared part. Null while there is neither.
 */
export async function listeningCopy({ db, store }: Stored, shared: SharedRead): Promise<ListeningCopy | null> {
  const { read: { artifactId, revision, title }, part, share } = shared;
  const name = share ? NAMES.script : NAMES.read;
  const filename = `${[title, partName(shared)].filter(Boolean).join(', ')}.mp3`;
  const recording = part ? null : await findRecording(db, artifactId, revision);
  if (recording) {
    const { mediaKey, byteSize, sha256, createdAt, durationMs, mixer } = recording;
    return {
      name, durationMs, lines: await listPerformedLines(db, artifactId, revision),
      file: {
        byteSize, etag: `"${sha256}"`, contentType: LIVE_CONTENT_TYPE, lastModified: createdAt, filename,
        open: (range) => store.stream(mediaKey, range),
      },
      mixer: mixer && {
        name: MIXER, parts: mixer.parts,
        file: {
          byteSize: mixer.byteSize, etag: `"${mixer.sha256}"`, contentType: 'audio/mp4', lastModified: createdAt,
          open: (range) => store.stream(mixer.mediaKey, range),
        },
      },
    };
  }
  const row = share && await findPerformance(db, artifactId, revision);
  if (!row || (!part && row.status !== 'complete')) return null;
  const lines = await listPerformedLines(db, artifactId, revision);
  const file = performedFile({ db, store }, shared, row, lines);
  const performed = performedPart(part, row, lines);
  return file && { name, durationMs: performed.durationMs!, lines: performed.lines, file: { ...file, filename }, mixer: null };
}
