import { unitsOf, type Aspect } from '../../images/compose.js';
import { box, lettering, type Box } from '../../images/lettering.js';
import { ARC_STAGE_WORDS, type ArcStage } from '../deck.js';
import { column, document, groundOf, safe, TITLE_LINE } from './card-parts.js';
import { cardColours, type CardColours } from './colours.js';
import { drawn, lettersOf, setText, type Room, type Setting } from './words.js';

/** A single centred line of spaced capitals. */
function capitals(text: string, size: number, color: string, width: number): Box[] {
  if (drawn(text) === '') return [];
  // The letter spacing takes a fifth of the line.
  const set = setText(text.toUpperCase(), { width: width * 0.8, height: size * 2 }, { max: size, min: size * 0.6, most: 1 });
  return [lettersOf(set, { fontWeight: 600, color, letterSpacing: set.size * 0.16 }, { align: 'center' })];
}

/** Centred lines of a text, of about equal length. */
const middle = (text: string, room: Room, setting: Setting, style: Record<string, string | number>): Box =>
  lettersOf(setText(text, room, { ...setting, isEven: true }), style, { align: 'center', ...setting.lineHeight === undefined ? {} : { lineHeight: setting.lineHeight } });

const line = (width: number, color: string, around: number): Box => box({ width, height: 3, backgroundColor: color, marginTop: around, marginBottom: around });

/** A card with centred content on its ground. */
async function centred(
  canvas: Aspect, palette: readonly string[], content: (room: Room, colours: CardColours) => Box[],
): Promise<string> {
  const units = unitsOf(canvas);
  const colours = cardColours(palette);
  const tree = column(content(safe(units), colours), { width: units.width, height: units.height, alignItems: 'center', justifyContent: 'center' });
  return document(units, groundOf(units, colours, [0.5, 0.3]) + await lettering(tree, units.width, units.height));
}

/** SVG of the title with which the film of a deck opens; the longer side has 1600 units, letters are paths. Empty texts are left out. */
export const titleSequenceSvg = (
  { title, kicker, byline }: { title: string; kicker: string; byline: string }, canvas: Aspect, palette: readonly string[],
): Promise<string> => centred(canvas, palette, ({ width, height }, { ink, accent }) => [
  ...capitals(kicker, width * 0.021, accent, width),
  middle(title, { width, height: height * 0.5 }, { max: width * 0.105, min: width * 0.034, most: 3, lineHeight: TITLE_LINE },
    { fontWeight: 600, color: ink, marginTop: height * 0.045 }),
  line(width * 0.12, accent, height * 0.05),
  middle(byline, { width: width * 0.8, height: height * 0.12 }, { max: width * 0.027, min: 22, most: 2 },
    { fontStyle: 'italic', color: ink }),
]);

/** SVG of the card between two chapters: the number and title of the next chapter, and its stage in the story. */
export const interludeSvg = (
  { number, title, arcStage }: { number: number; title: string; arcStage: ArcStage }, canvas: Aspect, palette: readonly string[],
): Promise<string> => centred(canvas, palette, ({ width, height }, { ink, accent }) => [
  box({ fontSize: width * 0.09, lineHeight: 1, color: accent, whiteSpace: 'nowrap' }, String(number)),
  line(width * 0.05, accent, height * 0.04),
  middle(title, { width: width * 0.86, height: height * 0.4 }, { max: width * 0.056, min: width * 0.026, most: 3, lineHeight: TITLE_LINE },
    { fontWeight: 600, color: ink, marginBottom: height * 0.05 }),
  ...capitals(ARC_STAGE_WORDS[arcStage], width * 0.017, accent, width),
]);

/** SVG of the card that ends a deck: its title, some words, and the contact of its makers. Empty texts are left out. */
export const closingSvg = (
  { title, words, contact }: { title: string; words: string; contact: string }, canvas: Aspect, palette: readonly string[],
): Promise<string> => centred(canvas, palette, ({ width, height }, { ink, accent }) => [
  middle(title, { width: width * 0.9, height: height * 0.32 }, { max: width * 0.07, min: width * 0.03, most: 2, lineHeight: TITLE_LINE },
    { fontWeight: 600, color: ink }),
  line(width * 0.12, accent, height * 0.05),
  middle(words, { width: width * 0.78, height: height * 0.36 }, { max: width * 0.034, min: 24 },
    { fontStyle: 'italic', color: ink }),
  middle(contact, { width: width * 0.84, height: height * 0.16 }, { max: width * 0.022, min: 20, most: 3 },
    { fontWeight: 600, color: accent, marginTop: height * 0.06 }),
]);
