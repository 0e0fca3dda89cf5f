import { remembered } from '../../remembered.js';
import type { Emotion } from '../../../screenplay/model.js';
import { countWords } from '../wording/wording.js';
import { EMOTION_HINTS, EMOTION_WORDS, MANNERS, POLITE, RAISED_VOICE, type Cue } from './cues.js';
import { matchesOf } from '../../../patterns/matches.js';

/** An emotion with the acting direction that it gives; null for a plain line. */
export interface Feeling { emotion: Emotion; why: string | null }

/** The previous line, when it belongs to the same exchange. */
export interface LineBefore { isSameSpeaker: boolean; emotion: Emotion }

function firstCue(cues: readonly Cue[], text: string): Feeling | null {
  for (const [emotion, pattern, why] of cues) if (pattern.test(text)) return { emotion, why };
  return null;
}

/**
 * How the source says that the line is spoken; null when it does not. For a raised voice, `read` (the emotion that a reader of the story heard) decides, else
 * the words of the line.
 */
export function feelingOfManner(manner: string, text: string, read: Emotion | null = null): Feeling | null {
  if (manner === '') return null;
  const named = firstCue(MANNERS, manner);
  if (named || !RAISED_VOICE.test(manner)) return named;
  return read && read !== 'neutral' ? { emotion: read, why: null } : shownFeeling(plainText(text), null) ?? raisedIn(text);
}

const CRIED_WORDS = 4;
/** The feeling of a raised voice: a few words with an exclamation mark are a cry; a longer line pleads, insists on a refusal, or is lively. */
function raisedIn(text: string): Feeling {
  if (text.includes('!') && countWords(text) <= CRIED_WORDS) return { emotion: 'shout', why: 'a cry' };
  return exclaimedFeeling(text) ?? { emotion: 'happy', why: 'lively' };
}

const plainText = (spoken: string): string => spoken.replace(POLITE, ' ').replaceAll("'", '’');

/** The feeling that the words and marks of a line show; null when they show none. */
export function feelingOfWords(spoken: string, before: LineBefore | null): Feeling | null {
  const text = plainText(spoken);
  return shownFeeling(text, before) ?? exclaimedFeeling(text);
}

/** A result that can be cached; `is` is null for words that show no emotion. */
interface Shown { is: Feeling | null }

const namedFeeling = remembered((text): Shown => ({ is: isReport(text) ? null : firstCue(EMOTION_WORDS, text) }));

const shownFeeling = (text: string, before: LineBefore | null): Feeling | null =>
  namedFeeling(text).is ?? carriedFeeling(text, before) ?? hintedFeeling(text).is;

/**
 * The emotion that carries over from the previous line: a speaker who exclaims stays angry or afraid, one who whispers goes on whispering, and another person
 * answers a whisper low unless the answer has an exclamation mark. Null when none does.
 */
function carriedFeeling(text: string, before: LineBefore | null): Feeling | null {
  if (!before) return null;
  const { isSameSpeaker, emotion } = before;
  const exclaimed = text.includes('!');
  if (isSameSpeaker && (emotion === 'angry' || emotion === 'afraid' || emotion === 'whisper') && (exclaimed || emotion === 'whisper')) {
    return { emotion, why: 'still' };
  }
  return !isSameSpeaker && emotion === 'whisper' && !exclaimed ? { emotion: 'calm', why: 'answering low' } : null;
}

/** A line of up to this many words needs one sign of an emotion, and one more for each further stretch. */
const FIRST_SIGN_WORDS = 22;
const FURTHER_SIGN_WORDS = 36;
const EXCLAIMED_SIGN = 1.5;
/** Signs of composure weigh less, because many lines contain them next to another emotion. */
const CALM_SIGN = 0.8;
const DENIED = /(?:\b(?:not|never|no|nor|nothing|without|hardly|neither)|n’t)\s(?:[\p{L}’]+\s){0,2}$/iu;
/** Matches text that ends in a pronoun and at most two more words: an emotion word right after it describes another person, not the speaker. */
const OF_OTHERS = /\b(?:he|she|they|who|him|them)\s(?:[\p{L}’]+\s){0,2}$/iu;
const REACH = 40;

