import type { CoverageReport } from '../../../../entities/coverage-report.js';
import { ObjectMissing } from '../../storage/port.js';
import type { Services } from '../../services.js';
import { MakingFailed } from '../../works/step.js';
import { getCoverage } from './coverage.js';
import { findJudgement, getDocument, storeJudgement } from './coverage-objects.js';
import { findReportById, type JudgedReport } from './coverage-store.js';
import { judge, type Judgement } from './rubric.js';

async function judgementOf(
  services: Services, { subjectType, documentHash, judgementHash, rubricVersion, focusPrompt }: CoverageReport,
): Promise<Judgement> {
  const { store } = services;
  const known = await findJudgement(store, judgementHash);
  if (known) return known;
  const { rubric, compared } = getCoverage(subjectType);
  if (rubric.version !== rubricVersion) throw new MakingFailed('The rubric changed while the report was waiting; ask for it again.');
  const stored = await getDocument(store, documentHash);
  const judgement = judge(rubric, compared ? await compared(services, stored) : stored, focusPrompt);
  await storeJudgement(store, judgementHash, judgement);
  return judgement;
}

/** Judges the stored document of a report; the same document, rubric and focus are judged once. Null when the report was deleted. */
export async function judgeReport(services: Services, reportId: string): Promise<JudgedReport | null> {
  const report = await findReportById(services.db, reportId);
  if (!report) return null;
  await services.faults.reach('coverage.judging');
  try {
    const { overallScore, gatePassed } = await judgementOf(services, report);
    return { reportId, overallScore, gatePassed };
  } catch (error) {
    if (error instanceof ObjectMissing) throw new MakingFailed('The document is no longer there; ask for the report again.');
    throw error;
  }
}
