import { ApplicationFailure } from '@temporalio/activity';
import { ObjectMissing } from '../../src/adapters/storage/port.js';
import type { CoverageReport } from '../../entities/coverage-report.js';
import { findJudgement, getDocument, storeJudgement } from '../../src/families/coverage/coverage-objects.js';
import { findReportById, type JudgedReport } from '../../src/families/coverage/coverage-store.js';
import { COVERAGES } from '../../src/domain/coverages.js';
import { getCoverage } from '../../src/families/coverage/coverage.js';
import { judge, type Judgement } from '../../src/families/coverage/rubric.js';
import type { Services } from '../../src/services.js';
import { QUEUED, type WorkInput } from '../../src/works/model.js';
import { startWork } from '../../src/works/work-store.js';
import { withHeartbeat } from '../shared/heartbeat.js';

const failed = (message: string): ApplicationFailure => ApplicationFailure.nonRetryable(message, 'artifact_generation_failed');

/** Activities that judge documents by rubrics. Throws when a listed coverage is not declared. */
export function createJudgingActivities({ db, store, faults }: Services) {
  for (const { subject } of COVERAGES) getCoverage(subject);

  async function judgementOf({ subjectType, documentHash, judgementHash, rubricVersion, focusPrompt }: CoverageReport): Promise<Judgement> {
    const known = await findJudgement(store, judgementHash);
    if (known) return known;
    const { rubric } = getCoverage(subjectType);
    if (rubric.version !== rubricVersion) throw failed('The rubric changed while the report was waiting; ask for it again.');
    const judgement = judge(rubric, await getDocument(store, documentHash), focusPrompt);
    await storeJudgement(store, judgementHash, judgement);
    return judgement;
  }

  return {
    /**
     * Judges the stored document of a report. The same document, rubric and focus are judged once. Null when the work
     * has ended or the report was deleted.
     */
    async judgeDocument(input: WorkInput): Promise<JudgedReport | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'judging' })) return null;
      const report = await findReportById(db, input.subjectId);
      if (!report) return null;
      await faults.reach('coverage.judging');
      try {
        const { overallScore, gatePassed } = await withHeartbeat(() => judgementOf(report));
        return { reportId: report.id, overallScore, gatePassed };
      } catch (error) {
        if (error instanceof ObjectMissing) throw failed('The document is no longer there; ask for the report again.');
        throw error;
      }
    },
  };
}
