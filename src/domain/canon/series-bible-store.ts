import { SeriesBible } from '../../../entities/series-bible.js';
import { SeriesBibleVersion } from '../../../entities/series-bible-version.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { Database, Db } from '../../kernel/db/database.js';
import { ID_PREFIX } from '../../kernel/db/ids.js';
import { now, tableOf, type Known } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { BibleDraft } from '../../craft/narrative/model.js';
import { lockProject } from '../projects/project-store.js';
import { afterCaller, afterGeneration, originOf, type Provenance } from './bible/provenance.js';
import { castKey } from './cast-canon.js';
import { findCastCanon } from './cast-canon-store.js';
import { applyBiblePatch, type BibleCharacter, type BibleContent, type BibleContentPatch } from './series-bible.js';

export type SeriesBibleRow = Omit<Known<SeriesBible, { content: BibleContent; provenance: Provenance }>, 'accountId'>;

const BIBLES = tableOf<SeriesBible, Known<SeriesBible, { content: BibleContent; provenance: Provenance }>>(SeriesBible);
const VERSIONS = tableOf<SeriesBibleVersion, BibleVersionRow>(SeriesBibleVersion);

export interface BiblePatch { title?: string; content?: BibleContentPatch; mode: 'merge' | 'replace'; expectedVersion?: number }

export interface BibleProject { id: string; accountId: string; name: string; createdAt: Date }

/** A project has one Series Bible; its id follows from the project's, so it is the same before and after the first save. */
export function seriesBibleId(projectId: string): string {
  return `${ID_PREFIX.bible}_${projectId.slice(projectId.indexOf('_') + 1)}`;
}

/** The saved Series Bible of a project, or null. The caller checks that the project belongs to the account. */
export async function findSeriesBible(db: Db, projectId: string): Promise<SeriesBibleRow | null> {
  return db.repository(BIBLES).findOneBy({ projectId });
}

/** The Series Bible of a project; before the first save an empty document of version 0. */
export async function getSeriesBible(db: Db, project: BibleProject): Promise<SeriesBibleRow> {
  return await findSeriesBible(db, project.id) ?? {
    id: seriesBibleId(project.id), projectId: project.id, title: project.name, generatedFrom: null, currentVersion: 0, content: {}, provenance: {},
    createdAt: project.createdAt, updatedAt: project.createdAt,
  };
}

/** Locks the project and returns its Series Bible. Raises `version_conflict` unless `expected` is absent or the current version. */
async function lockBible(tx: Db, project: BibleProject, expected: number | undefined): Promise<SeriesBibleRow> {
  await lockProject(tx, project.id);
  const current = await getSeriesBible(tx, project);
  if (expected === undefined || expected === current.currentVersion) return current;
  throw new ApiError('version_conflict', 'the Series Bible has changed since it was read', { expected, actual: current.currentVersion });
}

/** Writes content, title and provenance as the next version; without a change the version stays. */
async function putBible(tx: Db, project: BibleProject, current: SeriesBibleRow, next: Pick<SeriesBibleRow, 'title' | 'content' | 'provenance'>): Promise<void> {
  const { title, content, provenance } = next;
  const isUnchanged = title === current.title && canonicalJson(content) === canonicalJson(current.content);
  if (current.currentVersion > 0 && isUnchanged) return;
  const version = current.currentVersion + 1;
  const generatedFrom = originOf(content, provenance) ?? 'caller';
  await tx.repository(BIBLES).upsert({
    id: current.id, accountId: project.accountId, projectId: project.id, title, generatedFrom, currentVersion: version, content, provenance, updatedAt: now,
  }, ['id']);
  await tx.repository(VERSIONS).insert({ bibleId: current.id, version, content, title, generatedFrom, provenance });
}

/**
 * Saves the caller's content as a new version; a patch that changes nothing keeps the version.
 * Raises `version_conflict` when `expectedVersion` is not the current one.
 */
export async function saveSeriesBible(db: Database, project: BibleProject, patch: BiblePatch): Promise<SeriesBibleRow> {
  return db.transaction(async (tx) => {
    const current = await lockBible(tx, project, patch.expectedVersion);
    const content = applyBiblePatch(current.content, patch.content ?? {}, patch.mode);
    const provenance = afterCaller(current.content, content, current.provenance);
    await putBible(tx, project, current, { title: patch.title ?? current.title, content, provenance });
    return getSeriesBible(tx, project);
  });
}

