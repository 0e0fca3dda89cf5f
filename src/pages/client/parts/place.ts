import { clockText } from './dom.js';
import type { Playback } from './playback.js';
import { readPref, writePref } from './prefs.js';

/** A position this close to the start or to the end is not remembered. */
const MIN_MS = 5_000;
const END_MS = 8_000;
const MAX_PLACES = 60;
const SAVE_EVERY_MS = 4_000;

type Places = Record<string, number>;

function readPlaces(): Places {
  try {
    return JSON.parse(readPref('places') ?? '{}') as Places;
  } catch {
    // The stored value is not valid JSON. The next save replaces it.
    return {};
  }
}

/** Remembers where someone stopped, by read, for the next visit. The latest places are kept. */
export function wirePlace(key: string, playback: Playback): void {
  let savedAt = 0;
  const save = (): void => {
    const { nowMs, audio, reachMs } = playback;
    if (playback.waitingForRoom || (audio.paused && nowMs === 0)) return;
    const { [key]: _before, ...others } = readPlaces();
    const kept = Object.entries(others).slice(1 - MAX_PLACES);
    const here: [string, number][] = nowMs > MIN_MS && nowMs < reachMs - END_MS ? [[key, Math.round(nowMs)]] : [];
    writePref('places', JSON.stringify(Object.fromEntries([...kept, ...here])));
  };
  playback.audio.addEventListener('timeupdate', () => {
    if (performance.now() - savedAt < SAVE_EVERY_MS) return;
    savedAt = performance.now();
    save();
  });
  playback.audio.addEventListener('pause', save);
  addEventListener('pagehide', save);
}

/** Where a read was left, or null. */
export function placeOf(key: string): number | null {
  const ms = readPlaces()[key];
  return typeof ms === 'number' && ms > MIN_MS ? ms : null;
}

/** Labels the start button and the play button with the position from which playback continues. */
export function showPlace(ms: number): void {
  const text = `Go on at ${clockText(ms)}`;
  const title = document.querySelector('.curtain-title');
  if (title) title.textContent = text;
  document.querySelector('#play')?.setAttribute('aria-label', text);
}
