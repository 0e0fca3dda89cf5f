import { Artifact } from '../../../entities/artifact.js';
import { ArtifactRevision } from '../../../entities/artifact-revision.js';
import type { Db } from '../../kernel/db/database.js';
import { chosenColumn, type Chosen } from '../../kernel/families/settings/settings-store.js';
import { columnsWithout, containing, jsonOf, now, tableOf, type Known, type Selected } from '../../kernel/db/rows.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import { TABLE_READ } from '../plans/types/table-read-type.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { NarrationPolicy, TableReadMode } from '../../craft/screenplay/model.js';
import type { NextStep } from '../../kernel/contract/next-step.js';
import type { ArtifactStatus } from '../../kernel/contract/states.js';
import type { Progress, WorkStatus } from '../../kernel/works/model.js';
import { deckOfArtifact, type DeckState } from './decks/deck-rows-store.js';
import { filmStatesOf, type FilmState } from './film/film-store.js';
import { formerMp3 } from './finalize/former-recording-store.js';
import { ARTIFACT_SUBJECT } from './overlays/overlay.js';
import type { PerformedRemedy } from './performance/performance-store.js';
import { PAID_CAUSE } from './revision-causes.js';
import type { VoiceMap } from '../library/voice-map.js';

/** A cast member of a revision. */
export interface CastListEntry {
  character: string; role: string; gender: string; description: string; lineCount: number; avatarUrl: string | null;
}

const ARTIFACT = columnsWithout(tableOf<Artifact, Known<Artifact, { status: ArtifactStatus }>>(Artifact), ['accountId', 'line', 'refineCount'], 'a');
const REVISION = jsonOf(ArtifactRevision, ['revision', 'version', 'edition', 'title', 'cause'], 'r');

/** The fields that revisions of every type of artifact have. */
export type RevisionRow = Selected<typeof REVISION>;

/** A revision of a table read. */
export interface TableReadRevision extends RevisionRow {
  mode: TableReadMode; narrationPolicy: NarrationPolicy; scriptKey: string;
  voiceMap: VoiceMap; castList: CastListEntry[]; entryCount: number; spokenCount: number; avatarStyle?: string;
}

/** An artifact with its overlays, its films, one of its revisions (the current one by default) and that revision's durable MP3. */
export interface ArtifactRow extends Selected<typeof ARTIFACT> {
  /** The version of the current state: it starts at 1 and grows with each change of the words. */
  wordsVersion: number;
  /** Refinements that were paid for and are heard; one whose revision waits to be recorded does not count yet. */
  refineCount: number;
  overlays: Chosen;
  revision: RevisionRow | null;
  /** Lines that the voices could not say as written in the performance of the revision; null before it is performed. */
  remedies: PerformedRemedy[] | null;
  /** The progress of the revision's performance; null before it has begun. */
  performance: { status: WorkStatus; stage: string | null; completed: number; total: number } | null;
  finalize: {
    status: WorkStatus; progress: Progress; failureMessage: string | null; mediaKey: string | null; durationMs: number | null;
    sha256: string | null;
    /** SHA-256 of the MP3 from before the last remix; null when there was none. */
    formerSha256: string | null;
  } | null;
  /** The artifact's films, the last requested one first. */
  films: FilmState[];
  /** The deck, if the artifact is one; null for other types. */
  deck: DeckState | null;
}

/** True for a row that shows a revision before the current one. */
export const isPast = ({ revision, currentVersion }: ArtifactRow): boolean => revision !== null && revision.revision !== currentVersion;

/** The SQL for the MP3 that the current one of a recording `m` replaced. */
const FORMER_MP3 = formerMp3('m');

const SELECT = `SELECT ${ARTIFACT}, coalesce((SELECT c.version FROM artifact_revisions c WHERE c.artifact_id = a.id AND c.revision = a.current_version),
    a.current_version) AS "wordsVersion", a.refine_count - (SELECT count(*)::int FROM artifact_revisions w
      WHERE w.artifact_id = a.id AND w.revision > a.current_version AND w.cause = '${PAID_CAUSE}') AS "refineCount",
    CASE WHEN r.revision IS NOT NULL THEN r.content || ${REVISION} END AS revision,
    CASE WHEN f.status IS NOT NULL THEN jsonb_build_object('status', f.status, 'progress', f.progress, 'failureMessage', f.failure_message,
      'mediaKey', m.media_key, 'durationMs', m.duration_ms, 'sha256', m.sha256, 'formerSha256', ${FORMER_MP3}->>'sha256') END AS finalize,
    v.remedies, CASE WHEN v.work_id IS NOT NULL THEN jsonb_build_object('status', vw.status, 'stage', vw.progress->>'stage',
      'completed', v.performed_count, 'total', v.line_count) END AS performance, ${chosenColumn(ARTIFACT_SUBJECT, 'a.id')} AS overlays,
    ${filmStatesOf('a.id')} AS films, ${deckOfArtifact('a')} AS deck
  FROM artifacts a JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL`;

const AT = (revision: string): string => `
  LEFT JOIN artifact_revisions r ON r.artifact_id = a.id AND r.revision = ${revision}
  LEFT JOIN performances v ON v.artifact_id = a.id AND v.revision = r.revision
  LEFT JOIN works vw ON vw.id = v.work_id
  LEFT JOIN works f ON f.kind = 'finalize' AND f.subject_id = a.id AND f.revision = r.revision
  LEFT JOIN recordings m ON m.artifact_id = a.id AND m.revision = r.revision AND m.mode = 'audio'`;

