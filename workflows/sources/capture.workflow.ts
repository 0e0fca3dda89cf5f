import type { FinalizedCapture } from '../../src/domain/sources/captures/capture-store.js';
import type { WorkInput } from '../../src/works/model.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Reads an uploaded picture or recording and makes a source of it. */
export async function captureWorkflow(input: WorkInput): Promise<WorkEnd> {
  const { readCapture } = activitiesOf('fetch');
  return runWork<FinalizedCapture>(input, async (run) => {
    run.show('extracting', 'Reading the capture.');
    const read = await readCapture(input);
    if (read) await run.finish(read);
  });
}
