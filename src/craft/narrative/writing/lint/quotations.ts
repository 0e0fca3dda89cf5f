import type { ScreenplayEntry } from '../../../screenplay/model.js';
import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { isInsideSentence, SPEAKS } from '../material/cited-words.js';
import { strayClosers } from '../wording/stray-marks.js';
import { countWords, lettersOf, tidy, type Span } from '../wording/wording.js';
import { roleOf, type LintContext } from './context.js';
import { clip, findingAt, type Finding } from './findings.js';
import { matchesOf } from '../../../patterns/matches.js';

const QUOTATION = /“[^“”]*”|"(?:[^"\n]|\n(?!\s*\n))*"/gu;
/** Characters of narration on each side of a quotation that are searched for its tag. */
const TAG_REACH = 240;

const isNarrated = ({ kind, parenthetical }: ScreenplayEntry): boolean => kind === 'action' || (kind === 'dialogue' && parenthetical === 'narrating');

const isBlank = (line: string): boolean => line.trim() === '';

/** The paragraph of the source around an offset, between lines that are empty or hold only spaces. */
function paragraphAround(text: string, at: number): Span {
  let start = text.lastIndexOf('\n', at) + 1;
  while (start > 0) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (isBlank(text.slice(before, start))) break;
    start = before;
  }
  const ends = /\n[^\S\n]*\n/gu;
  ends.lastIndex = at;
  return { start, end: ends.exec(text)?.index ?? text.length };
}

/** Quotations of the source of which an entry speaks at least the middle. */
function quotationsIn({ base }: LintContext, entry: ScreenplayEntry): { text: string; quote: Span; paragraph: Span }[] {
  return entry.spans.flatMap(({ sourceId, start, end }) => {
    const text = base.texts.get(sourceId) ?? '';
    const paragraph = paragraphAround(text, start);
    const stop = paragraphAround(text, Math.max(start, end - 1)).end;
    return matchesOf(text.slice(paragraph.start, stop), QUOTATION).flatMap((match) => {
      const quote = { start: paragraph.start + match.index, end: paragraph.start + match.index + match[0].length };
      const middle = (quote.start + quote.end) / 2;
      return middle > start && middle < end && countWords(match[0]) > 0 ? [{ text, quote, paragraph: paragraphAround(text, quote.start) }] : [];
    });
  });
}

