import type { Figure, Mention } from '../names/figures.js';
import { genderOfForm } from '../names/names.js';
import { SPEECH_VERB } from '../language/lexicon.js';
import type { Block, Segment } from './quotations.js';
import { splitSentences } from '../language/sentences.js';
import { isCredit } from '../language/titles.js';
import { beatSubject, speakingIn, tagAfter, tagBefore, type Tag } from './tags.js';

/** A paragraph of narration, or one turn of speech with the narration around it. */
export interface Item {
  index: number;
  block: Block;
  /** The narration, white space collapsed. */
  narration: string;
  mentions: Mention[];
  turn: Turn | null;
}

/** One turn of speech, before its speaker is known. */
export interface Turn {
  order: number;
  item: number;
  quotes: Segment[];
  /** The spoken words with their quotation marks, white space collapsed. */
  words: string;
  tag: Tag | null;
  tagSpan: { start: number; end: number } | null;
  /** Narration of the same paragraph before the first quotation and after the last, white space collapsed. */
  lead: string;
  tail: string;
  leadSpan: { start: number; end: number } | null;
  tailSpan: { start: number; end: number } | null;
  /** True when the turn continues a turn of the previous paragraph. */
  continues: boolean;
  /** A description of the speaker when another tag of the turn also gives the name: `returned the uncle … said Quill`. */
  alsoCalled: string | null;
  /** People whom the words address by name. */
  addressed: Set<Figure>;
}

/** Words of narration before a quotation that is cited rather than spoken: `a paper headed`. */
const LEADS_TO_CITATION = /\b(?:headed|entitled|marked|inscribed|printed|labelled|written|addressed it to|called|named|termed|word|words|phrase|title|sign)[,:]?\s*$/;
const ENDS_IN_SPEECH_VERB = new RegExp(`\\b(?:${SPEECH_VERB})(?:\\s(?:him|her|them|me|us|to\\s\\w+))?\\s*$`);

/** Builds the stream of narration and turns from the paragraphs of a text. */
export function itemsOf(plain: string, blocks: readonly Block[]): Item[] {
  const items: Item[] = [];
  let order = 0;
  for (const block of blocks) {
    const turns = block.kind === 'body' ? turnsOf(plain, block, items.at(-1) ?? null) : [];
    if (turns.length === 0) {
      const words = collapse(plain.slice(block.start, block.end));
      // The author under the title is nobody of the story.
      const narration = block.kind !== 'body' && isCredit(words) && !/\d/u.test(words) ? '' : words;
      items.push({ index: items.length, block, narration, mentions: [], turn: null });
      continue;
    }
    for (const turn of turns) {
      turn.item = items.length;
      turn.order = order++;
      items.push({ index: items.length, block, narration: narrationAround(plain, block, turn), mentions: [], turn });
    }
  }
  return items;
}

/** The text with single spaces. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function narrationAround(plain: string, block: Block, turn: Turn): string {
  const from = turn.leadSpan?.start ?? turn.quotes[0]?.start ?? block.start;
  const to = turn.tailSpan?.end ?? turn.quotes.at(-1)?.end ?? block.end;
  return block.segments.filter((segment) => !segment.quote && segment.start >= from && segment.end <= to)
    .map((segment) => collapse(plain.slice(segment.start, segment.end))).join(' ');
}

/** Words that begin narration about a person other than the one who has just spoken. */
const CONTRAST = /^(?:But|Yet|Then|So|When|While)\s/;

/** Only a dash between two quotations of one paragraph: another person answers, `“From the fair?”—“Yes,” cried Ned`. */
const BARE_DASH = /^\s*[—–-]\s*$/;

