import { dateOf } from '../../analysis/language/titles.js';
import type { Stage } from '../staging/stage.js';
import type { Slots } from '../stock/stock.js';
import type { StockFamily } from '../stock/stock-lines.js';

/** The stock families of an introduction, by what is known: title, author and date; title and author; title alone. */
export interface OpeningFamilies { dated: StockFamily; by: StockFamily; plain: StockFamily }

/** A line that says what is read, who wrote it and when, as far as the source says so; null for a text without a title. */
export function openingLine(stage: Stage, families: OpeningFamilies): string | null {
  const title = stage.spokenTitle;
  const first = stage.passages[0];
  if (title === null || !first) return null;
  const { author, analysis: { text, paragraphs } } = stage.materials[first.material]!;
  const date = dateOf(text, paragraphs);
  const slots: Slots = { title, ...(author ? { author } : {}), ...(date ? { date } : {}) };
  return (author && date ? stage.stock.take(families.dated, slots) : null)
    ?? (author ? stage.stock.take(families.by, slots) : null) ?? stage.stock.take(families.plain, slots);
}

/** The most stock lines for a number of source lines: at most 15 % of all lines are stock. */
export const stockLinesFor = (sourceLines: number): number => Math.floor((sourceLines * 0.15) / 0.85);
