import type { WaitingData } from '../client-data.js';
import { maybe, readData, timeOfDay } from './parts/dom.js';

const POLL_MS = 3000;
const SLOW_POLL_MS = 15_000;

const data = readData<WaitingData>();

/** Follows the state of a read that cannot be played yet; anything but another line of progress loads the page anew. */
async function look(): Promise<void> {
  const response = await fetch(data.stateUrl, { headers: { Accept: 'application/json' } });
  if (response.status === 404) return location.reload();
  if (!response.ok) return;
  const now = await response.json() as Omit<WaitingData, 'stateUrl'>;
  if (now.state !== data.state || now.nextAttemptAt !== data.nextAttemptAt) return location.reload();
  const bar = maybe<HTMLProgressElement>('state-bar');
  const lines = maybe('state-lines');
  if (bar) {
    bar.max = Math.max(1, now.totalLines);
    bar.value = now.completedLines;
  }
  if (lines && now.totalLines > 0) lines.textContent = `Line ${now.completedLines} of ${now.totalLines}`;
}

function poll(): void {
  const moving = data.state === 'rendering' || data.state === 'backoff';
  setTimeout(() => {
    // A failed look is a connection that is away for a moment; the next one tells.
    const done = document.hidden || !navigator.onLine ? Promise.resolve() : look().catch(() => undefined);
    void done.then(poll);
  }, moving ? POLL_MS : SLOW_POLL_MS);
}

const time = maybe<HTMLTimeElement>('state-time');
if (time) time.textContent = timeOfDay(time.dateTime);
poll();
