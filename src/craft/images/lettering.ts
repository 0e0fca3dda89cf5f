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

export { fittedSize } from './letter-size.js';
export { drawableText };
