import { allViews, sourceSize, type Size } from '../camera.js';
import { isVeil, type Seen } from './content.js';
import { sheetOf, type DetailSheet } from './detail-sheet.js';
import type { Picture } from '../film.js';
import type { FilmPlan, Piece } from '../plan.js';

/** A picture at the size that a piece needs. */
export interface Source {
  picture: Picture;
  size: Size;
  /** If set, only the part that is not transparent is kept. */
  trimmed?: true;
}
/**
 * A picture as a file of pixels. Its height may differ by one from the wanted one, which is even; for a trimmed picture, `at` is where the kept part begins.
 */
export interface DrawnSource extends Source { path: string; drawn: Size; at: { x: number; y: number } }

export type Frame = Pick<FilmPlan, 'size' | 'rate' | 'encoder' | 'sharp' | 'finish'>;

/** The pictures that a piece needs. */
export interface PieceSources {
  /** Null where footage is shown. */
  first: Source | null;
  second: Source | null;
  before: Source | null;
  over: Source | null;
  people: Source | null;
  sheet: (DetailSheet & { source: Source }) | null;
  /** One entry for each passing; null for a veil, which is drawn frame by frame. */
  passing: readonly (Source | null)[];
}

export const sourceOf = ({ picture, ...views }: Seen, { size, sharp }: Frame): Source => ({ picture, size: sourceSize(size, allViews(views), sharp) });

/** The pictures that a piece needs, each with its size. */
export function sourcesOf({ first, before, second, over, details, footage, passing }: Piece, frame: Frame): PieceSources {
  const whole = (picture: Picture | null): Source | null => picture && { picture, size: frame.size };
  const base = sourceOf(first, frame);
  const sheet = sheetOf(details, before || footage ? frame.size : base.size);
  return {
    first: footage ? null : base, second: second && sourceOf(second, frame), before: whole(before), over: whole(over), people: whole(footage?.people ?? null),
    sheet: sheet && { ...sheet, source: { picture: sheet.picture, size: sheet.size } },
    passing: passing.map(({ shown }) => (isVeil(shown) ? null : { picture: shown, size: frame.size, trimmed: true })),
  };
}

/** All pictures of a piece. */
export const allSources = ({ first, second, before, over, people, sheet, passing }: PieceSources): Source[] =>
  [first, second, before, over, people, sheet?.source ?? null, ...passing].filter((source) => source !== null);
