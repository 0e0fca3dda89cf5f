import type { JudgedReport } from '../../src/families/coverage/coverage-store.js';
import type { WorkInput } from '../../src/works/model.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Judges the document of a report by the rubric of its type. */
export async function coverageWorkflow(input: WorkInput): Promise<WorkEnd> {
  const { judgeDocument } = activitiesOf('modelCall');
  return runWork<JudgedReport>(input, async (run) => {
    run.show('judging', 'Judging the document by its rubric.');
    const judged = await judgeDocument(input);
    if (judged) await run.finish(judged);
  });
}
