export interface PlacedText { text: string; x: number; y: number; size?: number; bold?: boolean }

const escaped = (text: string) => text.replace(/[\\()]/g, (mark) => `\\${mark}`);

/** Writes a PDF from numbered object bodies; the first must be the catalogue. */
export function pdfOfObjects(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n`
    + `<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}

/** A PDF of letter-size pages with text placed by its lower left corner, in points. */
export function pdfOfPages(pages: readonly PlacedText[][], trailer = '', more: readonly string[] = []): Buffer {
  const first = 5;
  const kids = pages.map((_page, at) => `${first + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>', '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>',
  ];
  pages.forEach((page, at) => {
    const content = page.map(({ text, x, y, size = 11, bold }) =>
      `BT /${bold ? 'B' : 'F'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`).join('\n');
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R /B 4 0 R >> >> '
        + `/Contents ${first + at * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  });
  return pdfOfObjects([...objects, ...more], trailer);
}
