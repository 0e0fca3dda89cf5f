import type { OpenAnswer, WorkInput } from '../../../works/model.js';
import { defineWork } from '../../../works/kind.js';
import { completePerformance, endAttempts, insertPerformance } from './performance-store.js';

/** Input of the performance of a revision, which all rooms share. The work's subject is the artifact. */
export interface PerformanceInput extends WorkInput { projectId: string; lineCount: number }

/** The result of a performance: the measurements of the stream that the attempt with this fence made. */
export interface MadePerformance { fence: number; lineCount: number; durationMs: number; byteSize: number }

export const performanceKind = defineWork<PerformanceInput, MadePerformance>({
  kind: 'perform', workflow: 'performanceWorkflow', queue: 'performances', whenCancelled: 'FAILED',
  unit: 'lines', counted: true, provider: 'tts',
  opened: (tx, { subjectId, revision, workId, lineCount }) => insertPerformance(tx, { artifactId: subjectId, revision, workId, lineCount }),
  publish: (tx, { workId }, made) => completePerformance(tx, workId, made),
  fail: (tx, { workId }) => endAttempts(tx, workId),
});

declare module '../../../contract/runs.js' {
  interface RunInputs { performanceWorkflow: PerformanceInput }
  interface RunUpdates { performanceWorkflow: { opened: { argument: undefined; answer: OpenAnswer } } }
}
