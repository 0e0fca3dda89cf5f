import { deflateSync } from 'node:zlib';

/** A Final Draft document with this content. */
export const finalDraft = (body: string): string => `<?xml version="1.0"?>\n<FinalDraft><Content>${body}</Content></FinalDraft>`;

export const entityBomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "lol">${Array.from({ length: 9 }, (_none, at) =>
  `<!ENTITY a${at} "${`&a${at || ''};`.repeat(10)}">`).join('')}]><FinalDraft>&a8;</FinalDraft>`;
export const outsideEntity = '<?xml version="1.0"?><!DOCTYPE FinalDraft SYSTEM "file:///etc/passwd"><FinalDraft/>';

/** A PDF in which every page has this content. */
export function pdfOf(content: string | Buffer, pages = 1): Buffer {
  const stream = deflateSync(content);
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>';
  const kids = Array.from({ length: pages }, (_none, at) => `${at + 5} 0 R`).join(' ');
  const bodies = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    Buffer.concat([Buffer.from(`<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`), stream, Buffer.from('\nendstream')]),
    ...Array.from({ length: pages }, () => page)];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const rows: string[] = [];
  let start = parts[0]!.length;
  bodies.forEach((body, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body as string), Buffer.from('\nendobj\n')]);
    rows.push(`${String(start).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    start += part.length;
  });
  const trailer = `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer << /Size ${rows.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(trailer)]);
}

export const pieces = (count: number): string => `BT /F1 12 Tf ${'1 0 0 1 10 10 Tm (a) Tj '.repeat(count)}ET`;
/** A zip archive with one file whose name points outside the folder. */
export const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0'), Buffer.alloc(16), Buffer.from([16, 0, 0, 0]), Buffer.from('../../etc/passwd'), Buffer.from('INT. A - DAY\n')]);
