import type { Span } from '../../analysis/language/sentences.js';
import type { Material } from '../material/items.js';
import type { Words } from '../staging/assembly.js';
import type { Passage } from '../staging/stage.js';
import { countWords, tidy } from '../wording/wording.js';

const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** The date at the head of an entry of a journal: `January 19th, 1833.—`, `22nd.—`. */
const ENTRY = new RegExp(`^(?:\\p{Lu}\\p{Ll}+day, )?(?:(${MONTH}) )?(\\d{1,2}(?:st|nd|rd|th)?)(?:, (\\d{4}))?(?: to \\d+\\w*)?\\.?\\s?(?:—|--)`, 'u');
const MAX_HEADING_WORDS = 9;
const MAX_BANNER_ITEMS = 5;
/** Further down, an entry may have left its day behind. */
const MAX_ENTRY_PARAGRAPHS = 2;

/**
 * When and where a passage is, in the words of the source alone: the date of its journal entry and the heading over it.
 * Null when the source says neither.
 */
export function bannerOf(material: Material, passage: Passage): Words | null {
  const { analysis } = material;
  const head = passage.items[0]!;
  const said: Span[] = [...entryDate(material, head.paragraph, head.start), ...headingOver(material, head.start, head.startsParagraph)];
  if (said.length === 0) return topicBanner(material, passage);
  const text = said.map(({ start, end }) => analysis.text.slice(start, end)).map((words) => tidy(words).replace(/[.,:;]$/u, ''));
  return { text: `${joined(text)}.`, origin: 'edited', spans: material.toSpans(said) };
}

/** Fewer mentions make no name that a listener knows. */
const MIN_NAME_MENTIONS = 3;

/**
 * The subject of the passage or its title, where its first sentences say the words and the words say something: a thing
 * with what belongs to it (`the political state of the country`), or a name with which the passage begins.
 */
function topicBanner(material: Material, { items, topic, title }: Passage): Words | null {
  const start = items[0]!.start;
  const end = items[Math.min(items.length, MAX_BANNER_ITEMS) - 1]!.end;
  const { text } = material.analysis;
  for (const words of [topic?.spoken ?? '', title]) {
    const at = text.slice(start, end).toLowerCase().indexOf(words.toLowerCase());
    if (words === '' || at < 0 || !saysWhat(material, words, text.slice(start, end), at)) continue;
    const span = { start: start + at, end: start + at + words.length };
    const said = text.slice(span.start, span.end);
    return { text: `${said[0]!.toUpperCase()}${said.slice(1)}.`, origin: 'edited', spans: material.toSpans([span]) };
  }
  return null;
}

/** True where the first words of a passage hold its topic, and the topic tells a listener what comes. */
export function holdsTopic(material: Material, topic: string, head: string): boolean {
  const at = head.toLowerCase().indexOf(topic.toLowerCase());
  return topic !== '' && at >= 0 && saysWhat(material, topic, head, at);
}

/** True for words that tell a listener what comes, and that the passage does not begin with itself. */
function saysWhat({ analysis }: Material, words: string, passage: string, at: number): boolean {
  if (/^(?:\W*(?:the|a|an)\s)?$/iu.test(passage.slice(0, at))) return false;
  if (/ (?:of|in|from|between|for|against) /u.test(words)) return true;
  const said = passage.slice(at, at + words.length);
  const isName = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(said);
  const first = passage.search(/[.!?][”"’]?\s/u);
  return isName && (first < 0 || at < first) && analysis.text.split(said).length > MIN_NAME_MENTIONS;
}

/** A month and its day are one phrase, all else are sentences. */
const joined = (parts: readonly string[]): string =>
  parts.reduce((whole, part) => new RegExp(`^(?:${MONTH})$`, 'u').test(whole) ? `${whole} ${part}` : `${whole}. ${part}`);

/** The date of the journal entry that a paragraph belongs to: `January` and `22nd` where the entry has only the day. */
function entryDate({ analysis }: Material, paragraph: number, at: number): Span[] {
  const { text, paragraphs } = analysis;
  let day: Span | null = null;
  for (const { start, end, index } of paragraphs.filter((one) => one.index <= paragraph).toReversed()) {
    if (day === null && index < paragraph - MAX_ENTRY_PARAGRAPHS) return [];
    const found = ENTRY.exec(text.slice(start, Math.min(end, start + 60)));
    if (!found) continue;
    const month = found[1] === undefined ? -1 : found[0].indexOf(found[1]);
    const from = start + (month >= 0 ? month : found[0].indexOf(found[2]!));
    const last = found[3] ?? found[2]!;
    const to = start + found[0].indexOf(last, month >= 0 ? month : 0) + last.length;
    // The entry says its own date when the passage begins with it.
    if (day === null && index === paragraph && at <= start) return [];
    if (month >= 0) return day === null ? [{ start: from, end: to }] : [{ start: from, end: start + month + found[1]!.length }, day];
    day ??= { start: from, end: to };
  }
  return [];
}

function headingOver({ analysis }: Material, at: number, startsParagraph: boolean): Span[] {
  const above = analysis.paragraphs.filter((paragraph) => paragraph.end <= at).at(-1);
  if (!startsParagraph || above?.kind !== 'heading') return [];
  const words = analysis.text.slice(above.start, above.end);
  const skip = /^(?:#+\s*|(?:\d+(?:\.\d+)*|[IVXLC]+)[.)]?\s+)*/u.exec(words)?.[0].length ?? 0;
  const rest = words.slice(skip);
  return countWords(rest) >= 1 && countWords(rest) <= MAX_HEADING_WORDS && !/^(?:[IVXLC]+|\d+)\.?$/u.test(rest) && !rest.includes('\n')
    ? [{ start: above.start + skip, end: above.end }] : [];
}
