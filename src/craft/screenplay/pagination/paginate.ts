import type { Script } from '../script.js';
import { blocksOf, type Block, type SetLine } from './blocks.js';
import { STANDARD, type PageProfile } from './profiles.js';
import { splitAction, splitSpeech } from './split.js';

/** A line on a page. `row` counts from 0 at the top. */
export interface PageLine extends SetLine {
  row: number;
  /** True for a line that pagination adds: (MORE), or the repeated cue of a continued speech. */
  generated?: true;
}

/** `number` counts from 1, without the title page. */
export interface Page { number: number; lines: PageLine[] }
export interface PageList { profile: PageProfile; pages: Page[] }

/** More lines than any pagination rule looks at beyond a page. */
const WINDOW_MARGIN = 8;

type Splittable = Extract<Block, { kind: 'speech' | 'action' }>;

/**
 * Breaks a script into pages on the character grid. Depends on nothing but the elements and the profile. The default
 * profile is the geometry of the script's file, else `standard`.
 */
export function paginate(script: Script, profile: PageProfile = script.layout ?? STANDARD): PageList {
  const blocks = blocksOf(script, profile);
  const setter = new PageSetter(profile);
  blocks.forEach((block, at) => setter.place(block, blocks[at + 1], blocks[at + 2]));
  return { profile, pages: setter.finish() };
}

/** Pages `from` to `to`, inclusive and counted from 1. Pages keep their numbers. */
export const pageRange = ({ profile, pages }: PageList, from = 1, to = Infinity): PageList =>
  ({ profile, pages: pages.filter(({ number }) => number >= from && number <= to) });

class PageSetter {
  private readonly pages: Page[] = [];
  private lines: PageLine[] = [];
  private used = 0;
  constructor(private readonly profile: PageProfile) {}

  finish(): Page[] {
    this.flush();
    return this.pages;
  }

  place(block: Block, next: Block | undefined, afterNext: Block | undefined): void {
    switch (block.kind) {
      case 'break': this.flush(); return;
      case 'heading': this.placeHeading(block, next, afterNext); return;
      case 'transition':
        if (!this.fits(block.lines.length, block.before)) this.turnPage();
        this.put(block.lines, block.before);
        return;
      case 'dual': this.placeDual(block); return;
      default: this.placeSplittable(block, next);
    }
  }

  private get room(): number {
    return this.profile.linesPerPage - this.used;
  }

  /** Blank lines above a block here: none at the top of a page. */
  private gap(before: number): number {
    return this.used > 0 ? before : 0;
  }

  private fits(lines: number, before: number): boolean {
    return this.gap(before) + lines <= this.room;
  }

  private flush(): void {
    if (this.lines.length > 0) this.pages.push({ number: this.pages.length + 1, lines: this.lines });
    this.lines = [];
    this.used = 0;
  }

  /** Ends the page above a block that moves to the next one. Headings at the foot of the page move with the block. */
  private turnPage(): void {
    let keep = this.lines.length;
    while (this.lines[keep - 1]?.kind === 'heading') keep -= 1;
    const headings = keep > 0 ? this.lines.splice(keep) : [];
    this.flush();
    for (const [at, heading] of headings.entries()) {
      // Two headings in a row keep the blank line between them.
      const apart = at > 0 && headings[at - 1]!.element !== heading.element;
      this.put([heading], apart ? this.profile.heading.before : 0);
    }
  }

  private get onlyHeadings(): boolean {
    return this.lines.every(({ kind }) => kind === 'heading');
  }

  private put(lines: readonly (SetLine & { generated?: true })[], before: number): void {
    this.used += this.gap(before);
    for (const line of lines) {
      if (this.used >= this.profile.linesPerPage) this.flush();
      this.lines.push({ ...line, row: this.used });
      this.used += 1;
    }
  }

  /** Places a heading on a page that also has room for the lines that must follow it, so that it is never the last line of a page. */
  private placeHeading(
    block: Extract<Block, { kind: 'heading' }>, next: Block | undefined, afterNext: Block | undefined,
  ): void {
    const tail = minLinesOf(next) + (next?.kind === 'heading' ? minLinesOf(afterNext) : 0);
    if (this.used > 0 && !this.fits(block.lines.length + tail, block.before)) this.flush();
    this.put(block.lines, block.before);
  }

  private placeDual(block: Extract<Block, { kind: 'dual' }>): void {
    const height = Math.max(block.left.length, block.right.length);
    if (height > this.profile.linesPerPage) {
      // Two simultaneous speeches taller than a page are printed one after the other, so that no word is lost.
      for (const single of block.single) this.place(single, undefined, undefined);
      return;
    }
    if (!this.fits(height, block.before)) this.turnPage();
    this.used += this.gap(block.before);
    const top = this.used;
    for (const column of [block.left, block.right]) {
      column.forEach((line, at) => this.lines.push({ ...line, row: top + at }));
    }
    this.used = top + height;
  }

  private placeSplittable(block: Splittable, next: Block | undefined): void {
    const { profile } = this;
    const [cue] = block.lines;
    let opening: SetLine[] = [];
    let from = 0;
    let { before } = block;
    for (;;) {
      const count = opening.length + block.lines.length - from;
      // Takes few more lines than a page holds: copying all remaining lines for every page would be quadratic.
      const lines = [...opening, ...block.lines.slice(from, from + profile.linesPerPage + WINDOW_MARGIN)];
      const keep = this.reserveFor(next);
      if (this.fits(count + keep, before)) {
        this.put(marked(lines, opening.length), before);
        return;
      }
      const room = this.room - this.gap(before);
      const most = this.fits(count, before) ? count - 1 : room;
      const cut = block.kind === 'speech' ? splitSpeech(lines, Math.min(most, room - 1))
        : splitAction(lines, Math.min(most, room));
      if (cut === null && !this.onlyHeadings) {
        this.turnPage();
        continue;
      }
      if (cut === null && count <= room) {
        this.put(marked(lines, opening.length), before);
        return;
      }
      const at = cut ?? Math.max(1, block.kind === 'speech' ? room - 1 : room);
      this.put(marked(lines.slice(0, at), opening.length), before);
      from += at - opening.length;
      if (block.kind === 'speech') {
        this.put([{ kind: 'more', column: cue!.column, text: { text: profile.more }, element: cue!.element,
          generated: true }], 0);
        opening = [{ ...cue!, text: { text: `${block.cue} ${profile.contd}` } }];
      }
      before = 0;
      this.flush();
    }
  }

  /**
   * Lines to reserve for a transition that follows, because it must not open a page. None directly below a heading,
   * which could otherwise be left alone on its page.
   */
  private reserveFor(next: Block | undefined): number {
    const alone = this.lines.at(-1)?.kind === 'heading' || this.used === 0;
    return next?.kind === 'transition' && !alone ? next.before + next.lines.length : 0;
  }
}

const marked = (lines: readonly SetLine[], generated: number): (SetLine & { generated?: true })[] =>
  lines.map((line, at) => (at < generated ? { ...line, generated: true as const } : line));

/** The number of lines of a block that must follow a heading on the same page. */
function minLinesOf(block: Block | undefined): number {
  if (!block) return 0;
  switch (block.kind) {
    case 'break': return 0;
    case 'dual': return block.before + Math.max(block.left.length, block.right.length);
    case 'heading': case 'transition': return block.before + block.lines.length;
    case 'speech': return block.before + (block.lines.length <= 4 ? block.lines.length : 4);
    default: return block.before + (block.lines.length <= 3 ? block.lines.length : 2);
  }
}
