import { PitchDeck } from '../../../entities/pitch-deck.js';
import { PitchDeckVersion } from '../../../entities/pitch-deck-version.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../kernel/contract/paging.js';
import type { Db } from '../../kernel/db/database.js';
import { columnsOf, now, tableOf, type Known } from '../../kernel/db/rows.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { BoardContent } from '../../kernel/families/storyboards/storyboard.js';
import type { RenderedFilm } from '../storyboards/boarded-film.js';
import type { DeckRow, DeckStatus } from './deck-model.js';

const DECKS = tableOf<PitchDeck, DeckRow>(PitchDeck);
const LIVE_PROJECT = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = d.project_id AND p.deleted_at IS NULL)';

/** A version of a deck: as it was finished. */
export type DeckVersion = Known<PitchDeckVersion, { board: BoardContent; film: RenderedFilm }>;
const VERSIONS = tableOf<PitchDeckVersion, DeckVersion>(PitchDeckVersion);

/** The deck in any state, even of a deleted project; null when there is none. */
export const findDeck = (db: Db, id: string): Promise<DeckRow | null> => db.repository(DECKS).findOneBy({ id });

/** A deck of the account in a live project. Raises `story_job_not_found`. */
export async function getDeck(db: Db, accountId: string, id: string): Promise<DeckRow> {
  const [row] = await db.query<DeckRow>(
    `SELECT ${columnsOf(DECKS, 'd')} FROM pitch_decks d WHERE d.id = $1 AND d.account_id = $2 AND ${LIVE_PROJECT}`, [id, accountId]);
  if (!row) throw new ApiError('story_job_not_found', 'there is no such pitch deck');
  return row;
}

/** One page of the decks of a project, newest first. */
export async function listDecks(db: Db, projectId: string, page: Page): Promise<DeckRow[]> {
  return db.query<DeckRow>(
    `SELECT ${columnsOf(DECKS, 'd')} FROM pitch_decks d WHERE d.project_id = $1 AND ${afterCursor('d', 'pitch_decks', '$2')} ORDER BY ${newestFirst('d')} LIMIT $3`,
    [projectId, startAfter(page, 'pitchDeck'), pageQuerySize(page)]);
}

/**
 * Decks that may need a render and were last changed at least `seconds` ago: those being rendered, and those edited within the last hour, because an edit may
 * ask for another take.
 */
export async function listUnattended(db: Db, seconds: number, limit: number): Promise<DeckRow[]> {
  return db.query<DeckRow>(
    `SELECT ${columnsOf(DECKS, 'd')} FROM pitch_decks d WHERE d.updated_at < now() - make_interval(secs => $1) AND ${LIVE_PROJECT}
       AND (d.status IN ('drawing', 'drafting', 'finishing') OR d.updated_at > now() - interval '1 hour') ORDER BY d.id LIMIT $2`, [seconds, limit]);
}

/** Locks the deck until the transaction ends; null when it is gone. */
export async function lockDeck(tx: Db, id: string): Promise<DeckRow | null> {
  return tx.repository(DECKS).findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
}

/** Deletes a deck with its versions and its artifact. Returns false when both are gone already. */
export async function deleteDeckRow(tx: Db, { id, deckArtifactId }: Pick<DeckRow, 'id' | 'deckArtifactId'>): Promise<boolean> {
  const artifacts = await tx.query('DELETE FROM artifacts WHERE id = $1 RETURNING id', [deckArtifactId]);
  const decks = await tx.query('DELETE FROM pitch_decks WHERE id = $1 RETURNING id', [id]);
  return artifacts.length + decks.length > 0;
}

export type DeckChange = Partial<Pick<DeckRow,
  'title' | 'status' | 'approvedRevision' | 'draft' | 'film' | 'publishedVersion' | 'shareSerial' | 'shareExpiresAt' | 'failureCode' | 'failureMessage'>>;

export async function updateDeck(tx: Db, id: string, change: DeckChange): Promise<void> {
  await tx.repository(DECKS).update({ id }, { ...change, updatedAt: now });
}

/** Notes an edit of the storyboard: a deck with a draft returns to its storyboard. */
export async function noteEdited(tx: Db, id: string): Promise<void> {
  await tx.query(
    `UPDATE pitch_decks SET status = CASE WHEN status IN ('draft', 'review', 'finished', 'published') THEN 'storyboard' ELSE status END, updated_at = now()
     WHERE id = $1`, [id]);
}

/** Stores a film of a deck as its draft or its finished film, and clears the failure. */
export async function putDeckFilm(tx: Db, id: string, place: 'draft' | 'film', film: RenderedFilm, status: DeckStatus | null): Promise<void> {
  await updateDeck(tx, id, { [place]: film, ...(status ? { status } : {}), failureCode: null, failureMessage: null });
}

/** Stores a finished deck as its next version, once for each film, and returns the version's number. The caller holds the lock of the deck. */
export async function insertVersion(tx: Db, deckId: string, version: Omit<DeckVersion, 'deckId' | 'number' | 'createdAt'>): Promise<number> {
  const known = await listVersions(tx, deckId);
  const same = known.find(({ film }) => film.sha256 === version.film.sha256);
  if (same) return same.number;
  const number = 1 + Math.max(0, ...known.map((one) => one.number));
  await tx.repository(VERSIONS).insert({ ...version, deckId, number } as never);
  return number;
}

/** The versions of a deck, the newest first. */
export const listVersions = (db: Db, deckId: string): Promise<DeckVersion[]> => db.repository(VERSIONS).find({ where: { deckId }, order: { number: 'DESC' } });

/** A version of a deck; null when there is none. */
export const findVersion = (db: Db, deckId: string, number: number): Promise<DeckVersion | null> => db.repository(VERSIONS).findOneBy({ deckId, number });
