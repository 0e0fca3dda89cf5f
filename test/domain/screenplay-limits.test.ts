import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readScript, SCRIPT_LIMITS, ScriptRefused, writeFdx, writeFountain, type ScriptFormat } from '../../src/screenplay/index.js';

const document = (body: string): string => `<?xml version="1.0"?>\n<FinalDraft><Content>${body}</Content></FinalDraft>`;
const bomb = `<!DOCTYPE a [<!ENTITY a "lol">${Array.from({ length: 9 }, (_none, at) => `<!ENTITY a${at} "${`&a${at || ''};`.repeat(10)}">`).join('')}]><FinalDraft>&a8;</FinalDraft>`;

async function codeOf(input: string | Buffer, format: ScriptFormat | 'auto' = 'auto'): Promise<string> {
  try {
    // The clock must not decide which limit is met first.
    await readScript(Buffer.from(input as string), format, { limits: { ...SCRIPT_LIMITS, milliseconds: 60_000 } });
    return 'read';
  } catch (error) {
    if (!(error instanceof ScriptRefused)) throw error;
    expect(error.message).toMatch(/^[A-Z<].{10,}\.$/s);
    return error.code;
  }
}

/** A one-page PDF whose content is this. */
function pdfOf(content: string): Buffer {
  const stream = deflateSync(content);
  const bodies = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'];
  const parts = [Buffer.from('%PDF-1.4\n'), ...bodies.map((body, at) => Buffer.from(`${at + 1} 0 obj\n${body}\nendobj\n`)),
    Buffer.from(`5 0 obj\n<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`), stream, Buffer.from('\nendstream\nendobj\n')];
  const offsets = [1, 2, 3, 4, 5].map((at) => parts.slice(0, at).reduce((sum, part) => sum + part.length, 0));
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.concat([...parts, Buffer.from(`xref\n0 6\n0000000000 65535 f \n${rows}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`)]);
}

describe('hostile scripts are refused, each with its reason', () => {
  it.each<[string, string, string | Buffer, (ScriptFormat | 'auto')?]>([
    ['a billion laughs', 'doctype', bomb],
    ['an outside entity', 'doctype', '<?xml version="1.0"?><!DOCTYPE FinalDraft SYSTEM "file:///etc/passwd"><FinalDraft/>'],
    ['an undeclared entity', 'malformed', document('<Paragraph><Text>&xxe;</Text></Paragraph>')],
    ['deep nesting', 'too_complex', document('<a>'.repeat(20_000) + '</a>'.repeat(20_000))],
    ['many attributes', 'too_complex', document(`<Paragraph ${Array.from({ length: 5_000 }, (_none, at) => `a${at}="1"`).join(' ')}/>`)],
    ['many tags', 'too_complex', document('<b/>'.repeat(300_000))],
    ['crossed tags', 'malformed', document('<Paragraph><Text>a</Paragraph></Text>')],
    ['half a document', 'malformed', document('<Paragraph><Text>a').slice(0, -12)],
    ['another XML', 'not_fdx', '<?xml version="1.0"?><svg/>'],
    ['a paragraph of a book', 'line_too_long', document(`<Paragraph><Text>${'a '.repeat(15_000)}</Text></Paragraph>`)],
    ['a million lines', 'too_many_lines', '\n'.repeat(1_000_000)],
    ['a hundred thousand speeches', 'too_complex', 'BOB\nHi.\n\n'.repeat(33_000), 'fountain'],
    ['an endless line', 'line_too_long', 'A'.repeat(100_000), 'fountain'],
    ['too much text', 'too_large', 'A line.\n'.repeat(300_000)],
    ['too many bytes', 'too_large', Buffer.alloc(10_485_761, 65)],
    ['zero bytes', 'not_text', 'INT. A - DAY\n\n\0BOB\nhi\n'],
    ['nothing', 'empty', ''],
    ['prose', 'not_a_screenplay', 'It was late. The rain had stopped.\n\nShe went home, and said nothing of it to him.\n'],
    ['a torn PDF', 'malformed', '%PDF-1.7\n%%EOF'],
    ['text called a PDF', 'malformed', 'INT. HOUSE', 'pdf'],
    ['a page of too many pieces', 'too_complex', pdfOf(`BT /F1 12 Tf ${'1 0 0 1 10 10 Tm (a) Tj '.repeat(80_000)}ET`)],
    ['an empty PDF', 'empty', pdfOf('')],
  ])('%s: %s', async (_name, code, input, format = 'auto') => {
    expect(await codeOf(input, format)).toBe(code);
  });

  it('names the line to blame', async () => {
    await expect(readScript(Buffer.from('INT. A\n\nx\0y'), 'fountain')).rejects.toMatchObject({ code: 'not_text', line: 3 });
    await expect(readScript(Buffer.from('<FinalDraft>\n<Content>\n</FinalDraft>'), 'fdx')).rejects.toMatchObject({ code: 'malformed', line: 3 });
  });
});

describe('odd but honest scripts are read', () => {
  const first = async (input: Buffer): Promise<unknown> => (await readScript(input)).script.elements[0];
  const heading = { type: 'scene_heading', text: 'INT. CAFÉ - DAY' };
  const text = 'INT. CAFÉ - DAY\r\n\r\nRain.\r\n';

  it.each([
    ['UTF-8', Buffer.from(text)], ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)], ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 unmarked', Buffer.from(text, 'utf16le')], ['Windows-1252', Buffer.from(text, 'latin1')],
    ['old line ends', Buffer.from(text.replaceAll('\r\n', '\r'))],
  ])('%s', async (_name, input) => {
    expect(await first(input)).toMatchObject(heading);
  });

  it.each(['[['.repeat(9_000), '/*'.repeat(9_000), '*a'.repeat(9_000), `A${' '.repeat(19_000)}B`, '('.repeat(19_000), '_'.repeat(19_000), '\\'.repeat(19_000)])(
    'a line of marks', async (marks) => {
      const { script } = await readScript(Buffer.from(`${marks}\n\n${marks}\nx\n`.repeat(10)), 'fountain');
      expect(script.elements.length).toBeGreaterThan(0);
      expect(writeFountain(script).length).toBeGreaterThan(0);
      expect(writeFdx(script)).toContain('</FinalDraft>');
    });
});
