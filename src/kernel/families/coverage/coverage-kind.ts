import type { Services } from '../../services.js';
import { workIdOf } from '../../works/ids.js';
import { defineWork } from '../../works/kind.js';
import type { WorkInput } from '../../works/model.js';
import { requestFreeWork } from '../../works/request.js';
import type { Subject } from '../subject.js';
import { judgedHash, type Coverage } from './coverage.js';
import { storeDocument } from './coverage-objects.js';
import { completeReport, COVERAGE, findReport, openReport, type JudgedReport, type ReportRow } from './coverage-store.js';
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
}

/**
 * Requests the report on the current version of the document. Returns an existing report as it is, finished or not;
 * starts one that failed again.
 */
export async function requestCoverage<Doc>(
  services: Services, coverage: Coverage<Doc>, { accountId, subject, reportId, focusPrompt, label, requestId }: CoverageRequest,
): Promise<ReportRow> {
  const { version, content } = await coverage.document(services, subject);
  const contentHash = documentHash(content);
  await storeDocument(services.store, contentHash, content);
  const report = await openReport(services.db, {
    id: reportId, subject, subjectVersion: version, documentHash: contentHash, judgedHash: judgedHash(coverage, content),
    rubricVersion: coverage.rubric.version, focusPrompt,
    judgementHash: judgementHash(coverage.subject, coverage.rubric.version, contentHash, focusPrompt),
  });
  await requestFreeWork(services, coverageKind, { accountId, projectId: subject.projectId, subjectId: report.id, label, requestId });
  return await findReport(services.db, subject, report.id) ?? report;
}
