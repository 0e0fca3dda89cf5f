import type { Db } from '../../db/database.js';
import type { SourceRow } from './source-model.js';
import { listLiveSources } from './source-store.js';

const MAX_AUTHOR = 120;

/** Word processors write down who installed them, not who wrote; the author of a Word document is not shown. */
const UNSIGNED = ['docx'];

/** Who wrote a source, by its book, its page or the caller's own metadata; null when it does not say. */
function authorOf({ type, metadata }: SourceRow): string | null {
  const named = [UNSIGNED.includes(type) ? null : metadata.author, metadata.byline].find((value) => typeof value === 'string' && value.trim() !== '');
  if (typeof named !== 'string') return null;
  const author = named.trim().replace(/\s+/g, ' ').replace(/^by[: ]\s*/i, '');
  return author.length <= MAX_AUTHOR && !/https?:|@/.test(author) ? author : null;
}

/** The author of the sources, when all that name one name the same; null otherwise. */
export async function findSoleAuthor(db: Db, sourceIds: readonly string[]): Promise<string | null> {
  const authors = new Set((await listLiveSources(db, sourceIds)).map(authorOf).filter((author) => author !== null));
  return authors.size === 1 ? [...authors][0]! : null;
}
