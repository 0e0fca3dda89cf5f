import type { Db } from '../../kernel/db/database.js';
import type { VersionRow } from './script-model.js';
import { getScript, listMadeFrom, type MadeFrom, type ScriptRow, type ScriptSummaryRow } from './script-store.js';
import { listVersions } from './version-store.js';

/** The view of a version, with the jobs that perform it. */
export function viewVersion(row: VersionRow, made: readonly MadeFrom[]) {
  return {
    scriptUploadId: row.id,
    scriptId: row.scriptId,
    number: row.number,
    title: row.title,
    sourceFormat: row.sourceFormat,
    readFormat: row.readFormat,
    sourceId: row.sourceId,
    parseStatus: row.status,
    draftStatus: row.draftStatus,
    parseFailure: row.status === 'failed' ? row.parseFailure : null,
    revision: row.revision,
    sha256: row.sha256,
    byteSize: row.byteSize,
    pageCount: row.status === 'complete' ? row.pageCount : null,
    entryCount: row.status === 'complete' ? row.entryCount : null,
    madeFrom: made.filter(({ versionId }) => versionId === row.id).map(({ jobId, status, artifacts }) => ({ jobId, status, artifacts })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The view of a version with a new text, which no job performs yet. */
export const viewWrittenVersion = (row: VersionRow) => ({ ...viewVersion(row, []), madeFrom: [] });

/** A script in a list. */
export function viewScriptSummary(row: ScriptSummaryRow) {
  const { id, title, slug, projectId, seasonNumber, parseStatus } = row;
  return {
    id, scriptUploadId: row.latestVersionId, title, slug, projectId, seasonNumber, parseStatus, versions: row.versionCount,
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}

/** The `Script` of the API. `shown` is the version whose id was in the request, else the latest. */
export function viewScript(row: ScriptRow, versions: readonly VersionRow[], shown: VersionRow, made: readonly MadeFrom[]) {
  return {
    id: row.id,
    scriptUploadId: shown.id,
    title: row.title,
    slug: row.slug,
    appPath: `/writers-lab/${row.slug}`,
    logline: row.logline,
    mediaType: row.productionMedium,
    format: row.format,
    genre: row.genre,
    seasonNumber: row.seasonNumber,
    season: row.seasonNumber !== null && row.seasonName !== null ? { number: row.seasonNumber, name: row.seasonName } : null,
    projectId: row.projectId,
    project: row.projectId !== null && row.projectName !== null ? { id: row.projectId, name: row.projectName } : null,
    parseStatus: shown.status,
    versions: versions.map((version) => viewVersion(version, made)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A script found by a reference, with its versions and the version that the reference means. */
export interface FoundScript { script: ScriptRow; versions: VersionRow[]; version: VersionRow }

/** Finds a script by its id, its slug or a version's id. `version` is the one with that id, else the latest. Raises `script_not_found`. */
export async function getVersion(db: Db, accountId: string, reference: string): Promise<FoundScript> {
  const script = await getScript(db, accountId, reference);
  const versions = await listVersions(db, script.id);
  const version = versions.find(({ id }) => id === reference) ?? versions[0];
  if (!version) throw new Error(`${script.id} has no version`);
  return { script, versions, version };
}

/** The complete view of a script that was found. */
export async function viewFound(db: Db, accountId: string, { script, versions, version }: FoundScript) {
  return viewScript(script, versions, version, await listMadeFrom(db, accountId, versions.map(({ id }) => id)));
}

/** The complete view of a script. Raises `script_not_found`. */
export async function getScriptView(db: Db, accountId: string, reference: string) {
  return viewFound(db, accountId, await getVersion(db, accountId, reference));
}
