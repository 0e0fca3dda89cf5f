import { lineKey, type ScriptLine } from './entries.js';
import { gramsOf, similarityOf, longestRising, type Grams } from './similarity.js';
import { foldedWords } from './spoken.js';

export type AlignableLine = Pick<ScriptLine, 'kind' | 'speaker' | 'text'>;

/**
 * How a new line relates to an old one: `same` in place, `edited` in place, `moved` unchanged, or `new` without one.
 */
export type LineFate = 'same' | 'edited' | 'moved' | 'new';

export interface Alignment {
  /** For each new line the index of its old line, or null. No old line is used twice. */
  from: (number | null)[];
  fates: LineFate[];
  /** Indexes of old lines without a new line. */
  retired: number[];
}

const MIN_SIMILARITY = 0.6;
/** Factor on the similarity of lines with different speakers. */
const OTHER_SPEAKER_FACTOR = 0.9;
/** Most pairs to compare in one gap. */
const MAX_GAP_PAIRS = 40_000;
/** Most pairs to compare in all, so that a completely rewritten script is aligned in bounded time. */
const MAX_PAIRS = 1_000_000;
const MIN_MOVED_LETTERS = 8;
/** Shorter lines have too few letters to compare after an edit; their neighbours decide. */
const SHORT_LETTERS = 12;

/**
 * Matches the lines of a new version with those of the old one: first the lines that are unique in both, then similar
 * lines in the gaps between them, then moved lines by their words. Takes linear time except within small gaps.
 */
export function alignLines(old: readonly AlignableLine[], next: readonly AlignableLine[]): Alignment {
  const aligner = new Aligner(old, next);
  aligner.range(0, old.length, 0, next.length);
  aligner.shortLines();
  aligner.moves();
  return aligner.result();
}

class Aligner {
  private readonly oldKeys: string[];
  private readonly newKeys: string[];
  private readonly from: (number | null)[];
  private readonly fates: LineFate[];
  private readonly used: Uint8Array;
  private readonly grams = new Map<string, Grams>();
  private pairsLeft = MAX_PAIRS;

  constructor(private readonly old: readonly AlignableLine[], private readonly next: readonly AlignableLine[]) {
    this.oldKeys = old.map(lineKey);
    this.newKeys = next.map(lineKey);
    this.from = next.map(() => null);
    this.fates = next.map(() => 'new');
    this.used = new Uint8Array(old.length);
  }

  result(): Alignment {
    return { from: this.from, fates: this.fates, retired: [...this.used.keys()].filter((at) => this.used[at] === 0) };
  }

  private pair(old: number, next: number, fate: LineFate): void {
    this.from[next] = old;
    this.fates[next] = fate;
    this.used[old] = 1;
  }

  range(oldFrom: number, oldTo: number, newFrom: number, newTo: number): void {
    const ranges: [number, number, number, number][] = [[oldFrom, oldTo, newFrom, newTo]];
    for (let range = ranges.pop(); range; range = ranges.pop()) {
      let [a, b, c, d] = range;
      while (a < b && c < d && this.oldKeys[a] === this.newKeys[c]) this.pair(a++, c++, 'same');
      while (b > a && d > c && this.oldKeys[b - 1] === this.newKeys[d - 1]) this.pair(--b, --d, 'same');
      if (a >= b || c >= d) continue;
      const anchors = this.anchors(a, b, c, d);
      if (anchors.length === 0) this.gap(a, b, c, d);
      let [oldAt, newAt] = [a, c];
      for (const [old, next] of anchors) {
        this.pair(old, next, 'same');
        ranges.push([oldAt, old, newAt, next]);
        [oldAt, newAt] = [old + 1, next + 1];
      }
      if (anchors.length > 0) ranges.push([oldAt, b, newAt, d]);
    }
  }

  /** Pairs of lines that occur once on each side of the range and have the same order on both. */
  private anchors(oldFrom: number, oldTo: number, newFrom: number, newTo: number): [number, number][] {
    const once = (keys: readonly string[], from: number, to: number): Map<string, number> => {
      const seen = new Map<string, number>();
      for (let at = from; at < to; at += 1) seen.set(keys[at]!, seen.has(keys[at]!) ? -1 : at);
      return seen;
    };
    const [left, right] = [once(this.oldKeys, oldFrom, oldTo), once(this.newKeys, newFrom, newTo)];
    const pairs: [number, number][] = [];
    for (const [key, at] of left) {
      const other = right.get(key) ?? -1;
      if (at >= 0 && other >= 0) pairs.push([at, other]);
    }
    return longestRising(pairs);
  }

