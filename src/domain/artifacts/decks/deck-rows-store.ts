import { PitchDeck } from '../../../../entities/pitch-deck.js';
import type { Db } from '../../../kernel/db/database.js';
import type { WorkStatus } from '../../../kernel/works/model.js';

/** A deck to insert. The area of decks is above this one, so this module holds only what the artifact of a deck has to know of it. */
export type NewDeck = Pick<PitchDeck,
  'id' | 'accountId' | 'projectId' | 'deckArtifactId' | 'artifactId' | 'readRevision' | 'planId' | 'title' | 'createdBy' | 'requestId'>;

/** Inserts a deck unless it exists. */
export async function insertDeck(db: Db, deck: NewDeck): Promise<void> {
  await db.repository(PitchDeck).createQueryBuilder().insert().orIgnore().values({ ...deck, status: 'plan' }).execute();
}

/** A deck as the manifest of its artifact shows it. */
export interface DeckState {
  id: string; readId: string; readJobId: string; status: string; publishedVersion: number | null; shareSerial: number; shareExpiresAt: string | null;
  revision: number | null;
  film: { mediaKey: string; durationMs: number; revision: number } | null; pdf: { key: string; revision: number } | null; pdfStatus: WorkStatus | null;
}

/** SQL: the `DeckState` of an artifact `alias` as JSON; null for an artifact of another type. */
export const deckOfArtifact = (alias: string): string => `(SELECT jsonb_build_object('id', d.id, 'readId', d.artifact_id, 'readJobId', r.job_id, 'status', d.status,
    'publishedVersion', d.published_version, 'shareSerial', d.share_serial, 'shareExpiresAt', d.share_expires_at, 'film', d.film, 'revision', s.revision, 'pdf', d.files->'pdf',
    'pdfStatus', (SELECT w.status FROM works w WHERE w.kind = 'deck-file' AND w.subject_id = d.id AND w.input->>'format' = 'pdf' ORDER BY w.created_at DESC LIMIT 1))
  FROM pitch_decks d JOIN artifacts r ON r.id = d.artifact_id LEFT JOIN storyboards s ON s.subject_type = 'pitch_deck' AND s.subject_id = d.id
  WHERE d.deck_artifact_id = ${alias}.id)`;

/** A performed read. */
export interface ReadForDeck { artifactId: string; readRevision: number }

/** The read from which a project's deck is written: the newest performed one, with reads of the same plan preferred. */
export async function findReadForDeck(db: Db, projectId: string, planId: string | null): Promise<ReadForDeck | null> {
  const [row] = await db.query<ReadForDeck>(
    `SELECT a.id AS "artifactId", a.current_version AS "readRevision" FROM artifacts a JOIN jobs j ON j.id = a.job_id
       JOIN performances v ON v.artifact_id = a.id AND v.revision = a.current_version JOIN works w ON w.id = v.work_id
     WHERE a.project_id = $1 AND a.type = 'table_read' AND a.status = 'READY' AND w.status = 'READY'
     ORDER BY j.plan_id IS NOT DISTINCT FROM $2 DESC, a.id DESC LIMIT 1`, [projectId, planId]);
  return row ?? null;
}
