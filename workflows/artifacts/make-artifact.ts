import type { MadeArtifact } from '../../src/domain/jobs/job-kind.js';
import type { JobArtifact, JobInput } from '../../src/domain/jobs/job-run.js';
import type { WorkRun } from '../shared/work-run.js';
import { makePitchDeck } from './pitch-deck.js';
import { makeTableRead } from './table-read.js';

type Maker = (run: WorkRun<MadeArtifact>, artifact: JobArtifact, job: JobInput) => Promise<void>;

/** The maker of each type of artifact. It also ends the artifact's line in the work. */
const MAKERS: Readonly<Record<string, Maker>> = { table_read: makeTableRead, pitch_deck: makePitchDeck };

export async function makeArtifact(run: WorkRun<MadeArtifact>, artifact: JobArtifact, job: JobInput): Promise<void> {
  const maker = MAKERS[artifact.type];
  if (maker) return maker(run, artifact, job);
  const message = `${artifact.type} is planned and cannot be made yet; see GET /capabilities`;
  await run.fail({ code: 'artifact_generation_failed', message }, artifact.line);
}
