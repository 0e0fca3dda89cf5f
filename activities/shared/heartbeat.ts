import { Context } from '@temporalio/activity';

const EVERY_MS = 2_000;

/**
 * Sends heartbeats while `work` runs, so that the server notices a dead worker and the activity learns of a cancellation. The next attempt receives
 * `details`.
 */
export async function withHeartbeat<T>(work: () => Promise<T>, details?: unknown): Promise<T> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(details), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
