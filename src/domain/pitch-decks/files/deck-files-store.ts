import type { Db } from '../../../kernel/db/database.js';
import { ENDED, type WorkStatus } from '../../../kernel/works/model.js';

export const DECK_FILE_KIND = 'deck-file';
export const DOCUMENT_FORMATS = ['pdf', 'pptx'] as const;
export const DECK_FORMATS = [...DOCUMENT_FORMATS, 'zip'] as const;
export type DeckFormat = (typeof DECK_FORMATS)[number];

/** A finished file of a deck. `shows` is equal for files with equal content. */
export interface DeckFile {
  format: DeckFormat; key: string; shows: string; revision: number; version: number | null; byteSize: number; sha256: string; pages: number;
}

/** The key of a file in the `files` of a deck: a document, or the archive of a version. */
export const fileSlot = ({ format, version }: Pick<DeckFile, 'format' | 'version'>): string => (version === null ? format : `${format}-${version}`);

/** Stores a file of a deck in place of the previous one. The caller holds the lock of the deck. */
export async function putDeckFile(tx: Db, deckId: string, file: DeckFile): Promise<void> {
  await tx.query(`UPDATE pitch_decks SET files = files || jsonb_build_object($2::text, $3::jsonb) WHERE id = $1`, [deckId, fileSlot(file), JSON.stringify(file)]);
}

export interface FileWork { status: WorkStatus; round: number; shows: string; failureMessage: string | null }

/** The newest work on each of these files of a deck, by slot; none for a file that was never requested. */
export async function findFileWorks(db: Db, deckId: string, slots: readonly string[]): Promise<Map<string, FileWork>> {
  const rows = await db.query<FileWork & { slot: string }>(
    `SELECT DISTINCT ON (input->>'slot') input->>'slot' AS slot, status, (input->>'round')::int AS round, input->>'shows' AS shows, failure_message AS "failureMessage" FROM works
     WHERE kind = '${DECK_FILE_KIND}' AND subject_id = $1 AND input->>'slot' = ANY($2) ORDER BY input->>'slot', (input->>'round')::int DESC`, [deckId, slots]);
  return new Map(rows.map(({ slot, ...work }) => [slot, work]));
}

/** The round of the work on a file: that of the newest work when it is open or failed and has the same content, otherwise the next. */
export function nextRound(newest: FileWork | undefined, shows: string): number {
  if (!newest) return 1;
  return newest.shows === shows && (newest.status === 'FAILED' || !ENDED.includes(newest.status)) ? newest.round : newest.round + 1;
}
