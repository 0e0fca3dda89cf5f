import { paginate, type PageProfile, type Script } from '../../src/craft/screenplay/index.js';
import { pdfOfObjects } from '../activities/pdf-maker.js';

const [CELL, LINE, HEIGHT, TOP] = [7.2, 12, 792, 60];

const escaped = (text: string): string => text.replace(/[\\()]/g, (mark) => `\\${mark}`);

/** The PDF content of one page: a text object for each word group, as other programs write it. Columns and rows stay where the typed page has them. */
function contentOf(page: string): string {
  return page.split('\n').flatMap((line, row) => [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index }) =>
    `BT /F 12 Tf ${(index * CELL).toFixed(1)} ${HEIGHT - TOP - row * LINE} Td (${escaped(words)}) Tj ET`)).join('\n');
}

/** A PDF of a typed screenplay: twelve point Courier, pages parted by form feeds. */
export function printedPdf(typed: string): Buffer {
  const pages = typed.split('\f').map(contentOf);
  const first = 4;
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_page, at) => `${first + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${HEIGHT}] /Resources << /Font << /F 3 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]);
}

const LEFT = 15;

/** The pages of a script as another program types them: in one font, without bookmarks, with page numbers. */
export function typedPages(script: Script, profile: PageProfile): string {
  return paginate(script, profile).pages.map(({ number, lines }) => {
    const rows: string[] = [`${' '.repeat(LEFT + 58)}${number}.`, ''];
    for (const { row, column, text } of lines) {
      const before = rows[row + 2] ?? '';
      rows[row + 2] = before.padEnd(LEFT + column) + text.text;
    }
    return Array.from(rows, (line: string | undefined) => line ?? '').join('\n');
  }).join('\f').replace(/[\u2018\u2019]/g, "'").replace(/[\u2013\u2014]/g, '-');
}
