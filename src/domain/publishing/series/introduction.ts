import { presentedName } from '../../../kernel/contract/texts/presented-name.js';
import type { Db } from '../../../kernel/db/database.js';
import { findProjectName } from '../../projects/project-store.js';
import { soleAuthorOf } from '../../sources/authors.js';
import { ownTitleOf } from '../../sources/chosen-sections.js';
import { listLiveSources, listReadySourceIds } from '../../sources/source-store.js';

/** How a series introduces itself until a person changes it. */
export interface Introduction { title: string; author: string | null }

/** The fields of a source that an introduction uses. */
export interface Material { type: string; label: string | null; metadata: Record<string, unknown> }

const plain = (name: string): string => presentedName(name).toLowerCase();

/**
 * Title and author from the material of a project. A project name that a person chose is the title. A project named after its file gets the title of its only
 * document, otherwise the file name turned into words.
 */
export function introductionFrom(projectName: string, material: readonly Material[]): Introduction {
  const isNamedByFile = material.some(({ label }) => label !== null && plain(label) === plain(projectName));
  const [only] = material;
  const own = material.length === 1 && only ? ownTitleOf(only) : null;
  return { title: isNamedByFile ? own ?? presentedName(projectName) : projectName, author: soleAuthorOf(material) };
}

/** The introduction for a series of this project. */
export async function findIntroduction(db: Db, projectId: string): Promise<Introduction> {
  const [name, sourceIds] = await Promise.all([findProjectName(db, projectId), listReadySourceIds(db, projectId)]);
  return introductionFrom(name ?? '', await listLiveSources(db, sourceIds));
}
