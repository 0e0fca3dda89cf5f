import type { Evidence } from './evidence.js';
import type { Figure } from '../names/figures.js';

/** Weight of everybody's word frequencies in the estimate of one person's, as a number of words. */
const PRIOR = 200;
/** Fewer tagged words than this tell nothing about a person. */
const MIN_WORDS = 60;

interface Own { counts: Map<string, number>; words: number }

/** Compares the words of a turn with those that tags give to each person: oaths, dialect, favourite words and topics. */
export class Wordings {
  private readonly all = new Map<string, number>();
  private total = 0;
  private readonly own = new Map<Figure, Own>();
  private readonly tokens: readonly string[][];
  private readonly known = new Map<string, number>();

  constructor(evidence: readonly Evidence[]) {
    this.tokens = evidence.map(({ turn }) => tokensOf(turn.words));
    evidence.forEach(({ settled }, at) => {
      for (const token of this.tokens[at]!) {
        this.all.set(token, (this.all.get(token) ?? 0) + 1);
        this.total++;
      }
      if (!settled) return;
      const own = this.own.get(settled) ?? { counts: new Map<string, number>(), words: 0 };
      this.own.set(settled, own);
      for (const token of this.tokens[at]!) {
        own.counts.set(token, (own.counts.get(token) ?? 0) + 1);
        own.words++;
      }
    });
  }

  /** How much better the words of turn `at` fit the figure than people in general: from -3 to 3, and 0 when the figure has too few known words. */
  likeness(figure: Figure, at: number): number {
    const own = this.own.get(figure);
    if (!own || own.words < MIN_WORDS) return 0;
    const key = `${figure.order} ${at}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    for (const token of this.tokens[at]!) {
      const expected = (this.all.get(token) ?? 1) / this.total;
      sum += Math.log(((own.counts.get(token) ?? 0) + PRIOR * expected) / (own.words + PRIOR) / expected);
    }
    const value = Math.max(-3, Math.min(3, sum / Math.sqrt(1 + this.tokens[at]!.length)));
    this.known.set(key, value);
    return value;
  }
}

const tokensOf = (words: string): string[] => words.toLowerCase().match(/[\p{L}’]*\p{L}|[!?—]/gu) ?? [];
