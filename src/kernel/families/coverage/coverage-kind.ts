import { ApiError } from '../../errors/api-error.js';
import type { Services } from '../../services.js';
import { workIdOf } from '../../works/ids.js';
import { defineWork } from '../../works/kind.js';
import type { WorkInput } from '../../works/model.js';
import { requestFreeWork, requestWork, type Wanted } from '../../works/request.js';
import type { Subject } from '../subject.js';
import type { Coverage } from './coverage.js';
import { storeDocument } from './coverage-objects.js';
import {
  completeReport, COVERAGE, findReport, findReportOn, openReport, withdrawReport, type JudgedReport, type ReportRow,
} from './coverage-store.js';
import { judgeReport } from './judge-report.js';
import { documentHash, judgementHash } from './rubric.js';

/** The work that judges one version of a document. Its subject is the report. */
export const coverageKind = defineWork<WorkInput, JudgedReport>({
  kind: COVERAGE, workflow: 'coverageWorkflow', queue: 'coverage-reports', runOn: '<report>', whenCancelled: 'FAILED',
  unit: 'reports',
  publish: (tx, _key, made) => completeReport(tx, made),
  step: {
    activity: 'judgeDocument', group: 'modelCall', stage: 'judging', words: 'Judging the document by its rubric.', progress: 'judging',
    make: (services, { subjectId }) => judgeReport(services, subjectId),
  },
});

/** Starts the work of a paid report. When the credits are refused, deletes the row of the new report. */
async function requestPaidReport(services: Services, wanted: Wanted<WorkInput>, credits: number, isNew: boolean): Promise<void> {
  try {
    await requestWork(services, coverageKind, { ...wanted, lines: [{ line: 0, credits }] });
  } catch (error) {
    if (isNew && error instanceof ApiError && error.status < 500) await withdrawReport(services.db, wanted.subjectId);
    throw error;
  }
}

export const coverageWorkId = (reportId: string): string => workIdOf(COVERAGE, reportId);

export interface CoverageRequest {
  accountId: string;
  subject: Subject;
  /** The id of the report if this call creates it. */
  reportId: string;
  focusPrompt: string | null;
  /** The name of the work that people see, such as `Coverage of a Series Bible`. */
  label: string;
  requestId: string;
  /** The price that the caller confirmed; absent for a free report. */
  credits?: number;
}

type Judged = Pick<CoverageRequest, 'subject' | 'focusPrompt'>;

/** The current document as its report row identifies it (`row`), and the content that is stored for the worker (`stored`). */
export async function currentDocument<Doc>(services: Services, coverage: Coverage<Doc>, { subject, focusPrompt }: Judged) {
  const { version, content } = await coverage.document(services, subject);
  const stored = { ...content, ...await coverage.beside?.(services, subject) };
  const storedHash = documentHash(stored);
  const row = {
    subject, subjectVersion: version, documentHash: storedHash, judgedHash: documentHash(content), rubricVersion: coverage.rubric.version,
    focusPrompt, judgementHash: judgementHash(coverage.subject, coverage.rubric.version, storedHash, focusPrompt),
  };
  return { stored, row };
}

/** Whether a request would be answered with a report that another call requested and that has not failed. */
export async function isReported<Doc>(services: Services, coverage: Coverage<Doc>, reportId: string, judged: Judged): Promise<boolean> {
  const { row } = await currentDocument(services, coverage, judged);
  const found = await findReportOn(services.db, row);
  return found !== null && found.id !== reportId && found.workStatus !== 'FAILED';
}

/**
 * Requests the report on the current version of the document. Returns an existing report as it is, finished or not;
 * starts one that failed again. Raises `insufficient_credits`; then nothing was created.
 */
export async function requestCoverage<Doc>(
  services: Services, coverage: Coverage<Doc>, { accountId, subject, reportId, focusPrompt, label, requestId, credits = 0 }: CoverageRequest,
): Promise<ReportRow> {
  const { stored, row } = await currentDocument(services, coverage, { subject, focusPrompt });
  await storeDocument(services.store, row.documentHash, stored);
  const report = await openReport(services.db, { id: reportId, ...row });
  const wanted = { accountId, projectId: subject.projectId, subjectId: report.id, label, requestId };
  if (credits > 0) await requestPaidReport(services, wanted, credits, report.id === reportId);
  else await requestFreeWork(services, coverageKind, wanted);
  return await findReport(services.db, subject, report.id) ?? report;
}
