import type { Db } from '../../../kernel/db/database.js';
import { findRequest, listNewest } from '../../../kernel/families/candidates/candidate-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import type { ClipBrief, ClipFacts, ClipRequest } from './clip-brief.js';

/** The name of this kind of work and of its requests. */
export const CLIP_KIND = 'read-clip';

/** Key of the MP4 that a request makes. */
export const clipKey = (artifactId: string, requestId: string): string => `clips/${artifactId}/${requestId}.mp4`;

/** The storage key of the ticket with which a clip's service is polled. */
export const ticketKey = (artifactId: string, requestId: string): string => `clips/${artifactId}/${requestId}.ticket.json`;

/** The newest request for each clip of a read. */
export const listClipRequests = (db: Db, artifactId: string): Promise<ClipRequest[]> =>
  listNewest<ClipBrief, ClipFacts>(db, CLIP_KIND, { type: ARTIFACT_SUBJECT, id: artifactId }, 'key');

/** The request with this id, or null. */
export const findClipRequest = (db: Db, id: string): Promise<ClipRequest | null> => findRequest<ClipBrief, ClipFacts>(db, CLIP_KIND, id);

/** Keys of all objects that the clips of some artifacts may have. `of` is a condition on `artifact_id` with the parameters. */
export async function listClipObjects(db: Pick<Db, 'query'>, of: string, parameters: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<{ id: string; artifactId: string }>(
    `SELECT id, artifact_id AS "artifactId" FROM (SELECT id, subject_id AS artifact_id FROM candidate_requests WHERE kind = '${CLIP_KIND}') clips WHERE ${of}`,
    [...parameters]);
  return rows.flatMap(({ id, artifactId }) => [clipKey(artifactId, id), ticketKey(artifactId, id)]);
}
