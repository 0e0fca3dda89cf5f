import { Wording, type Letters, type SetText, type TextShape } from './fit.js';

/** A text of a column: `gap` is the free space above it, `indent` at its side, both in points. */
export interface Piece<Role extends string> { role: Role; text: string; shape: TextShape; gap: number; indent?: number }
/** A text of a column as it is set; `top` in points from the top of the column. */
export interface StackedText<Role extends string> { role: Role; set: SetText; top: number; indent: number }

/** Sizes that are tried, as shares of the largest ones. */
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5];

interface Measured<Role extends string> { piece: Piece<Role>; wording: Wording; width: number }

const sizeAt = ({ max, min }: TextShape, scale: number): number => Math.max(min, Math.round(max * scale * 2) / 2);

/**
 * Stacks texts in a column; lengths are points. All shrink together until they fit. At the smallest size the longest texts are cut first, so that each keeps
 * at least a line. Texts with nothing to show are left out.
 */
export function stacked<Role extends string>(
  pieces: readonly Piece<Role>[], { width, height }: { width: number; height: number }, letters: Letters,
): { texts: StackedText<Role>[]; height: number } {
  const measured = pieces.filter(({ text, shape }) => letters.drawable(text, shape.style).trim() !== '')
    .map((piece) => ({ piece, wording: new Wording(piece.text, piece.shape, letters), width: width - (piece.indent ?? 0) }));
  for (const scale of SCALES) {
    const column = placed(measured, measured.map(({ piece, wording, width: room }) => wording.at(sizeAt(piece.shape, scale), room)));
    if (column.height <= height + 0.01 && measured.every((one, at) => isWithinLimit(one, column.texts[at]!.set, scale))) return column;
  }
  return placed(measured, cutToFit(measured, height));
}

function isWithinLimit({ piece: { shape } }: Measured<string>, set: SetText, scale: number): boolean {
  return set.lines.length <= (shape.mostLines ?? Infinity) || scale === SCALES.at(-1);
}

function placed<Role extends string>(measured: readonly Measured<Role>[], sets: readonly SetText[]): { texts: StackedText<Role>[]; height: number } {
  let top = 0;
  const texts = sets.map((set, at) => {
    const { role, gap, indent = 0 } = measured[at]!.piece;
    if (at > 0) top += gap;
    const text = { role, set, top, indent };
    top += set.height;
    return text;
  });
  return { texts, height: top };
}

function cutToFit(measured: readonly Measured<string>[], height: number): SetText[] {
  const gaps = measured.slice(1).reduce((sum, { piece }) => sum + piece.gap, 0);
  const whole = measured.map(({ piece, wording, width }) => {
    const size = sizeAt(piece.shape, 0);
    return wording.cutAt(size, width, (piece.shape.mostLines ?? Infinity) * size * piece.shape.leading);
  });
  const limit = sharedLimit(whole.map((set) => set.height), height - gaps);
  return whole.map((set, at) => (set.height <= limit ? set : measured[at]!.wording.cutAt(set.size, measured[at]!.width, limit)));
}

/** The largest height that each text may have, so that together they need no more than `available`. */
function sharedLimit(heights: readonly number[], available: number): number {
  let left = available;
  const ordered = [...heights].sort((a, b) => a - b);
  for (const [at, height] of ordered.entries()) {
    const share = left / (ordered.length - at);
    if (height > share) return share;
    left -= height;
  }
  return Infinity;
}