function signsIn(sentence: string, pattern: RegExp): number {
  let signs = 0;
  for (const { index } of matchesOf(sentence, pattern)) {
    const before = sentence.slice(Math.max(0, index - REACH), index);
    const isDenied = !sentence.endsWith('?') && DENIED.test(before);
    if (!isDenied && !OF_OTHERS.test(before)) signs += sentence.endsWith('!') ? EXCLAIMED_SIGN : 1;
  }
  return signs;
}

const sentencesOf = (text: string): string[] => text.match(/[^.!?…]+[.!?…]*/gu) ?? [];

/** The emotion that most words of the line suggest, if there are enough of them for its length. */
const hintedFeeling = remembered((text): Shown => {
  const sentences = sentencesOf(text);
  const words = countWords(text);
  const needed = (isReport(text) ? 2 : 1) * Math.max(1, 1 + (words - FIRST_SIGN_WORDS) / FURTHER_SIGN_WORDS);
  let best: { feeling: Feeling; signs: number } | null = null;
  for (const { emotion, pattern, why } of EMOTION_HINTS) {
    const isCalm = emotion === 'calm';
    const signs = sentences.filter((sentence) => !isCalm || !sentence.includes('!'))
      .reduce((sum, sentence) => sum + signsIn(sentence.trim(), pattern), 0) * (isCalm ? CALM_SIGN : 1);
    if (signs > (best?.signs ?? 0)) best = { feeling: { emotion, why }, signs };
  }
  return { is: best && best.signs >= needed * (best.feeling.emotion === 'calm' ? CALM_SIGN : 1) ? best.feeling : null };
});

const REPORT_WORDS = 25;
const PAST = /\b(?:was|were|had|did|said|went|came|saw|took|made|got|thought|knew|told|\p{Ll}{2,}ed)\b/gu;
const PRESENT = /\b(?:am|is|are|do|does|can|will|shall|must|may|let)\b|’(?:m|s|re|ll)\b/gu;

/** True for a longer line about the past: its words describe the events, and say little about how the line is spoken. */
function isReport(text: string): boolean {
  if (countWords(text) < REPORT_WORDS) return false;
  return (text.match(PAST)?.length ?? 0) > 2 * (text.match(PRESENT)?.length ?? 0);
}

const REFUSES = /\b(?:not|never|no|nor|nobody|nothing)\b|n’t\b/iu;
/** A plea or an oath: `Oh, don’t say so!`, `My God!` */
const PLEADS = /^(?:(?:oh|o|please|pray),?!?\s)*(?:(?:do not|don’t)\s|(?:my|merciful|great) (?:g[ao]w?d|lord)\b|oh,? no\b|god(?: in heaven)?!)/iu;
/** An exclamation of fewer words is a surprise, a call or a rebuke, and not cheerful. */
const LIVELY_WORDS = 4;

/**
 * The feeling of a line of which at least half the sentences are exclamations and which shows nothing else: pleading, insisting on a refusal, or lively. Null
 * for fewer exclamations, and for a few words that neither plead nor refuse.
 */
function exclaimedFeeling(text: string): Feeling | null {
  const sentences = sentencesOf(text).filter((sentence) => /\p{L}/u.test(sentence));
  const exclaimed = sentences.filter((sentence) => sentence.includes('!'));
  if (exclaimed.length === 0 || exclaimed.length * 2 < sentences.length) return null;
  if (PLEADS.test(text)) return { emotion: 'afraid', why: 'pleading' };
  if (exclaimed.some((sentence) => REFUSES.test(sentence))) return { emotion: 'angry', why: 'insisting' };
  return countWords(exclaimed.join(' ')) < LIVELY_WORDS ? null : { emotion: 'happy', why: 'lively' };
}
