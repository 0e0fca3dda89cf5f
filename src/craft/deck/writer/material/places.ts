import { MAX_WRITER_CHARACTERS } from '../../../narrative/model.js';
import type { DeckSource, DeckText } from '../deck-source.js';
import type { Place } from './spoken-sentence.js';

/** The range of a text that an entry of the read comes from. */
export interface Anchor { start: number; end: number; entryIndex: number }

/** The ranges of a text that entries of the read come from, in the order of the text. */
export function anchorsIn({ screenplay: { entries } }: Pick<DeckSource, 'screenplay'>, { sourceId }: Pick<DeckText, 'sourceId'>): Anchor[] {
  const anchors = entries.flatMap(({ index, spans }) =>
    spans.filter((span) => span.sourceId === sourceId).map(({ start, end }): Anchor => ({ start, end, entryIndex: index })));
  return anchors.sort((one, other) => one.start - other.start);
}

/** A read that covers a smaller share of its only text tells only a part of it. */
const MOST_OF_A_TEXT = 0.25;

/**
 * The text whose whole story a deck tells. Null when the read covers only a part of its text, has several texts or none, or when the text is longer than
 * `MAX_WRITER_CHARACTERS`: the deck then tells the story of the read.
 */
export function wholeText(source: Pick<DeckSource, 'screenplay' | 'texts'>): DeckText | null {
  const [text] = source.texts;
  if (!text || source.texts.length > 1 || text.text.length > MAX_WRITER_CHARACTERS) return null;
  const anchors = anchorsIn(source, text);
  if (anchors.length === 0) return null;
  const performed = Math.max(...anchors.map(({ end }) => end)) - anchors[0]!.start;
  return performed >= MOST_OF_A_TEXT * text.text.length ? text : null;
}

const known = new WeakMap<object, Place>();

/** Where each entry of the read is in the story, 0 to 1: in the text that the deck tells whole, else in the time of the read. */
export function placesOf(source: Pick<DeckSource, 'read' | 'screenplay' | 'texts'>): Place {
  const before = known.get(source);
  if (before) return before;
  const text = wholeText(source);
  const shares = new Map<number, number>();
  const found = text ? anchorsIn(source, text).map(({ start, entryIndex }) => ({ entryIndex, share: start / text.text.length }))
    : source.read.units.map(({ entryIndex, atMs }) => ({ entryIndex, share: atMs / Math.max(1, source.read.durationMs) }));
  for (const { entryIndex, share } of found) if (!shares.has(entryIndex)) shares.set(entryIndex, share);
  let last = 0;
  for (const { index } of source.screenplay.entries) {
    last = shares.get(index) ?? last;
    shares.set(index, last);
  }
  const place: Place = (entryIndex) => shares.get(entryIndex) ?? 0;
  known.set(source, place);
  return place;
}
