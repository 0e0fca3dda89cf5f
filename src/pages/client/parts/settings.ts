import { byId, maybe, say } from './dom.js';
import type { Playback } from './playback.js';
import { readPref, writePref } from './prefs.js';

/** The sound goes down over this time before it stops. */
const FADE_MS = 4000;

/** Light or dark: the device's choice until a person makes one, which is remembered. The page's first script applies it. */
function wireTheme(): void {
  const select = byId<HTMLSelectElement>('theme');
  const chosen = readPref('theme');
  select.value = chosen === 'dark' || chosen === 'light' ? chosen : 'auto';
  select.addEventListener('change', () => {
    if (select.value === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = select.value;
    writePref('theme', select.value === 'auto' ? '' : select.value);
  });
}

/** Stops the sound after some minutes, or where the scene ends. Counts only while the page is open. */
class SleepTimer {
  private readonly select = byId<HTMLSelectElement>('sleep');
  private dueAt: number | null = null;
  private sceneIndex: number | null = null;
  private volume: number | null = null;
  private watch = 0;

  constructor(private readonly playback: Playback, private readonly sceneNow: () => number | null) {
    this.select.addEventListener('change', () => this.set(this.select.value));
  }

  private set(value: string): void {
    this.dueAt = null;
    this.sceneIndex = value === 'scene' ? this.sceneNow() ?? 0 : null;
    if (this.volume !== null) this.playback.audio.volume = this.volume;
    this.volume = null;
    clearInterval(this.watch);
    if (value !== 'off') this.watch = window.setInterval(() => this.look(), 500);
    const minutes = Number(value);
    if (minutes > 0) this.dueAt = performance.now() + minutes * 60_000;
    this.look();
  }

  private look(): void {
    const leftMs = this.dueAt === null ? null : this.dueAt - performance.now();
    const badge = byId('sleep-badge');
    badge.hidden = leftMs === null && this.sceneIndex === null;
    badge.textContent = leftMs === null ? 'z' : `${Math.ceil(Math.max(0, leftMs) / 60_000)}m`;
    byId('sleep-left').textContent = leftMs === null ? '' : `The sound stops in ${Math.ceil(Math.max(0, leftMs) / 60_000)} min.`;
    if (this.sceneIndex !== null && (this.sceneNow() ?? 0) > this.sceneIndex) return this.stop();
    if (leftMs === null) return;
    if (leftMs <= 0) return this.stop();
    if (leftMs > FADE_MS) return;
    this.volume ??= this.playback.audio.volume;
    this.playback.audio.volume = this.volume * (leftMs / FADE_MS);
  }

  private stop(): void {
    this.playback.audio.pause();
    this.select.value = 'off';
    this.set('off');
    say('Stopped by the sleep timer.');
  }
}

/** The settings sheet, on the pages that have one. `sceneNow` is the scene that is heard, or null before the first line. */
export function wireSettings(playback: Playback, sceneNow: () => number | null): void {
  const sheet = maybe<HTMLDialogElement>('settings');
  if (!sheet) return;
  byId('show-settings').addEventListener('click', () => sheet.showModal());
  byId('show-keys').addEventListener('click', () => {
    sheet.close();
    byId<HTMLDialogElement>('keys').showModal();
  });
  wireTheme();
  new SleepTimer(playback, sceneNow);
}
