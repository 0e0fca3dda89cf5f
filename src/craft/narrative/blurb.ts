import { countWords, splitSentences, standsAlone } from './analysis/index.js';
import type { BlurbBrief } from './model.js';

const MAX_BLURB_CHARS = 600;
const MAX_TOLD = 2;
/** Shares of the episode: sentences come from its beginning, a question from its middle, and nothing comes from its end, which would give the story away. */
const TOLD_FROM = 0.45;
const ASKED = { from: 0.08, to: 0.75 } as const;

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** Text for a podcast app: on one line and without emphasis marks. */
const plain = (text: string): string => text.replace(/\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '').replace(/\s+/gu, ' ').trim();

/** The complete sentences of a text, without words after the last full stop; all of them when none is complete. */
function sentencesOf(text: string): string[] {
  const clean = plain(text);
  const all = splitSentences(clean).map(({ start, end }) => clean.slice(start, end));
  const whole = all.filter((sentence) => /[.!?…]["'”’)\]]*$/u.test(sentence));
  return whole.length > 0 ? whole : all;
}

/** Whole sentences up to `most` characters, at least the first. */
export function wholeSentences(text: string, most: number): string {
  let kept = '';
  for (const sentence of sentencesOf(text)) {
    if (kept !== '' && kept.length + 1 + sentence.length > most) break;
    kept = kept === '' ? sentence : `${kept} ${sentence}`;
  }
  return kept;
}

/** A sentence of a line, with the share of the episode that comes before it (0 to 1) in `at`. */
interface Heard { text: string; at: number; speaker: string | null; isAction: boolean; first: boolean }

function heardIn({ lines }: BlurbBrief): Heard[] {
  const spoken = lines.filter(({ kind }) => kind === 'action' || kind === 'dialogue');
  const all = spoken.reduce((sum, { text }) => sum + countWords(text), 0);
  let before = 0;
  return spoken.flatMap(({ text, kind, speaker }) => sentencesOf(text).map((sentence, order): Heard => {
    const heard = { text: sentence, at: before / Math.max(1, all), speaker, isAction: kind === 'action', first: before === 0 && order === 0 };
    before += countWords(sentence);
    return heard;
  }));
}

const TELLS = /\b(?:\p{Ll}+ed|was|were|had|came|went|took|found|saw|stood|sat|lay|told|gave|made|knew|thought|felt|heard|kept|left|began|ran|fell|held|brought|rose)\b/u;
const ADDRESSES = /^(?:You|Your|Well|Yes|No|Oh|Ah|Why|What|Come|Let|Please|Sir|Madam)\b|,\s(?:sir|madam|my dear|Mr|Mrs|Miss)\b/u;

/** The storyteller: the speaker with the most sentences that narrate events; null when no dialogue does. */
function tellerOf(heard: readonly Heard[]): string | null {
  const told = new Map<string | null, number>();
  for (const { text, speaker, isAction } of heard) {
    if (!isAction && TELLS.test(text) && !ADDRESSES.test(text) && !/\?/u.test(text)) told.set(speaker, (told.get(speaker) ?? 0) + 1);
  }
  return [...told].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const surname = (name: string): string => name.split(/\s+/u).at(-1)!;

/** First words that refer back to what was said before. */
const REFERS = /^(?:He|She|It|They|This|That|These|Those|But|And|Then|So|Yet|Or|For)\b/u;

/** A pronoun without a possible antecedent in its sentence: `Edged by the river, it trails`, `Peter had asked him`. */
const UNNAMED = /^\p{Lu}\p{Ll}+(?:ed|ing)\b[^,]*, (?:it|he|she|they)\b|^(?:(?:Mr|Mrs|Miss|Dr)\.? )?\p{Lu}\p{Ll}+ (?:had |has |was )?\p{Ll}+ (?:him|them)\b|^(?:Some|Others|Many|Most|Both|Each|Another),? (?:\p{Ll}+,? )?(?:have|had|were|are|was|is)\b/u;

/** How well a sentence of narration tells a stranger what the episode is about; negative for a sentence that makes sense only in its context. */
function worthOf({ text, at, isAction, first }: Heard, people: readonly string[]): number {
  const words = countWords(text);
  if (at > TOLD_FROM || words < 8 || words > 45 || /[“”"?]/u.test(text) || !TELLS.test(text) || (ADDRESSES.test(text) && !isAction)) return -1;
  if (UNNAMED.test(text)) return -1;
  if (first ? REFERS.test(text) : !standsAlone(text).ok) return -1;
  const named = people.filter((name) => text.includes(surname(name))).length;
  return 1 + Math.min(2, named) * 0.6 + (first ? 0.6 : 0) + (isAction ? 0.3 : 0) - at;
}

/** How curious a question makes a stranger; negative for a question that makes sense only in its context. */
function curiosityOf({ text, at, isAction }: Heard): number {
  const words = countWords(text);
  if (isAction || at < ASKED.from || at > ASKED.to || words < 5 || words > 20 || !/\?$/u.test(text) || /[“”"]/u.test(text)) return -1;
  const verdict = standsAlone(text);
  const asks = /^(?:Who|What|Why|How|Where)\b/u.test(text) ? 0.5 : 0;
  return (words >= 6 && verdict.ok ? 1 : asks > 0 ? 0.4 : -1) + asks - Math.abs(at - 0.4);
}

const best = (all: readonly Heard[], worth: (heard: Heard) => number, count: number): Heard[] =>
  all.map((heard) => ({ heard, value: worth(heard) })).filter(({ value }) => value > 0).sort((a, b) => b.value - a.value || a.heard.at - b.heard.at)
    .slice(0, count).map(({ heard }) => heard).sort((a, b) => a.at - b.at);

/** True when the words about the episode were written for it rather than copied from its lines. */
function isWritten(words: string, { lines }: BlurbBrief): boolean {
  const told = letters(lines.map(({ text }) => text).join(' '));
  return sentencesOf(words).some((sentence) => !told.includes(letters(sentence)));
}

/**
 * The description of an episode for a podcast app, in whole sentences of at most 600 characters together; a longer first sentence is kept whole. It is a text
 * written about the episode, else sentences from its beginning that can be understood alone, and a question that it raises. The lines chosen never come from
 * its last part. Null when no text, sentence or question is found.
 */
export function blurbOf(brief: BlurbBrief): string | null {
  const own = brief.written?.trim() ?? '';
  if (own !== '' && isWritten(own, brief)) return wholeSentences(own, MAX_BLURB_CHARS);
  const heard = heardIn(brief);
  const teller = tellerOf(heard);
  const telling = heard.filter(({ isAction, speaker }) => isAction || speaker === teller);
  const told = best(telling, (each) => worthOf(each, brief.people), MAX_TOLD).map(({ text }) => text);
  const asked = best(heard, curiosityOf, 1).map(({ text }) => `“${text}”`);
  if (told.length > 0) return wholeSentences([...told, ...asked].join(' '), MAX_BLURB_CHARS);
  return own === '' ? asked[0] ?? null : wholeSentences(own, MAX_BLURB_CHARS);
}
