import type { WorkInput } from '../../../kernel/works/model.js';
import { defineWork } from '../../../kernel/works/kind.js';
import { lockArtifact } from '../artifact-store.js';
import { advanceToRecorded } from '../revision-store.js';
import { insertRecording, loadRecording, type LoadedRecording, type MadeRecording } from './recording-store.js';

/** Input of a finalize, which makes a durable file of a completed performance. The work's subject is the artifact. */
export interface FinalizeInput extends WorkInput {
  projectId: string;
  /** Present when the run first waits until the performance is complete. */
  waits?: true;
}

export const finalizeKind = defineWork<FinalizeInput, MadeRecording, LoadedRecording>({
  kind: 'finalize', workflow: 'finalizeWorkflow', queue: 'finalizes', runOn: '<artifact>:r<revision>', whenCancelled: 'FAILED',
  unit: 'recordings',
  load: loadRecording,
  async publish(tx, { workId }, made) {
    if (!await lockArtifact(tx, made.artifactId) || !await insertRecording(tx, workId, made)) return false;
    await advanceToRecorded(tx, made.artifactId, made.revision);
    return true;
  },
});
