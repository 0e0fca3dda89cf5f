import type { PerformedCredits } from '../../../../entities/performance.js';
import { quietFrom, type Timeline } from '../../../craft/audio/timeline.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { MakingFailed } from '../../../kernel/works/step.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { LEAD_IN_MS } from '../performance/performance-plan.js';
import { findPerformance, listPerformedLines, type PerformedLine } from '../performance/performance-store.js';
import { findCurrentRead, type CurrentRead } from '../read-store.js';

/** `voicesLufs` is the loudness of the voices; null if it was not measured during the performance. */
export interface PerformedRead { read: CurrentRead; screenplay: Screenplay; timeline: Timeline; voicesLufs: number | null }

/** The timeline of the live performance; its recordings use the same one. */
function performedTimeline(lines: readonly PerformedLine[], durationMs: number, credits: PerformedCredits | null): Timeline {
  return {
    leadInMs: lines[0]?.startMs ?? LEAD_IN_MS, durationMs, ...credits,
    entries: lines.map((line, index) => ({
      entryIndex: line.entryIndex, sceneIndex: line.sceneIndex, key: line.lineKey, startMs: line.startMs, endMs: line.endMs,
      silenceAfterMs: Math.max(0, (lines[index + 1]?.startMs ?? durationMs) - quietFrom(lines, index)),
    })),
  };
}

/** A performed revision with its words and times. Throws `MakingFailed` when it is not performed. */
export async function loadPerformed({ db, store }: Pick<Services, 'db' | 'store'>, artifactId: string, revision: number): Promise<PerformedRead> {
  const [read, performance, lines] = await Promise.all([
    findCurrentRead(db, artifactId, revision), findPerformance(db, artifactId, revision), listPerformedLines(db, artifactId, revision)]);
  if (!read || performance?.status !== 'complete') throw new MakingFailed('there is no completed recording', 'artifact_not_ready');
  return {
    read, screenplay: await getScreenplay(store, read.scriptKey), timeline: performedTimeline(lines, performance.durationMs!, performance.credits),
    voicesLufs: performance.voicesLufs,
  };
}
