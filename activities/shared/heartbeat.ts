import { Context } from '@temporalio/activity';

const EVERY_MS = 2_000;

/** Heartbeats while the work runs, so that silence means a dead worker and a cancellation is heard. */
export async function withHeartbeat<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
