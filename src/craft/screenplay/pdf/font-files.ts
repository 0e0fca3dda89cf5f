import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { INSTALLED_FONTS } from '../../fonts/installed.js';
import { parseTrueType, parseWoff, type FontFile } from '../../fonts/woff.js';

export const FACES = ['regular', 'bold', 'italic', 'bold-italic'] as const;
export type Face = (typeof FACES)[number];
export const faceOf = (bold: boolean, italic: boolean): Face => FACES[(bold ? 1 : 0) + (italic ? 2 : 0)]!;

/**
 * A font to embed. `key` identifies it in the document; `isWhole` embeds the complete font instead of a subset; `isProportional` uses the font's own widths
 * instead of cells.
 */
export interface EmbeddedFont { key: string; name: string; file: FontFile; isWhole: boolean; isProportional: boolean }

const FILE_FACES: Record<Face, string> = {
  regular: '400-normal', bold: '700-normal', italic: '400-italic', 'bold-italic': '700-italic',
};
const UPRIGHT: Record<Face, Face> = { regular: 'regular', bold: 'bold', italic: 'regular', 'bold-italic': 'bold' };

interface Family {
  family: string;
  name: string;
  subsets: readonly string[];
  /** True for a typeface of joined letters, which have no italic and no cells. */
  isUpright: boolean;
}
const SCRIPT: Family = { family: 'courier-prime', name: 'CourierPrime', subsets: ['latin', 'latin-ext'], isUpright: false };
/** Typefaces for characters that Courier Prime lacks. Cousine has cells of the same width. */
const FALLBACKS: readonly Family[] = [
  { family: 'cousine', name: 'Cousine', isUpright: false,
    subsets: ['latin', 'cyrillic', 'greek', 'hebrew', 'latin-ext', 'cyrillic-ext', 'greek-ext', 'vietnamese'] },
  { family: 'noto-naskh-arabic', name: 'NotoNaskhArabic', subsets: ['arabic'], isUpright: true },
];

const require = createRequire(import.meta.url);
const loaded = new Map<string, FontFile>();

function load(name: string, open: () => FontFile): FontFile {
  const known = loaded.get(name);
  if (known) return known;
  const file = open();
  loaded.set(name, file);
  return file;
}

function familyFont({ family, name, isUpright }: Family, subset: string, face: Face): EmbeddedFont {
  const own = isUpright ? UPRIGHT[face] : face;
  const path = `@fontsource/${family}/files/${family}-${subset}-${FILE_FACES[own]}.woff`;
  const isWhole = family === SCRIPT.family;
  return {
    key: `${family} ${subset} ${own}`, isWhole, isProportional: isUpright, file: load(path, () => parseWoff(readFileSync(require.resolve(path)))),
    name: `${name}${own === 'regular' ? '' : `-${own}`}${subset === 'latin' ? '' : `-${isWhole ? 'ext' : subset}`}`,
  };
}

const fontsOf = (families: readonly Family[], face: Face): Iterable<EmbeddedFont> => ({
  * [Symbol.iterator]() {
    for (const family of families) for (const subset of family.subsets) yield familyFont(family, subset, face);
  },
});

function* installedFonts(installed: readonly string[]): Iterable<EmbeddedFont> {
  for (const path of installed) {
    if (!existsSync(path)) continue;
    const file = load(path, () => parseTrueType(readFileSync(path)));
    yield { key: path, name: 'Installed', isWhole: false, isProportional: false, file };
  }
}

/** The first font that has a character, with the glyph; null if none has it. `isScript` tries Courier Prime first. */
export function findGlyph(
  codePoint: number, face: Face, isScript: boolean, installed: readonly string[] = INSTALLED_FONTS,
): { font: EmbeddedFont; glyph: number } | null {
  const families = isScript ? [SCRIPT, ...FALLBACKS] : FALLBACKS;
  for (const list of [fontsOf(families, face), installedFonts(installed)]) {
    for (const font of list) {
      const glyph = font.file.glyphOf(codePoint);
      if (glyph !== 0) return { font, glyph };
    }
  }
  return null;
}
