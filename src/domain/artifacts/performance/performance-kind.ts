import type { PerformedCredits } from '../../../../entities/performance.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { defineWork } from '../../../kernel/works/kind.js';
import { advanceToRecorded } from '../revision-store.js';
import { completePerformance, endAttempts, insertPerformance, lockPerformed } from './performance-store.js';

/** Input of the performance of a revision, which all rooms share. The work's subject is the artifact. */
export interface PerformanceInput extends WorkInput { projectId: string; lineCount: number }

/**
 * The result of a performance: measurements of the stream that the attempt with this fence made. Runs from before loudness was measured have no `voicesLufs`,
 * and runs from before spoken credits have no `credits`.
 */
export interface MadePerformance { fence: number; lineCount: number; durationMs: number; byteSize: number; voicesLufs?: number; credits?: PerformedCredits }

export const performanceKind = defineWork<PerformanceInput, MadePerformance>({
  kind: 'perform', workflow: 'performanceWorkflow', queue: 'performances', runOn: '<artifact>:r<revision>', whenCancelled: 'FAILED',
  unit: 'lines', counted: true, provider: 'tts', urgency: 'live',
  opened: (tx, { subjectId, revision, workId, lineCount }) => insertPerformance(tx, { artifactId: subjectId, revision, workId, lineCount }),
  async publish(tx, { workId }, made) {
    if (!await lockPerformed(tx, workId)) return false;
    const completed = await completePerformance(tx, workId, made);
    if (completed) await advanceToRecorded(tx, completed.artifactId, completed.revision);
    return completed !== null;
  },
  fail: (tx, { workId }) => endAttempts(tx, workId),
});
