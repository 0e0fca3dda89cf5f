import { CandidateRequest } from '../../../../entities/candidate-request.js';
import { afterCursor, newestFirst, pageQuerySize } from '../../contract/paging.js';
import type { Database, Db } from '../../db/database.js';
import { columnsOf, type Known } from '../../db/rows.js';
import type { Progress, WorkStatus } from '../../works/model.js';
import type { SubjectKey } from '../subject.js';

/** One candidate of a request; `ordinal` counts from 0. */
export interface Candidate<Facts> { ordinal: number; facts: Facts; chosen: boolean }

/** A request with its candidates and the state of its work. */
export type RequestRow<Brief = object, Facts = object> = Known<CandidateRequest, { brief: Brief & object }> & {
  candidates: Candidate<Facts>[];
  status: WorkStatus; progress: Progress; failureCode: string | null; failureMessage: string | null;
};

// One statement, so that a request shown as READY has its candidates.
const SELECT = `SELECT ${columnsOf(CandidateRequest, 'r')}, w.status, w.progress, w.failure_code AS "failureCode", w.failure_message AS "failureMessage",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('ordinal', c.ordinal, 'facts', c.facts, 'chosen', c.chosen) ORDER BY c.ordinal), '[]')
      FROM candidates c WHERE c.request_id = r.id) AS candidates
  FROM candidate_requests r JOIN works w ON w.id = r.work_id`;

/** What a request asks for, besides the input of its work. */
export interface AskedFor<Brief> { subject: SubjectKey; brief: Brief; wanted: number }

/** Inserts a request, in the transaction that opens its work. Requests of a kind on one subject wait for each other, so that each has a round of its own. */
export async function insertRequest(
  tx: Db, { id, projectId, kind, workId }: Pick<CandidateRequest, 'id' | 'projectId' | 'kind' | 'workId'>, { subject, brief, wanted }: AskedFor<object>,
): Promise<void> {
  // In a statement of its own: the next one then counts what was committed while this one waited.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('candidate rounds ' || $1))`, [[projectId, kind, subject.type, subject.id].join(' ')]);
  await tx.query(
    `INSERT INTO candidate_requests (id, project_id, kind, subject_type, subject_id, brief, wanted, work_id, round)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, (SELECT count(*) FROM candidate_requests o
       WHERE o.project_id = $2 AND o.kind = $3 AND o.subject_type = $4 AND o.subject_id = $5)`,
    [id, projectId, kind, subject.type, subject.id, JSON.stringify(brief), wanted, workId]);
}

/** The request of a kind with this id, or null. */
export async function findRequest<Brief, Facts>(db: Db, kind: string, id: string): Promise<RequestRow<Brief, Facts> | null> {
  const [row] = await db.query<RequestRow<Brief, Facts>>(`${SELECT} WHERE r.kind = $1 AND r.id = $2`, [kind, id]);
  return row ?? null;
}

/** The request of a project, or null. */
export async function findRequestOf<Brief, Facts>(db: Db, kind: string, projectId: string, id: string): Promise<RequestRow<Brief, Facts> | null> {
  const row = await findRequest<Brief, Facts>(db, kind, id);
  return row?.projectId === projectId ? row : null;
}

/** The request in a live project of the account, or null. */
export async function findOwnRequest<Brief, Facts>(
  db: Db, kind: string, accountId: string, projectId: string, id: string,
): Promise<RequestRow<Brief, Facts> | null> {
  const [row] = await db.query<RequestRow<Brief, Facts>>(
    `${SELECT} JOIN projects p ON p.id = r.project_id AND p.deleted_at IS NULL
     WHERE p.account_id = $1 AND r.project_id = $2 AND r.kind = $3 AND r.id = $4`, [accountId, projectId, kind, id]);
  return row ?? null;
}

/** One page of the requests of a kind in a project, newest first, those older than `after`; with `subjectId`, only those on that subject. */
export async function listRequests<Brief, Facts>(
  db: Db, kind: string, projectId: string, { after = null, ...page }: { limit?: number; after?: string | null }, subjectId: string | null = null,
): Promise<RequestRow<Brief, Facts>[]> {
  return db.query<RequestRow<Brief, Facts>>(
    `${SELECT} WHERE r.project_id = $1 AND r.kind = $2 AND ${afterCursor('r', 'candidate_requests', '$3')} AND ($5::text IS NULL OR r.subject_id = $5)
     ORDER BY ${newestFirst('r')} LIMIT $4`, [projectId, kind, after, pageQuerySize(page), subjectId]);
}

/** The requests of a kind on a subject: for each value of a field of the briefs, only the newest. */
export async function listNewest<Brief, Facts>(
  db: Db, kind: string, { type, id }: SubjectKey, field: keyof Brief & string,
): Promise<RequestRow<Brief, Facts>[]> {
  return db.query<RequestRow<Brief, Facts>>(
    `${SELECT} WHERE r.kind = $1 AND r.subject_type = $2 AND r.subject_id = $3 AND r.id IN (
       SELECT DISTINCT ON (o.brief->>$4) o.id FROM candidate_requests o WHERE o.kind = $1 AND o.subject_type = $2 AND o.subject_id = $3
       ORDER BY o.brief->>$4, ${newestFirst('o')})`,
    [kind, type, id, field]);
}

/**
 * Deletes the requests on deleted subjects with their candidates; the rows of their work stay, because the ledger refers to them. Returns
 * the ids of the requests, and how many candidates each wanted.
 */
export async function deleteRequests(tx: Db, type: string, subjectIds: readonly string[]): Promise<{ id: string; wanted: number }[]> {
  return tx.query<{ id: string; wanted: number }>(
    'DELETE FROM candidate_requests WHERE subject_type = $1 AND subject_id = ANY($2) RETURNING id, wanted', [type, subjectIds]);
}

/** Adds candidates to a request, numbered from `first`. False when the request has any of them already, or was deleted with its subject or project. */
export async function addCandidates(tx: Db, requestId: string, first: number, facts: readonly object[]): Promise<boolean> {
  const changed = await tx.query('UPDATE candidate_requests SET updated_at = now() WHERE id = $1 RETURNING id', [requestId]);
  if (changed.length === 0) return false;
  const added = await tx.query(
    `INSERT INTO candidates (request_id, ordinal, facts)
     SELECT $1, $2 + place - 1, facts FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS made(facts, place)
     ON CONFLICT (request_id, ordinal) DO NOTHING RETURNING ordinal`, [requestId, first, JSON.stringify(facts)]);
  return added.length === facts.length;
}

/** Marks a candidate as the only chosen one of its request. */
export async function markChosen(db: Database, requestId: string, ordinal: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('UPDATE candidate_requests SET updated_at = now() WHERE id = $1', [requestId]);
    await tx.query('UPDATE candidates SET chosen = (ordinal = $2) WHERE request_id = $1 AND chosen IS DISTINCT FROM (ordinal = $2)', [requestId, ordinal]);
  });
}

/** The facts of the chosen candidates of a kind in live projects of the account, oldest request first. */
export async function listChosen<Facts>(db: Db, kind: string, accountId: string): Promise<Facts[]> {
  const rows = await db.query<{ facts: Facts }>(
    `SELECT c.facts FROM candidates c JOIN candidate_requests r ON r.id = c.request_id AND r.kind = $2
       JOIN projects p ON p.id = r.project_id AND p.deleted_at IS NULL
     WHERE p.account_id = $1 AND c.chosen ORDER BY r.created_at, r.id`, [accountId, kind]);
  return rows.map(({ facts }) => facts);
}
