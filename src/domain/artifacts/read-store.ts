import { workTitle } from '../../craft/narrative/writing/plan/part-title.js';
import { Artifact } from '../../../entities/artifact.js';
import { ArtifactRevision } from '../../../entities/artifact-revision.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOnly, tableOf, type Known, type Selected } from '../../kernel/db/rows.js';
import { chosenColumn, type Chosen } from '../../kernel/families/settings/settings-store.js';
import { ARTIFACT_SUBJECT } from './overlays/overlay.js';
import type { DirectedRead } from './directed-read.js';
import type { ReadSound } from './performance/performance-plan.js';
import type { CastVoice, VoiceMap } from '../library/voice-map.js';

const ARTIFACT = columnsOnly(tableOf<Artifact, Known<Artifact, { shareExpiresAt: Date }>>(Artifact),
  ['accountId', 'projectId', 'jobId', 'title', 'shareExpiresAt'], 'a');
const REVISION = columnsOnly(ArtifactRevision, ['artifactId', 'revision'], 'r');

/** A READY table read at its current revision, with the fields that players need. */
export interface CurrentRead extends Selected<typeof ARTIFACT>, Selected<typeof REVISION> {
  scriptKey: string; voiceMap: VoiceMap; spokenCount: number; requestId: string; overlays: Chosen; pronunciations: ReadSound['pronunciations'];
  performance: ReadSound['performance'];
  avatarStyle: string | null;
}

const FIND = `SELECT ${ARTIFACT}, ${REVISION}, r.content->>'scriptKey' AS "scriptKey", r.content->'voiceMap' AS "voiceMap",
    (r.content->>'spokenCount')::int AS "spokenCount", r.content->'pronunciations' AS pronunciations, r.content->'performance' AS performance, r.content->>'avatarStyle' AS "avatarStyle", w.request_id AS "requestId",
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

/** What the script version that a job reads says about pictures; empty for a job without a script. */
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

/** What the script of a read says of its sound (`override`), and what the Series Bible says (`usual`); null for nothing. */
export interface SoundDirection { override: string | null; usual: string | null }

/** What the script and the Series Bible say about the sound of a read. */
export async function findSoundDirection(db: Db, { jobId, projectId }: { jobId: string; projectId: string }): Promise<SoundDirection> {
  const [row] = await db.query<SoundDirection>(
    `SELECT nullif(trim(v.overrides->>'soundscape'), '') AS override, nullif(trim(b.content->>'audioStyle'), '') AS usual
     FROM jobs j LEFT JOIN script_versions v ON v.id = j.script_upload_id LEFT JOIN series_bibles b ON b.project_id = $2 WHERE j.id = $1`, [jobId, projectId]);
  return row ?? { override: null, usual: null };
}

const FIND_PALETTE = `SELECT p.envelope->'visualSystem'->'palette' AS palette FROM jobs j JOIN plans p ON p.id = j.plan_id WHERE j.id = $1`;

/** The colour names of a job's approved plan; empty when it has none. */
export async function getPalette(db: Db, jobId: string): Promise<string[]> {
  const [row] = await db.query<{ palette: unknown }>(FIND_PALETTE, [jobId]);
  const palette = row?.palette;
  return Array.isArray(palette) ? palette.filter((colour) => typeof colour === 'string') : [];
}

/** One state of a READY table read, which may still wait to be recorded. It also has the numbers and versions of the current and the newest state. */
export interface ReadRevision {
  artifactId: string; accountId: string; projectId: string; jobId: string; title: string; content: DirectedRead;
  revision: number; version: number; edition: number;
  current: number; currentVersion: number; newest: number; newestVersion: number;
}

const FIND_REVISION = `SELECT a.id AS "artifactId", a.account_id AS "accountId", a.project_id AS "projectId", a.job_id AS "jobId", a.title, r.revision,
    r.version, r.edition, a.current_version AS current, c.version AS "currentVersion", n.newest, n.version AS "newestVersion", r.content
  FROM artifacts a
  CROSS JOIN LATERAL (SELECT max(revision) AS newest, max(version) AS version FROM artifact_revisions WHERE artifact_id = a.id) n
  JOIN artifact_revisions c ON c.artifact_id = a.id AND c.revision = a.current_version
  JOIN artifact_revisions r ON r.artifact_id = a.id
  WHERE a.id = $1 AND a.type = 'table_read' AND a.status = 'READY'`;

/** A state of a READY table read, the newest by default; null when there is none. */
export async function findReadRevision(db: Db, artifactId: string, revision: number | null = null): Promise<ReadRevision | null> {
  const [row] = await db.query<ReadRevision>(`${FIND_REVISION} AND r.revision = coalesce($2, n.newest)`, [artifactId, revision]);
  return row ?? null;
}

/** The newest edition of a version of a READY table read; null when there is none. */
export async function findReadVersion(db: Db, artifactId: string, version: number): Promise<ReadRevision | null> {
  const [row] = await db.query<ReadRevision>(`${FIND_REVISION} AND r.version = $2 ORDER BY r.edition DESC LIMIT 1`, [artifactId, version]);
  return row ?? null;
}

const ASKED = `${FIND_REVISION} AND r.content->>'askedBy' = $2 LIMIT 1`;

/** The edition that a call made; null when it made none. */
export async function findEditionOf(db: Db, artifactId: string, call: string): Promise<ReadRevision | null> {
  const [row] = await db.query<ReadRevision>(ASKED, [artifactId, call]);
  return row ?? null;
}

const FORMER_VOICE = `SELECT r.content->'voiceMap'->$2 AS voice FROM artifact_revisions r
  WHERE r.artifact_id = $1 AND r.content->'voiceMap'->$2 IS NOT NULL AND r.content->'voiceMap'->$2->>'voiceId' <> $3
  ORDER BY r.revision DESC LIMIT 1`;

/** The voice that spoke a cue before its present one; null when it had no other. */
export async function findFormerVoice(db: Db, artifactId: string, cue: string, present: string): Promise<CastVoice | null> {
  const [row] = await db.query<{ voice: CastVoice }>(FORMER_VOICE, [artifactId, cue, present]);
  return row?.voice ?? null;
}

/** A version of a read: why it was made, and the version that it restored, null for none. */
export interface ListedVersion { revision: number; cause: string; restores: number | null; createdAt: Date }

const LIST_VERSIONS = `SELECT DISTINCT ON (version) version AS revision, cause, (content->>'restores')::int AS restores, created_at AS "createdAt" FROM artifact_revisions
  WHERE artifact_id = $1 ORDER BY version DESC, edition LIMIT 50`;

/** The latest versions of an artifact, newest first, including those that wait to be recorded. */
export const listVersions = (db: Db, artifactId: string): Promise<ListedVersion[]> =>
  db.query(LIST_VERSIONS, [artifactId]);

/** The title of the text on which a read is based, without the number of the part that its plan chose. */
export async function findWorkTitle(db: Db, artifactId: string): Promise<string> {
  const [row] = await db.query<{ title: string; part: number | null }>(
    `SELECT a.title, (p.envelope->'parts'->>'index')::int AS part FROM artifacts a LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN plans p ON p.id = j.plan_id
     WHERE a.id = $1`, [artifactId]);
  return workTitle(row!.title, row!.part);
}
