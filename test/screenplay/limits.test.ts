import { describe, expect, it } from '@jest/globals';
import {
  importScript, SCRIPT_LIMITS, ScriptRefused, writeFdx, writeFountain, type ScriptFormat,
} from '../../src/craft/screenplay/index.js';
import { entityBomb, finalDraft, outsideEntity, pdfOf, pieces, zip } from '../support/hostile/scripts.js';

async function codeOf(input: string | Buffer, format: ScriptFormat | 'auto' = 'auto'): Promise<string> {
  try {
    // A generous time limit, so that the speed of the machine does not decide which limit is exceeded first.
    await importScript(Buffer.from(input as string), format, { limits: { ...SCRIPT_LIMITS, milliseconds: 60_000 } });
    return 'read';
  } catch (error) {
    if (!(error instanceof ScriptRefused)) throw error;
    expect(error.message).toMatch(/^[A-Z<].{10,}\.$/s);
    return error.code;
  }
}

describe('hostile scripts are refused, each with its reason', () => {
  it.each<[string, string, string | Buffer, (ScriptFormat | 'auto')?]>([
    ['a billion laughs', 'doctype', entityBomb],
    ['an outside entity', 'doctype', outsideEntity],
    ['an undeclared entity', 'malformed', finalDraft('<Paragraph><Text>&xxe;</Text></Paragraph>')],
    ['deep nesting', 'too_complex', finalDraft('<a>'.repeat(20_000) + '</a>'.repeat(20_000))],
    ['many attributes', 'too_complex',
      finalDraft(`<Paragraph ${Array.from({ length: 5_000 }, (_none, at) => `a${at}="1"`).join(' ')}/>`)],
    ['many tags', 'too_complex', finalDraft('<b/>'.repeat(300_000))],
    ['crossed tags', 'malformed', finalDraft('<Paragraph><Text>a</Paragraph></Text>')],
    ['half a document', 'malformed', finalDraft('<Paragraph><Text>a').slice(0, -12)],
    ['another XML', 'not_fdx', '<?xml version="1.0"?><svg/>'],
    ['a paragraph of a book', 'line_too_long',
      finalDraft(`<Paragraph><Text>${'a '.repeat(15_000)}</Text></Paragraph>`)],
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
    ['an archive of files that climb out', 'not_text', zip],
    ['a page of too many pieces', 'too_complex', pdfOf(pieces(80_000))],
    ['pages of too many pieces together', 'too_complex', pdfOf(pieces(900), 200)],
    ['too many pages', 'too_complex', pdfOf(pieces(1), 601)],
    ['a page that draws without end', 'too_complex', pdfOf('q 1 0 0 1 0 0 cm Q '.repeat(2_000_000))],
    ['pages that draw long', 'too_complex', pdfOf('q 1 0 0 1 0 0 cm Q '.repeat(100_000), 50)],
    ['a page that inflates without end', 'too_complex', pdfOf(Buffer.alloc(250_000_000, 0x20))],
    ['an endless word', 'too_complex', pdfOf(`BT /F1 12 Tf (${'a'.repeat(20_000_000)}) Tj ET`)],
    ['brackets without end', 'empty', pdfOf('['.repeat(2_000_000))],
    ['an empty PDF', 'empty', pdfOf('')],
  ])('%s: %s', async (_name, code, input, format = 'auto') => {
    expect(await codeOf(input, format)).toBe(code);
  });

  it('names the faulty line', async () => {
    await expect(importScript(Buffer.from('INT. A\n\nx\0y'), 'fountain')).rejects.toMatchObject({ code: 'not_text',
      line: 3 });
    await expect(importScript(Buffer.from('<FinalDraft>\n<Content>\n</FinalDraft>'),
      'fdx')).rejects.toMatchObject({ code: 'malformed', line: 3 });
  });
});

describe('unusual but harmless scripts are parsed', () => {
  const first = async (input: Buffer): Promise<unknown> => (await importScript(input)).script.elements[0];
  const heading = { type: 'scene_heading', text: 'INT. CAFÉ - DAY' };
  const text = 'INT. CAFÉ - DAY\r\n\r\nRain.\r\n';

  it.each([
    ['UTF-8', Buffer.from(text)], ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 unmarked', Buffer.from(text, 'utf16le')], ['Windows-1252', Buffer.from(text, 'latin1')],
    ['old line ends', Buffer.from(text.replaceAll('\r\n', '\r'))],
  ])('%s', async (_name, input) => {
    expect(await first(input)).toMatchObject(heading);
  });

  it.each(['[['.repeat(9_000), '/*'.repeat(9_000), '*a'.repeat(9_000), `A${' '.repeat(19_000)}B`, '('.repeat(19_000),
    '_'.repeat(19_000), '\\'.repeat(19_000)])(
    'a line of marks', async (marks) => {
      const { script } = await importScript(Buffer.from(`${marks}\n\n${marks}\nx\n`.repeat(10)), 'fountain');
      expect(script.elements.length).toBeGreaterThan(0);
      expect(writeFountain(script).length).toBeGreaterThan(0);
      expect(writeFdx(script)).toContain('</FinalDraft>');
    });
});
