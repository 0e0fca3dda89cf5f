import type { ClientEntry } from '../../client-data.js';

/** An entry that has been voiced. */
export interface TimedEntry extends ClientEntry { startMs: number; endMs: number }

/** The times at which entries are heard. The page and live events fill it, in any order and repeatedly. It does not draw anything. */
export class Timeline {
  private timed: TimedEntry[] = [];
  private readonly known = new Map<number, TimedEntry>();
  private highest = -1;
  private voicedChars = 0;
  private readonly totalChars: number;
  private readonly byIndex: Map<number, ClientEntry>;

  constructor(readonly entries: readonly ClientEntry[]) {
    this.totalChars = entries.reduce((sum, entry) => sum + entry.text.length, 0);
    this.byIndex = new Map(entries.map((entry) => [entry.index, entry]));
    for (const entry of entries) if (entry.startMs !== null && entry.endMs !== null) this.fill(entry.index, entry.startMs, entry.endMs, entry.words);
  }

  /** Returns false when the entry is known already or is not in the script. `words` is as in `ClientEntry`. */
  fill(index: number, startMs: number, endMs: number, words?: number[]): boolean {
    const entry = this.byIndex.get(index);
    if (!entry || this.known.has(index)) return false;
    const timed = { ...entry, startMs, endMs, ...(words ? { words } : {}) };
    const last = this.timed[this.timed.length - 1];
    this.known.set(index, timed);
    this.timed.push(timed);
    this.highest = Math.max(this.highest, index);
    this.voicedChars += entry.text.length;
    if (last && last.startMs > startMs) this.timed.sort((a, b) => a.startMs - b.startMs);
    return true;
  }

  /** The last entry that has started at this time, or null before the first. */
  at(ms: number): TimedEntry | null {
    return this.timed[this.positionAt(ms)] ?? null;
  }

  /** The entry that is still heard when the one at this time begins, because both speak at once; null for most. */
  besideAt(ms: number): TimedEntry | null {
    const position = this.positionAt(ms);
    const [before, entry] = [this.timed[position - 1], this.timed[position]];
    return before && entry && before.endMs > entry.startMs ? before : null;
  }

  /** The entry `steps` lines away from the one at this time, kept within what is voiced. */
  stepFrom(ms: number, steps: number): TimedEntry | null {
    const position = Math.max(0, Math.min(this.timed.length - 1, this.positionAt(ms) + steps));
    return this.timed[position] ?? null;
  }

  find(index: number): TimedEntry | null {
    return this.known.get(index) ?? null;
  }

  /** The first voiced entry of a scene. */
  sceneStart(sceneIndex: number): TimedEntry | null {
    return this.timed.find((entry) => entry.sceneIndex === sceneIndex) ?? null;
  }

  /** End of the last voiced entry; 0 before the first. */
  get endMs(): number {
    return Math.max(0, ...this.timed.slice(-2).map((entry) => entry.endMs));
  }

  /** Estimated length of the whole read, from the voiced part and the length of the remaining text. */
  get expectedEndMs(): number {
    return this.voicedChars === 0 ? 0 : this.endMs * (this.totalChars / this.voicedChars);
  }

  get voicedLines(): number {
    return this.timed.length;
  }

  /** The highest index received, from which a new event stream continues; null before the first. */
  get lastIndex(): number | null {
    return this.highest < 0 ? null : this.highest;
  }

  private positionAt(ms: number): number {
    let low = 0;
    let high = this.timed.length - 1;
    let found = -1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const entry = this.timed[middle];
      if (entry && entry.startMs <= ms) {
        found = middle;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return found;
  }
}
