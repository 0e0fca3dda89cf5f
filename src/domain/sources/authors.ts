import type { Db } from '../../kernel/db/database.js';
import type { SourceRow } from './source-model.js';
import { listLiveSources } from './source-store.js';

const MAX_AUTHOR = 120;

/** Word processors write down who installed them, not who wrote; the author of a Word document is not shown. */
const UNSIGNED = ['docx'];

/** What of a source says who wrote it. */
export type Signed = Pick<SourceRow, 'metadata'> & { type: string };

/** Who wrote a source, by its book, its page or the caller's own metadata; null when it does not say. */
function authorOf({ type, metadata }: Signed): string | null {
  const named = [UNSIGNED.includes(type) ? null : metadata.author, metadata.byline].find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof named !== 'string') return null;
  const author = named.trim().replace(/\s+/g, ' ').replace(/^by[: ]\s*/i, '');
  return author.length <= MAX_AUTHOR && !/https?:|@/.test(author) ? author : null;
}

/** The author of the sources, when all that name one name the same; null otherwise. */
export function soleAuthorOf(sources: readonly Signed[]): string | null {
  const authors = new Set(sources.map(authorOf).filter((author) => author !== null));
  return authors.size === 1 ? [...authors][0]! : null;
}

/** The sole author of the sources with these ids. */
export async function findSoleAuthor(db: Db, sourceIds: readonly string[]): Promise<string | null> {
  return soleAuthorOf(await listLiveSources(db, sourceIds));
}
