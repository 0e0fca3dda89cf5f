import { isHeardAfter } from '../../text/heard-phrases.js';
import type { Intensity, StageEffect } from './effects.js';
import { EFFECT_WORDS, ENDS, intensityIn } from './effect-words.js';
import { matchesOf } from '../../patterns/matches.js';

/** An effect that a text tells of as visible: the range `[start, end)` of the text. */
export interface ToldEffect { effect: StageEffect; intensity: Intensity; lasts: 'scene' | 'line'; start: number; end: number }

const QUOTED = /[“"][^”"]*(?:[”"]|$)/gu;
const SENTENCE = /[^.!?;]+[.!?;]*["”’)]*/gu;
/** Matches a word of every effect, so that sentences without any are skipped quickly. */
const ANY = /rain|drizzl|downpour|shower|pour|snow|flake|blizzard|fog|mist|haze|smoke|spark|ember|cinder|flame|fire|ablaze|dust|mote|sand-?storm|lightning|shak|shook|trembl|quak|rock|shudder|lurch|heav|jolt|explo|light|lamp|lantern|candle|torch|taper|chandelier|bulb|gas|screen|neon|fluoresc|dark|black|sun|moon|glow|blaz|coal|log|stove|furnace|hearth/u;
/** Matches a sentence about another time, about things in general, or about a picture. */
const NOT_HERE = /\b(?:years? (?:ago|before)|long ago|in (?:his|her|my|their) (?:youth|childhood|dreams?|mind|head|imagination|memory|fancy)|once upon a time|next (?:day|morning) (?:would|will)|used to|painting of|picture of|photograph of|that (?:night|day|morning|evening) when|in (?:winter|summer|autumn|spring)|every (?:night|day|morning|evening|year|winter|summer))\b/u;
/** Words right before an effect which make it a condition or a point in time: "when it rained, they stayed". */
const WHENEVER = /(?:^|[,;(\s])(?:when|whenever|if|unless|in case|as soon as|until|till|before|after|like|as)(?: (?:the|a|an))? ?$/u;
/** Matches words before a figure of speech, such as "as if through a mist". */
const FIGURE = /\b(?:as (?:if|though|it were|in)|like|seemed? to|appeared to|so to speak|metaphor\w*)\b[^,;:—]*$/u;
const CONTEXT = 30;

/** The text without its quoted speech, in lower case with plain punctuation; every character keeps its position. */
const told = (text: string): string => text.replace(/[’‘]/gu, '\'').replace(QUOTED, (quoted) => ' '.repeat(quoted.length)).replace(/[\s_]/gu, ' ').replace(/\p{Lu}/gu, (letter) => {
  const small = letter.toLowerCase();
  return small.length === letter.length ? small : letter;
});

const clauseAround = (sentence: string, start: number, end: number): string =>
  `${sentence.slice(Math.max(0, start - CONTEXT), start).split(/[,;:—]/u).at(-1)!}${sentence.slice(start, Math.min(sentence.length, end + CONTEXT)).split(/[,;:—]/u)[0]!}`;

function effectsIn(sentence: string, inTheOpen: boolean): ToldEffect[] {
  if (!ANY.test(sentence) || /\?\W*$/u.test(sentence) || NOT_HERE.test(sentence)) return [];
  const found: ToldEffect[] = [];
  for (const { effect, words: patterns, without, isOutside, lasts } of EFFECT_WORDS) {
    if ((isOutside && !inTheOpen) || without?.test(sentence)) continue;
    for (const { 0: words, index: start } of patterns.flatMap((pattern) => matchesOf(sentence, pattern))) {
      const before = sentence.slice(0, start);
      const end = start + words.length;
      if (found.some((other) => other.effect === effect) || ENDS[effect]?.test(sentence)) continue;
      if (WHENEVER.test(before) || FIGURE.test(before) || !isHeardAfter(before, words, true)) continue;
      found.push({ effect, intensity: intensityIn(words, clauseAround(sentence, start, end), effect), lasts, start, end });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/**
 * The effects that a text (narration, action, stage directions) tells of as visible now, in text order, each only once. Quoted speech, questions,
 * comparisons, figures of speech, negations, wishes, habits and memories do not count. Indoors (`inTheOpen` is false) weather does not count either.
 */
export function effectsToldIn(text: string, inTheOpen: boolean): ToldEffect[] {
  const found = matchesOf(told(text), SENTENCE).flatMap(({ 0: sentence, index }) =>
    effectsIn(sentence, inTheOpen).map((effect) => ({ ...effect, start: effect.start + index, end: effect.end + index })));
  return found.filter(({ effect }, at) => found.findIndex((other) => other.effect === effect) === at);
}

/** The effects that a text tells of as ended. */
export function endsToldIn(text: string): StageEffect[] {
  const plain = told(text);
  return (Object.keys(ENDS) as StageEffect[]).filter((effect) => ENDS[effect]!.test(plain));
}

const HEADINGS: readonly (readonly [StageEffect, RegExp])[] = [
  ['rain', /\b(?:rain(?:y|ing|swept|storm)?|drizzl\w*|downpour|pouring)\b/u], ['snow', /\b(?:snowing|snow ?storm|snow ?fall|blizzard|falling snow|snow$|snow(?=[ ]*[-–—,)]))\b/u],
  ['fog', /\b(?:fog(?:gy)?|mist(?:y)?)\b/u],
];

/** The weather that the heading of an outdoor scene states. */
export function effectsOfHeading(heading: string): Pick<ToldEffect, 'effect' | 'intensity'>[] {
  const plain = told(heading);
  return HEADINGS.flatMap(([effect, words]) => (words.test(plain) ? [{ effect, intensity: intensityIn(plain, '', effect) }] : []));
}
