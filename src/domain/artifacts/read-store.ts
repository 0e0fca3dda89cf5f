import { Artifact } from '../../../entities/artifact.js';
import { ArtifactRevision } from '../../../entities/artifact-revision.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOnly, tableOf, type Known, type Selected } from '../../kernel/db/rows.js';
import { chosenColumn, type Chosen } from '../../kernel/families/settings/settings-store.js';
import { ARTIFACT_SUBJECT } from './overlays/overlay.js';
import type { DirectedRead } from './directed-read.js';
import type { ReadSound } from './performance/performance-plan.js';
import type { VoiceMap } from '../library/voice-map.js';

const ARTIFACT = columnsOnly(tableOf<Artifact, Known<Artifact, { shareExpiresAt: Date }>>(Artifact),
  ['accountId', 'projectId', 'jobId', 'title', 'shareExpiresAt'], 'a');
const REVISION = columnsOnly(ArtifactRevision, ['artifactId', 'revision'], 'r');

/** A READY table read at its current revision, with the fields that players need. */
export interface CurrentRead extends Selected<typeof ARTIFACT>, Selected<typeof REVISION> {
  scriptKey: string; voiceMap: VoiceMap; spokenCount: number; requestId: string; overlays: Chosen; pronunciations: ReadSound['pronunciations'];
}

const FIND = `SELECT ${ARTIFACT}, ${REVISION}, r.content->>'scriptKey' AS "scriptKey", r.content->'voiceMap' AS "voiceMap",
    (r.content->>'spokenCount')::int AS "spokenCount", r.content->'pronunciations' AS pronunciations, w.request_id AS "requestId",
    ${chosenColumn(ARTIFACT_SUBJECT, 'a.id')} AS overlays
  FROM artifacts a JOIN artifact_revisions r ON r.artifact_id = a.id AND r.revision = coalesce($2, a.current_version)
  JOIN works w ON w.id = a.job_id JOIN projects p ON p.id = a.project_id JOIN accounts o ON o.id = a.account_id
  WHERE a.id = $1 AND a.type = 'table_read' AND a.status = 'READY' AND p.deleted_at IS NULL AND o.status = 'active'`;

/** Null when the artifact does not exist, is not ready, or its project or account is gone. */
export async function findCurrentRead(db: Db, artifactId: string, revision: number | null = null): Promise<CurrentRead | null> {
  const [row] = await db.query<CurrentRead>(FIND, [artifactId, revision]);
  return row ?? null;
}

const FIND_THESIS = `SELECT nullif(trim(p.envelope->'thesis'->>'oneLine'), '') AS thesis FROM jobs j JOIN plans p ON p.id = j.plan_id WHERE j.id = $1`;

/** The thesis of a job's approved plan in one sentence, or null when the plan has none. */
export async function findThesis(db: Db, jobId: string): Promise<string | null> {
  const [row] = await db.query<{ thesis: string | null }>(FIND_THESIS, [jobId]);
  return row?.thesis ?? null;
}

const FIND_OVERRIDES = `SELECT v.overrides FROM jobs j JOIN script_versions v ON v.id = j.script_upload_id WHERE j.id = $1`;

/** What the version of a script that a job reads says of its own about pictures; empty for a job without a script. */
export async function getPictureOverrides(db: Db, jobId: string): Promise<{ avatar?: string | null; theater?: string | null; locations?: string | null }> {
  const [row] = await db.query<{ overrides: { avatar?: string | null; theater?: string | null; locations?: string | null } }>(FIND_OVERRIDES, [jobId]);
  return row?.overrides ?? {};
}

/** What the script of a read, else the Series Bible, says about how people look; null for nothing. */
export async function findAvatarStyle(db: Db, { jobId, projectId }: { jobId: string; projectId: string }): Promise<string | null> {
  const { avatar } = await getPictureOverrides(db, jobId);
  const [bible] = await db.query<{ design: string | null }>(`SELECT content->>'characterDesign' AS design FROM series_bibles WHERE project_id = $1`, [projectId]);
  return avatar?.trim() || bible?.design?.trim() || null;
}

const FIND_PALETTE = `SELECT p.envelope->'visualSystem'->'palette' AS palette FROM jobs j JOIN plans p ON p.id = j.plan_id WHERE j.id = $1`;

/** The colour names of a job's approved plan; empty when it has none. */
export async function getPalette(db: Db, jobId: string): Promise<string[]> {
  const [row] = await db.query<{ palette: unknown }>(FIND_PALETTE, [jobId]);
  const palette = row?.palette;
  return Array.isArray(palette) ? palette.filter((colour) => typeof colour === 'string') : [];
}

/** One revision of a READY table read, which may wait to be recorded, with the current and the newest revision. */
export interface ReadRevision {
  artifactId: string; accountId: string; projectId: string; jobId: string; title: string;
  revision: number; current: number; newest: number; content: DirectedRead;
}

const FIND_REVISION = `SELECT a.id AS "artifactId", a.account_id AS "accountId", a.project_id AS "projectId", a.job_id AS "jobId", a.title, r.revision,
    a.current_version AS current, n.newest, r.content
  FROM artifacts a CROSS JOIN LATERAL (SELECT max(revision) AS newest FROM artifact_revisions WHERE artifact_id = a.id) n
  JOIN artifact_revisions r ON r.artifact_id = a.id AND r.revision = coalesce($2, n.newest)
  WHERE a.id = $1 AND a.type = 'table_read' AND a.status = 'READY'`;

/** A revision of a READY table read, the newest by default; null when there is none. */
export async function findReadRevision(db: Db, artifactId: string, revision: number | null = null): Promise<ReadRevision | null> {
  const [row] = await db.query<ReadRevision>(FIND_REVISION, [artifactId, revision]);
  return row ?? null;
}

/** The latest revisions of an artifact, newest first, also those that wait. */
export const listRevisions = (db: Db, artifactId: string): Promise<{ revision: number; cause: string; createdAt: Date }[]> =>
  db.query('SELECT revision, cause, created_at AS "createdAt" FROM artifact_revisions WHERE artifact_id = $1 ORDER BY revision DESC LIMIT 50', [artifactId]);
