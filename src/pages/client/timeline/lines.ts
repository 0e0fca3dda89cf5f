import { clockText } from '../parts/dom.js';

/** Number (from 1), scene, start and end in milliseconds, who speaks, and the first words. */
export type TimedLine = [number: number, scene: number, startMs: number, endMs: number, who: string, words: string];

/** The lane of lines as a slider, whose steps are the lines. */
export class LineTrack {
  private at = 0;

  constructor(readonly element: HTMLElement, private readonly lines: readonly TimedLine[], private readonly durationMs: number) {
    element.setAttribute('role', 'slider');
    element.setAttribute('aria-label', 'Line');
    element.setAttribute('aria-valuemin', '1');
    element.setAttribute('aria-valuemax', String(lines.length));
    element.tabIndex = 0;
    const open = Number(new URLSearchParams(location.search).get('line'));
    this.at = Math.max(0, lines.findIndex(([number]) => number === open));
    this.name();
  }

  get line(): TimedLine | undefined {
    return this.lines[this.at];
  }

  /** The last line that has begun at a moment. */
  indexAt(ms: number): number {
    let low = 0;
    for (let high = this.lines.length - 1; low < high;) {
      const middle = Math.ceil((low + high) / 2);
      if (this.lines[middle]![2] <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  moveTo(index: number): void {
    this.at = Math.max(0, Math.min(this.lines.length - 1, index));
    this.name();
    this.mark();
  }

  /** Handles a key on the lane of lines; false when the key has no meaning here. */
  step(key: string): boolean {
    const scene = this.line?.[1] ?? 0;
    const firstOf = (wanted: number): number => this.lines.findIndex((each) => each[1] === wanted);
    const later = this.lines.findIndex((each, index) => index > this.at && each[1] !== scene);
    const before = this.lines[firstOf(scene) - 1]?.[1];
    const steps: Record<string, number> = {
      ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.lines.length - 1,
      PageDown: later < 0 ? this.lines.length - 1 : later, PageUp: this.at > firstOf(scene) || before === undefined ? firstOf(scene) : firstOf(before),
    };
    const to = steps[key];
    if (to === undefined) return false;
    this.moveTo(to);
    return true;
  }

  private name(): void {
    const { line } = this;
    if (!line) return;
    const [number, scene, startMs, , who, words] = line;
    this.element.setAttribute('aria-valuenow', String(this.at + 1));
    this.element.setAttribute('aria-valuetext', `Line ${number}, scene ${scene}, ${clockText(startMs)}, ${who}: ${words}`);
  }

  private mark(): void {
    const [here, field] = [this.element.querySelector('[data-line-here]'), this.element.querySelector('svg')];
    if (!here || !field || !this.line) return;
    const [, , startMs, endMs] = this.line;
    const x = (startMs / this.durationMs) * field.clientWidth;
    here.setAttribute('x', String(x));
    here.setAttribute('width', String(Math.max(3, (endMs / this.durationMs) * field.clientWidth - x)));
    here.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