function turnsOf(plain: string, block: Block, previous: Item | null): Turn[] {
  const turns: Turn[] = [];
  let current: Turn | null = null;
  let spokenTo = block.start;
  block.segments.forEach((segment, at) => {
    if (!segment.quote) return;
    const isAnswer = current !== null && BARE_DASH.test(plain.slice(spokenTo, segment.start));
    // Words that the narration only cites belong to it: the lead begins after the last words spoken.
    const before = spokenTo < segment.start && !isAnswer ? { ...segment, quote: false, start: spokenTo, end: segment.start } : undefined;
    const after = block.segments[at + 1];
    const lead = before ? plain.slice(before.start, before.end) : '';
    const tail = after && !after.quote ? plain.slice(after.start, after.end) : '';
    const words = plain.slice(segment.start, segment.end);
    const tagged = tagAfter(collapse(tail), collapse(words));
    if (!isSpeech(collapse(lead), collapse(tail), collapse(words), tagged)) return;
    spokenTo = segment.end;
    const tag = findTag(collapse(lead), collapse(tail), tagged, current, at === 0 ? previous : null);
    if (current !== null && !isAnswer && !startsNewTurn(current, tag, collapse(lead))) {
      const said = current.words;
      current.quotes.push(segment);
      current.words += ` ${collapse(words)}`;
      if (current.tag?.kind === 'description' && tag?.kind === 'name' && tag.how !== 'beat') {
        current.alsoCalled = current.tag.subject;
      }
      if (tag && (current.tag === null || (current.tag.how === 'beat' && tag.how !== 'beat')
        || (tag.how !== 'beat' && current.tag.kind !== 'name' && tag.kind === 'name' && !CONTRAST.test(collapse(tail))))) {
        current.tag = tag;
        current.tagSpan = spanOf(tag, before, after);
      } else if (current.tag === null && current.lead === '' && CLOSED.test(said)) {
        current.tag = actionIn(collapse(lead));
      }
      return;
    }
    current = {
      order: 0, item: 0, quotes: [segment], words: collapse(words), tag,
      tagSpan: tag ? spanOf(tag, before, after) : null,
      lead: collapse(lead), tail: '', leadSpan: before && !before.quote ? range(before) : null, tailSpan: null,
      continues: block.continues && at === 0, alsoCalled: null, addressed: new Set(),
    };
    turns.push(current);
  });
  const last = turns.at(-1);
  const end = block.segments.at(-1);
  if (last && end && !end.quote && end.start >= (last.quotes.at(-1)?.end ?? 0)) {
    last.tail = collapse(plain.slice(end.start, end.end));
    last.tailSpan = range(end);
    if (!last.tag) adoptTailBeat(last);
  }
  return turns;
}

function adoptTailBeat(turn: Turn): void {
  if (turn.lead === '') turn.tag = actionIn(turn.tail);
}

/** A quotation that ends as a sentence does, so that the narration after it is a sentence of its own. */
const CLOSED = /[.!?…]”$/;

/** The person whose action follows the words in their own paragraph: `“No.” Ann put down the cup.` */
function actionIn(narration: string): Tag | null {
  const first = splitSentences(narration)[0];
  return first ? beatSubject(narration.slice(first.start, first.end)) : null;
}

function range(segment: Segment): { start: number; end: number } {
  return { start: segment.start, end: segment.end };
}

function spanOf(
  tag: Tag, before: Segment | undefined, after: Segment | undefined,
): { start: number; end: number } | null {
  const side = tag.how === 'after' ? after : before;
  return side && !side.quote ? range(side) : null;
}

/** False for a quotation that is only part of a narrated sentence, such as an inscription or a cited word. */
function isSpeech(lead: string, tail: string, words: string, after: Tag | null): boolean {
  if (!/[\p{L}\p{N}]/u.test(words)) return false;
  if (/[\p{L}\d]$/u.test(lead) && /^as\s/.test(tail) && !ENDS_IN_SPEECH_VERB.test(lead)
    && words.split(' ').length < 4) return false;
  if (after?.how === 'after') return true;
  if (lead !== '' && LEADS_TO_CITATION.test(lead) && !/[,:]$/.test(lead)) return false;
  if (lead === '' || /[,.:;!?—–…)”’]$/.test(lead)) return true;
  if (ENDS_IN_SPEECH_VERB.test(lead)) return true;
  return /[.!?…]”$/.test(words) && /^[“‘]*\p{Lu}/u.test(words) && words.split(' ').length > 4;
}

