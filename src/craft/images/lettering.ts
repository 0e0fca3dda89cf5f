import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { drawableText } from './cover-text.js';

type Style = Record<string, string | number>;
/** An element in the form that satori expects. */
export interface Box { type: 'div'; props: { style: Style; children?: Box[] | string } }
type Satori = typeof import('satori').default;
type Fonts = Parameters<Satori>[1]['fonts'];

export const box = (style: Style, children?: Box[] | string): Box => (
  { type: 'div', props: { style: { display: 'flex', ...style }, ...(children === undefined ? {} : { children }) } }
);

const FAMILY = 'Fraunces, Fraunces Latin Extended, Fraunces Vietnamese';
const SUBSETS: readonly (readonly [string, string])[] = [
  ['Fraunces', 'latin'], ['Fraunces Latin Extended', 'latin-ext'], ['Fraunces Vietnamese', 'vietnamese'],
];
const CUTS = [[400, 'normal'], [600, 'normal'], [400, 'italic']] as const;

async function loadFonts(): Promise<Fonts> {
  const manifest = createRequire(import.meta.url).resolve('@fontsource/fraunces/package.json');
  const folder = manifest.replace(/package\.json$/, 'files/');
  return Promise.all(SUBSETS.flatMap(([name, subset]) => CUTS.map(async ([weight, style]) => (
    { name, weight, style, data: await readFile(`${folder}fraunces-${subset}-${weight}-${style}.woff`) }))));
}

/** Loaded on first use, because most processes draw no text. */
let loaded: Promise<readonly [Satori, Fonts]> | undefined;

/** Loads the typeface, so that the first picture with text takes no longer than the next ones. */
export async function prepareLettering(): Promise<readonly [Satori, Fonts]> {
  loaded ??= Promise.all([import('satori').then((module) => module.default), loadFonts()]);
  return loaded;
}

/** Converts text to paths in the bundled typeface, without system fonts. Returns the markup of one `<g>` element. */
export async function lettering(tree: Box, width: number, height: number): Promise<string> {
  const [satori, fonts] = await prepareLettering();
  const root = box({ width, height, fontFamily: FAMILY }, [tree]) as unknown as Parameters<Satori>[0];
  const svg = await satori(root, { width, height, fonts });
  return svg.replace(/^<svg[^>]*>/, '<g>').replace(/<\/svg>$/, '</g>');
}

/** Approximate advance of a character as a share of the font size. */
function advance(character: string): number {
  if (/[mwMW]/.test(character)) return 0.84;
  if (/\p{Lu}/u.test(character)) return 0.7;
  return /[iljtfr.,'!|]/.test(character) ? 0.35 : 0.56;
}

/** The largest font size from `max` down to `min` with which the text needs at most `lines` lines of this width. */
export function fittedSize(text: string, width: number, max: number, min: number, lines: number): number {
  const words = text.split(/\s+/).map((word) => [...word].reduce((sum, character) => sum + advance(character), 0));
  for (let size = max; size > min; size -= 2) {
    let [count, line] = [1, 0];
    for (const word of words) {
      if (line > 0 && (line + 0.27 + word) * size > width) [count, line] = [count + 1, word];
      else line += word + (line > 0 ? 0.27 : 0);
    }
    if (count <= lines && words.every((word) => word * size <= width)) return size;
  }
  return min;
}

export { drawableText };