  /** Pairs the lines of a gap without anchors, in order, with the highest total similarity. */
  private gap(oldFrom: number, oldTo: number, newFrom: number, newTo: number): void {
    const [rows, columns] = [oldTo - oldFrom, newTo - newFrom];
    if (rows * columns > Math.min(MAX_GAP_PAIRS, this.pairsLeft)) return;
    this.pairsLeft -= rows * columns;
    const alike = new Float64Array(rows * columns);
    for (let i = 0; i < rows; i += 1) {
      for (let j = 0; j < columns; j += 1) alike[i * columns + j] = this.alike(oldFrom + i, newFrom + j);
    }
    const best = new Float64Array((rows + 1) * (columns + 1));
    const cell = (i: number, j: number): number => i * (columns + 1) + j;
    for (let i = rows - 1; i >= 0; i -= 1) {
      for (let j = columns - 1; j >= 0; j -= 1) {
        const pairing = alike[i * columns + j]!;
        const skip = Math.max(best[cell(i + 1, j)]!, best[cell(i, j + 1)]!);
        best[cell(i, j)] = pairing > 0 ? Math.max(skip, pairing + best[cell(i + 1, j + 1)]!) : skip;
      }
    }
    for (let i = 0, j = 0; i < rows && j < columns;) {
      const pairing = alike[i * columns + j]!;
      if (pairing > 0 && best[cell(i, j)] === pairing + best[cell(i + 1, j + 1)]!) {
        this.pair(oldFrom + i, newFrom + j, pairing === 1 ? 'same' : 'edited');
        i += 1;
        j += 1;
      } else if (best[cell(i + 1, j)]! >= best[cell(i, j + 1)]!) i += 1;
      else j += 1;
    }
  }

  private alike(oldAt: number, newAt: number): number {
    const [a, b] = [this.old[oldAt]!, this.next[newAt]!];
    if (this.oldKeys[oldAt] === this.newKeys[newAt]) return 1;
    if (a.kind !== b.kind) return 0;
    const score = this.similarity(a.text, b.text);
    return score < MIN_SIMILARITY ? 0 : Math.min(0.999, a.speaker === b.speaker ? score : score * OTHER_SPEAKER_FACTOR);
  }

  private similarity(a: string, b: string): number {
    return similarityOf(this.gramsOf(a), this.gramsOf(b));
  }

  private gramsOf(text: string): Grams {
    let grams = this.grams.get(text);
    if (!grams) this.grams.set(text, grams = gramsOf(text));
    return grams;
  }

  /** Matches a short line between two matched neighbours with the old line of the same kind and speaker. */
  shortLines(): void {
    for (let at = 0; at < this.next.length; at += 1) {
      if (this.from[at] !== null) continue;
      const above = at === 0 ? -1 : this.from[at - 1];
      const below = at === this.next.length - 1 ? this.old.length : this.from[at + 1];
      if (above === null || above === undefined || below !== above + 2) continue;
      const [a, b] = [this.old[above + 1]!, this.next[at]!];
      if (this.used[above + 1] !== 0 || a.kind !== b.kind || a.speaker !== b.speaker) continue;
      const short = Math.min(foldedWords(a.text).length, foldedWords(b.text).length) < SHORT_LETTERS;
      if (short && this.similarity(a.text, b.text) > 0) this.pair(above + 1, at, 'edited');
    }
  }

  moves(): void {
    const free = new Map<string, number[]>();
    // Reversed, so that `pop` takes the first of several equal lines.
    this.oldKeys.map((key, at) => ({ key, at })).reverse().forEach(({ key, at }) => {
      if (this.used[at] !== 0) return;
      const same = free.get(key);
      if (same) same.push(at);
      else free.set(key, [at]);
    });
    this.newKeys.forEach((key, at) => {
      const moves = this.from[at] === null && foldedWords(this.next[at]!.text).length >= MIN_MOVED_LETTERS;
      const old = moves ? free.get(key)?.pop() : undefined;
      if (old !== undefined) this.pair(old, at, 'moved');
    });
  }
}
