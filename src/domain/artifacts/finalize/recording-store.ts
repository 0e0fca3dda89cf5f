import type { Part } from '../../../craft/audio/mix/mix.js';
import type { Db } from '../../../kernel/db/database.js';
import { columnsOf } from '../../../kernel/db/rows.js';
import { Recording } from '../../../../entities/recording.js';
import type { LaneKeys } from '../../../kernel/contract/staleness.js';
import type { Services } from '../../../kernel/services.js';
import type { WorkStatus } from '../../../kernel/works/model.js';

/** The file with a recording's separate parts, and which parts it has. */
export interface MixerFile { mediaKey: string; sha256: string; byteSize: number; parts: Part[] }

/** A durable file of one revision, with its measurements. */
export interface MasteredRead {
  mediaKey: string;
  sha256: string;
  byteSize: number;
  durationMs: number;
  integratedLufs: number;
  truePeakDb: number;
  /** Keys of what is heard beside the voices, by lane. */
  laneKeys: LaneKeys;
  /** Null for the voices alone. */
  mixer: MixerFile | null;
}

/** The result of rendering: the file with its measurements, and the key of its build manifest. */
export interface MadeRecording extends MasteredRead { artifactId: string; revision: number; buildManifestKey: string }

export interface LoadedRecording extends MadeRecording { buildManifest: object }

/** Loads the build manifest of a finished file. */
export async function loadRecording({ store }: Pick<Services, 'store'>, made: MadeRecording): Promise<LoadedRecording> {
  return { ...made, buildManifest: JSON.parse((await store.get(made.buildManifestKey)).toString('utf8')) as object };
}

/** The key of the object that describes how a file was made, until the row contains it. */
export const buildManifestKeyOf = (artifactId: string, revision: number, sha256: string): string =>
  `recordings/${artifactId}/r${revision}-${sha256.slice(0, 24)}.json`;

const COLUMNS = columnsOf(Recording);

/** `audio` is the MP3, `stems` the archive of its parts. */
export type RecordingMode = 'audio' | 'stems';

export async function findRecording(db: Db, artifactId: string, revision: number, mode: RecordingMode = 'audio'): Promise<Recording | null> {
  const [row] = await db.query<Recording>(
    `SELECT ${COLUMNS} FROM recordings WHERE artifact_id = $1 AND revision = $2 AND mode = $3`, [artifactId, revision, mode]);
  return row ?? null;
}

/** The file of this mode of a revision, or of the last revision before it that has one; null when there is none. */
export async function findLastRecording(db: Db, artifactId: string, revision: number, mode: RecordingMode): Promise<Recording | null> {
  const [row] = await db.query<Recording>(
    `SELECT ${COLUMNS} FROM recordings WHERE artifact_id = $1 AND revision <= $2 AND mode = $3 ORDER BY revision DESC LIMIT 1`, [artifactId, revision, mode]);
  return row ?? null;
}

/** True when an earlier MP3 already paid for this revision, because it is an update or another edition. */
export async function isPaidBefore(db: Db, artifactId: string, revision: number): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM artifact_revisions r JOIN recordings m ON m.artifact_id = r.artifact_id AND m.revision < r.revision AND m.mode = 'audio'
     WHERE r.artifact_id = $1 AND r.revision = $2 AND r.cause IN ('update', 'edition') LIMIT 1`, [artifactId, revision]);
  return rows.length > 0;
}

/** A finished file with its build manifest. */
export type StoredRecording = MasteredRead & { artifactId: string; revision: number; buildManifest: object };

/** Stores a finished file; false when the revision already has one. */
export async function insertRecording(
  tx: Db, workId: string, made: StoredRecording, mode: RecordingMode = 'audio',
): Promise<boolean> {
  const kept = await tx.query(
    `INSERT INTO recordings (artifact_id, revision, mode, work_id, media_key, sha256, byte_size, duration_ms, integrated_lufs,
       true_peak_db, build_manifest, lane_keys, mixer)
     VALUES ($1, $2, $13, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING artifact_id`,
    [made.artifactId, made.revision, workId, made.mediaKey, made.sha256, made.byteSize, made.durationMs, made.integratedLufs,
      made.truePeakDb, JSON.stringify(made.buildManifest), JSON.stringify(made.laneKeys), made.mixer && JSON.stringify(made.mixer), mode]);
  return kept.length > 0;
}

/** Replaces the file that the revision has. The row keeps the old key, so that the old objects can be deleted later. False when the revision has no file. */
export async function replaceRecording(tx: Db, workId: string, made: StoredRecording, mode: RecordingMode = 'audio'): Promise<boolean> {
  const replaced = await tx.query(
    `UPDATE recordings SET former = CASE WHEN media_key = $4 THEN former ELSE former || jsonb_build_object('mediaKey', media_key, 'sha256', sha256)
         || CASE WHEN mixer IS NULL OR mixer->>'mediaKey' = $12::jsonb->>'mediaKey' THEN '[]' ELSE jsonb_build_array(mixer) END END,
       work_id = $3, media_key = $4, sha256 = $5, byte_size = $6, duration_ms = $7, integrated_lufs = $8, true_peak_db = $9, build_manifest = $10,
       lane_keys = $11, mixer = $12, created_at = now()
     WHERE artifact_id = $1 AND revision = $2 AND mode = $13 RETURNING artifact_id`,
    [made.artifactId, made.revision, workId, made.mediaKey, made.sha256, made.byteSize, made.durationMs, made.integratedLufs, made.truePeakDb,
      JSON.stringify(made.buildManifest), JSON.stringify(made.laneKeys), made.mixer && JSON.stringify(made.mixer), mode]);
  return replaced.length > 0;
}

/** Every file of the recordings that the SQL condition `of` selects, including replaced ones. */
export const listRecordedFiles = (db: Pick<Db, 'query'>, of: string, values: readonly unknown[]): Promise<{ artifactId: string; revision: number; sha256: string; key: string }[]> =>
  db.query(
    `SELECT artifact_id AS "artifactId", revision, sha256, media_key AS key FROM recordings WHERE ${of}
     UNION SELECT artifact_id, revision, mixer->>'sha256', mixer->>'mediaKey' FROM recordings WHERE mixer IS NOT NULL AND ${of}
     UNION SELECT artifact_id, revision, f->>'sha256', f->>'mediaKey' FROM recordings, jsonb_array_elements(former) f WHERE ${of}`, values);

export type FinalizeStatus = 'queued' | 'rendering' | 'uploading' | 'complete' | 'failed';

const SHOWN: Record<WorkStatus, FinalizeStatus> = {
  PENDING: 'queued', RESERVED: 'queued', RUNNING: 'rendering', PARTIAL: 'rendering', READY: 'complete', FAILED: 'failed', CANCELED: 'failed',
};

/** The status that callers see for the state of the work. */
export const finalizeStatusOf = ({ status, progress }: { status: WorkStatus; progress: { stage: string } }): FinalizeStatus =>
  (status === 'RUNNING' && progress.stage === 'finishing' ? 'uploading' : SHOWN[status]);
