import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { runReader } from '../../src/craft/readers/reader-process.js';
import type { PdfPages } from '../../src/craft/readers/pdf-pages.js';
import {
  exportScript, FINAL_DRAFT, pageRange, paginate, parseFdx, parseFountain, sceneLengths, SCRIPT_FONTS, STANDARD,
  writePdf, type PageList, type Script,
} from '../../src/craft/screenplay/index.js';
import { fixture, LONG_PLAYS, plainWords, whenPresent } from './corpus.js';

const lastOf = <T>(list: readonly T[]): T => list[list.length - 1]!;
const spoken = 'I have counted every stone in this wall, twice, and there is one too few. ';
const long = parseFountain(`INT. HALL - DAY\n\n${`BOB\n${spoken.repeat(40).trim()}\n\n${'The river runs. '.repeat(60).trim()}\n\nCUT TO:\n\n`.repeat(8)}`).script;

function assertWellBroken(script: Script, { profile, pages }: PageList): void {
  pages.forEach(({ lines }, at) => {
    expect(lastOf(lines).row).toBeLessThan(profile.linesPerPage);
    expect(lines[0]!.kind).not.toBe('transition');
    const next = pages[at + 1];
    if (!next) return;
    expect(['heading', 'character', 'parenthetical']).not.toContain(lastOf(lines).kind);
    expect(lastOf(lines).kind === 'more').toBe(next.lines[0]!.generated === true);
    if (lastOf(lines).kind === 'more') expect(next.lines[0]!.text.text).toContain(profile.contd);
  });
  const printed = plainWords(pages.flatMap(({ lines }) => lines.filter(({ generated }) => !generated))
    .map(({ text }) => text.text).join(' '));
  for (const element of script.elements) {
    if (element.type === 'dialogue' || element.type === 'action') {
      expect(printed.replace(/([-–—]) /g, '$1')).toContain(plainWords(element.text).replace(/([-–—]) /g, '$1'));
    }
  }
}

describe('pages', () => {
  it.each([STANDARD, FINAL_DRAFT])('$name: no orphans, every split is marked, no word is lost', (profile) => {
    const list = paginate(long, profile);
    expect(list.pages.length).toBeGreaterThan(8);
    expect(list.pages.filter(({ lines }) => lastOf(lines).kind === 'more').length).toBeGreaterThan(3);
    assertWellBroken(long, list);
  });

  it('keeps two lines of a paragraph on either side of a split', () => {
    const { pages } = paginate(long, STANDARD);
    pages.slice(0, -1).forEach(({ lines }, at) => {
      const last = lastOf(lines.filter(({ generated }) => !generated));
      const going = pages[at + 1]!.lines.filter(({ element, generated }) => element === last.element
        && !generated).length;
      const staying = lines.filter(({ element, generated }) => element === last.element && !generated).length;
      if (going > 0) expect(Math.min(going, staying)).toBeGreaterThanOrEqual(2);
    });
  });

  it('moves a heading with its scene, breaks where the writer says, and never leaves an empty page', () => {
    const filler = 'A.\n\n'.repeat(26);
    const script = parseFountain(`${filler}INT. LAST LINE - DAY\n\nShe waits.\n\n===\n\n===\n\nThe end.\n`).script;
    const { pages } = paginate(script, STANDARD);
    expect(pages).toHaveLength(2);
    const moved = parseFountain(`${filler}A.\n\nINT. LAST LINE - DAY\n\nShe waits.\n`).script;
    expect(paginate(moved, STANDARD).pages[1]!.lines.map(({ text }) => text.text))
      .toEqual(['INT. LAST LINE - DAY', 'She waits.']);
  });

  it('marks a continued speaker within a scene when the profile says so', () => {
    const { script } = { script: parseFountain('INT. A - DAY\n\nBOB\nOne.\n\nHe sits.\n\nBOB\nTwo.\n\nINT. B - DAY\n\nBOB\nThree.\n').script };
    const cues = (profile = STANDARD): string[] =>
      paginate(script, profile).pages[0]!.lines.filter(({ kind }) => kind === 'character').map(({ text }) => text.text);
    expect(cues()).toEqual(['BOB', 'BOB', 'BOB']);
    expect(cues(FINAL_DRAFT)).toEqual(['BOB', "BOB (CONT'D)", 'BOB']);
  });

  it('gives wide characters two cells', () => {
    const { pages } = paginate(parseFountain(`!${'漢'.repeat(62)}\n`).script, STANDARD);
    expect(pages[0]!.lines.map(({ text }) => text.text.length)).toEqual([30, 30, 2]);
  });
});

