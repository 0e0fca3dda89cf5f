import { pageQuerySize, startAfter, type Page } from '../contract/paging.js';
import type { Db } from '../db/database.js';

/**
 * SQL of a journal row's id, which is a function of the columns that make the row unique, so that a repeat gets the same id.
 * Arguments are SQL expressions.
 */
export function entryIdSql(key: { kind: string; bucket: string; refType: string; refId: string; epoch: string; line: string }): string {
  const { kind, bucket, refType, refId, epoch, line } = key;
  return `'led_' || left(md5(concat_ws('|', ${kind}, ${bucket}, ${refType}, ${refId}, ${epoch}, ${line})), 26)`;
}

export const ENTRY_COLUMNS = 'entry_id, account_id, kind, credits, bucket, ref_type, ref_id, epoch, line';

/** A movement of credits, with the work that it was for. */
export interface EntryRow {
  id: string; kind: 'grant' | 'reserve' | 'settle' | 'release' | 'expire'; credits: number; bucket: 'monthly' | 'perpetual';
  refType: string; refId: string; label: string | null; subjectId: string | null; createdAt: Date;
}

/**
 * SQL that orders the movements of one transaction, which have the same moment, by what follows what: a cycle that begins lets the old allocation expire and
 * grants the new one, which then pays; credits on hold that return too late expire.
 */
const placeSql = (row: string): string => `CASE WHEN ${row}.kind = 'expire' AND ${row}.ref_type = 'cycle' THEN 0 WHEN ${row}.kind = 'grant' THEN 1
    WHEN ${row}.kind = 'expire' THEN 3 ELSE 2 END`;

const LIST = `SELECT e.entry_id AS id, e.kind, e.credits, e.bucket, e.ref_type AS "refType", e.ref_id AS "refId", w.label,
    w.subject_id AS "subjectId", e.created_at AS "createdAt"
  FROM ledger_entries e LEFT JOIN works w ON w.id = e.ref_id AND w.account_id = e.account_id
  WHERE e.account_id = $1 AND ($2::text IS NULL OR (e.created_at, ${placeSql('e')}, e.entry_id) <
    (SELECT l.created_at, ${placeSql('l')}, l.entry_id FROM ledger_entries l WHERE l.entry_id = $2 AND l.account_id = $1))
  ORDER BY e.created_at DESC, ${placeSql('e')} DESC, e.entry_id DESC LIMIT $3`;

/**
 * One page of the movements of an account, newest first. Of movements of the same moment, a grant is older than what it pays; the order of the others is
 * arbitrary but fixed.
 */
export async function listEntries(db: Db, accountId: string, page: Page): Promise<EntryRow[]> {
  return db.query<EntryRow>(LIST, [accountId, startAfter(page, 'ledgerEntry'), pageQuerySize(page)]);
}

/** The `CreditEntry` of the API. */
export const viewEntry = ({ createdAt, ...row }: EntryRow) => ({ ...row, createdAt: createdAt.toISOString() });
