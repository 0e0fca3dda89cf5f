import type { Person, Quote, Reading, Utterance } from '../model.js';
import { attribute, type Attributed, type Attribution } from './attribution.js';
import { castOf, READER_ID } from './cast.js';
import type { Figure } from './figures.js';
import { formOf } from './form.js';
import { detectLanguage } from './language.js';
import { paragraphsOf, titleOf } from './paragraphs.js';
import { findQuotations } from './quotations.js';
import { sentencesOf } from './sentences.js';

/** Reads a text: its parts, its quotations and their speakers, its scenes and claims. Never throws, whatever the text. */
export function readText(text: string, options: { title?: string | null } = {}): Reading {
  const paragraphs = paragraphsOf(text);
  const { plain, blocks } = findQuotations(text, paragraphs);
  const attribution = attribute(plain, blocks);
  const cast = castFor(attribution);
  const utterances = attribution.turns.map((attributed, index) => utteranceOf(attributed, index, cast));
  const quotes = utterances.flatMap((utterance) => quotesOf(utterance));
  return {
    text,
    language: detectLanguage(text),
    form: formOf({ text, quotations: quotes, tagged: attribution.tagged, toldAloud: false }),
    title: options.title ?? titleOf(text, paragraphs),
    paragraphs,
    sentences: sentencesOf(text, plain, paragraphs, quotes),
    utterances,
    quotes,
    cast: [...cast.values()],
    narrator: attribution.firstPerson ? cast.get(attribution.narrator)?.id ?? null : null,
    scenes: [],
    claims: [],
  };
}

function castFor(attribution: Attribution): Map<Figure, Person> {
  const counts = new Map<Figure, number>();
  for (const { turn, figure } of attribution.turns) if (figure) counts.set(figure, (counts.get(figure) ?? 0) + turn.quotes.length);
  const speakers = [...counts.keys()];
  if (attribution.firstPerson && !counts.has(attribution.narrator)) speakers.push(attribution.narrator);
  return castOf(speakers, counts, attribution.firstPerson ? attribution.narrator : null);
}

function utteranceOf({ turn, figure, confidence }: Attributed, index: number, cast: ReadonlyMap<Figure, Person>): Utterance {
  return {
    index,
    paragraph: 0,
    speaker: figure ? cast.get(figure)?.id ?? READER_ID : READER_ID,
    confidence,
    quotes: turn.quotes.map(({ start, end }) => ({ start, end })),
    tag: turn.tagSpan,
    lead: turn.leadSpan,
    tail: turn.tailSpan,
    toldBy: null,
  };
}

function quotesOf(utterance: Utterance): Quote[] {
  const { speaker, confidence, index } = utterance;
  return utterance.quotes.map(({ start, end }) => ({ start, end, speaker, confidence, utterance: index }));
}