describe('page counts', () => {
  it.each(LONG_PLAYS)('$name', ({ text, standard, finalDraft }) => {
    const { script } = parseFountain(text());
    expect(paginate(script, STANDARD).pages).toHaveLength(standard);
    expect(paginate(script, FINAL_DRAFT).pages).toHaveLength(finalDraft);
    assertWellBroken(script, paginate(script, STANDARD));
  });

  it('say how many eighths of a page each scene fills', () => {
    const { script } = parseFdx(fixture('twins/the-cellar.fdx'));
    expect(sceneLengths(script, paginate(script)).map(({ number, eighths }) => `${number}: ${eighths}/8`))
      .toEqual(['1: 2/8', '2: 2/8']);
  });
});

whenPresent('page counts of others', () => {
  it('agree with Final Draft about the eighths of its document', () => {
    const { script } = parseFdx(fixture('screenplay-tools/TestFDX-FD.fdx'));
    expect(sceneLengths(script, paginate(script)).map(({ number, eighths }) => `${number}: ${eighths}/8`))
      .toEqual(['1: 3/8', '2: 2/8']);
  });

  it.each(['dialogue-with-blank-line', 'dual-dialogue', 'indentation', 'scene-numbers',
    'title-page'])('%s fills as many pages as its PDF', async (name) => {
    const { pageCount } = await runReader('pdf', fixture(`screenplain/${name}.pdf`)) as PdfPages;
    const { script } = parseFountain(fixture(`screenplain/${name}.fountain`));
    const { pages } = await runReader('pdf', writePdf(script).bytes) as PdfPages;
    expect(pages).toHaveLength(pageCount);
  });
});

describe('a printed script', () => {
  const titled: Script = { ...long, titlePage: [{ key: 'Title', lines: [{ text: 'Élan & Őrült' }] },
    { key: 'Author', lines: [{ text: 'A. Writer' }] }] };
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

  it.each(SCRIPT_FONTS)('%s: the same bytes each time, the same pages in every font', async (font) => {
    const { bytes } = writePdf(titled, { font });
    expect(hash(writePdf(titled, { font }).bytes)).toBe(hash(bytes));
    const { pages, title } = await runReader('pdf', bytes) as PdfPages;
    expect(title).toBe('Élan & Őrült');
    expect(pages).toHaveLength(paginate(titled).pages.length + 1);
    expect(pages[0]!.items.map(([text]) => text).join('')).toContain('Élan & Őrült');
  });

  it('holds the requested pages with their numbers, and the title page only with page 1', async () => {
    const { pages } = await runReader('pdf', writePdf(titled, { fromPage: 3, toPage: 4 }).bytes) as PdfPages;
    expect(pages).toHaveLength(2);
    expect(pages[0]!.items.map(([text]) => text)).toContain('3.');
    const first = await runReader('pdf', writePdf(titled, { toPage: 1, titlePage: false }).bytes) as PdfPages;
    expect(first.pages).toHaveLength(1);
    expect(pageRange(paginate(titled), 2, 3).pages.map(({ number }) => number)).toEqual([2, 3]);
  });

  it('keeps characters that no font has in its text layer, with a warning', async () => {
    const script = parseFountain('!Привет, 漢字 and Ελληνικά.\n').script;
    const { bytes, warnings } = writePdf(script, { installedFonts: [] });
    expect(warnings.map(({ code, message }) => [code, message.slice(-2)])).toEqual([['letters_not_embedded', '漢字']]);
    const { pages } = await runReader('pdf', bytes) as PdfPages;
    expect(pages[0]!.items.map(([text]) => text).join('')).toContain('Привет, 漢字 and Ελληνικά.');
  });

  it('has the shape of the API’s answer', () => {
    const pdf = exportScript(titled, 'pdf', { font: 'courier-new' });
    expect(pdf).toMatchObject({ filename: 'Élan & Őrült.pdf', contentType: 'application/pdf', encoding: 'base64' });
    expect(Buffer.from(pdf.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    const part = exportScript(titled, 'fountain', { fromPage: 2, toPage: 2 });
    expect(part.content).toMatch(/^BOB\n/);
    expect(part.content.length).toBeLessThan(exportScript(titled, 'fountain').content.length / 2);
    expect(exportScript(titled, 'fdx', { titlePage: false }).content).not.toContain('<TitlePage>');
  });
});
