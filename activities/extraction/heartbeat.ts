import { Context } from '@temporalio/activity';

const INTERVAL_MS = 2_000;

/** Runs `work` with a heartbeat every few seconds; its signal aborts when the activity is cancelled or its worker stops. */
export async function whileHeartbeating<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  context.heartbeat();
  const timer = setInterval(() => context.heartbeat(), INTERVAL_MS);
  try {
    return await work(context.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}
