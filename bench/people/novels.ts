import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How the text tells who speaks: by a name, by a pronoun or a description, or not at all. */
export type QuotationType = 'explicit' | 'anaphoric' | 'implicit';

/** One quotation of a labelled novel: the place of its first part, and its speaker. Offsets count characters of the text. */
export interface LabelledQuotation { start: number; end: number; speaker: string; type: QuotationType; words: number }

export interface LabelledPerson { name: string; aliases: string[]; gender: 'F' | 'M' | null; category: 'major' | 'intermediate' | 'minor' }

export interface LabelledNovel { work: string; text: string; quotations: LabelledQuotation[]; people: LabelledPerson[] }

interface RawQuotation { quote: string; part: number; start: number; end: number; speaker: string; type: string }
interface RawNovel {
  work: string; text: string; quotes: RawQuotation[];
  people: { name: string; aliases: string[]; gender: string; category: LabelledPerson['category'] }[];
}

const TYPES: readonly string[] = ['explicit', 'anaphoric', 'implicit'];

/** A quotation that a tag interrupts has several parts: its place is that of the first part, its word count includes all parts. */
function quotationsOf({ text, quotes }: RawNovel): LabelledQuotation[] {
  const byId = new Map<string, LabelledQuotation>();
  for (const { quote, start, end, speaker, type } of quotes) {
    const words = text.slice(start, end).split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
    const known = byId.get(quote);
    if (known) known.words += words;
    else if (TYPES.includes(type)) byId.set(quote, { start, end, speaker: speaker.trim(), type: type as QuotationType, words });
  }
  return [...byId.values()].sort((a, b) => a.start - b.start);
}

/** Reads the labelled novels of a folder (`{work,text,quotes,people}`), in the order of their names. */
export function readNovels(folder: string, most = Infinity): LabelledNovel[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort().slice(0, most).map((name) => {
    const raw = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as RawNovel;
    return {
      work: name.replace('.json', ''), text: raw.text, quotations: quotationsOf(raw),
      people: raw.people.map(({ gender, ...person }) => ({ ...person, name: person.name.trim(), gender: gender === 'F' || gender === 'M' ? gender : null })),
    };
  });
}

/** Reads labelled openings of novels. Their labels only name the speaker of each quotation; the type is unknown and counts as `implicit`. */
export function readOpenings(folder: string): LabelledNovel[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort().map((name) => {
    const raw = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Pick<RawNovel, 'text'> & { quotes: Pick<RawQuotation, 'start' | 'end' | 'speaker'>[] };
    return openingOf(name.replace('.json', ''), raw.text, raw.quotes);
  });
}

/** A labelled text whose labels only name the speakers. */
export function openingOf(work: string, text: string, quotes: readonly Pick<RawQuotation, 'start' | 'end' | 'speaker'>[]): LabelledNovel {
  const quotations = quotes.map(({ start, end, speaker }): LabelledQuotation => (
    { start, end, speaker, type: 'implicit', words: text.slice(start, end).split(/\s+/).filter((word) => /\p{L}/u.test(word)).length }));
  return { work, text, quotations: quotations.sort((a, b) => a.start - b.start), people: [] };
}

/** A text with inline marks for speakers: an optional comment line, then `[speaker|words]` for each quotation. */
export function markedText(work: string, marked: string): LabelledNovel {
  const quotes: Pick<RawQuotation, 'start' | 'end' | 'speaker'>[] = [];
  const raw = marked.replace(/^#.*\n/, '');
  let text = '';
  let at = 0;
  for (const { 0: all, 1: speaker, 2: words, index } of raw.matchAll(/\[([^|\]]+)\|([^\]]*)\]/g)) {
    text += raw.slice(at, index);
    quotes.push({ start: text.length, end: text.length + words!.length, speaker: speaker! });
    text += words!;
    at = index + all.length;
  }
  return openingOf(work, text + raw.slice(at), quotes);
}
