import type { OpenAnswer, WorkInput } from '../../../works/model.js';
import { defineWork } from '../../../works/kind.js';
import { insertRecording, type MasteredRead } from './recording-store.js';

/** Freezes a completed performance into a durable file. The work's subject is the artifact. */
export interface FinalizeInput extends WorkInput { projectId: string }

/** What finished rendering names: the file with its measurements, and how it was built. */
export interface MadeRecording extends MasteredRead { artifactId: string; revision: number; buildManifestKey: string }

export const finalizeKind = defineWork<FinalizeInput, MadeRecording, MadeRecording & { buildManifest: object }>({
  kind: 'finalize', workflow: 'finalizeWorkflow', queue: 'finalizes', whenCancelled: 'FAILED',
  async load({ store }, made) {
    return { ...made, buildManifest: JSON.parse((await store.get(made.buildManifestKey)).toString('utf8')) as object };
  },
  publish: (tx, { workId }, made) => insertRecording(tx, workId, made),
});

declare module '../../../contract/runs.js' {
  interface RunInputs { finalizeWorkflow: FinalizeInput }
  interface RunUpdates { finalizeWorkflow: { opened: { argument: undefined; answer: OpenAnswer } } }
}
