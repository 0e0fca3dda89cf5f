import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import { joinedForms, letterOf } from '../../../fonts/arabic.js';
import { INSTALLED_FONTS } from '../../../fonts/installed.js';
import { parseTrueType, parseWoff, type FontFile } from '../../../fonts/woff.js';
import type { Letters, TextStyle } from '../fit.js';

/** A typeface family: its subsets in the order in which they are searched for a character, and the cut for each style. */
interface Family { name: string; subsets: readonly string[]; cuts: Readonly<Record<TextStyle, string>> }

const FRAUNCES: Family = {
  name: 'fraunces', subsets: ['latin', 'latin-ext', 'vietnamese'],
  cuts: { display: '600-normal', lead: '400-normal', quote: '400-italic', text: '400-normal', label: '600-normal' },
};
const ATKINSON: Family = {
  name: 'atkinson-hyperlegible-next', subsets: ['latin', 'latin-ext'],
  cuts: { display: '700-normal', lead: '400-normal', quote: '400-italic', text: '400-normal', label: '600-normal' },
};
const COUSINE: Family = {
  name: 'cousine', subsets: ['cyrillic', 'greek', 'hebrew', 'cyrillic-ext', 'greek-ext', 'latin', 'latin-ext', 'vietnamese'],
  cuts: { display: '700-normal', lead: '400-normal', quote: '400-italic', text: '400-normal', label: '700-normal' },
};
const NASKH: Family = {
  name: 'noto-naskh-arabic', subsets: ['arabic'],
  cuts: { display: '700-normal', lead: '400-normal', quote: '400-normal', text: '400-normal', label: '700-normal' },
};
const FAMILIES: Readonly<Record<TextStyle, readonly Family[]>> = {
  display: [FRAUNCES, ATKINSON, COUSINE, NASKH], lead: [FRAUNCES, ATKINSON, COUSINE, NASKH], quote: [FRAUNCES, ATKINSON, COUSINE, NASKH],
  text: [ATKINSON, FRAUNCES, COUSINE, NASKH], label: [ATKINSON, FRAUNCES, COUSINE, NASKH],
};

const require = createRequire(import.meta.url);
/** Parsed font files by path, shared by all documents. */
const parsed = new Map<string, FontFile>();

function fileOf(path: string): FontFile {
  const known = parsed.get(path);
  if (known) return known;
  const file = path.endsWith('.woff') ? parseWoff(readFileSync(path)) : parseTrueType(readFileSync(path));
  parsed.set(path, file);
  return file;
}

const pathsOf = (style: TextStyle): string[] => [
  ...FAMILIES[style].flatMap(({ name, subsets, cuts }) => subsets.map((subset) => require.resolve(`@fontsource/${name}/files/${name}-${subset}-${cuts[style]}.woff`))),
  // Skips font collections (`.ttc`): they hold several fonts, and the PDF writer takes only single ones.
  ...INSTALLED_FONTS.filter((path) => path.endsWith('.ttf') && existsSync(path)),
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ARABIC = /[\u0600-\u06ff]/;
/** Characters that the first typeface of each style always has. */
const PLAIN = /^[\x20-\x7e]*$/;
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/gu;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** A part of a text in one typeface. */
export interface FontRun { text: string; font: string }

/** Measures a text in the font of this path, in shares of the font size. */
export type RunWidth = (text: string, font: string) => number;

/** The typefaces of a document, which are embedded. Letters that none of them has are shown in Latin letters, and pictographs are left out. */
export class PdfLetters implements Letters {
  private readonly paths = new Map<TextStyle, readonly string[]>();
  private readonly fonts = new Map<string, string | null>();
  private readonly widths = new Map<string, number>();

  constructor(private readonly runWidth: RunWidth) {}

  widthOf(text: string, style: TextStyle): number {
    const key = `${style} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const width = this.runsOf(text, style).reduce((sum, { text: part, font }) => sum + this.runWidth(part, font), 0);
    this.widths.set(key, width);
    return width;
  }

  drawable(text: string, style: TextStyle): string {
    if (PLAIN.test(text)) return text;
    return Array.from(graphemes.segment(text), ({ segment }) => this.shown(segment, style)).join('').replace(/ {2,}/g, ' ').trim();
  }

  /** Splits a drawable text into runs of one typeface. Spaces and signs keep the typeface of the preceding character if it has them. */
  runsOf(text: string, style: TextStyle): FontRun[] {
    if (PLAIN.test(text) && text !== '') return [{ text, font: this.fontOf(text[0]!, style)! }];
    const runs: FontRun[] = [];
    for (const { segment } of graphemes.segment(ARABIC.test(text) ? this.joined(text, style) : text)) {
      const last = runs.at(-1);
      const font = last && !/[\p{L}\p{N}]/u.test(segment) && hasAll(last.font, segment) ? last.font : this.fontOf(segment, style);
      // Invisible characters have no glyph, and the order of the runs no longer needs them.
      const seen = segment.replace(INVISIBLE, '');
      if (font === null || seen === '') continue;
      if (last?.font === font) last.text += seen;
      else runs.push({ text: seen, font });
    }
    return runs;
  }

  /**
   * Replaces Arabic letters by their joined presentation forms. Each form is a character of its own, so that readers of the file can map it back to its
   * letter.
   */
  private joined(text: string, style: TextStyle): string {
    const letters = Array.from(text, (character) => ({ character }));
    return joinedForms(letters).map(({ character }) => (this.fontOf(character, style) ? character : letterOf(character))).join('');
  }

  private shown(grapheme: string, style: TextStyle): string {
    if (this.fontOf(grapheme, style)) return grapheme;
    if (PICTOGRAPH.test(grapheme)) return '';
    const bare = grapheme.replace(/\p{M}/gu, '');
    if (bare !== '' && this.fontOf(bare, style)) return bare;
    return Array.from(anyAscii(bare)).filter((letter) => this.fontOf(letter, style)).join('');
  }

  private fontOf(grapheme: string, style: TextStyle): string | null {
    const key = `${style} ${grapheme}`;
    const known = this.fonts.get(key);
    if (known !== undefined) return known;
    const font = this.pathsOf(style).find((path) => hasAll(path, grapheme)) ?? null;
    this.fonts.set(key, font);
    return font;
  }

  private pathsOf(style: TextStyle): readonly string[] {
    const known = this.paths.get(style);
    if (known) return known;
    const paths = pathsOf(style);
    this.paths.set(style, paths);
    return paths;
  }
}

const hasAll = (path: string, grapheme: string): boolean =>
  Array.from(grapheme.replace(INVISIBLE, '')).every((character) => fileOf(path).glyphOf(character.codePointAt(0)!) !== 0);
