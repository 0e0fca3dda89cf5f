import { inflateSync } from 'node:zlib';
import { subsetOutlines } from './outlines.js';

/** A TrueType font without its container. */
export interface FontFile {
  /** A font file with only the tables that a PDF needs. */
  sfnt: Buffer;
  /** The same file with the outlines of only these glyphs, which keep their numbers. */
  subset(glyphs: Iterable<number>): Buffer;
  /** The advance width of a glyph, in thousandths of the font size. */
  advanceOf(glyph: number): number;
  /** Glyph index of a code point, or 0. */
  glyphOf(codePoint: number): number;
  /** Lengths are in thousandths of the font size; `italicAngle` is in degrees. */
  metrics: { ascent: number; descent: number; capHeight: number; box: [number, number, number, number]; italicAngle: number };
}

/** Tables that a PDF viewer uses. Names, kerning and ligatures are left out. */
const KEPT_TABLES = new Set(['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']);

type Tables = Map<string, { data: Buffer; checksum: number }>;

/** Parses a WOFF (version 1) file with TrueType outlines. Throws an `Error` for any other file. */
export function parseWoff(file: Buffer): FontFile {
  if (file.toString('latin1', 0, 4) !== 'wOFF'
    || file.readUInt32BE(4) !== 0x00010000) throw new Error('not a WOFF file with TrueType outlines');
  const tables: Tables = new Map();
  for (let at = 44, left = file.readUInt16BE(12); left > 0; at += 20, left -= 1) {
    const [offset, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const raw = file.subarray(offset, offset + packed);
    const data = packed < length ? inflateSync(raw) : Buffer.from(raw);
    tables.set(file.toString('latin1', at, at + 4), { data, checksum: file.readUInt32BE(at + 16) });
  }
  return fontOf(tables);
}

/** Parses a TrueType file, or the first font of a collection. Throws an `Error` for any other file. */
export function parseTrueType(file: Buffer): FontFile {
  const start = file.toString('latin1', 0, 4) === 'ttcf' ? file.readUInt32BE(12) : 0;
  if (![0x00010000, 0x74727565].includes(file.readUInt32BE(start))) throw new Error('not a font with TrueType outlines');
  const tables: Tables = new Map();
  for (let at = start + 12, left = file.readUInt16BE(start + 4); left > 0; at += 16, left -= 1) {
    const [offset, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    tables.set(file.toString('latin1', at, at + 4), { data: file.subarray(offset, offset + length), checksum: file.readUInt32BE(at + 4) });
  }
  return fontOf(tables);
}

function fontOf(tables: Tables): FontFile {
  const table = (tag: string): Buffer => tables.get(tag)?.data ?? fail(`the font has no table "${tag}"`);
  const [head, hhea, os2, post, hmtx] = [table('head'), table('hhea'), table('OS/2'), table('post'), table('hmtx')];
  const unit = 1000 / head.readUInt16BE(18);
  const scaled = (value: number): number => Math.round(value * unit);
  const map = parseCmap(table('cmap'));
  const kept = [...tables].filter(([tag]) => KEPT_TABLES.has(tag)).sort(([a], [b]) => (a < b ? -1 : 1));
  const widths = hhea.readUInt16BE(34);
  return {
    sfnt: packSfnt(kept),
    subset: (glyphs) => {
      const outlines = subsetOutlines({ glyf: table('glyf'), loca: table('loca'), isLong: head.readInt16BE(50) === 1 }, glyphs);
      return packSfnt(kept.map(([tag, whole]) => [tag, tag in outlines ? tableOf(outlines[tag as keyof typeof outlines]) : whole]));
    },
    advanceOf: (glyph) => scaled(hmtx.readUInt16BE(Math.min(glyph, widths - 1) * 4)),
    glyphOf: (codePoint) => map.get(codePoint) ?? 0,
    metrics: {
      ascent: scaled(hhea.readInt16BE(4)), descent: scaled(hhea.readInt16BE(6)),
      capHeight: os2.readUInt16BE(0) >= 2 ? scaled(os2.readInt16BE(88)) : scaled(hhea.readInt16BE(4)),
      box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))) as [number, number, number, number],
      italicAngle: Math.round(post.readInt32BE(4) / 65536),
    },
  };
}

function tableOf(data: Buffer): { data: Buffer; checksum: number } {
  const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
  let checksum = 0;
  for (let at = 0; at < padded.length; at += 4) checksum = (checksum + padded.readUInt32BE(at)) >>> 0;
  return { data, checksum };
}

function fail(why: string): never {
  throw new Error(why);
}

function packSfnt(tables: readonly [string, { data: Buffer; checksum: number }][]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const head = Buffer.alloc(12 + tables.length * 16);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(tables.length * 16 - 2 ** power * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  tables.forEach(([tag, { data, checksum }], index) => {
    const at = 12 + index * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(data.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

/** Glyphs by code point, from the character map of format 4: the fonts in use have no code points beyond it. */
function parseCmap(cmap: Buffer): Map<number, number> {
  for (let at = 4, left = cmap.readUInt16BE(2); left > 0; at += 8, left -= 1) {
    const table = cmap.subarray(cmap.readUInt32BE(at + 4));
    if (table.readUInt16BE(0) === 4) return parseSegments(table);
  }
  return fail('the font has no character map of format 4');
}

function parseSegments(table: Buffer): Map<number, number> {
  const map = new Map<number, number>();
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const [end, start] = [table.readUInt16BE(14 + at), table.readUInt16BE(16 + size + at)];
    const [delta, rangeAt] = [table.readUInt16BE(16 + 2 * size + at), 16 + 3 * size + at];
    const range = table.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const raw = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - start));
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) map.set(code, glyph);
    }
  }
  return map;
}
