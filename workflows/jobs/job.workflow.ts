import type { MadeArtifact } from '../../src/domain/jobs/job-kind.js';
import type { JobInput } from '../../src/domain/jobs/job-run.js';
import { makeArtifact } from '../artifacts/make-artifact.js';
import { showDetails } from '../shared/stage.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Makes all artifacts of a job concurrently; each is charged when it becomes READY. */
export async function jobWorkflow(input: JobInput): Promise<WorkEnd> {
  const { artifacts } = input;
  return runWork<MadeArtifact>(input, async (run) => {
    showDetails(`Making ${artifacts.length} ${artifacts.length === 1 ? 'artifact' : 'artifacts'}; the credits are on hold.`);
    await Promise.all(artifacts.map((artifact) => makeArtifact(run, artifact, input)));
  });
}
