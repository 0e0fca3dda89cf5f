import type { Passing, Picture } from '../../film/film.js';
import { wordsIn } from './words.js';

/** How the words of a chapter come: at once, rising, sentence by sentence, or word by word. */
export const textMotions = ['none', 'rise', 'by_sentence', 'typed'] as const;
export type TextMotion = (typeof textMotions)[number];

/** What a picture of a chapter shows of it. */
export interface CardPart {
  /** The ground of a card, or the shade below words that lie over a picture. */
  ground: boolean;
  /** Kicker and title. */
  head: boolean;
  /** Words of the text, counted from 0: from the first on, up to the one before the second. */
  words: readonly [from: number, until: number] | null;
  quotes: boolean;
}

/** Everything at once. */
export const WHOLE_CARD: CardPart = { ground: true, head: true, words: [0, Infinity], quotes: true };
const NOTHING: CardPart = { ground: false, head: false, words: null, quotes: false };

/** Words that are typed come in at most so many parts, each of which is a picture of its own. */
const MOST_TYPED = 24;

const countOf = (text: string): number => wordsIn(text).length;

/** A sentence ends with its mark and what closes around it. */
const SENTENCE_END = /[.!?…]["'”’)\]]*$/;

function sentenceSpans(words: readonly string[]): [number, number][] {
  const ends = words.flatMap((word, at) => (SENTENCE_END.test(word) && at < words.length - 1 ? [at + 1] : []));
  return [...ends, words.length].map((end, at): [number, number] => [ends[at - 1] ?? 0, end]).filter(([from, until]) => until > from);
}

function typedSpans(words: readonly string[]): [number, number][] {
  const each = Math.max(1, Math.ceil(words.length / MOST_TYPED));
  return Array.from({ length: Math.ceil(words.length / each) }, (_, at) => [at * each, Math.min(words.length, (at + 1) * each)]);
}

/** The parts in which a chapter comes, in their order, with how many words there are to read in each. Together they show the whole, and nothing twice. */
export function cardParts(
  motion: TextMotion, { text, quotes = [] }: { text: string; quotes?: readonly { text: string }[] },
): { part: CardPart; words: number }[] {
  const words = wordsIn(text);
  const quoted = quotes.reduce((sum, quote) => sum + countOf(quote.text), 0);
  if (motion === 'none') return [{ part: WHOLE_CARD, words: words.length + quoted }];
  if (motion === 'rise') return [{ part: { ...NOTHING, ground: true }, words: 0 }, { part: { ...WHOLE_CARD, ground: false }, words: words.length + quoted }];
  const spans = motion === 'by_sentence' ? sentenceSpans(words) : typedSpans(words);
  return [
    { part: { ...NOTHING, ground: true, head: true }, words: 0 },
    ...spans.map(([from, until]) => ({ part: { ...NOTHING, words: [from, until] as const }, words: until - from })),
    ...quoted > 0 ? [{ part: { ...NOTHING, quotes: true }, words: quoted }] : [],
  ];
}

/** Milliseconds that a reader needs for so many words: 200 a minute, after a glance. */
export const readingMs = (words: number): number => (words === 0 ? 0 : 250 + words * 300);

/** When the first words come, so that the picture is seen before. */
const FIRST_MS = 350;
/** Fades, and how far parts rise, in shares of the height. */
const COMING: Readonly<Record<TextMotion, { fadeInMs: number; rise: number }>> = {
  none: { fadeInMs: 0, rise: 0 }, rise: { fadeInMs: 700, rise: 0.045 }, by_sentence: { fadeInMs: 450, rise: 0.012 }, typed: { fadeInMs: 80, rise: 0 },
};
const GROUND_FADE_MS = 350;

/**
 * How the parts of `cardParts` pass over a shot that lasts `durationMs`; `shown` is the picture of a part. A part comes when the ones before it can have been
 * read, and the last one stays for as long as it takes to read it. In a shot that is too short for all of it, the last part still has its time, as far as the
 * shot has any, and those before it come faster.
 */
export function textPassings(motion: TextMotion, parts: readonly { shown: Picture; words: number }[], durationMs: number): Passing[] {
  const whole = { fromMs: 0, untilMs: durationMs, fadeInMs: 0, fadeOutMs: 0, rise: 0 };
  if (motion === 'none') return parts.map(({ shown }) => ({ shown, ...whole }));
  const read = parts.map(({ words }) => readingMs(words));
  const before = read.slice(0, -1).reduce((sum, ms) => sum + ms, 0);
  const first = Math.max(0, Math.min(FIRST_MS, durationMs - read.at(-1)!));
  const room = Math.max(0, durationMs - first - (read.at(-1) ?? 0));
  const pace = before === 0 ? 1 : Math.min(1, room / before);
  let readMs = 0;
  return parts.map(({ shown, words }, at) => {
    if (words === 0) return { shown, ...whole, fadeInMs: Math.min(GROUND_FADE_MS, durationMs / 4) };
    const fromMs = Math.round(first + readMs * pace);
    readMs += read[at]!;
    const { fadeInMs, rise } = COMING[motion];
    return { shown, ...whole, fromMs, fadeInMs: Math.min(fadeInMs, (durationMs - fromMs) / 3), rise };
  });
}
