import { isCancellation } from '@temporalio/workflow';
import type { CastingInput, MadePicture } from '../../src/domain/casting/casting-kind.js';
import { activitiesOf } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Completes a cast: gives voices, then makes one picture after the other. A picture that fails costs nothing and does not stop the others. */
export async function castingWorkflow(input: CastingInput): Promise<WorkEnd> {
  const { giveCastVoices, makeCastPicture } = activitiesOf('drawing');
  const { workId, epoch, subjectId: castingId, lines } = input;
  return runWork<MadePicture>(input, async (run) => {
    run.show('casting', 'Giving a voice to everyone without one.');
    if (!await giveCastVoices(input)) return;
    if (lines.length === 0) await run.finish({ imageUrl: null });
    for (const { line } of lines) {
      run.show('casting', `Making picture ${line + 1} of ${lines.length}.`);
      try {
        const made = await makeCastPicture({ workId, epoch, line, castingId });
        if (made) await run.finish(made, line);
      } catch (error) {
        if (isCancellation(error)) throw error;
        await run.fail(failureOf(error), line);
      }
    }
  });
}
