import type { Section } from '../../craft/extract/extracted.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { SourceRow } from './source-model.js';

/** The chapters of a source that are to be used, by their index in `metadata.sections`. */
export interface ChosenSections { sourceId: string; sections: number[] }

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The chapters of a source. Callers may write metadata of their own, so only entries that are well-formed count. */
function sectionsOf({ metadata }: Pick<SourceRow, 'metadata'>): Section[] {
  const listed = Array.isArray(metadata.sections) ? metadata.sections as Partial<Section>[] : [];
  return listed.filter((section): section is Section =>
    isCount(section?.index) && isCount(section.start) && isCount(section.end) && section.start < section.end);
}

/** Raises `validation_failed` for a source that is not used, and for a chapter that its source does not have. */
export function requireSections(rows: readonly SourceRow[], chosen: readonly ChosenSections[]): void {
  chosen.forEach(({ sourceId, sections }, at) => {
    const row = rows.find(({ id }) => id === sourceId);
    if (!row) throw new ApiError('validation_failed', `sections.${at}.sourceId is not one of sourceIds`, { field: `sections.${at}.sourceId` });
    const known = sectionsOf(row).map(({ index }) => index);
    const missing = sections.filter((index) => !known.includes(index));
    if (missing.length === 0) return;
    const has = known.length === 0 ? 'it has none' : `it has ${known.length}, from 0`;
    throw new ApiError('validation_failed', `sections.${at}.sections names ${missing.join(', ')}, which source ${sourceId} does not have; ${has}`,
      { field: `sections.${at}.sections`, missing, sections: known.length });
  });
}

/** The indexes of the chosen chapters of a source. Null for a source that is used whole. */
export const findChosen = (sourceId: string, chosen: readonly ChosenSections[]): number[] | null =>
  chosen.find((one) => one.sourceId === sourceId)?.sections ?? null;

/** Types whose documents carry a title that a person gave them; the titles of pages and PDFs often name a site or a program. */
const TITLED = ['epub', 'docx'];

/** The title that a document gives itself; null without one. */
export function ownTitleOf({ type, metadata: { title } }: Pick<SourceRow, 'metadata'> & { type: string }): string | null {
  return TITLED.includes(type) && typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}

/** The title of the chosen chapter if exactly one is chosen, else the title of the document. Null without a title. */
export function chosenTitle(row: SourceRow, chosen: readonly ChosenSections[]): string | null {
  const indexes = findChosen(row.id, chosen);
  if (indexes?.length === 1) return sectionsOf(row).find(({ index }) => index === indexes[0])?.title ?? null;
  return ownTitleOf(row);
}

/** The text of the chosen chapters of a source in their order, or the whole text when none are chosen. */
export function chosenText(text: string, row: SourceRow, chosen: readonly ChosenSections[]): string {
  const indexes = findChosen(row.id, chosen);
  if (!indexes) return text;
  return sectionsOf(row).filter(({ index }) => indexes.includes(index)).map(({ start, end }) => text.slice(start, end)).join('\n\n');
}
