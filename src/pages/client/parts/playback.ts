import { say } from './dom.js';
import type { Timeline, TimedEntry } from './timeline.js';

/** How far into a line "previous" still means the line before. */
const INTO_LINE_MS = 1500;
const SKIP_MS = 15_000;

/**
 * The one audio element. Its `currentTime` is the only clock of the page; `onFrame` runs on each frame while it plays, and after
 * each seek.
 */
export class Playback {
  /** True while a silent file plays, which keeps the browser's permission to play until the performance can be heard. */
  waitingForRoom = false;
  onFrame: (ms: number) => void = () => undefined;
  onRefused: () => void = () => undefined;
  /** Seeks where the source itself cannot. Returns false when the source must seek. */
  seekElsewhere: (ms: number) => boolean = () => false;
  /** The position on the read's clock at which the source begins, and the earliest position that is shown. */
  private baseMs = 0;
  private leastMs = 0;
  private frame = 0;

  constructor(
    readonly audio: HTMLAudioElement,
    private readonly timeline: Timeline,
    private readonly durationMs: () => number | null,
  ) {
    audio.addEventListener('play', () => this.run());
    audio.addEventListener('seeked', () => this.tick());
    audio.addEventListener('pause', () => this.tick());
    audio.addEventListener('ended', () => this.tick());
  }

  get nowMs(): number {
    return this.waitingForRoom ? 0 : Math.max(this.leastMs, this.baseMs + this.audio.currentTime * 1000);
  }

  /**
   * Loads a source that begins at `baseMs`. That may be a little before `wantedMs`, because sound is cut in frames; the position shown is `wantedMs` from the
   * first moment.
   */
  load(url: string, baseMs = 0, wantedMs = baseMs): void {
    this.baseMs = baseMs;
    this.leastMs = wantedMs;
    this.audio.src = url;
  }

  get playing(): boolean {
    return !this.audio.paused && !this.waitingForRoom;
  }

  /** Latest position that can be played: the end of the read, or of what is voiced. */
  get reachMs(): number {
    return this.durationMs() ?? this.timeline.endMs;
  }

  /** Length of the rail: that of the read, or the expected length of a live one. */
  get railMs(): number {
    return Math.max(1, this.durationMs() ?? this.timeline.expectedEndMs);
  }

  tick(): void {
    this.onFrame(this.nowMs);
  }

  /** Resolves false when the browser refused, which is a state and not an error. */
  async play(): Promise<boolean> {
    try {
      await this.audio.play();
      return true;
    } catch (error) {
      // A pause or a new source during the start was requested by the user, and a broken source has its own event.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return false;
      say('Press play to start the sound.');
      this.onRefused();
      return false;
    }
  }

  toggle(): void {
    if (!this.audio.paused) return this.audio.pause();
    // Playback that has ended starts over, also when its source began in the middle.
    if (this.audio.ended) this.seek(0);
    void this.play();
  }

  seek(ms: number): void {
    if (this.waitingForRoom) return;
    const wantedMs = Math.max(0, Math.min(ms, this.reachMs));
    if (!this.seekElsewhere(wantedMs)) {
      this.leastMs = 0;
      this.audio.currentTime = (wantedMs - this.baseMs) / 1000;
    }
    this.tick();
  }

  goTo(entry: TimedEntry | null): void {
    // A hair inside the line, because media times are rounded to their own unit.
    if (entry) this.seek(entry.startMs + 5);
  }

  previous(): void {
    const current = this.timeline.at(this.nowMs);
    const into = current ? this.nowMs - current.startMs : 0;
    this.goTo(this.timeline.stepFrom(this.nowMs, into > INTO_LINE_MS ? 0 : -1));
  }

  next(): void {
    this.goTo(this.timeline.stepFrom(this.nowMs, 1));
  }

  /** Seeks by steps of 15 s; negative for back. */
  skip(steps: number): void {
    this.seek(this.nowMs + steps * SKIP_MS);
  }

  private run(): void {
    cancelAnimationFrame(this.frame);
    const step = (): void => {
      this.tick();
      if (!this.audio.paused) this.frame = requestAnimationFrame(step);
    };
    step();
  }
}
