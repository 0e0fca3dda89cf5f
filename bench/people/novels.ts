import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How the text says who speaks: with a name, with a pronoun or a description, or not at all. */
export type QuotationType = 'explicit' | 'anaphoric' | 'implicit';

/** One quotation of a labelled novel: where its first words are, and who says it. Offsets count characters of the text. */
export interface LabelledQuotation { start: number; end: number; speaker: string; type: QuotationType; words: number }

export interface LabelledPerson { name: string; aliases: string[]; gender: 'F' | 'M' | null; category: 'major' | 'intermediate' | 'minor' }

export interface LabelledNovel { work: string; text: string; quotations: LabelledQuotation[]; people: LabelledPerson[] }

interface RawQuotation { quote: string; part: number; start: number; end: number; speaker: string; type: string }
interface RawNovel {
  work: string; text: string; quotes: RawQuotation[];
  people: { name: string; aliases: string[]; gender: string; category: LabelledPerson['category'] }[];
}

const TYPES: readonly string[] = ['explicit', 'anaphoric', 'implicit'];

/** A quotation that its tag interrupts has several parts; the first one says where it is, and all count for its words. */
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
