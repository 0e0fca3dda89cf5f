import { MONTHS } from '../../analysis/language/abbreviations.js';
import { isCredit } from '../../analysis/language/titles.js';
import type { Span } from '../../analysis/language/sentences.js';
import type { Item, Material } from '../material/items.js';
import type { Words } from '../staging/assembly.js';
import type { Passage } from '../staging/stage.js';
import { countWords, lettersOf, tidy } from '../wording/wording.js';

/** The date at the head of an entry of a journal: `January 19th, 1833.—`, `22nd.—`. */
const ENTRY = new RegExp(`^(?:\\p{Lu}\\p{Ll}+day, )?(?:(${MONTHS}) )?(\\d{1,2}(?:st|nd|rd|th)?)(?:, (\\d{4}))?(?: to \\d+\\w*)?\\.?\\s?(?:—|--)`, 'u');
const MAX_HEADING_WORDS = 9;
/** Paragraphs before a passage that are searched for the day of its journal entry; further down, the text may have left that day behind. */
const MAX_ENTRY_PARAGRAPHS = 2;

/** The date and place of a passage in words of the source alone: the date of its journal entry and the heading above it. Null when the source has neither. */
export function bannerOf(material: Material, passage: Passage): Words | null {
  const { analysis } = material;
  const head = passage.items[0]!;
  const said: Span[] = [...entryDate(material, head), ...headingOver(material, head.start, head.startsParagraph)];
  if (said.length === 0) return null;
  const text = said.map(({ start, end }) => analysis.text.slice(start, end)).map((words) => tidy(words).replace(/[.,:;]$/u, ''));
  return { text: `${joined(text)}.`, origin: 'edited', spans: material.toSpans(said) };
}

/** A listener does not know a name with fewer mentions. */
const MIN_NAME_MENTIONS = 3;

/** True when the first words of a passage contain its topic, and the topic tells a listener what comes. */
export function holdsTopic(material: Material, topic: string, head: string): boolean {
  const at = head.toLowerCase().indexOf(topic.toLowerCase());
  return topic !== '' && at >= 0 && saysWhat(material, topic, head, at);
}

/** True for words that tell a listener what comes, and with which the passage itself does not begin. */
function saysWhat({ analysis }: Material, words: string, passage: string, at: number): boolean {
  if (/^(?:\W*(?:(?:in|on|at|to|of|for|from|with|by|during|after|before|through)\s)?(?:the|a|an)\s)?$/iu.test(passage.slice(0, at))) return false;
  if (/ (?:of|in|from|between|for|against) /u.test(words)) return true;
  const said = passage.slice(at, at + words.length);
  const isName = /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(said);
  const first = passage.search(/[.!?][”"’]?\s/u);
  return isName && (first < 0 || at < first) && analysis.text.split(said).length > MIN_NAME_MENTIONS;
}

/** Joins a month, its day and its year into one phrase; all other parts become sentences. */
const joined = (parts: readonly string[]): string => parts.reduce((whole, part) =>
  new RegExp(`^(?:${MONTHS})$`, 'u').test(whole) && /^\d{1,2}\D*$/u.test(part) ? `${whole} ${part}` : /^\d{4}$/u.test(part) ? `${whole}, ${part}` : `${whole}. ${part}`);

/**
 * The date of the journal entry to which a passage belongs. An entry that has only the day takes the month and the year from earlier entries. Parts that the
 * passage itself says are left out.
 */
function entryDate({ analysis }: Material, head: Item): Span[] {
  const { text, paragraphs } = analysis;
  const parts: { day?: Span; month?: Span; year?: Span } = {};
  for (const { start, end, index } of paragraphs.filter((one) => one.index <= head.paragraph).toReversed()) {
    if (parts.day === undefined && index < head.paragraph - MAX_ENTRY_PARAGRAPHS) return [];
    const found = ENTRY.exec(text.slice(start, Math.min(end, start + 60)));
    if (!found) continue;
    const spanOf = (word: string | undefined, after = 0): Span | undefined => {
      const at = word === undefined ? -1 : found[0].indexOf(word, after);
      return at < 0 ? undefined : { start: start + at, end: start + at + word!.length };
    };
    const month = spanOf(found[1]);
    parts.day ??= spanOf(found[2], month ? month.end - start : 0);
    parts.year ??= spanOf(found[3]);
    if (!month) continue;
    parts.month = month;
    break;
  }
  if (!parts.day || !parts.month) return parts.day && !isSaid(text, parts.day, head) ? [parts.day] : [];
  return [parts.month, parts.day, ...(parts.year ? [parts.year] : [])].filter((part) => !isSaid(text, part, head));
}

/** True for a part of a date that the first words of the passage already say. */
const isSaid = (text: string, part: Span, head: Item): boolean => part.start >= head.start && head.text.slice(0, 40).includes(text.slice(part.start, part.end));

function headingOver({ analysis, title }: Material, at: number, startsParagraph: boolean): Span[] {
  const above = analysis.paragraphs.filter((paragraph) => paragraph.end <= at).at(-1);
  if (!startsParagraph || above?.kind !== 'heading') return [];
  const words = analysis.text.slice(above.start, above.end);
  const skip = /^(?:#+\s*|(?:\d+(?:\.\d+)*|[IVXLC]+)[.)]?\s+)*/u.exec(words)?.[0].length ?? 0;
  const rest = words.slice(skip);
  if (isCredit(rest) || (title !== null && lettersOf(rest) === lettersOf(title))) return [];
  return countWords(rest) >= 1 && countWords(rest) <= MAX_HEADING_WORDS && !/^(?:[IVXLC]+|\d+)\.?$/u.test(rest) && !rest.includes('\n')
    ? [{ start: above.start + skip, end: above.end }] : [];
}
