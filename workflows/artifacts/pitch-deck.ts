import { isCancellation } from '@temporalio/workflow';
import type { MadeArtifact } from '../../src/domain/jobs/job-kind.js';
import type { JobArtifact, JobInput } from '../../src/domain/jobs/job-run.js';
import { activitiesOf, localActivities } from '../shared/activity-options.js';
import { failureOf } from '../shared/failure.js';
import { showDetails } from '../shared/stage.js';
import type { WorkRun } from '../shared/work-run.js';

/** Writes the pitch deck of a job from its plan and the read of its project, and starts the run in which people decide about the deck. */
export async function makePitchDeck(run: WorkRun<MadeArtifact>, { artifactId, line }: JobArtifact, { workId, epoch }: JobInput): Promise<void> {
  try {
    showDetails('Writing the pitch deck from the plan and the performed read.');
    const written = await activitiesOf('modelCall').writePitchDeck({ workId, epoch, line, artifactId });
    if (!written) return;
    const outcome = await run.finish({ artifactId, type: 'pitch_deck', ...written }, line);
    if (outcome === 'READY') await localActivities().beginPitchDeck({ artifactId });
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failure = failureOf(error);
    await run.fail(failure, line);
    showDetails(`The pitch deck ${artifactId} could not be written: ${failure.message}`);
  }
}
