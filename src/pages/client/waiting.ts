import type { WaitingData } from '../client-data.js';
import { maybe, readData, timeOfDay } from './parts/dom.js';

const POLL_MS = 3000;
const SLOW_POLL_MS = 15_000;

const data = readData<WaitingData>();

/** Polls the state of a read that cannot be played yet; shows progress, and loads the page again on any other change. */
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
    // A failed poll is ignored, because the connection may be interrupted for a moment.
    const done = document.hidden || !navigator.onLine ? Promise.resolve() : look().catch(() => undefined);
    void done.then(poll);
  }, moving ? POLL_MS : SLOW_POLL_MS);
}

/** Starts a failed read again. The press also counts as the gesture that the browser needs to play audio. */
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
