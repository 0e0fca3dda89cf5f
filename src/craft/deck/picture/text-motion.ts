import type { Passing, Picture } from '../../film/film.js';
import { wordsIn } from './words.js';

/** How the words of a chapter appear: at once, rising, sentence by sentence, or word by word. */
export const textMotions = ['none', 'rise', 'by_sentence', 'typed'] as const;
export type TextMotion = (typeof textMotions)[number];

/** Which elements of a chapter a picture shows. */
export interface CardPart {
  /** The ground of a card, or the shade behind words over a picture. */
  ground: boolean;
  /** Kicker and title. */
  head: boolean;
  /** A range of words of the text, counted from 0; `until` is exclusive. Null for no words. */
  words: readonly [from: number, until: number] | null;
  quotes: boolean;
}

/** Everything at once. */
export const WHOLE_CARD: CardPart = { ground: true, head: true, words: [0, Infinity], quotes: true };
const NOTHING: CardPart = { ground: false, head: false, words: null, quotes: false };

/** Typed words appear in at most this many parts, because each part is a picture of its own. */
const MOST_TYPED = 24;

const countOf = (text: string): number => wordsIn(text).length;

/** The end of a sentence: its mark, and closing quotation marks or brackets after it. */
const SENTENCE_END = /[.!?…]["'”’)\]]*$/;

function sentenceSpans(words: readonly string[]): [number, number][] {
  const ends = words.flatMap((word, at) => (SENTENCE_END.test(word) && at < words.length - 1 ? [at + 1] : []));
  return [...ends, words.length].map((end, at): [number, number] => [ends[at - 1] ?? 0, end]).filter(([from, until]) => until > from);
}

function typedSpans(words: readonly string[]): [number, number][] {
  const each = Math.max(1, Math.ceil(words.length / MOST_TYPED));
  return Array.from({ length: Math.ceil(words.length / each) }, (_, at) => [at * each, Math.min(words.length, (at + 1) * each)]);
}

/** The parts in which the words of a chapter appear, in order, with how many words each adds to read. Together they show the whole card, and nothing twice. */
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

/** Milliseconds that a reader needs for this many words: 200 a minute, after a glance. */
export const readingMs = (words: number): number => (words === 0 ? 0 : 250 + words * 300);

/** When the first words appear, so that the picture is seen before them. */
const FIRST_MS = 350;
/** How parts appear: milliseconds of their fade, and how far they rise as a share of the height. */
const COMING: Readonly<Record<TextMotion, { fadeInMs: number; rise: number }>> = {
  none: { fadeInMs: 0, rise: 0 }, rise: { fadeInMs: 700, rise: 0.045 }, by_sentence: { fadeInMs: 450, rise: 0.012 }, typed: { fadeInMs: 80, rise: 0 },
};
const GROUND_FADE_MS = 350;

/**
 * When the parts of `cardParts` appear in a shot that lasts `durationMs`; `shown` is the picture of a part. A part appears once the parts before it can have
 * been read, and the last one stays long enough to be read. If the shot is too short for that, the last part keeps its time as far as the shot allows, and
 * the earlier ones appear faster.
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
