import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { tagAfter } from '../../analysis/speech/tags.js';
import { mannerOf } from './quoted-lines.js';
import { countWords, type Span } from '../wording/wording.js';

/** The words between two quotations of one paragraph, by their use. */
export interface TagNarration {
  /** What stays narration: whole sentences, and tags that tell more than who speaks and how. */
  sentences: (Span & { isTag?: true })[];
  /** The manner of the line before, from its tag; null when the tag gives none. */
  manner: string | null;
  /** The manner of the following line, from its tag; null when the tag gives none. */
  leadManner: string | null;
  /** The bare tag directly after the previous quotation; null without one. */
  after: Span | null;
  /** The bare tag that leads into the following quotation; null without one. */
  before: Span | null;
  /** The words that lead into the following quotation, a bare tag or not; null without any. */
  lead: Span | null;
}

/** A clause after a tag that tells what happens next: `he cried, and he threw the door open.` */
const SEQUEL = new RegExp('[,;]\\s+and\\s+(?:then\\s+|so\\s+|at\\s+once\\s+|thereupon\\s+)?((?:he|she|I|they|we|(?:Mr|Mrs|Miss|'
  + 'Dr)\\.?\\s\\p{Lu}[\\p{L}’-]+|\\p{Lu}[\\p{L}’-]+'
  + '|[Tt]he\\s[a-z]+)\\s[^“”"]{12,}[.!?…])$', 'u');
const HAS_SPEECH = new RegExp(`\\b(?:${SPEECH_VERB})\\b`, 'u');
/** A tag whose speaker is the person heard: `Mary heard her say.` */
const HEARD = /\b(?:heard|hear)\s[^.]{0,40}\b(?:say|ask|cry|whisper|answer|exclaim|call|murmur|mutter)(?:ing)?\W*$/u;
/** The most words of a bare tag without its manner: `said the little old lady`. */
const MAX_BARE_WORDS = 6;

/** True for a tag that says only who speaks and how. Such a tag is omitted when a voice and a direction convey the same. */
export function isBareTag(raw: string): boolean {
  const words = countWords(raw);
  if (!HAS_SPEECH.test(raw)) return words < 3;
  const manner = mannerOf(raw);
  // A derived manner such as `crying out` for `cried` does not occur in the tag, so its words are not subtracted.
  return words - (manner !== null && raw.replace(/\s+/gu, ' ').includes(manner) ? countWords(manner) : 0) <= MAX_BARE_WORDS;
}

/** Sorts the narration of `gap`; `quoted` says whether a quotation comes before and after it. */
export function tagNarration(source: string, gap: Span, quoted: { before: Span | null; after: boolean }): TagNarration {
  const found: TagNarration = { sentences: [], manner: null, leadManner: null, after: null, before: null, lead: null };
  const dash = /^\s*(?:[—–―]|--)\s*/u.exec(source.slice(gap.start, gap.end))?.[0].length ?? 0;
  const sentences = splitSentences(source, gap.start + dash, gap.end);
  sentences.forEach((span, index) => {
    const raw = source.slice(span.start, span.end);
    const isFirst = index === 0 && quoted.before !== null;
    const isLast = index === sentences.length - 1 && quoted.after;
    const lower = dash === 0 && /^\p{Ll}/u.test(raw);
    const aside = /^\(.{12,}\)$/su.test(raw);
    const open = !aside && !/[.!?…]["”’)]*$/u.test(raw);
    if (isFirst && (lower || isTag(source, quoted.before!, raw))) {
      const sequel = isLast && open ? null : sequelIn(raw);
      const told = sequel === null ? span : { start: span.start, end: span.start + sequel.after };
      if (isBareTag(source.slice(told.start, told.end))) {
        found.after = told;
        found.manner ??= mannerOf(raw);
        if (sequel !== null) found.sentences.push({ start: span.end - sequel.length, end: span.end });
      } else found.sentences.push({ ...span, isTag: true });
    } else if (isLast && open) {
      found.lead = span;
      if (isBareTag(raw)) {
        found.before = span;
        found.leadManner = mannerOf(raw);
      } else found.sentences.push({ ...span, isTag: true });
    } else if (countWords(raw) > 0) found.sentences.push(lower ? { ...span, isTag: true } : span);
  });
  return found;
}

function isTag(source: string, quote: Span, raw: string): boolean {
  if (HEARD.test(raw) && countWords(raw) <= 8) return true;
  const said = source.slice(quote.start, quote.end);
  return tagAfter(raw.replace(/\s+/gu, ' '), said.replace(/\s+/gu, ' '))?.how === 'after'
    && /[,?!…—–-]\s*["”’»]*\s*$/u.test(said);
}

/** The clause at the end of a tag that tells what happens next: its length, and where the tag before it ends; null without one. */
function sequelIn(raw: string): { length: number; after: number } | null {
  const match = SEQUEL.exec(raw);
  return match && !HAS_SPEECH.test(match[1]!) ? { length: match[1]!.length, after: match.index } : null;
}
