/** The outlines of a TrueType font, and the table of where each glyph's outline begins. */
export interface Outlines { glyf: Buffer; loca: Buffer; isLong: boolean }

const ARGUMENTS_ARE_WORDS = 0x1;
const HAS_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;

/** The tables with the outlines of only these glyphs and of their parts. All glyphs keep their numbers. */
export function subsetOutlines({ glyf, loca, isLong }: Outlines, glyphs: Iterable<number>): { glyf: Buffer; loca: Buffer } {
  const count = loca.length / (isLong ? 4 : 2) - 1;
  const startOf = (glyph: number): number => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outlineOf = (glyph: number): Buffer => glyf.subarray(startOf(glyph), startOf(glyph + 1));
  const wanted = new Set<number>([0]);
  const waiting = [...glyphs];
  while (waiting.length > 0) {
    const glyph = waiting.pop()!;
    if (glyph >= count || wanted.has(glyph)) continue;
    wanted.add(glyph);
    waiting.push(...componentsOf(outlineOf(glyph)));
  }
  const parts: Buffer[] = [];
  const starts = Buffer.alloc(loca.length);
  let at = 0;
  for (let glyph = 0; glyph <= count; glyph += 1) {
    if (isLong) starts.writeUInt32BE(at, glyph * 4);
    else starts.writeUInt16BE(at / 2, glyph * 2);
    if (glyph === count || !wanted.has(glyph)) continue;
    const outline = outlineOf(glyph);
    const padding = Buffer.alloc((4 - (outline.length % 4)) % 4);
    parts.push(outline, padding);
    at += outline.length + padding.length;
  }
  return { glyf: Buffer.concat(parts), loca: starts };
}

/** The glyphs that a glyph is made of; none for a plain outline. */
function componentsOf(outline: Buffer): number[] {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return [];
  const found: number[] = [];
  for (let at = 10; ;) {
    const flags = outline.readUInt16BE(at);
    found.push(outline.readUInt16BE(at + 2));
    at += 4 + (flags & ARGUMENTS_ARE_WORDS ? 4 : 2);
    at += flags & HAS_MATRIX ? 8 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_SCALE ? 2 : 0;
    if (!(flags & MORE_COMPONENTS)) return found;
  }
}