/**
 * Puts the content made from sources into the Series Bible of a project. Keys of the caller stay unless `replace` names them. Returns false when the project
 * is gone.
 */
export async function generateSeriesBible(tx: Db, projectId: string, draft: BibleDraft, replace: readonly string[] | 'all'): Promise<boolean> {
  const [project] = await tx.query<BibleProject>(
    'SELECT id, account_id AS "accountId", name, created_at AS "createdAt" FROM projects WHERE id = $1 AND deleted_at IS NULL', [projectId]);
  if (!project) return false;
  const current = await lockBible(tx, project, undefined);
  const made = applyBiblePatch({}, draft.content as BibleContentPatch, 'merge');
  const { content, provenance } = afterGeneration(current.content, current.provenance, made, draft.spans, replace);
  await putBible(tx, project, current, { title: current.title, content, provenance });
  return true;
}

export interface CharacterSave {
  name: string;
  fields: Partial<Omit<BibleCharacter, 'id' | 'name'>>;
  expectedVersion?: number;
  create: boolean;
}

/** The character with this name, or with the name or an alias of the cast member whom `name` means; null when there is none. */
export async function findBibleCharacter(db: Db, projectId: string, content: BibleContent, name: string): Promise<BibleCharacter | null> {
  const named = (wanted: string): BibleCharacter | undefined => content.characters?.find((character) => castKey(character.name) === castKey(wanted));
  const cast = (await findCastCanon(db, projectId))?.characters ?? [];
  const member = cast.find((one) => [one.name, ...one.aliases].some((form) => castKey(form) === castKey(name)));
  const found = named(name) ?? (member && [member.name, ...member.aliases].map(named).find(Boolean));
  return found ?? null;
}

/** Raises `character_not_found` with the existing names. */
export async function getBibleCharacter(db: Db, projectId: string, content: BibleContent, name: string): Promise<BibleCharacter> {
  const found = await findBibleCharacter(db, projectId, content, name);
  if (found) return found;
  const characters = (content.characters ?? []).map((each) => each.name);
  throw new ApiError('character_not_found', `the Series Bible has no character ${name}`, { name, characters });
}

/**
 * Saves fields of one character as a new version of the Series Bible. Raises `character_not_found` unless `create` is set, and `version_conflict` with the
 * current character.
 */
export async function saveBibleCharacter(
  db: Database, project: BibleProject, { name, fields, expectedVersion, create }: CharacterSave,
): Promise<SeriesBibleRow> {
  return db.transaction(async (tx) => {
    const current = await lockBible(tx, project, undefined);
    const known = await findBibleCharacter(tx, project.id, current.content, name);
    if (expectedVersion !== undefined && expectedVersion !== current.currentVersion) {
      throw new ApiError('version_conflict', 'the Series Bible has changed since it was read; nothing was overwritten',
        { expected: expectedVersion, actual: current.currentVersion, character: known });
    }
    if (!known && !create) await getBibleCharacter(tx, project.id, current.content, name);
    const others = current.content.characters ?? [];
    const characters = known ? others.map((each) => (each === known ? { ...each, ...fields } : each)) : [...others, { name: name.trim(), ...fields }];
    const content = applyBiblePatch(current.content, { characters }, 'merge');
    await putBible(tx, project, current, { title: current.title, content, provenance: afterCaller(current.content, content, current.provenance) });
    return getSeriesBible(tx, project);
  });
}

export type BibleVersionRow = Known<SeriesBibleVersion, { content: BibleContent; provenance: Provenance }>;

/** The saved versions without their content, newest first. */
export async function listBibleVersions(db: Db, projectId: string): Promise<Omit<BibleVersionRow, 'content' | 'provenance'>[]> {
  return db.repository(VERSIONS).find({
    select: { bibleId: true, version: true, title: true, generatedFrom: true, createdAt: true },
    where: { bibleId: seriesBibleId(projectId) }, order: { version: 'DESC' },
  });
}

/** A saved version, or null. */
export async function findBibleVersion(db: Db, projectId: string, version: number): Promise<BibleVersionRow | null> {
  return db.repository(VERSIONS).findOneBy({ bibleId: seriesBibleId(projectId), version });
}
