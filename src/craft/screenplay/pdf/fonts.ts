import { cellsOf } from '../text/cells.js';
import { letterOf } from '../../fonts/arabic.js';
import { refTo, type PdfObjects, type Ref } from './document.js';
import { findGlyph, type EmbeddedFont, type Face } from './font-files.js';
import type { FontFile } from '../../fonts/woff.js';

export const SCRIPT_FONTS = ['screenplay-sim', 'courier-prime', 'courier-new', 'final-draft'] as const;
/**
 * `screenplay-sim` and `final-draft` print Courier Prime, which has cells of the same width. `courier-new` is not
 * embedded.
 */
export type ScriptFont = (typeof SCRIPT_FONTS)[number];

const SYSTEM_FACES: Record<Face, string> = {
  regular: 'CourierNewPSMT', bold: 'CourierNewPS-BoldMT', italic: 'CourierNewPS-ItalicMT',
  'bold-italic': 'CourierNewPS-BoldItalicMT',
};
/** Windows-1252 above Latin-1. */
const WINDOWS = '\u20ac\0\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\0\u017d\0\0\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\0\u017e\u0178';
const CELL = 600;
const FIRST_CODE = 33;
const CODES = 222;

/** The tag that marks the name of a font with some of its outlines. */
const SUBSET_TAG = 'PROSCE+';

/** Text in one font: its resource name, the string to show, its width in cells, and as printed in thousandths of the font size. */
export interface ShownText { font: string; hex: string; cells: number; advance: number }

/** Joiners, soft hyphens and other invisible characters. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/u;
const NOTHING: ShownText = { font: '', hex: '', cells: 0, advance: 0 };

interface UsedFont {
  resource: string;
  ref: Ref;
  /** The character of each code in the file's strings. */
  used: Map<number, string>;
  finish: () => void;
}

/**
 * The fonts of one document. A character that the chosen family lacks comes from a typeface for its writing system. `substituted` lists the characters that
 * no typeface has: the viewer shows them in its own Courier New, and the text layer still holds them exactly.
 */
export class FontSet {
  readonly substituted = new Set<string>();
  private readonly fonts = new Map<string, UsedFont>();
  private readonly codes = new Map<Face, Map<string, ShownText>>();
  private readonly substituteCodes = new Map<string, { font: UsedFont; code: number }>();
  constructor(
    private readonly objects: PdfObjects, private readonly family: ScriptFont, private readonly installed?: readonly string[],
  ) {}

  /** Splits a text into strings of one font each. */
  show(text: string, face: Face): ShownText[] {
    const shown: ShownText[] = [];
    let codes = this.codes.get(face);
    if (!codes) this.codes.set(face, codes = new Map());
    for (const character of text) {
      let code = codes.get(character);
      if (!code) codes.set(character, code = INVISIBLE.test(character) ? NOTHING : this.codeOf(character, face));
      if (code === NOTHING) continue;
      const { font, hex, cells, advance } = code;
      const last = shown.at(-1);
      if (last?.font === font) {
        last.hex += hex;
        last.cells += cells;
        last.advance += advance;
      } else shown.push({ font, hex, cells, advance });
    }
    return shown;
  }

  /** Writes the used fonts and returns the dictionary of font resources. */
  finish(): string {
    for (const font of this.fonts.values()) font.finish();
    return `<< ${[...this.fonts.values()].map(({ resource, ref }) => `/${resource} ${refTo(ref)}`).join(' ')} >>`;
  }

  private codeOf(character: string, face: Face): ShownText {
    const code = character.codePointAt(0)!;
    const isSystem = this.family === 'courier-new';
    const byte = isSystem ? windowsByte(code, character) : null;
    if (byte !== null) return this.use(this.systemFont(face), byte, character, 2);
    const letter = letterOf(character);
    const find = (codePoint: number) => findGlyph(codePoint, face, !isSystem, this.installed);
    const found = find(code) ?? (letter === character ? null : find(letter.codePointAt(0)!));
    if (found) {
      const shown = this.use(this.embeddedFont(found.font), found.glyph, letter, 4);
      return { ...shown, cells: cellsOf(character),
        advance: found.font.isProportional ? found.font.file.advanceOf(found.glyph) : cellsOf(character) * CELL };
    }
    this.substituted.add(character);
    const known = this.substituteCodes.get(character) ?? this.substitute(character);
    return this.use(known.font, known.code, character, 2);
  }

  private use(font: UsedFont, code: number, character: string, digits: number): ShownText {
    if (!font.used.has(code)) font.used.set(code, character);
    const cells = cellsOf(character);
    return { font: font.resource, hex: code.toString(16).padStart(digits, '0'), cells, advance: cells * CELL };
  }

  private open(key: string, finish: (font: UsedFont) => void): UsedFont {
    const known = this.fonts.get(key);
    if (known) return known;
    const font: UsedFont = { resource: `F${this.fonts.size + 1}`, ref: this.objects.reserve(), used: new Map(),
      finish: () => finish(font) };
    this.fonts.set(key, font);
    return font;
  }

