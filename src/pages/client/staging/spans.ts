import type { ClientSpan, PlayerData } from '../../client-data.js';
import type { TimedEntry } from '../parts/timeline.js';

/** A span on the clock of the read. */
export interface TimedSpan<S> { span: S; startMs: number; endMs: number }

/** Knows when spans of the stage begin and end, once their entries have been heard. `gives` says whether a span ends when a later one of its scene begins. */
export class Spans<S extends ClientSpan> {
  private readonly times = new Map<number, { startMs: number; endMs: number }>();
  private readonly lastOf = new Map<number, number>();

  constructor(private readonly spans: readonly S[], { entries }: PlayerData, private readonly gives: (one: S, later: S) => boolean) {
    for (const { index, sceneIndex, startMs, endMs } of entries) {
      if (startMs !== null && endMs !== null) this.times.set(index, { startMs, endMs });
      this.lastOf.set(sceneIndex, index);
    }
  }

  /** The spans of the entry's scene that have begun by `ms` and end after `fromMs`, in their order. */
  begun(entry: TimedEntry | null, ms: number, fromMs: number): TimedSpan<S>[] {
    if (!entry) return [];
    this.times.set(entry.index, entry);
    const own = this.spans.filter(({ sceneIndex }) => sceneIndex === entry.sceneIndex);
    const sceneEndMs = this.times.get(this.lastOf.get(entry.sceneIndex)!)?.endMs ?? Number.POSITIVE_INFINITY;
    return own.flatMap((span) => {
      const heard = this.times.get(span.entryIndex);
      if (!heard || heard.startMs > ms) return [];
      const next = own.filter((other) => other.entryIndex > span.entryIndex && this.gives(span, other));
      const later = next.map((other) => this.times.get(other.entryIndex)?.startMs);
      const wantedMs = heard.startMs + (span.durationMs ?? heard.endMs - heard.startMs);
      const endMs = Math.min(wantedMs, sceneEndMs, ...later.filter((at) => at !== undefined));
      return endMs > fromMs ? [{ span, startMs: heard.startMs, endMs }] : [];
    });
  }
}
