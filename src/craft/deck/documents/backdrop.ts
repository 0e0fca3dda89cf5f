import { viewOf } from '../../images/raster.js';
import { Drawing, inset } from '../../images/svg.js';

/** Units of a picture that fills a page. */
const [WIDTH, HEIGHT] = [1_600, 900] as const;
/** The share of the height in which the picture passes into the colour. */
const FADE = 0.15;
/** How far the picture moves up, so that faces stay above the cover: the share of the covered height, and the limit as a share of the whole height. */
const [LIFT, MOST_LIFT] = [0.34, 0.15] as const;

/**
 * A picture that moves up a little and fades into a colour towards its foot, so that text in front of it is legible. `solidFrom` is the height, as a share,
 * from which the colour covers the picture with the opacity `cover` or more. Throws `RangeError` for an SVG without a viewBox from 0 0.
 */
export function coveredSvg(svg: string, { ground, cover, solidFrom }: { ground: string; cover: number; solidFrom: number }): string {
  const [width, height] = viewOf(svg);
  const draw = new Drawing(WIDTH, HEIGHT, 'page');
  const top = Math.min(1, Math.max(FADE, solidFrom));
  const lift = Math.min(MOST_LIFT, (1 - top) * LIFT) * HEIGHT;
  draw.rect(0, 0, WIDTH, HEIGHT, ground);
  draw.raw(inset(svg, { x: 0, y: -lift, width: WIDTH, height: HEIGHT }, { x: 0, y: 0, width, height }, 'd_'));
  const [from, until] = [(top - FADE) * HEIGHT, top * HEIGHT];
  // Both rectangles meet on a whole row of pixels, so that no seam shows between them.
  const fade = draw.gradient([[0, ground, 0], [0.35, ground, cover * 0.25], [0.7, ground, cover * 0.72], [1, ground, cover]]);
  draw.rect(0, Math.round(from), WIDTH, Math.round(until) - Math.round(from), fade);
  const below = draw.gradient([[0, ground, cover], [0.4, ground, Math.max(cover, 0.96)], [0.6, ground, 1]]);
  draw.rect(0, Math.round(until), WIDTH, HEIGHT - Math.round(until), below);
  return draw.toString();
}
