import type { TimedWord } from '../../craft/stage/caption-parts.js';
import type { ClientEntry } from '../client-data.js';

/** The mark stays on a word for this long after its end, unless the next word begins. */
const LINGER_MS = 250;

/** The words of a line with their times; empty when the times are not known. */
export function timedWords({ words = [] }: Pick<ClientEntry, 'words'>): TimedWord[] {
  const timed: TimedWord[] = [];
  for (let at = 0, to = 0, endMs = 0; at < words.length; at += 4) {
    const [from, startMs] = [to + words[at]!, endMs + words[at + 2]!];
    [to, endMs] = [from + words[at + 1]!, startMs + words[at + 3]!];
    timed.push({ from, to, startMs, endMs });
  }
  return timed;
}

function wordAt(words: readonly TimedWord[], ms: number): TimedWord | null {
  const last = words.findLast(({ startMs }) => startMs <= ms);
  return last && ms < last.endMs + LINGER_MS ? last : null;
}

/**
 * Marks the word that is being spoken, where its text is shown. It uses CSS highlights (like the search in `parts/find.ts`): no element changes, so nothing
 * moves and nothing is announced. Browsers without highlights show the line unmarked.
 */
export class WordMark {
  /** What is marked, by place. */
  private readonly marked: Record<string, { node: Node | null; word: TimedWord | null }> = {};

  /** Marks the word of a shown text; `words` have the clock of `ms`, and offsets in the text of the element's first node. */
  show(place: string, element: Element | null, words: readonly TimedWord[], ms: number): void {
    const [node, word, before] = [element?.firstChild ?? null, wordAt(words, ms), this.marked[place]];
    if (!('highlights' in CSS) || (before?.node === node && before.word === word)) return;
    this.marked[place] = { node, word };
    const ranges = Object.values(this.marked).flatMap((mark) => {
      if (!mark.node || !mark.word) return [];
      const range = new Range();
      range.setStart(mark.node, mark.word.from);
      range.setEnd(mark.node, mark.word.to);
      return [range];
    });
    CSS.highlights.set('said', new Highlight(...ranges));
  }
}
