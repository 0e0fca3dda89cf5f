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
  const now = await response.json() as Omit<WaitingData, 'stateUrl' | 'startLive'>;
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

/** Gives a failed read again. The player that is loaded then has the press that sound needs. */
async function again(button: HTMLButtonElement): Promise<void> {
  if (!data.startLive) return;
  button.disabled = true;
  const { url, token } = data.startLive;
  const response = await fetch(url, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }),
  }).catch(() => null);
  if (response?.ok || response?.status === 404) return location.reload();
  button.disabled = false;
  const text = maybe('state-text');
  if (text) text.textContent = navigator.onLine ? 'The read could not be started. Please try again in a moment.' : 'You are offline.';
}

const button = maybe<HTMLButtonElement>('state-again');
button?.addEventListener('click', () => void again(button));
const time = maybe<HTMLTimeElement>('state-time');
if (time) time.textContent = timeOfDay(time.dateTime);
poll();
