import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { drawableText } from './cover-text.js';

type Style = Record<string, string | number>;
/** What satori takes for an element. */
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

/** Loaded with the first words to set: most processes and most answers need none. */
let loaded: Promise<readonly [Satori, Fonts]> | undefined;

/** Makes the first picture with words as quick as the next ones. */
export async function prepareLettering(): Promise<readonly [Satori, Fonts]> {
  loaded ??= Promise.all([import('satori').then((module) => module.default), loadFonts()]);
  return loaded;
}

/** Sets text as paths of the bundled typeface: no system font, no text element. Answers the markup of one group. */
export async function lettering(tree: Box, width: number, height: number): Promise<string> {
  const [satori, fonts] = await prepareLettering();
  const root = box({ width, height, fontFamily: FAMILY }, [tree]) as unknown as Parameters<Satori>[0];
  const svg = await satori(root, { width, height, fonts });
  return svg.replace(/^<svg[^>]*>/, '<g>').replace(/<\/svg>$/, '</g>');
}

/** Advance of a character in parts of the letter size, near enough to choose a size. */
function advance(character: string): number {
  if (/[mwMW]/.test(character)) return 0.84;
  if (/\p{Lu}/u.test(character)) return 0.7;
  return /[iljtfr.,'!|]/.test(character) ? 0.35 : 0.56;
}

/** The largest letter size from `most` down to `least` at which the text takes at most so many lines of a width. */
export function fittedSize(text: string, width: number, most: number, least: number, lines: number): number {
  const words = text.split(/\s+/).map((word) => [...word].reduce((sum, character) => sum + advance(character), 0));
  for (let size = most; size > least; size -= 2) {
    let [count, line] = [1, 0];
    for (const word of words) {
      if (line > 0 && (line + 0.27 + word) * size > width) [count, line] = [count + 1, word];
      else line += word + (line > 0 ? 0.27 : 0);
    }
    if (count <= lines && words.every((word) => word * size <= width)) return size;
  }
  return least;
}

export { drawableText };
