import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { checkedPalette, coverScene, housePalette, type CoverPalette } from './cover-scene.js';
import { drawableText, titleSetting } from './cover-text.js';

export { paletteFrom, type CoverPalette } from './cover-scene.js';

export interface CoverRequest {
  /** Up to 200 characters are drawn; letters the typeface lacks are left out. */
  title: string;
  /** A line under the title, e.g. the mode of the read. */
  subtitle?: string | undefined;
  /** One of the house palettes when absent. */
  palette?: CoverPalette | undefined;
  /** The same seed draws the same stage. */
  seed: string;
  /** Edge in pixels, 300 to 3000. */
  sizePx?: number | undefined;
}

/** What satori takes for an element. */
interface Node { type: string; props: { style: Record<string, string | number>; children?: Node[] | string } }

const SIZE = 1_400;
const FAMILY = 'Fraunces, Fraunces Latin Extended, Fraunces Vietnamese';

type Fonts = Parameters<typeof satori>[1]['fonts'];
let loading: Promise<Fonts> | undefined;

async function loadFonts(): Promise<Fonts> {
  const manifest = createRequire(import.meta.url).resolve('@fontsource/fraunces/package.json');
  const folder = manifest.replace(/package\.json$/, 'files/');
  const subsets: [string, string][] = [
    ['Fraunces', 'latin'], ['Fraunces Latin Extended', 'latin-ext'], ['Fraunces Vietnamese', 'vietnamese'],
  ];
  const fonts = subsets.flatMap(([name, subset]) => ([400, 700] as const).map(async (weight) => ({
    name, weight, style: 'normal' as const, data: await readFile(`${folder}fraunces-${subset}-${weight}-normal.woff`),
  })));
  return Promise.all(fonts);
}

const box = (style: Record<string, string | number>, children?: Node[] | string): Node => (
  { type: 'div', props: { style: { display: 'flex', ...style }, ...(children === undefined ? {} : { children }) } }
);

function lettering(title: string, subtitle: string, palette: CoverPalette): Node {
  const { fontSize, lineHeight } = titleSetting(title);
  const parts = [
    box({
      fontSize, lineHeight, fontWeight: 700, color: palette.ink, textAlign: 'center', justifyContent: 'center',
      maxWidth: fontSize < 90 ? 920 : 1_060, letterSpacing: fontSize > 130 ? '-0.02em' : '-0.01em',
      wordBreak: 'break-word',
    }, title),
    box({ width: 132, height: 8, borderRadius: 4, backgroundColor: palette.accent, marginTop: 48 }),
  ];
  if (subtitle !== '') {
    parts.push(box({
      fontSize: subtitle.length > 40 ? 36 : 46, color: palette.ink, opacity: 0.86, marginTop: 36, textAlign: 'center',
      justifyContent: 'center', maxWidth: 1_000, lineHeight: 1.25,
    }, subtitle));
  }
  return box({
    // The letters stand over the boards, in the upper four fifths of the opening.
    width: SIZE, height: 1_230, flexDirection: 'column', alignItems: 'center', justifyContent: 'center',
    fontFamily: FAMILY,
  }, parts);
}

async function letteringSvg(title: string, subtitle: string, palette: CoverPalette): Promise<string> {
  if (title === '') return '';
  loading ??= loadFonts();
  const tree = lettering(title, subtitle, palette) as unknown as Parameters<typeof satori>[0];
  const svg = await satori(tree, { width: SIZE, height: SIZE, fonts: await loading });
  return svg.replace(/^<svg[^>]*>/, '<g>').replace(/<\/svg>$/, '</g>');
}

/**
 * Draws a square cover: an empty lit stage and the title. Letters are paths from the bundled typeface, so the picture
 * needs no system font and the same request gives the same bytes. A title without a drawable letter leaves the stage
 * alone. Throws `RangeError` for a palette or size out of bounds.
 */
export async function renderCover(request: CoverRequest): Promise<{ png: Buffer; svg: string }> {
  const sizePx = request.sizePx ?? SIZE;
  if (!(Number.isInteger(sizePx) && sizePx >= 300 && sizePx <= 3_000)) {
    throw new RangeError(`no cover is ${sizePx} pixels wide`);
  }
  const palette = checkedPalette(request.palette ?? housePalette(request.seed));
  const letters = await letteringSvg(drawableText(request.title), drawableText(request.subtitle ?? ''), palette);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`
    + `${coverScene(palette, request.seed)}${letters}</svg>`;
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: sizePx } }).render();
  return { png: drawn.asPng(), svg };
}
