import type { Quote, Reading, Utterance } from '../model.js';
import { formOf } from './form.js';
import { detectLanguage } from './language.js';
import { paragraphsOf, titleOf } from './paragraphs.js';
import { findQuotations } from './quotations.js';
import { sentencesOf } from './sentences.js';

/** Reads a text: its parts, its quotations and their speakers, its scenes and claims. Never throws, whatever the text. */
export function readText(text: string, options: { title?: string | null } = {}): Reading {
  const paragraphs = paragraphsOf(text);
  const { plain, blocks } = findQuotations(text, paragraphs);
  const utterances: Utterance[] = [];
  const quotes: Quote[] = [];
  for (const block of blocks) {
    const spoken = block.segments.filter((segment) => segment.quote).map(({ start, end }) => ({ start, end }));
    if (spoken.length === 0) continue;
    const index = utterances.length;
    utterances.push({
      index, paragraph: block.paragraph, speaker: 'p0', confidence: 'weak', quotes: spoken, tag: null, lead: null, tail: null, toldBy: null,
    });
    quotes.push(...spoken.map((span) => ({ ...span, speaker: 'p0', confidence: 'weak' as const, utterance: index })));
  }
  return {
    text,
    language: detectLanguage(text),
    form: formOf({ text, quotations: quotes, tagged: 0, toldAloud: false }),
    title: options.title ?? titleOf(text, paragraphs),
    paragraphs,
    sentences: sentencesOf(text, plain, paragraphs, quotes),
    utterances,
    quotes,
    cast: [],
    narrator: null,
    scenes: [],
    claims: [],
  };
}
