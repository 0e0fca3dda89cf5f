import type { FinalizeInput, MadeRecording } from '../../src/domain/artifacts/finalize/finalize-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Makes a durable MP3 of a completed performance. */
export async function finalizeWorkflow(input: FinalizeInput): Promise<WorkEnd> {
  const { masterRead } = activitiesOf('render');
  return runWork<MadeRecording>(input, async (run) => {
    run.show('rendering', 'Assembling, levelling and encoding the MP3.');
    const mastered = await masterRead(input);
    if (mastered) await run.finish(mastered);
  });
}
