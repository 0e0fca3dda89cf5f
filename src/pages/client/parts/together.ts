import { byId, clockText } from './dom.js';
import type { Playback } from './playback.js';
import { RoomClock } from './room-clock.js';

/** An inaudible difference. Below it the speed returns to normal. */
const CLOSE_MS = 20;
const FAR_MS = 45;
/** A larger difference is jumped over; a smaller one is made up for by playing slightly faster or slower. */
const JUMP_MS = 1_200;
const MAX_CHANGE = 0.08;
const MAKE_UP_MS = 2_500;
/** A listener who joins a room this early starts at the beginning. */
const BEGINNING_MS = 3_000;
/** Time that the audio needs to load after a jump. */
const ARRIVAL_MS = 250;

/** Keeps this listener where the others in the room are, until someone pauses, seeks or changes the speed here. */
export class Together {
  /** Whether this listener follows the room. */
  on = true;
  private readonly clock: RoomClock;
  private correcting = false;

  constructor(url: string, private readonly playback: Playback, private readonly hooks: {
    durationMs: () => number | null;
    started: () => boolean;
    /** Plays from a moment. Starts playback if it has not started yet. */
    playFrom: (ms: number) => void;
  }) {
    this.clock = new RoomClock(url, () => playback.playing, () => this.show());
    const { audio } = playback;
    audio.addEventListener('pause', () => { if (!audio.ended && !playback.waitingForRoom) this.leave(); });
    audio.addEventListener('play', () => { if (!playback.waitingForRoom) void this.clock.look(); });
    byId('join').addEventListener('click', () => this.join());
    byId('from-start').addEventListener('click', () => {
      this.on = false;
      hooks.playFrom(0);
      this.show();
    });
    setInterval(() => this.keepPace(), 500);
  }

  /** The position at which a listener who starts now begins: the room's position, or 0 near its beginning. */
  get entryMs(): number {
    const position = this.runningMs;
    return this.on && position !== null && position > BEGINNING_MS ? position + ARRIVAL_MS : 0;
  }

  /** Stops following the room, because this listener has paused or has chosen a position or a speed. */
  leave(): void {
    if (!this.hooks.started() || !this.on) return;
    this.on = false;
    this.setPace(1);
    this.show();
  }

  private join(): void {
    this.on = true;
    byId<HTMLSelectElement>('speed').value = '1';
    this.playback.audio.defaultPlaybackRate = 1;
    this.hooks.playFrom(Math.max(0, this.runningMs ?? 0) + ARRIVAL_MS);
    this.show();
  }

  /** The room's position; null before its start is known and after its end. */
  private get runningMs(): number | null {
    const position = this.clock.positionMs;
    const duration = this.hooks.durationMs();
    if (position === null || (duration !== null && position > duration)) return null;
    return position;
  }

  private keepPace(): void {
    this.show();
    const { audio, playing, nowMs, reachMs } = this.playback;
    const wanted = this.runningMs;
    if (!this.on || !playing || wanted === null || audio.seeking || audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
    if (audio.defaultPlaybackRate !== 1) return this.leave();
    const behindMs = Math.min(Math.max(0, wanted), reachMs) - nowMs;
    if (Math.abs(behindMs) > JUMP_MS && wanted > 0) return this.hooks.playFrom(wanted + ARRIVAL_MS);
    this.correcting = Math.abs(behindMs) > (this.correcting ? CLOSE_MS : FAR_MS);
    this.setPace(this.correcting ? 1 + Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, behindMs / MAKE_UP_MS)) : 1);
  }

  private setPace(pace: number): void {
    const { audio } = this.playback;
    const rate = audio.defaultPlaybackRate * pace;
    if (audio.playbackRate !== rate) audio.playbackRate = rate;
  }

  private show(): void {
    const position = this.runningMs;
    const started = this.hooks.started();
    const apart = position !== null && position > 0 && started && !this.on;
    const count = byId('listeners');
    count.hidden = this.clock.listeners === 0;
    count.textContent = `${this.clock.listeners} listening`;
    byId('join').hidden = !apart;
    byId('from-start').hidden = apart || position === null || position < BEGINNING_MS || !this.on;
    const title = document.querySelector('.curtain-title');
    if (title && !started && position !== null && position > BEGINNING_MS) title.textContent = `Join at ${clockText(position)}`;
  }
}
