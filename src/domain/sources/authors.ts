import type { Db } from '../../kernel/db/database.js';
import type { SourceRow } from './source-model.js';
import { listLiveSources } from './source-store.js';

const MAX_AUTHOR = 120;

/** Types whose author is not shown: Word records the person who installed the program, not the writer. */
const UNSIGNED = ['docx'];

/** The fields of a source that tell who wrote it. */
export type Signed = Pick<SourceRow, 'metadata'> & { type: string };

/** The author of a source, from the book, the page or the caller's metadata; null when none is named. */
function authorOf({ type, metadata }: Signed): string | null {
  const named = [UNSIGNED.includes(type) ? null : metadata.author, metadata.byline].find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof named !== 'string') return null;
  const author = named.trim().replace(/\s+/g, ' ').replace(/^by[: ]\s*/i, '');
  return author.length <= MAX_AUTHOR && !/https?:|@/.test(author) ? author : null;
}

/** The author whom all sources that name an author agree on; null when none is named or the names differ. */
export function soleAuthorOf(sources: readonly Signed[]): string | null {
  const authors = new Set(sources.map(authorOf).filter((author) => author !== null));
  return authors.size === 1 ? [...authors][0]! : null;
}

/** The sole author of the sources with these ids. */
export async function findSoleAuthor(db: Db, sourceIds: readonly string[]): Promise<string | null> {
  return soleAuthorOf(await listLiveSources(db, sourceIds));
}