/** `teller-line`: the narrator speaks a person's words only together with the tag that names the person. */
export function tellerFindings(context: LintContext): Finding[] {
  const { screenplay: { entries }, heard } = context;
  return entries.filter((entry) => isNarrated(entry) && heard[entry.index] !== null).flatMap((entry) =>
    quotationsIn(context, entry).filter(({ text, quote, paragraph }) => /^[“"][^\p{L}—-]*\p{Lu}/u.test(text.slice(quote.start, quote.end)) && !isInsideSentence(text, quote, paragraph) && !isTagged(entries, entry, text, quote, paragraph))
      .map(({ text, quote }) => findingAt(entry, 'teller-line', `The narrator says another's words without a tag: ${clip(text.slice(quote.start, quote.end))}`)));
}

/** True when the narrator also speaks the narration next to the quotation that says who speaks. */
function isTagged(entries: readonly ScreenplayEntry[], entry: ScreenplayEntry, text: string, quote: Span, paragraph: Span): boolean {
  const own = entries.slice(Math.max(0, entry.index - 1), entry.index + 2).filter(isNarrated).flatMap(({ spans }) => spans);
  const isTold = (at: number): boolean => own.some(({ start, end }) => at >= start && at < end);
  const places = [Math.max(paragraph.start, quote.start - TAG_REACH), quote.end];
  const beside = [text.slice(places[0], quote.start), text.slice(quote.end, Math.min(paragraph.end, quote.end + TAG_REACH))];
  return beside.some((words, side) => {
    const outside = words.replace(/(?:“|(?<=^|\s|—)")[^”"]*(?:[”"]|$)|^[^“"]*”/gu, (said) => ' '.repeat(said.length));
    return [...outside.matchAll(new RegExp(SPEAKS, 'giu'))].some(({ index }) => isTold(places[side]! + index));
  });
}

/** `broken-quotation`: words quoted inside a sentence do not become a line of their own. */
export function brokenFindings(context: LintContext): Finding[] {
  const { screenplay: { entries }, base } = context;
  return entries.filter((entry) => entry.kind === 'dialogue' && entry.parenthetical !== 'narrating' && entry.parenthetical !== 'telling it').filter((entry) => {
    const [first] = entry.spans;
    const text = first && base.texts.get(first.sourceId);
    if (text === undefined || !first) return false;
    const opens = /[“"]\s*$/u.test(text.slice(Math.max(0, first.start - 2), first.start));
    return opens && isInsideSentence(text, { start: first.start, end: first.end }, paragraphAround(text, first.start));
  }).map((entry) => findingAt(entry, 'broken-quotation', `These words are a part of the sentence around them: ${clip(entry.text)}`));
}

const MIN_TWICE_WORDS = 4;

/** `said-twice`: no passage of a source is heard twice. */
export function twiceFindings({ screenplay: { entries }, heard, base }: LintContext): Finding[] {
  const said: { sourceId: string; start: number; end: number }[] = [];
  return entries.flatMap((entry) => {
    if (heard[entry.index] === null) return [];
    const twice = entry.spans.flatMap((span) => said.filter(({ sourceId }) => sourceId === span.sourceId).map((other) =>
      (base.texts.get(span.sourceId) ?? '').slice(Math.max(span.start, other.start), Math.min(span.end, other.end))))
      .find((words) => countWords(words) >= MIN_TWICE_WORDS);
    said.push(...entry.spans);
    return twice === undefined ? [] : [findingAt(entry, 'said-twice', `Heard twice: ${clip(tidy(twice))}`)];
  });
}

const AUXILIARY = '(?:have|has|had|is|are|was|were|am|do|does|did|will|would|can|could|shall|should|may|might|must)';
const PRONOUN = '(?:you|I|he|she|it|we|they)';
const NEEDS_COMMA = [
  { before: /(?<!\b(?:what|how|why|where|when|who|whom|which|nor|neither|never))$/iu, after: new RegExp(`^${AUXILIARY} ${PRONOUN}\\b`, 'iu') },
  { before: /^(?:[^.!?;]*[.!?;] )?(?:upon|on|at|in|by|for|with|from|to) (?:[\p{L}’]+ ){0,2}[\p{L}’]+$/iu, after: /^/u },
  { before: new RegExp(`^(?!(?:what|how|why|where|when|who|if|that|as|but|and)\\b)\\p{L}+ ${PRONOUN} ${AUXILIARY}$`, 'iu'), after: /^/u },
  { before: /^(?:well|oh|no|yes|why|now|come|indeed|ah|alas|sir|madam)$/iu, after: /^/u },
];

/** `lost-mark`: a line that is interrupted by a tag keeps the punctuation mark that its sentence has there. */
export function jointFindings({ screenplay: { entries }, base }: LintContext): Finding[] {
  return entries.filter(({ kind, spans }) => kind === 'dialogue' && spans.length > 1).flatMap((entry) => {
    let letters = 0;
    return entry.spans.slice(0, -1).flatMap((span, index) => {
      const source = base.texts.get(span.sourceId)?.slice(span.start, span.end) ?? '';
      letters += lettersOf(source).length;
      const mark = /([,;:.!?…—])[\s’”"]*$/u.exec(source)?.[1];
      const next = entry.spans[index + 1]!;
      const gap = base.texts.get(span.sourceId)?.slice(span.end, next.start) ?? '';
      const at = placeAfter(entry.text, letters);
      if (mark === undefined || at === null || !/[”"]/u.test(gap) || !/^’?\s/u.test(entry.text.slice(at))) return [];
      const [before, after] = [entry.text.slice(0, at), entry.text.slice(at).trim()];
      const clause = before.split(/[.!?;—]\s/u).at(-1)!;
      const isLost = mark !== ',' || NEEDS_COMMA.some((one) => one.before.test(clause) && one.after.test(after));
      return isLost ? [findingAt(entry, 'lost-mark', `The mark between these words is lost: ${clip(`${clause} ${after}`)}`)] : [];
    });
  });
}

/** The offset in a text after this many of its letters and digits; null when it has fewer, or when nothing follows them. */
function placeAfter(text: string, letters: number): number | null {
  let left = letters;
  for (let at = 0; at < text.length; at++) {
    if (left === 0) return at;
    if (/[\p{L}\p{N}]/u.test(text[at]!)) left--;
  }
  return null;
}

const TURNED = new RegExp(`^(?:[Hh]e|[Ss]he|[Tt]hey|I|We|(?:The )?\\p{Lu}[\\p{L}’.-]*(?: \\p{Lu}[\\p{L}’.-]*)?|The (?:\\p{Ll}+ )?\\p{Ll}+) \\p{Ll}+ly (?:${SPEECH_VERB})\\b`, 'u');

/** `turned-tag`: a tag that stands alone has the word order of a sentence. `stray-mark`: no closing mark lacks its partner. */
export function markFindings(context: LintContext): Finding[] {
  const { screenplay, base, heard } = context;
  return screenplay.entries.filter(({ index, kind }) => heard[index] !== null && (kind === 'action' || kind === 'dialogue')).flatMap((entry) => {
    const turned = isNarrated(entry) || roleOf(context, entry) === 'narrator' ? TURNED.exec(entry.text)?.[0] : undefined;
    const isSource = turned === undefined || base.letters.some((letters) => letters.includes(lettersOf(turned)));
    return [
      ...(isSource ? [] : [findingAt(entry, 'turned-tag', `This tag has no English order: ${clip(entry.text)}`)]),
      ...(strayClosers(entry.text).length === 0 ? [] : [findingAt(entry, 'stray-mark', `A closing mark has no partner: ${clip(entry.text)}`)]),
    ];
  });
}
