import { CoverageReport } from '../../../../entities/coverage-report.js';
import { afterCursor, newestFirst, pageQuerySize, startAfter, type Page } from '../../contract/paging.js';
import type { Db } from '../../db/database.js';
import { columnsOf } from '../../db/rows.js';
import { workRunId } from '../../works/ids.js';
import type { WorkStatus } from '../../works/model.js';
import { deleteWorks, lockOpenWork } from '../../works/work-store.js';
import { documentKey, judgementKey } from './coverage-objects.js';
import type { Subject, SubjectKey } from '../subject.js';

/** Name of the kind of work that makes reports. */
export const COVERAGE = 'coverage';

/** A report with its number among the reports on its subject, and the state of its work. */
export type ReportRow = CoverageReport & { number: number; workStatus: WorkStatus; failureMessage: string | null };

// One statement, so that a report shown as READY always has its score.
const SELECT = `SELECT ${columnsOf(CoverageReport, 'r')}, coalesce(w.status, 'PENDING') AS "workStatus", w.failure_message AS "failureMessage",
    (SELECT count(*)::int FROM coverage_reports o
      WHERE o.subject_type = r.subject_type AND o.subject_id = r.subject_id AND (o.created_at, o.id) <= (r.created_at, r.id)) AS number
  FROM coverage_reports r LEFT JOIN works w ON w.kind = '${COVERAGE}' AND w.subject_id = r.id`;

export interface WantedReport {
  id: string;
  subject: Subject;
  subjectVersion: number;
  documentHash: string;
  judgedHash: string;
  rubricVersion: string;
  focusPrompt: string | null;
  judgementHash: string;
}

/** The report on this version by this rubric and focus: the existing one, else a new one with the given id. */
export async function openReport(db: Db, { id, subject, ...wanted }: WantedReport): Promise<ReportRow> {
  await db.repository(CoverageReport).createQueryBuilder().insert().orIgnore()
    .values({ id, subjectType: subject.type, subjectId: subject.id, projectId: subject.projectId, ...wanted }).execute();
  return (await findReportOn(db, { subject, ...wanted }))!;
}

/** The report on exactly this version by this rubric and focus, or null. */
export async function findReportOn(
  db: Db, { subject, subjectVersion, judgementHash }: Pick<WantedReport, 'subject' | 'subjectVersion' | 'judgementHash'>,
): Promise<ReportRow | null> {
  const [row] = await db.query<ReportRow>(
    `${SELECT} WHERE r.subject_type = $1 AND r.subject_id = $2 AND r.subject_version = $3 AND r.judgement_hash = $4`,
    [subject.type, subject.id, subjectVersion, judgementHash]);
  return row ?? null;
}

/** Deletes a report for which no work was opened. */
export async function withdrawReport(db: Db, id: string): Promise<void> {
  await db.query(`DELETE FROM coverage_reports WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM works WHERE kind = '${COVERAGE}' AND subject_id = $1)`, [id]);
}

/** The report with this id on any subject, or null. */
export async function findReportById(db: Db, id: string): Promise<CoverageReport | null> {
  return db.repository(CoverageReport).findOneBy({ id });
}

/** A report on the subject, or null. Without an id, the latest report. */
export async function findReport(db: Db, { type, id }: SubjectKey, reportId: string | null = null): Promise<ReportRow | null> {
  const [row] = await db.query<ReportRow>(
    `${SELECT} WHERE r.subject_type = $1 AND r.subject_id = $2 AND ($3::text IS NULL OR r.id = $3)
     ORDER BY ${newestFirst('r')} LIMIT 1`, [type, id, reportId]);
  return row ?? null;
}

/** One page of the reports on a subject, newest first. */
export async function listReports(db: Db, { type, id }: SubjectKey, page: Page): Promise<ReportRow[]> {
  return db.query<ReportRow>(
    `${SELECT} WHERE r.subject_type = $1 AND r.subject_id = $2 AND ${afterCursor('r', 'coverage_reports', '$3')}
     ORDER BY ${newestFirst('r')} LIMIT $4`, [type, id, startAfter(page, 'coverage'), pageQuerySize(page)]);
}

/** The outcome of a finished report, without its text. */
export interface JudgedReport { reportId: string; overallScore: number; gatePassed: boolean }

/** The reports on exactly this content of a subject, whichever version it had; those that passed first, then the newest. */
export async function listReportsOn(db: Db, { type, id }: SubjectKey, judgedHash: string): Promise<ReportRow[]> {
  return db.query<ReportRow>(
    `${SELECT} WHERE r.subject_type = $1 AND r.subject_id = $2 AND r.judged_hash = $3
     ORDER BY (r.gate_passed IS TRUE) DESC, ${newestFirst('r')}`, [type, id, judgedHash]);
}

/** Writes the outcome of a report. Returns false when the report was deleted with its subject. */
export async function completeReport(tx: Db, { reportId, overallScore, gatePassed }: JudgedReport): Promise<boolean> {
  const done = await tx.repository(CoverageReport).update({ id: reportId }, { overallScore, gatePassed, updatedAt: new Date() });
  return done.affected === 1;
}

/**
 * Deletes the reports on deleted subjects of a type, with their work. Returns the objects that no other report uses, for the caller to
 * delete after the commit, and the runs to cancel.
 */
export async function deleteReports(tx: Db, type: string, subjectIds: readonly string[]): Promise<{ objectKeys: string[]; runIds: string[] }> {
  const reports = await tx.query<{ id: string; document: string; judgement: string }>(
    `SELECT id, document_hash AS document, judgement_hash AS judgement FROM coverage_reports WHERE subject_type = $1 AND subject_id = ANY($2)`,
    [type, subjectIds]);
  const ids = reports.map(({ id }) => id);
  // Lock order: the work first, the report second.
  await lockOpenWork(tx, [COVERAGE], ids);
  await tx.query('DELETE FROM coverage_reports WHERE id = ANY($1)', [ids]);
  const runIds = (await deleteWorks(tx, [COVERAGE], ids)).map(workRunId);
  const [documents, judgements] = [reports.map(({ document }) => document), reports.map(({ judgement }) => judgement)];
  const used = await tx.query<{ hash: string }>(
    `SELECT document_hash AS hash FROM coverage_reports WHERE document_hash = ANY($1)
     UNION SELECT judgement_hash FROM coverage_reports WHERE judgement_hash = ANY($2)`, [documents, judgements]);
  const unused = (hashes: string[]): string[] => [...new Set(hashes)].filter((hash) => !used.some((other) => other.hash === hash));
  return { objectKeys: [...unused(documents).map(documentKey), ...unused(judgements).map(judgementKey)], runIds };
}
