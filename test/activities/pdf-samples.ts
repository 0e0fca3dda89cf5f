import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pdfOfObjects, pdfOfPages, type PlacedText } from './pdf-maker.js';

const stream = (dictionary: string, content: string): string => `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';

/** A scanned document: a picture on each page, and nothing else but page numbers. */
export function scan(pages: number): Buffer {
  const image = deflateSync(Buffer.alloc(100 * 100, 0xee)).toString('latin1');
  const kids = Array.from({ length: pages }, (_none, at) => `${5 + at * 2} 0 R`).join(' ');
  return pdfOfObjects([
    CATALOGUE, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`, '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    stream('/Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode', image),
    ...Array.from({ length: pages }, (_none, at) => [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /I 4 0 R >> /Font << /F 3 0 R >> >> '
        + `/Contents ${6 + at * 2} 0 R >>`,
      stream('', `q 612 0 0 792 0 0 cm /I Do Q BT /F 9 Tf 300 30 Td (${at + 1}) Tj ET`),
    ]).flat(),
  ]);
}

/** Text in a subset font without a map to Unicode, whose codes do not tell which letters they are. */
export function unsayable(): Buffer {
  const codes = (from: number): string => Array.from({ length: 26 }, (_none, at) => (from + at % 28).toString(16).padStart(4, '0')).join('');
  const lines = Array.from({ length: 30 }, (_none, at) => `BT /F 11 Tf 72 ${700 - at * 14} Td <${codes(1)}> Tj ET`).join('\n');
  return pdfOfObjects([
    CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>', stream('', lines),
    '<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Subset /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Subset /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> '
      + '/FontDescriptor 7 0 R /DW 500 >>',
    '<< /Type /FontDescriptor /FontName /AAAAAA+Subset /Flags 4 /FontBBox [0 0 500 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>',
  ]);
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const box = Array.from({ length: 256 }, (_none, at) => at);
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + box[at]! + key[at % key.length]!) & 255;
    [box[at], box[other]] = [box[other]!, box[at]!];
  }
  const out = Buffer.alloc(data.length);
  for (let at = 0, one = 0, other = 0; at < data.length; at++) {
    one = (one + 1) & 255;
    other = (other + box[one]!) & 255;
    [box[one], box[other]] = [box[other]!, box[one]!];
    out[at] = data[at]! ^ box[(box[one]! + box[other]!) & 255]!;
  }
  return out;
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/** A page that is encrypted with the standard handler. With an empty `password` every reader opens it; otherwise the password must be typed. */
export function protectedPdf(words: string, password: string): Buffer {
  const id = Buffer.alloc(16, 7);
  const permissions = Buffer.from('fcffffff', 'hex');
  const owner = rc4(md5(padded('the owner')).subarray(0, 5), padded(password));
  const fileKey = md5(padded(password), owner, permissions, id).subarray(0, 5);
  const contents = 4;
  const number = Buffer.from([contents, 0, 0, 0, 0]);
  const drawn = words === '' ? 'q Q' : `BT /F 12 Tf 72 700 Td (${words}) Tj ET`;
  const content = rc4(md5(fileKey, number).subarray(0, 10), Buffer.from(drawn, 'latin1')).toString('latin1');
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
  return pdfOfObjects([
    CATALOGUE, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>', stream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O ${hex(owner)} /U ${hex(rc4(fileKey, PADDING))} >>`,
  ], `/Encrypt 6 0 R /ID [${hex(id)} ${hex(id)}]`);
}

/** The same document with a wrong cross-reference table: every offset points beside its object. */
export const withWrongTable = (pdf: Buffer): Buffer =>
  Buffer.from(pdf.toString('latin1').replace(/^(\d{10}) 00000 n/gm, (_all, offset: string) => `${String(Number(offset) + 9).padStart(10, '0')} 00000 n`), 'latin1');
/** The same document cut off before its cross-reference table, as a broken download leaves it. */
export const withoutEnd = (pdf: Buffer): Buffer => pdf.subarray(0, pdf.lastIndexOf('xref\n0 '));

const [COLUMNS, LINES, WIDTH, LEADING] = [[60, 320] as const, 48, 50, 12];

/** Lines of a column; words that do not fit are broken with a hyphen when they are long. */
function wrapped(paragraph: string): string[] {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const room = WIDTH - lines.at(-1)!.length - 1;
    if (word.length <= room || lines.at(-1) === '') lines[lines.length - 1] += (lines.at(-1) === '' ? '' : ' ') + word;
    else if (/^[a-z]{9,}[.,;:]?$/.test(word) && room > 5) {
      lines[lines.length - 1] += ` ${word.slice(0, 4)}-`;
      lines.push(word.slice(4));
    } else lines.push(word);
  }
  return lines;
}

/** A printed paper: title, running head, page numbers, two columns with hyphens, and a note in small print below each left column. */
export function paper(title: string, paragraphs: readonly string[]): Buffer {
  const latin = (text: string): string => text.replace(/[’‘]/g, '\'').replace(/[“”]/g, '"').replace(/[–—]/g, '-');
  const lines = paragraphs.flatMap((paragraph) => wrapped(latin(paragraph)).map((text, at) => ({ text, indent: at === 0 ? 12 : 0 })));
  const pages: PlacedText[][] = [];
  for (let from = 0; from < lines.length; from += LINES * 2) {
    const page: PlacedText[] = [
      { text: 'Proceedings of the Shore Society', x: 230, y: 765, size: 8 }, { text: String(pages.length + 1), x: 300, y: 28, size: 8 },
      ...(pages.length === 0 ? [{ text: title, x: 150, y: 695, size: 20, bold: true }] : []),
    ];
    COLUMNS.forEach((x, column) => {
      const own = lines.slice(from + column * LINES, from + (column + 1) * LINES);
      own.forEach(({ text, indent }, row) => page.push({ text, x: x + indent, y: 660 - row * LEADING, size: 10 }));
      if (column === 0) page.push({ text: `${pages.length + 1} See the notes at the end of the volume.`, x, y: 60, size: 7 });
    });
    pages.push(page);
  }
  return pdfOfPages(pages);
}
