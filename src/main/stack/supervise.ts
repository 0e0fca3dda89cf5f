import { setTimeout as sleep } from 'node:timers/promises';
import { logTail, type ManagedProcess } from './managed-process.js';

/** A process with the resources that it holds, such as locks. */
export interface Part {
  process: ManagedProcess;
  stop(): Promise<void>;
}

/** A part that is started again whenever it ends, until `stop`. */
export interface SupervisedPart { stop(): Promise<void> }

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** After a part has run this long, the wait before its next restart is short again. */
const HEALTHY_MS = 60_000;

/**
 * Starts a part. Whenever it ends, starts it again after 1, 2, 4 … 30 s, until it is stopped. Throws when the first
 * start fails.
 */
export async function keepRunning(name: string, start: () => Promise<Part>, say: (line: string) => void): Promise<SupervisedPart> {
  const stopping = new AbortController();
  let part: Part | null = await start();
  const watching = (async () => {
    let waitMs = FIRST_WAIT_MS;
    for (;;) {
      const startedAt = Date.now();
      const outcome = part ? await part.process.ended : null;
      if (stopping.signal.aborted) return;
      if (part && outcome) {
        const tail = (await logTail(part.process.logFile, 1)).slice(0, 300);
        say(`${name} ended (${outcome.signal ?? `exit code ${outcome.code}`}); the last line of ${part.process.logFile}: ${tail}`);
        // The process has ended; this removes its pid file and its locks.
        await part.stop().catch((error: Error) => say(`what ${name} left behind could not be removed: ${error.message}`));
        part = null;
      }
      if (Date.now() - startedAt > HEALTHY_MS) waitMs = FIRST_WAIT_MS;
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
      try {
        part = await start();
        // Asked to stop meanwhile: the caller waits for this loop and then stops the part.
        if (stopping.signal.aborted) return;
        say(`${name} was started again`);
      } catch (error) {
        say(`${name} could not be started again: ${(error as Error).message}`);
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await part?.stop();
      await watching;
      // A restart may have been under way: stops the part that it started.
      await part?.stop();
    },
  };
}
