/** QR codes of model 2 in byte mode with error correction level L, which is enough for a code on a screen. */

/** For each version from 1: the error correction codewords of a block, and the number of blocks. */
const CORRECTION: readonly [perBlock: number, blocks: number][] = [
  [7, 1], [10, 1], [15, 1], [20, 1], [26, 1], [18, 2], [20, 2], [24, 2], [30, 2], [18, 4], [20, 4], [24, 4], [26, 4], [30, 4], [22, 6],
  [24, 6], [28, 6], [30, 6], [28, 7], [28, 8], [28, 8], [28, 9], [30, 9], [30, 10], [26, 12],
];
const LEVEL_L = 1;
/** Free modules around a code, as readers expect. */
const QUIET_MODULES = 4;

/** Products in the field of 256 elements with the polynomial x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
  return product;
}

function generatorOf(degree: number): number[] {
  const factors = new Array<number>(degree).fill(0);
  factors[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) factors[j] = times(factors[j]!, root) ^ (factors[j + 1] ?? 0);
    root = times(root, 2);
  }
  return factors;
}

function correctionOf(data: readonly number[], generator: readonly number[]): number[] {
  const rest = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    generator.forEach((value, i) => { rest[i]! ^= times(value, factor); });
  }
  return rest;
}

const sizeOf = (version: number): number => version * 4 + 17;

/** Positions of the centres of alignment patterns. */
function alignmentsOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => sizeOf(version) - 7 - i * step).reverse()];
}

/** Bytes of data and correction together. */
function capacityOf(version: number): number {
  const alignments = alignmentsOf(version).length;
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) modules -= (25 * alignments - 10) * alignments - 55;
  if (version >= 7) modules -= 36;
  return Math.floor(modules / 8);
}

/** The codewords of a text: mode, length, bytes, padding; in blocks, each with its correction, interleaved. */
function codewordsOf(bytes: Uint8Array): { version: number; codewords: number[] } {
  const version = CORRECTION.findIndex(([perBlock, blocks], i) =>
    capacityOf(i + 1) - perBlock * blocks >= bytes.length + (i + 1 < 10 ? 2 : 3)) + 1;
  if (version === 0) throw new RangeError('the text is too long for a QR code');
  const [perBlock, blocks] = CORRECTION[version - 1]!;
  const room = capacityOf(version) - perBlock * blocks;
  const bits = [0, 1, 0, 0];
  const push = (value: number, length: number): void => { for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1); };
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const data = Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  const generator = generatorOf(perBlock);
  const shorter = blocks - (capacityOf(version) % blocks);
  const shortData = Math.floor(capacityOf(version) / blocks) - perBlock;
  const parts: { data: number[]; correction: number[] }[] = [];
  for (let block = 0, at = 0; block < blocks; block++) {
    const own = data.slice(at, at += shortData + (block < shorter ? 0 : 1));
    parts.push({ data: own, correction: correctionOf(own, generator) });
  }
  const codewords: number[] = [];
  for (let i = 0; i <= shortData; i++) for (const part of parts) if (i < part.data.length) codewords.push(part.data[i]!);
  for (let i = 0; i < perBlock; i++) for (const part of parts) codewords.push(part.correction[i]!);
  return { version, codewords };
}

/** A square of modules; `fixed` are those of patterns and formats, which no mask changes. */
interface Grid { size: number; dark: boolean[][]; fixed: boolean[][] }

function patternsOf(version: number): Grid {
  const size = sizeOf(version);
  const rows = (): boolean[][] => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const grid: Grid = { size, dark: rows(), fixed: rows() };
  const set = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid.dark[y]![x] = dark;
    grid.fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
    }
  }
  const centres = alignmentsOf(version);
  const last = centres.length - 1;
  centres.forEach((cx, i) => centres.forEach((cy, j) => {
    if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }));
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, ((bits >>> i) & 1) === 1);
      set(b, a, ((bits >>> i) & 1) === 1);
    }
  }
  writeFormat(grid, 0, set);
  return grid;
}

function writeFormat({ size }: Grid, mask: number, set: (x: number, y: number, dark: boolean) => void): void {
  const data = (LEVEL_L << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >>> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

/** Lays the bits in columns of two from the right, upwards and downwards in turn. */
function layBits({ size, dark, fixed }: Grid, codewords: readonly number[]): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) for (const x of [right, right - 1]) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      if (fixed[y]![x] || at >= codewords.length * 8) continue;
      dark[y]![x] = ((codewords[at >>> 3]! >>> (7 - (at & 7))) & 1) === 1;
      at++;
    }
  }
}

/** The mask of small squares; any mask is valid, and a reader undoes it. */
const MASK = 0;
const isMasked = (x: number, y: number): boolean => (x + y) % 2 === 0;

/** The modules of a code, by row. Throws `RangeError` for a text of more than about 1,200 bytes. */
export function qrModules(text: string): boolean[][] {
  const { version, codewords } = codewordsOf(new TextEncoder().encode(text));
  const grid = patternsOf(version);
  layBits(grid, codewords);
  grid.dark.forEach((row, y) => row.forEach((dark, x) => { if (!grid.fixed[y]![x] && isMasked(x, y)) row[x] = !dark; }));
  writeFormat(grid, MASK, (x, y, dark) => { grid.dark[y]![x] = dark; });
  return grid.dark;
}

/** An SVG document of the code, dark on white, with the free margin that readers expect. */
export function qrSvg(text: string): string {
  const modules = qrModules(text);
  const side = modules.length + QUIET_MODULES * 2;
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => {
    if (!dark || row[x - 1]) return [];
    const end = row.indexOf(false, x);
    return [`M${x + QUIET_MODULES} ${y + QUIET_MODULES}h${(end < 0 ? row.length : end) - x}v1h-${(end < 0 ? row.length : end) - x}z`];
  })).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/>`
    + `<path d="${path}"/></svg>`;
}
