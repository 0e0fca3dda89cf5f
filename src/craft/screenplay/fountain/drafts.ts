import type { Aside, ScriptElement } from '../script.js';
import { endOfSpeech, isAside } from '../script.js';
import { withWords } from './inline.js';

/** Most elements to search backwards for the cue of the last speech. */
const MAX_SPEECH = 60;

/** An element with the raw lines of its text: marks and placeholders are not resolved yet. */
export interface Draft { element: ScriptElement; raw: string[] }

/** The elements of a script while it is parsed. */
export class DraftList {
  private readonly drafts: Draft[] = [];

  constructor(private readonly asides: readonly Aside[]) {}

  get length(): number { return this.drafts.length; }
  get last(): Draft | undefined { return this.drafts.at(-1); }

  push(element: ScriptElement, raw: string[]): void {
    this.drafts.push({ element, raw });
  }

  /**
   * Makes the last speech the left one of a simultaneous pair. Returns false when the script so far does not end with a speech, or when that speech is
   * already the right one of a pair.
   */
  pairWithLast(): boolean {
    const elements = this.drafts.slice(-MAX_SPEECH).map(({ element }) => element);
    const last = elements.findLastIndex(({ type }) => type === 'character');
    const cue = elements[last];
    if (cue?.type !== 'character' || cue.dual === 'right') return false;
    const end = endOfSpeech(elements, last);
    if (end === last + 1 || !elements.slice(end).every((element) => isAside(element))) return false;
    cue.dual = 'left';
    return true;
  }

  /** The elements, with marks and placeholders resolved. */
  elements(): ScriptElement[] {
    return this.drafts.map(({ element, raw }) => {
      if (isAside(element) || element.type === 'page_break') return element;
      return withWords(element, raw, this.asides);
    });
  }
}
