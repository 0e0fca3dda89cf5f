import { setTimeout as sleep } from 'node:timers/promises';
import { logTail, type ManagedProcess } from './managed-process.js';

/** A part that is started again when it ends unasked. */
export interface Part {
  process: ManagedProcess;
  stop(): Promise<void>;
}

export interface Kept { stop(): Promise<void> }

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** A part that ran this long was healthy: its next wait is short again. */
const HEALTHY_MS = 60_000;

/**
 * Starts a part and keeps it running: when it ends unasked it is started again after 1, 2, 4 … 30 s, for ever.
 * Throws when the first start fails.
 */
export async function keepRunning(name: string, start: () => Promise<Part>, say: (line: string) => void): Promise<Kept> {
  const stopping = new AbortController();
  let part: Part | null = await start();
  const watching = (async () => {
    let waitMs = FIRST_WAIT_MS;
    for (;;) {
      const startedAt = Date.now();
      const outcome = part ? await part.process.ended : null;
      if (stopping.signal.aborted) return;
      if (part && outcome) {
        const words = (await logTail(part.process.logFile, 1)).slice(0, 300);
        say(`${name} ended (${outcome.signal ?? `exit code ${outcome.code}`}); last words in ${part.process.logFile}: ${words}`);
        // It has ended; what is left are its pid file and its locks.
        await part.stop();
        part = null;
      }
      if (Date.now() - startedAt > HEALTHY_MS) waitMs = FIRST_WAIT_MS;
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
      try {
        part = await start();
        say(`${name} runs again`);
      } catch (error) {
        say(`${name} does not start: ${(error as Error).message}`);
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await part?.stop();
      await watching;
      // Stopped in the middle of a restart: the part that came up meanwhile goes too.
      await part?.stop();
    },
  };
}
