import { literal } from '../../literal.js';
import { remembered } from '../../remembered.js';
import { STOCK_LINES, type StockFamily } from './stock-lines.js';
import { FOREIGN, FOREIGN_LINES, foreignLanguageOf, type ForeignLanguage } from './foreign-lines.js';
import { lettersOf } from '../wording/wording.js';
import { seededRandom, shuffled } from './seed.js';
import { matchesOf } from '../../../patterns/matches.js';

/** The language of stock lines; `none`, for any other language, says titles only. */
export type StockLanguage = 'en' | ForeignLanguage | 'none';

/** The language of the stock lines around texts: the language that all texts share, else `none`. English lines never surround another language. */
export function stockLanguageOf(analyses: readonly { language: 'en' | 'other'; text: string }[]): StockLanguage {
  if (analyses.every(({ language }) => language === 'en')) return 'en';
  const languages = new Set(analyses.map(({ language, text }) => language === 'en' ? 'en'
    : foreignLanguageOf(text) ?? 'none'));
  return languages.size === 1 ? [...languages][0]! : 'none';
}

const NEUTRAL_LINES: Partial<Record<StockFamily, readonly string[]>> = { open: ['{title}.'], source: ['{title}.'] };

function linesOf(language: StockLanguage, family: StockFamily): readonly string[] {
  if (language === 'en') return STOCK_LINES[family];
  return (language === 'none' ? NEUTRAL_LINES : FOREIGN_LINES[language])[family] ?? [];
}

/** The lines with which a drama announces itself. */
const DRAMA_LINES = { part: ['{title}, by {author}. Part {part} of {parts}.', '{title}. Part {part} of {parts}.', 'Part {part} of {parts}.'] };

/** Words for the slots of a stock line; `Topic` has a capital. */
export type Slots = Partial<Record<'title' | 'author' | 'date' | 'topic' | 'Topic' | NumberSlot, string>>;
type NumberSlot = 'part' | 'parts';

/** Draws stock lines without replacement, every family in an order by the seed. Skips lines with an unfilled slot. */
export class StockQueue {
  readonly #seed: string;
  readonly #language: StockLanguage;
  readonly #queues = new Map<StockFamily, string[]>();

  constructor(seed: string, language: StockLanguage = 'en') {
    this.#seed = seed;
    this.#language = language;
  }

  /** False when stock lines are titles only: then there are no questions. */
  get hasSentences(): boolean {
    return this.#language !== 'none';
  }

  /** The next line of a family with its slots filled; null when no fitting line is left. */
  take(family: StockFamily, slots: Slots = {}): string | null {
    let queue = this.#queues.get(family);
    if (!queue) {
      queue = shuffled(linesOf(this.#language, family), seededRandom(`${this.#seed}:${family}`));
      this.#queues.set(family, queue);
    }
    const at = queue.findIndex((line) => slotsOf(line).every((slot) => slots[slot]));
    const line = at < 0 ? undefined : queue.splice(at, 1)[0];
    return line === undefined ? null : filled(line, slots);
  }
}

const slotsOf = (line: string): (keyof Slots)[] =>
  matchesOf(line, /\{(\w+)\}/gu).map((match) => match[1] as keyof Slots);

function filled(line: string, slots: Slots): string {
  return line.replace(/\{(\w+)\}/gu, (_all, slot: string) => slots[slot as keyof Slots] ?? '').replace(/\.\.$/u, '.')
    .replace(/([?!])\.(?= |$)/gu, '$1');
}

/** A stock line that a text may be an instance of, with the words in its slots. */
export interface StockMatch { family: StockFamily | 'part'; slots: Slots }

const ALL_LINES: Partial<Record<StockFamily | 'part', readonly string[]>>[] = [STOCK_LINES, NEUTRAL_LINES, DRAMA_LINES, ...FOREIGN.map((language) => FOREIGN_LINES[language])];
const PATTERNS = ALL_LINES.flatMap((families) => Object.entries(families) as [StockFamily | 'part', readonly string[]][])
  .flatMap(([family, lines]) =>
  lines.map((line) => {
    const source = line.split(/(\{\w+\})/u)
      .map((part) => (part.startsWith('{') ? '(.+?)' : literal(part))).join('');
    return { family, slots: slotsOf(line), fixed: line.replace(/\{\w+\}/gu, '').length,
      pattern: new RegExp(`^${source.replace(/\\\.$/u, '[.?!]?')}$`, 'u') };
  })).sort((a, b) => b.fixed - a.fixed);

/** Every stock line that a spoken text may be an instance of; the line with the most fixed words comes first. */
export const stockMatches = remembered((text): readonly StockMatch[] => {
  const found: StockMatch[] = [];
  for (const { family, slots, pattern } of PATTERNS) {
    const match = pattern.exec(text);
    if (match) found.push({ family, slots: Object.fromEntries(slots.map((slot, i) => [slot, match[i + 1]!])) });
  }
  return found;
});

/** True when the text is a stock line with only words of the sources or the title in its slots. */
export function isSupportedStock(text: string, sourceLetters: readonly string[], title: string): boolean {
  const titleLetters = lettersOf(title);
  return stockMatches(text).some(({ slots }) => Object.entries(slots).every(([slot, value]) => {
    if (slot === 'part' || slot === 'parts') return /^[a-z-]+(?: [a-z-]+)*$/u.test(value);
    const letters = lettersOf(value.replace(/^the /iu, ''));
    return titleLetters.includes(letters) || sourceLetters.some((source) => source.includes(letters));
  }));
}
