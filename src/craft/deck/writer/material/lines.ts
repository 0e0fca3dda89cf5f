import { lettersOf } from '../../../narrative/writing/wording/wording.js';
import { scoredUnits, type Scored } from '../../../trailer/criteria.js';
import type { Unit } from '../../../trailer/cut.js';
import type { Chapter, ChapterLine, DeckSentence } from '../../deck.js';
import { peopleOf, type DeckSource } from '../deck-source.js';

/** Longer lines would hold up a deck. */
const MOST_LINE_MS = 6_500;
/** Lines may lean a little more than in a trailer, because the text beside them gives context. */
const MOST_LEANING = 0.65;
/** Lines from the end of the read, after this share, are not heard in a deck. */
const BEFORE_END = 0.93;

export interface LineWanted {
  /** How well a line suits, in addition to its score; null excludes it. */
  suits: (scored: Scored) => number | null;
  mostMs?: number | undefined;
}

/** What a deck already says, so that no line and no sentence appears twice, neither as text nor as sound. */
export class Taken {
  readonly #units = new Set<string>();
  readonly #texts: string[] = [];
  readonly #origins: { key: string; from: number; to: number }[] = [];

  constructor(chapters: readonly Pick<Chapter, 'sentences' | 'lines'>[] = []) {
    for (const { sentences, lines } of chapters) this.add(sentences, lines);
  }

  add(sentences: readonly DeckSentence[], lines: readonly ChapterLine[]): void {
    for (const { text, origins } of sentences) {
      this.#texts.push(lettersOf(text));
      for (const origin of origins) {
        const key = origin.kind === 'source' ? `source:${origin.sourceId}` : origin.kind === 'entry' ? `entry:${origin.entryIndex}` : null;
        if (key !== null && (origin.kind === 'source' || origin.kind === 'entry')) this.#origins.push({ key, from: origin.from, to: origin.to });
      }
    }
    for (const { entryIndex, sentence, text } of lines) {
      this.#units.add(`${entryIndex}:${sentence}`);
      this.#texts.push(lettersOf(text));
    }
  }

  /** Whether a deck already has these words, judged by their origin or by their letters. */
  hasText(text: string, origin: { kind: string; sourceId?: string; entryIndex?: number; from: number; to: number } | null): boolean {
    const letters = lettersOf(text);
    const key = origin === null ? null : origin.kind === 'source' ? `source:${origin.sourceId}` : `entry:${origin.entryIndex}`;
    return this.#origins.some((one) => origin !== null && one.key === key && one.from < origin.to && one.to > origin.from)
      || (letters.length > 8 && this.#texts.some((one) => one.includes(letters) || (one.length > 8 && letters.includes(one))));
  }

  hasUnit({ entryIndex, sentence, text }: Pick<Unit, 'entryIndex' | 'sentence' | 'text'>): boolean {
    return this.#units.has(`${entryIndex}:${sentence}`) || this.hasText(text, null);
  }
}

const asLine = ({ unit: { entryIndex, sentence, speaker, text, fromMs, toMs } }: Scored): ChapterLine =>
  ({ entryIndex, sentence, speaker, text, fromMs, toMs });

export interface LineFound { line: ChapterLine; scored: Scored; points: number }

/** Recorded lines of people that may be heard in a chapter, the best first. */
export function linesFor(source: DeckSource, taken: Taken, { suits, mostMs = MOST_LINE_MS }: LineWanted): LineFound[] {
  const people = new Set(peopleOf(source));
  return scoredUnits(source.read).flatMap((scored) => {
    const { unit, ms, leaning, points, from } = scored;
    if (unit.isStock || unit.speaker === null || !people.has(unit.speaker)) return [];
    if (ms > mostMs || leaning > MOST_LEANING || from > BEFORE_END || scored.words.size < 3) return [];
    const suiting = suits(scored);
    return suiting === null || taken.hasUnit(unit) ? [] : [{ line: asLine(scored), scored, points: points + suiting }];
  }).sort((one, other) => other.points - one.points || one.scored.order - other.scored.order);
}