  private embeddedFont({ key, name: plainName, file, isWhole, isProportional }: EmbeddedFont): UsedFont {
    return this.open(key, ({ ref, used }) => {
      const name = isWhole ? plainName : `${SUBSET_TAG}${plainName}`;
      const glyphs = [...used.keys()].sort((a, b) => a - b);
      const sfnt = isWhole ? file.sfnt : file.subset(glyphs);
      const data = this.objects.addStream(`/Length1 ${sfnt.length}`, sfnt);
      const descriptor = this.descriptor(name, file.metrics, 5, ` /FontFile2 ${refTo(data)}`);
      const widthOf = (glyph: number): number => (isProportional ? file.advanceOf(glyph) : cellsOf(used.get(glyph)!) * CELL);
      const widths = isWhole ? '' : ` /W [${glyphs.map((glyph) => `${glyph} [${widthOf(glyph)}]`).join(' ')}]`;
      const inner = this.objects.add(`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) `
        + `/Supplement 0 >> /DW ${CELL}${widths} /CIDToGIDMap /Identity /FontDescriptor ${refTo(descriptor)} >>`);
      this.objects.set(ref, `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${refTo(inner)}] `
        + `/ToUnicode ${refTo(this.toUnicode(used, 4))} >>`);
    });
  }

  private descriptor(name: string, metrics: FontFile['metrics'], flags: number, file: string): Ref {
    return this.objects.add(`<< /Type /FontDescriptor /FontName /${name} /Flags ${flags} /FontBBox [${metrics.box.join(' ')}] `
      + `/ItalicAngle ${metrics.italicAngle} /Ascent ${metrics.ascent} /Descent ${metrics.descent} /CapHeight ${metrics.capHeight} /StemV 80${file} >>`);
  }

  private systemDescriptor(name: string): Ref {
    return this.descriptor(name, { ascent: 833, descent: -300, capHeight: 571, box: [-122, -680, 623, 1021],
      italicAngle: name.includes('Italic') ? -12 : 0 }, 33, '');
  }

  private systemFont(face: Face): UsedFont {
    return this.open(`system ${face}`, ({ ref }) => {
      const name = SYSTEM_FACES[face];
      this.objects.set(ref, `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 `
        + `/Widths [${Array(224).fill(CELL).join(' ')}] /FontDescriptor ${refTo(this.systemDescriptor(name))} >>`);
    });
  }

  private substitute(character: string): { font: UsedFont; code: number } {
    const index = this.substituteCodes.size;
    const font = this.open(`substitutes ${Math.floor(index / CODES)}`, ({ ref, used }) => this.finishSubstitutes(ref, used));
    const known = { font, code: FIRST_CODE + (index % CODES) };
    this.substituteCodes.set(character, known);
    return known;
  }

  private finishSubstitutes(ref: Ref, used: ReadonlyMap<number, string>): void {
    const codes = [...used].sort(([a], [b]) => a - b);
    const names = codes.map(([, character]) => glyphName(character.codePointAt(0)!));
    const widths = codes.map(([, character]) => cellsOf(character) * CELL);
    const name = SYSTEM_FACES.regular;
    this.objects.set(ref, `<< /Type /Font /Subtype /TrueType /BaseFont /${name} /FirstChar ${FIRST_CODE} /LastChar ${FIRST_CODE + codes.length - 1} `
      + `/Widths [${widths.join(' ')}] /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${FIRST_CODE} ${names.join(' ')}] >> `
      + `/FontDescriptor ${refTo(this.systemDescriptor(name))} /ToUnicode ${refTo(this.toUnicode(used, 2))} >>`);
  }

  private toUnicode(used: ReadonlyMap<number, string>, digits: number): Ref {
    const rows = [...used].sort(([a], [b]) => a - b).map(([code, character]) =>
      `<${code.toString(16).padStart(digits, '0')}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`);
    const blocks: string[] = [];
    for (let at = 0; at < rows.length; at += 100) {
      const block = rows.slice(at, at + 100);
      blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
    }
    return this.objects.addStream('', [
      '/CIDInit /ProcSet findresource begin', '12 dict begin', 'begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def', '/CMapName /Adobe-Identity-UCS def',
      '/CMapType 2 def',
      '1 begincodespacerange', `<${'0'.repeat(digits)}> <${'f'.repeat(digits)}>`, 'endcodespacerange', ...blocks,
      'endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end', '',
    ].join('\n'));
  }
}

const glyphName = (code: number): string =>
  `/${code > 0xffff ? 'u' : 'uni'}${code.toString(16).toUpperCase().padStart(4, '0')}`;

function windowsByte(code: number, character: string): number | null {
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
  const index = character === '\0' ? -1 : WINDOWS.indexOf(character);
  return index < 0 ? null : 0x80 + index;
}
