import type { Aspect } from '../../images/compose.js';
import { box, type Box } from '../../images/lettering.js';
import type { CardColours } from './colours.js';
import { drawn, heightOf, lettersOf, setText, type Room, type SetText } from './words.js';

/** Shares of width and height that stay free at each edge, with some reserve for letters that are wider than estimated. */
const MARGIN = { across: 0.08, down: 0.085 };
export const TITLE_LINE = 1.08;

export const document = ({ width, height }: Aspect, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;

export const stop = (at: number, colour: string, opacity = 1): string => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;

/** A background with light from above and a faint glow in the accent colour. */
export function groundOf({ width, height }: Aspect, { ground, lit, accent }: CardColours, [x, y]: readonly [number, number]): string {
  return `<defs><radialGradient id="lit" cx="${x}" cy="${y}" r="0.95">${stop(0, lit)}${stop(1, ground)}</radialGradient>`
    + `<radialGradient id="breath" cx="${1 - x}" cy="1.05" r="0.6">${stop(0, accent, 0.1)}${stop(1, accent, 0)}</radialGradient></defs>`
    + `<rect width="${width}" height="${height}" fill="${ground}"/><rect width="${width}" height="${height}" fill="url(#lit)"/>`
    + `<rect width="${width}" height="${height}" fill="url(#breath)"/>`;
}

/** The area within the margins, in units. */
export const safe = ({ width, height }: Aspect) => ({
  x: width * MARGIN.across, y: height * MARGIN.down, width: width * (1 - 2 * MARGIN.across), height: height * (1 - 2 * MARGIN.down),
});

export interface Head { kicker: SetText | null; title: SetText | null; height: number }
export const HEAD_GAP = 0.2;
export const NO_TEXT: SetText = { size: 0, lines: [] };

/** Sets the kicker and the title above a text. */
export function headOf({ kicker, title }: { kicker: string; title: string }, room: Room, sizes: { kicker: number; title: number }): Head {
  const above = drawn(kicker) === '' ? null
    : setText(kicker.toUpperCase(), { width: room.width * 0.84, height: room.height }, { max: sizes.kicker, min: sizes.kicker * 0.7, most: 1 });
  const named = drawn(title) === '' ? null
    : setText(title, room, { max: sizes.title, min: sizes.title * 0.5, most: 2, lineHeight: TITLE_LINE });
  const height = heightOf(above ?? NO_TEXT) + heightOf(named ?? NO_TEXT, TITLE_LINE) + (above && named ? sizes.title * HEAD_GAP : 0);
  return { kicker: above, title: named, height };
}

export type Align = 'flex-start' | 'center';

export function headBoxes({ kicker, title }: Head, { ink, accent }: Pick<CardColours, 'ink' | 'accent'>, gap: number, align: Align): Box[] {
  return [
    ...kicker ? [lettersOf(kicker, { fontWeight: 600, color: accent, letterSpacing: kicker.size * 0.12, marginBottom: title ? gap : 0 }, { align })] : [],
    ...title ? [lettersOf(title, { fontWeight: 600, color: ink }, { align, lineHeight: TITLE_LINE })] : [],
  ];
}

/** Style of an element that keeps its place but may be invisible. */
export const hidden = (isSeen: boolean): Record<string, number> => (isSeen ? {} : { opacity: 0 });

export const column = (children: readonly Box[], style: Record<string, string | number> = {}): Box => box({ flexDirection: 'column', ...style }, [...children]);