const OF_VERSION = `(SELECT max(n.revision) FROM artifact_revisions n
  WHERE n.artifact_id = a.id AND n.version = $3 AND n.revision <= a.current_version)`;

/**
 * An artifact at its current state, or at the last one of a version. Raises `artifact_not_found` for an artifact that is missing, deleted or
 * another account's, and for a version that never was heard.
 */
export async function getArtifact(db: Db, accountId: string, artifactId: string, version?: number): Promise<ArtifactRow> {
  const state = version === undefined ? AT('a.current_version') : AT(OF_VERSION);
  const [row] = await db.query<ArtifactRow>(`${SELECT}${state} WHERE a.id = $1 AND a.account_id = $2`,
    [artifactId, accountId, ...(version === undefined ? [] : [version])]);
  if (!row) throw new ApiError('artifact_not_found');
  if (version !== undefined && row.revision === null && !(row.status !== 'READY' && version === row.wordsVersion)) {
    throw new ApiError('artifact_not_found', `the artifact has no revision ${version}`, { revision: version, currentVersion: row.wordsVersion });
  }
  return row;
}

/** An artifact of any account at its current revision; null when it is missing or deleted. */
export async function findArtifact(db: Db, artifactId: string): Promise<ArtifactRow | null> {
  const [row] = await db.query<ArtifactRow>(`${SELECT}${AT('a.current_version')} WHERE a.id = $1`, [artifactId]);
  return row ?? null;
}

/**
 * Reads the row again after its requests were read. The transaction that ends a request also records what it made, so a row from before could miss the result
 * of a request that ended in between.
 */
export const rowAfterRequests = async (db: Db, row: ArtifactRow): Promise<ArtifactRow> => await findArtifact(db, row.id) ?? row;

/** Narrows a row to a READY table read. Raises `artifact_not_ready` with `details.status` otherwise, and for a FAILED one with `details.next`. */
export function requireTableRead(row: ArtifactRow): ArtifactRow & { revision: TableReadRevision } {
  if (row.status !== 'READY' || !row.revision || row.type !== TABLE_READ) {
    const next: NextStep = { method: 'GET', path: `/story-jobs/${row.jobId}`, why: 'Its job says why it was not made, and what comes next.' };
    throw new ApiError('artifact_not_ready', `the ${row.type.replaceAll('_', ' ')} is ${row.status}`, { status: row.status, ...(row.status === 'FAILED' ? { next } : {}) });
  }
  return { ...row, revision: row.revision as TableReadRevision };
}

/** Refuses a call for an artifact that was found to be no READY table read. Raises `artifact_not_ready` as `requireTableRead` does. */
export async function refuseUnready(db: Db, artifactId: string): Promise<never> {
  const row = await findArtifact(db, artifactId);
  if (row) requireTableRead(row);
  throw new ApiError('artifact_not_ready');
}

/** The artifacts of a job in the order of its plan, or the read that it refines, each at its current revision. */
export async function listArtifactsOfJob(db: Db, jobId: string): Promise<ArtifactRow[]> {
  return db.query<ArtifactRow>(`${SELECT}${AT('a.current_version')}
    WHERE a.job_id = $1 OR a.id = (SELECT f.artifact_id FROM refinements f WHERE f.job_id = $1) ORDER BY a.line`, [jobId]);
}

export interface ArtifactFilter extends Page { projectId?: string; type?: string; status?: ArtifactStatus; query?: string }

/** One page of the account's artifacts, newest first, each at its current revision. `query` matches anywhere in the title. */
export async function listArtifacts(db: Db, accountId: string, filter: ArtifactFilter): Promise<ArtifactRow[]> {
  const { projectId = null, type = null, status = null, query } = filter;
  return db.query<ArtifactRow>(
    `${SELECT}${AT('a.current_version')} WHERE a.account_id = $1 AND ${afterCursor('a', 'artifacts', '$2')} AND ($4::text IS NULL OR a.project_id = $4)
       AND ($5::text IS NULL OR a.type = $5) AND ($6::text IS NULL OR a.status = $6) AND ($7::text IS NULL OR a.title ILIKE $7)
     ORDER BY ${newestFirst('a')} LIMIT $3`,
    [accountId, startAfter(filter, 'artifact'), pageQuerySize(filter), projectId, type, status, query === undefined ? null : containing(query)]);
}

/** Renames the artifact; its revisions keep their titles. Raises `artifact_not_found`. */
export async function renameArtifact(db: Db, accountId: string, artifactId: string, title: string): Promise<ArtifactRow> {
  await getArtifact(db, accountId, artifactId);
  await db.repository(Artifact).update({ id: artifactId, accountId }, { title, updatedAt: now });
  return getArtifact(db, accountId, artifactId);
}

/** Locks an artifact until the transaction ends; false when it is gone. */
export async function lockArtifact(tx: Db, artifactId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM artifacts WHERE id = $1 FOR NO KEY UPDATE', [artifactId]);
  return rows.length > 0;
}

/** Like `lockArtifact`, but raises `artifact_not_found` when it is gone. */
export async function requireLockedArtifact(tx: Db, artifactId: string): Promise<void> {
  if (!await lockArtifact(tx, artifactId)) throw new ApiError('artifact_not_found');
}

/** Sets the artifact's time of last change to now. */
export async function touchArtifact(tx: Db, artifactId: string): Promise<void> {
  await tx.repository(Artifact).update({ id: artifactId }, { updatedAt: now });
}
