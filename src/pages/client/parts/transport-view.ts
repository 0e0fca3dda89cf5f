import type { PlayerData } from '../../client-data.js';
import { byId, clockText, maybe, say } from './dom.js';
import type { Playback } from './playback.js';
import { readPref, writePref } from './prefs.js';
import type { Timeline } from './timeline.js';

/** How far a key moves the position on the rail, whose own step is made for dragging. Home and End stay as they are. */
const RAIL_KEYS_MS: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000, ArrowDown: -5_000, ArrowRight: 5_000, ArrowUp: 5_000, PageDown: -30_000, PageUp: 30_000,
};

/** The controls: rail, play, steps, speed, captions, mute, full screen. */
export class TransportView {
  private readonly rail = byId<HTMLInputElement>('seek');
  private readonly speed = byId<HTMLSelectElement>('speed');
  private dragging = false;
  private second = -1;
  /** The position last drawn, rounded to a tenth of a per cent, which is less than a pixel. */
  private position = '';

  constructor(
    private readonly playback: Playback,
    private readonly timeline: Timeline,
    private readonly data: PlayerData,
    private readonly durationMs: () => number | null,
    onPlay: () => void,
  ) {
    const { audio } = playback;
    byId('play').addEventListener('click', onPlay);
    byId('previous').addEventListener('click', () => playback.previous());
    byId('next').addEventListener('click', () => playback.next());
    byId('back').addEventListener('click', () => playback.skip(-1));
    byId('ahead').addEventListener('click', () => playback.skip(1));
    this.rail.addEventListener('input', () => this.drag());
    this.rail.addEventListener('change', () => {
      this.dragging = false;
      playback.seek(Number(this.rail.value));
    });
    this.rail.addEventListener('keydown', (event) => this.step(event));
    for (const type of ['play', 'pause', 'ended'] as const) audio.addEventListener(type, () => this.showPlaying());
    audio.addEventListener('progress', () => this.showBuffer());
    byId('mute').addEventListener('click', () => this.toggleMute());
    this.wireVolume();
    byId('captions').addEventListener('click', () => this.toggleCaptions());
    this.speed.addEventListener('change', () => this.setSpeed(Number(this.speed.value)));
    this.wireFullScreen();
    this.setCaptions(readPref('captions') !== 'off');
    const speed = readPref('speed');
    if (speed && [...this.speed.options].some((option) => option.value === speed)) this.setSpeed(Number(speed));
    this.showDuration();
  }

  /** Handles dragging of the thumb. A recording seeks continuously; a live performance seeks only when the thumb is released, because that needs a request. */
  private drag(): void {
    this.dragging = true;
    const ms = Number(this.rail.value);
    if (this.data.audioUrl !== null) return this.playback.seek(ms);
    this.paint(ms);
  }

