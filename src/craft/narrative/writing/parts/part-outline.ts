import type { PlanPart } from '../../model.js';
import type { Item, Material } from '../material/items.js';
import { headingWords, isCredit } from '../../analysis/language/titles.js';
import { NamedPeople } from '../material/named-people.js';
import { sceneTitle } from '../staging/passage-titles.js';
import { quotedTitle, titlePhrase } from '../wording/title-phrases.js';
import { countWords, pairedQuotes } from '../wording/wording.js';
import type { TextPart } from './parts.js';

const OPENING_WORDS = 14;
const MAX_PEOPLE = 6;
const MAX_CREDIT_LENGTH = 200;

/** Describes each part: its title, first words, people, place in the sources and estimated length in seconds. */
export function outlineOf(materials: readonly Material[], parts: readonly TextPart[], secondsOf: (part: TextPart) => number): PlanPart[] {
  const taken = new Set<string>();
  return parts.map((part, index): PlanPart => {
    const title = titleOf(materials, part, taken) ?? `${index + 1}/${parts.length}`;
    taken.add(title.toLowerCase());
    return {
      index: part.index, title, opening: openingOf(materials, part), people: peopleIn(materials, part),
      estimatedSeconds: Math.max(1, Math.round(secondsOf(part))),
      spans: spansOf(materials, part),
    };
  });
}

/** The places of a part in its sources: from the first item of each range to the first item of the next part, or to the end of the text. */
export function spansOf(materials: readonly Material[], part: TextPart): PlanPart['spans'] {
  return part.ranges.flatMap(({ material, from, to }) => {
    const { items, analysis, toSpans } = materials[material]!;
    const startOf = (item: Item): number => item.startsParagraph ? analysis.paragraphs[item.paragraph]?.start ?? item.start : item.start;
    const next = items[to];
    return toSpans([{ start: from === 0 ? 0 : startOf(items[from]!), end: next ? startOf(next) : analysis.text.length }]);
  });
}

/**
 * The title of a part: the chapter heading above it, else the place of its first scene, else a phrase or some of its first words. Null when none of these is
 * available.
 */
function titleOf(materials: readonly Material[], part: TextPart, taken: ReadonlySet<string>): string | null {
  const range = part.ranges[0]!;
  const { items, analysis, salience, title } = materials[range.material]!;
  const first = items[range.from]!;
  const people = new NamedPeople(analysis.cast);
  const used = (one: string): boolean => taken.has(one.toLowerCase()) || people.namedIn(one).length > 0;
  const isCreditLine = ({ start, end }: (typeof analysis.paragraphs)[number]): boolean =>
    end - start <= MAX_CREDIT_LENGTH && isCredit(analysis.text.slice(start, end));
  const above = analysis.paragraphs.filter((paragraph) => paragraph.end <= first.start && !isCreditLine(paragraph)).at(-1);
  if (above?.kind === 'heading') {
    const heading = headingWords(analysis.text, above).replace(/^\d{1,3}[.)]\s+(?=\S)/u, '').replace(/[*_`]/gu, '');
    const names = countWords(heading) <= 12 && heading !== title && !/^(?:[IVXLCDM]+|\d+)\.?$/u.test(heading);
    if (names && !taken.has(heading.toLowerCase())) return pairedQuotes(heading);
  }
  const begins = analysis.scenes[first.scene]?.start === first.start;
  const place = begins ? sceneTitle(materials[range.material]!, range.from) : null;
  if (place !== null && !used(place)) return place;
  const texts = items.slice(range.from, Math.min(range.to, range.from + 8)).map(({ text }) => text.replace(/[“”"]/gu, ''));
  return (analysis.language === 'en' ? titlePhrase(texts, salience, used) : null) ?? quotedTitle(texts, used);
}

function openingOf(materials: readonly Material[], part: TextPart): string {
  const { material, from, to } = part.ranges[0]!;
  const words = materials[material]!.items.slice(from, Math.min(to, from + 3)).map(({ text }) => text).join(' ').split(/\s+/u);
  const opening = pairedQuotes(words.slice(0, OPENING_WORDS).join(' '));
  return words.length > OPENING_WORDS ? `${opening.replace(/[,;:.!?—–-]+$/u, '')}…` : opening;
}

/** The people who speak in the part, those who speak most first. */
function peopleIn(materials: readonly Material[], part: TextPart): string[] {
  const words = new Map<string, number>();
  for (const { material, from, to } of part.ranges) {
    const { items, analysis: { cast } } = materials[material]!;
    for (const item of items.slice(from, to)) {
      const person = item.confidence === 'weak' ? undefined : cast.find(({ id, role }) => id === item.speaker && role !== 'reader');
      if (person) words.set(person.name, (words.get(person.name) ?? 0) + item.words);
    }
  }
  return [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_PEOPLE).map(([name]) => name);
}