function findTag(lead: string, tail: string, after: Tag | null, current: Turn | null, previous: Item | null): Tag | null {
  const leadSentence = lastSentence(lead);
  const goesOn = /^[\s,]*(?:and|but|as|then)\s/.test(tail) && /[:,]$/.test(lead) ? tagBefore(leadSentence) : null;
  if (goesOn?.how === 'before') return goesOn;
  if (after?.how === 'after') return after;
  const resumed = current !== null && /,$/.test(lead) && leadSentence === lead && tagAfter(lead, '')?.how === 'after';
  if (leadSentence !== '' && !resumed) {
    const before = tagBefore(leadSentence);
    if (before) return before;
    const beat = current === null ? beatIn(lead) : null;
    if (beat) return beat;
  }
  const introduction = previous === null ? '' : previous.turn === null ? previous.narration : previous.turn.tail;
  if (lead === '' && /[:,—-]$/.test(introduction)) {
    const before = tagBefore(lastSentence(introduction));
    if (before) return before;
  }
  return after;
}

/** The last subject of the narration before a quotation, within three sentences. */
function beatIn(narration: string): Tag | null {
  const sentences = splitSentences(narration).slice(-3).reverse();
  let pronoun: Tag | null = null;
  for (const { start, end } of sentences) {
    const sentence = narration.slice(start, end);
    const beat = beatSubject(sentence) ?? speakingIn(sentence);
    if (!beat) { if (pronoun) break; continue; }
    if (beat.kind !== 'pronoun' || beat.subject === 'I') return pronoun && beat.subject === 'I' ? pronoun : beat;
    pronoun ??= beat;
  }
  return pronoun;
}

function lastSentence(text: string): string {
  const last = splitSentences(text).at(-1);
  return last ? text.slice(last.start, last.end) : '';
}

function startsNewTurn(current: Turn, tag: Tag | null, between: string): boolean {
  if (tag?.how === 'before' && tag.kind === 'pronoun' && current.tag?.kind === 'pronoun'
    && tag.subject !== current.tag.subject) return true;
  if (between === '') return tag !== null && tag.how !== 'beat';
  const goesOn = /,$/.test(between) && (tag?.how !== 'before' || lastSentence(between) === between);
  if (goesOn || !/[.!?:]/.test(between)) return false;
  if (tag && current.tag && tag.how !== 'beat' && !sameSubject(current.tag, tag)) return true;
  const sentences = splitSentences(between).slice(1).reverse();
  for (const { start, end } of sentences) {
    const beat = beatSubject(between.slice(start, end));
    if (beat?.kind === 'name' && current.tag?.kind === 'name' && !sameSubject(current.tag, beat)) return true;
  }
  return false;
}

function genderOf({ kind, subject }: Tag): 'female' | 'male' | null {
  if (kind !== 'pronoun') return genderOfForm(subject);
  return subject === 'she' ? 'female' : subject === 'he' ? 'male' : null;
}

/**
 * True when two tags of one paragraph can mean the same person; a pronoun other than `I` fits anybody of its gender.
 */
function sameSubject(a: Tag, b: Tag): boolean {
  const [first, second] = [a.subject.toLowerCase(), b.subject.toLowerCase()];
  if (first === second) return true;
  if (a.subject === 'I' || b.subject === 'I') return false;
  if (a.kind === 'pronoun' && b.kind === 'pronoun') return false;
  const [one, other] = [genderOf(a), genderOf(b)];
  if (one !== null && other !== null && one !== other) return false;
  if (b.kind === 'pronoun') return true;
  if (a.kind === 'pronoun') return false;
  if (a.kind === 'description' && b.kind === 'description') return first.split(' ').at(-1) === second.split(' ').at(-1);
  if (a.kind === 'name' && b.kind === 'name') {
    return first.endsWith(second.split(' ').at(-1) ?? '') || second.endsWith(first.split(' ').at(-1) ?? '');
  }
  return true;
}