  /** Handles a key on the rail. */
  private step(event: KeyboardEvent): void {
    const byMs = RAIL_KEYS_MS[event.key];
    if (byMs === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.playback.seek(this.playback.nowMs + byMs);
  }

  /** Shows the position; called on each frame. */
  show(ms: number): void {
    if (this.dragging && this.data.audioUrl === null) return;
    if (!this.dragging) this.rail.value = String(ms);
    this.paint(ms);
  }

  private paint(ms: number): void {
    const position = `${Math.min(100, (ms / this.playback.railMs) * 100).toFixed(1)}%`;
    if (position !== this.position) {
      this.position = position;
      this.rail.style.setProperty('--position', position);
    }
    const second = Math.floor(ms / 1000);
    if (second === this.second) return;
    this.second = second;
    byId('now').textContent = clockText(ms);
    const total = this.durationMs();
    this.rail.setAttribute('aria-valuetext', total === null ? `${clockText(ms)}, live` : `${clockText(ms)} of ${clockText(total)}`);
  }

  /** Must be called when the timeline has grown or the length of the read has become known. */
  showDuration(): void {
    const total = this.durationMs();
    byId('duration').textContent = total === null ? 'live' : clockText(total);
    this.rail.max = String(Math.round(this.playback.railMs));
    this.second = -1;
    this.position = '';
    this.showBuffer();
    this.showTicks();
    this.show(this.playback.nowMs);
  }

  /** Draws a tick where each scene after the first begins. A live read has no ticks, because its length is unknown. */
  private showTicks(): void {
    const total = this.durationMs();
    for (const tick of byId('rail').querySelectorAll('.tick')) tick.remove();
    if (total === null) return;
    for (const scene of this.data.scenes.slice(1)) {
      const start = this.timeline.sceneStart(scene.index);
      if (!start) continue;
      const tick = document.createElement('i');
      tick.className = 'tick';
      tick.style.setProperty('--at', `${(start.startMs / total) * 100}%`);
      byId('rail').append(tick);
    }
  }

  private showBuffer(): void {
    const { buffered } = this.playback.audio;
    const fetched = buffered.length > 0 ? buffered.end(buffered.length - 1) * 1000 : 0;
    const end = this.data.audioUrl === null ? this.playback.reachMs : fetched;
    byId('buffer').style.setProperty('--buffered', `${Math.min(100, (end / this.playback.railMs) * 100)}%`);
  }

  showPlaying(): void {
    const playing = !this.playback.audio.paused;
    document.documentElement.toggleAttribute('data-playing', playing);
    byId('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    byId('play').title = playing ? 'Pause (Space)' : 'Play (Space)';
  }

  toggleMute(): void {
    const { audio } = this.playback;
    audio.muted = !audio.muted;
    byId('mute').setAttribute('aria-pressed', String(audio.muted));
  }

  /** Changes the volume by steps of 10 %. */
  shiftVolume(steps: number): void {
    const slider = byId<HTMLInputElement>('volume');
    slider.value = String(Number(slider.value) + steps * 10);
    slider.dispatchEvent(new Event('input'));
    say(`Volume ${slider.value} %`);
    setTimeout(() => say(''), 1500);
  }

  /** Where the volume cannot be set (phones keep it to their own keys) there is no slider. */
  private wireVolume(): void {
    const { audio } = this.playback;
    const slider = byId<HTMLInputElement>('volume');
    const set = (percent: number): void => {
      audio.volume = percent / 100;
      slider.value = String(percent);
    };
    set(50);
    slider.hidden = audio.volume !== 0.5;
    set(Math.min(100, Math.max(0, Number(readPref('volume') ?? 100) || 0)));
    slider.addEventListener('input', () => {
      set(Number(slider.value));
      writePref('volume', slider.value);
      if (audio.muted) this.toggleMute();
    });
  }

  toggleCaptions(): void {
    this.setCaptions(document.documentElement.dataset.captions === 'off');
  }

  /** One step along the list of speeds. */
  shiftSpeed(steps: number): void {
    const index = this.speed.selectedIndex + steps;
    const option = this.speed.options[Math.max(0, Math.min(this.speed.options.length - 1, index))];
    if (option) this.setSpeed(Number(option.value));
  }

  toggleFullScreen(): void {
    const stage = maybe('bare') ?? maybe('left');
    if (!document.fullscreenEnabled || !stage) return;
    const done = document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen();
    done.catch(() => say('Full screen is not allowed here.'));
  }

  private wireFullScreen(): void {
    byId('full').hidden = !document.fullscreenEnabled;
    byId('full').addEventListener('click', () => this.toggleFullScreen());
    // The theater in full screen looks and behaves as the stage alone does.
    const left = maybe('left');
    document.addEventListener('fullscreenchange', () => {
      const filled = document.fullscreenElement;
      left?.classList.toggle('bare', filled === left);
      (filled ?? document.body).append(byId('status'));
    });
  }

  private setCaptions(on: boolean): void {
    document.documentElement.dataset.captions = on ? 'on' : 'off';
    byId('captions').setAttribute('aria-pressed', String(on));
    writePref('captions', on ? 'on' : 'off');
  }

  private setSpeed(speed: number): void {
    this.playback.audio.defaultPlaybackRate = speed;
    this.playback.audio.playbackRate = speed;
    this.speed.value = String(speed);
    writePref('speed', String(speed));
  }
}
