import { presentedName } from '../../../kernel/contract/texts/presented-name.js';
import type { Db } from '../../../kernel/db/database.js';
import { findProjectName } from '../../projects/project-store.js';
import { soleAuthorOf } from '../../sources/authors.js';
import { ownTitleOf } from '../../sources/chosen-sections.js';
import { listLiveSources, listReadySourceIds } from '../../sources/source-store.js';

/** What a series says of itself until a person says something else. */
export interface Introduction { title: string; author: string | null }

/** What is taken of a source. */
export interface Material { type: string; label: string | null; metadata: Record<string, unknown> }

const plain = (name: string): string => presentedName(name).toLowerCase();

/**
 * Title and author by the material of a project. A name that a person gave to the project is the title; a project that is named as its
 * file has the title of the only document, or the file's name in words.
 */
export function introductionFrom(projectName: string, material: readonly Material[]): Introduction {
  const isNamedByFile = material.some(({ label }) => label !== null && plain(label) === plain(projectName));
  const [only] = material;
  const own = material.length === 1 && only ? ownTitleOf(only) : null;
  return { title: isNamedByFile ? own ?? presentedName(projectName) : projectName, author: soleAuthorOf(material) };
}

/** The introduction of what a project would publish. */
export async function findIntroduction(db: Db, projectId: string): Promise<Introduction> {
  const [name, sourceIds] = await Promise.all([findProjectName(db, projectId), listReadySourceIds(db, projectId)]);
  return introductionFrom(name ?? '', await listLiveSources(db, sourceIds));
}
