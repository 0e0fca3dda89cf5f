import { isColour, lch, toLch } from '../../images/colour.js';

/** Colours of a card as `#rrggbb`. */
export interface CardColours { ground: string; /** Where light falls on the ground. */ lit: string; ink: string; accent: string }

const PAPER = '#fdf6e8';
/** The default palette: the hue of the ground, and the colour of marks. */
const USUAL: readonly string[] = ['#2a2346', '#f0c46a'];

/** Lightness of the ground, of the light on it, and of marks: letters in any of the colours stand out from the ground by 4.5 to 1 and more. */
const GROUND = 0.185;
const LIT = 0.27;
const MARK = { least: 0.71, most: 0.86 };
/** The most chroma of the ground and of marks, and the chroma from which a colour counts as colourful. */
const [GROUND_CHROMA, MARK_CHROMA, COLOURFUL] = [0.045, 0.12, 0.04];
/**
 * Only a colour of at least this lightness is chosen for marks, if there is one; a darker one would change its character when it is lightened to
 * `MARK.least`.
 */
const LIGHT = 0.55;

/** The colours of cards for a palette of a production: its darkest colour is the hue of their ground, its most colourful light one that of their marks. */
export function cardColours(palette: readonly string[]): CardColours {
  const known = palette.filter(isColour);
  const all = (known.length > 0 ? known : USUAL).map(toLch);
  const darkest = all.reduce((best, colour) => (colour[0] < best[0] ? colour : best));
  const lights = all.filter(([lightness, chroma]) => lightness >= LIGHT && chroma >= COLOURFUL);
  const mark = (lights.length > 0 ? lights : all).reduce((best, colour) => (colour[1] > best[1] ? colour : best));
  const ground = (lightness: number): string => lch(lightness, Math.min(darkest[1], GROUND_CHROMA), darkest[2]);
  const accent = lch(Math.min(MARK.most, Math.max(MARK.least, mark[0])), Math.min(mark[1], MARK_CHROMA), mark[2]);
  return { ground: ground(GROUND), lit: ground(LIT), ink: PAPER, accent };
}
