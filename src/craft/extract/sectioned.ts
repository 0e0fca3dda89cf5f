import { metadataLine, type Extracted, type Section } from './extracted.js';
import { tidyParagraphs } from './plain-text.js';

/** The answer of the readers of EPUB and Word documents. */
export interface SectionedAnswer {
  title: string | null; author: string | null; language: string | null; sections: { title: string | null; text: string }[];
}

const MAX_SECTIONS = 1_000;
const BETWEEN = '\n\n';
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The whole text of a document in sections, and where each section is in the text. */
export function extractSections(answer: SectionedAnswer): Extracted {
  let text = '';
  const sections: Section[] = [];
  for (const { title, text: raw } of answer.sections.slice(0, MAX_SECTIONS)) {
    const part = tidyParagraphs(raw);
    if (part === '') continue;
    const start = text === '' ? 0 : text.length + BETWEEN.length;
    text = text === '' ? part : `${text}${BETWEEN}${part}`;
    sections.push({ index: sections.length, title: metadataLine(title), start, end: text.length, words: wordsIn(part) });
  }
  const metadata: Record<string, string> = {};
  for (const key of ['author', 'language'] as const) {
    const line = metadataLine(answer[key]);
    if (line !== null) metadata[key] = line;
  }
  return { text, title: metadataLine(answer.title), metadata, ...(sections.length > 1 ? { sections } : {}) };
}
