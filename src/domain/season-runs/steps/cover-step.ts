import { coverageWorkId, requestCoverage } from '../../../kernel/families/coverage/coverage-kind.js';
import { findJudgement } from '../../../kernel/families/coverage/coverage-objects.js';
import { findReport, type ReportRow } from '../../../kernel/families/coverage/coverage-store.js';
import type { Judgement } from '../../../kernel/families/coverage/rubric.js';
import { ENDED } from '../../../kernel/works/model.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { passesGate, scriptCoverage } from '../../scripts/coverage/script-coverage.js';
import { scriptDocument } from '../../scripts/coverage/script-document.js';
import { parseWorkId } from '../../scripts/parsing/parse-work.js';
import { getVersion } from '../../scripts/script-view.js';
import type { OpenStep } from '../action-store.js';
import { siblingId } from '../../../kernel/db/ids.js';

import { hashOfReport } from './judged-text.js';
import { orderOnce, requireEnded } from './ordering.js';

/** The result of judging an episode's text with the threshold of its run. */
export interface CoverageOutcome { reportId: string | null; overallScore: number; gatePassed: boolean; judgedTextHash: string | null; message: string | null }

/** Why the gate is closed, in one sentence; null when it is open. */
function reasonOf({ overallScore, checks }: Judgement, threshold: number, gatePassed: boolean): string | null {
  if (gatePassed) return null;
  const failed = checks.filter(({ passed }) => !passed).map(({ id, details }) => `${id}: ${details}`);
  const score = overallScore < threshold ? [`the score is ${overallScore} and ${threshold} are needed`] : [];
  return [...score, ...failed].join('; ').slice(0, 1_000);
}

/**
 * Judges the text of an episode against canon and map. A text that is no screenplay gets no report and does not pass. Throws `StillAtWork` while the text is
 * being parsed or judged.
 */
export async function coverText(services: Services, step: OpenStep): Promise<CoverageOutcome> {
  const { db, store } = services;
  const { run, episode, action } = step;
  const { accountId, projectId, gateThreshold } = run;
  const { version, script } = await getVersion(db, accountId, episode.scriptUploadId!);
  if (requireEnded(version.status === 'pending' || version.status === 'parsing' ? null : version, parseWorkId(version.id, version.revision)).status === 'failed') {
    return { reportId: null, overallScore: 0, gatePassed: false, judgedTextHash: null, message: `the text cannot be read as a screenplay: ${version.parseFailure?.message ?? version.status}` };
  }
  const subject = { type: scriptCoverage.subject, id: version.id, projectId };
  const document = () => scriptDocument(services, version.id, { title: script.title, projectId, targetPages: episode.targetPages, beats: episode.beats });
  const reportId = await orderOnce(services, step, 'report', async () => (await requestCoverage(services, { ...scriptCoverage, document }, {
    accountId, subject, reportId: siblingId('coverage', action.id), focusPrompt: null, label: `Coverage of an episode: ${script.title}`, requestId: action.requestId,
  })).id);
  const asked = await findReport(db, subject, reportId) as ReportRow;
  const report = requireEnded(ENDED.includes(asked.workStatus) ? asked : null, coverageWorkId(reportId));
  const judgement = report.workStatus === 'READY' ? await findJudgement(store, report.judgementHash) : null;
  if (!judgement) throw new ApiError('artifact_generation_failed', report.failureMessage ?? 'the report could not be made', { reportId: report.id });
  const gatePassed = passesGate(judgement, gateThreshold);
  const judgedTextHash = await hashOfReport(services, report.id);
  return { reportId: report.id, overallScore: judgement.overallScore, gatePassed, judgedTextHash, message: reasonOf(judgement, gateThreshold, gatePassed) };
}
