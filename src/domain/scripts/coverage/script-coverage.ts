import { defineCoverage } from '../../../kernel/families/coverage/coverage.js';
import type { Judgement } from '../../../kernel/families/coverage/rubric.js';
import { SCRIPT_SUBJECT } from '../script-model.js';
import { getVersion } from '../script-view.js';
import { SCRIPT_RUBRIC } from './rubric.js';
import { scriptDocument } from './script-document.js';
import { findVersionById } from '../version-store.js';
import { ApiError } from '../../../kernel/errors/api-error.js';

/** Coverage of one version of a screenplay; its subject is the version. */
export const scriptCoverage = defineCoverage({
  subject: SCRIPT_SUBJECT, rubric: SCRIPT_RUBRIC,
  async document(services, { id }) {
    const row = await findVersionById(services.db, id);
    if (!row || row.deletedAt) throw new ApiError('script_not_found');
    const { script } = await getVersion(services.db, row.accountId, id);
    return scriptDocument(services, id, { title: script.title, projectId: script.projectId });
  },
});

/** True when the gate is open at this threshold: the score is reached, and no check that holds the gate failed. */
export function passesGate({ overallScore, checks }: Pick<Judgement, 'overallScore' | 'checks'>, threshold: number): boolean {
  const holding = SCRIPT_RUBRIC.checks.filter(({ holdsGate }) => holdsGate).map(({ id }) => id);
  return overallScore >= threshold && checks.every(({ id, passed }) => passed || !holding.includes(id));
}
