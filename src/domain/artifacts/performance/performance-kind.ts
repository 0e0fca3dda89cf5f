import type { OpenAnswer, WorkInput } from '../../../works/model.js';
import { defineWork } from '../../../works/kind.js';
import { completePerformance, endAttempts, insertPerformance } from './performance-store.js';

/** One shared performance per revision; every room plays it. The work's subject is the artifact. */
export interface PerformanceInput extends WorkInput { projectId: string; lineCount: number }

/** The end of the stream, as the attempt with this fence made it. */
export interface MadePerformance { fence: number; lineCount: number; durationMs: number; byteSize: number }

export const performanceKind = defineWork<PerformanceInput, MadePerformance>({
  kind: 'perform', workflow: 'performanceWorkflow', queue: 'performances', whenCancelled: 'FAILED',
  opened: (tx, { subjectId, revision, workId, lineCount }) => insertPerformance(tx, { artifactId: subjectId, revision, workId, lineCount }),
  publish: (tx, { workId }, made) => completePerformance(tx, workId, made),
  fail: (tx, { workId }) => endAttempts(tx, workId),
});

declare module '../../../contract/runs.js' {
  interface RunInputs { performanceWorkflow: PerformanceInput }
  interface RunUpdates { performanceWorkflow: { opened: { argument: undefined; answer: OpenAnswer } } }
}
