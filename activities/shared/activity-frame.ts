import { Context } from '@temporalio/activity';
import { OWN_FAILURE } from '../../src/kernel/works/model.js';
import { asActivityFailure } from './failures.js';
import { withHeartbeat } from './heartbeat.js';

const ownFailure = (error: unknown): unknown => asActivityFailure(error, OWN_FAILURE);

/**
 * Runs the long part of an activity: sends heartbeats, and passes `work` the signal that stops it. A cancelled activity ends as cancelled, whatever its work
 * threw; `failureOf` maps all other errors.
 */
export async function inActivity<T>(work: (signal: AbortSignal) => Promise<T>, failureOf: (error: unknown) => unknown = ownFailure): Promise<T> {
  const { cancellationSignal: signal, cancelled } = Context.current();
  try {
    return await withHeartbeat(() => work(signal));
  } catch (error) {
    if (signal.aborted) await cancelled;
    throw failureOf(error);
  }
}
