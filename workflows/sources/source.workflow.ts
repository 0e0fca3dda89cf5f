import { ActivityFailure, ApplicationFailure, CancellationScope, isCancellation } from '@temporalio/workflow';
import { activitiesOf } from '../shared/activity-options.js';
import { showStage } from '../shared/stage.js';
import type { SourceInput, SourceState } from '../../src/domain/sources/source-run.js';

/** What an activity that gave up says of itself; nothing when it was not ours to say (time-outs, lost workers). */
function failureIn(error: unknown): { code: string; message: string; details: Record<string, unknown> } | null {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const [failure] = cause instanceof ApplicationFailure ? cause.details ?? [] : [];
  return (failure as { code: string; message: string; details: Record<string, unknown> } | undefined) ?? null;
}

/** Extraction and digest of one source. Every step is a no-op on a source that is past it or deleted. */
export async function sourceWorkflow(input: SourceInput): Promise<SourceState> {
  const { admitSource, failSource, failDigest, abandonSource } = activitiesOf('quickWrite');
  // A cancelled attempt is waited for, so that what it still wrote is cleared away after it. The cancellation reaches it
  // with a heartbeat, and the worker sends one at most every 0.8 of this time.
  const waiting = { heartbeatTimeout: '10s', cancellationType: 'WAIT_CANCELLATION_COMPLETED' } as const;
  const { extractSource } = activitiesOf('fetch', waiting);
  const { digestSource } = activitiesOf('modelCall', waiting);

  async function extracted(): Promise<SourceState> {
    showStage('extracting', 'Fetching the document and taking its text.');
    try {
      return await extractSource(input);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return failSource({ ...input, failure: failureIn(error) });
    }
  }

  async function digested(): Promise<SourceState> {
    showStage('digesting', 'Making the digest.');
    try {
      return await digestSource(input);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return failDigest(input);
    }
  }

  try {
    let state = await admitSource(input);
    if (state.status === 'PENDING' || state.status === 'EXTRACTING') state = await extracted();
    if (state.status === 'READY' && (state.digestStatus === 'PENDING' || state.digestStatus === 'RUNNING')) {
      state = await digested();
    }
    showStage(state.status.toLowerCase(), `Source ${state.status}, digest ${state.digestStatus}.`);
    return state;
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => abandonSource(input));
    throw error;
  }
}
