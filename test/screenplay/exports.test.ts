import { describe, expect, it } from '@jest/globals';
import {
  exportScript, FINAL_DRAFT, paginate, parseFdx, parseFountain, PROFILES, writeFdx, writeFountain, type ExportFormat, type PageProfile,
} from '../../src/craft/screenplay/index.js';
import { allFiles, fixture, LONG_PLAYS, OWN_PLAYS } from './corpus.js';

const OUTLINE = `# Act one

= They meet.

INT. HALL - DAY

= Rain.
= Anna waits.

[[Too slow?]]

ANNA
Nobody [[or: no one]] came. /* She did not say: again. */

/*
BOB
Cut.
*/

She goes.
`;

const scriptOf = (name: string) => (name.endsWith('.fdx') ? parseFdx : parseFountain)(fixture(name)).script;

describe('our own Final Draft file', () => {
  it.each([...allFiles('.fountain'), ...allFiles('.fdx')])('%s has as many pages as the script', (name) => {
    const script = scriptOf(name);
    expect(paginate(parseFdx(writeFdx(script)).script).pages).toHaveLength(paginate(script).pages.length);
  });

  it.each(LONG_PLAYS)('$name has as many pages as the play, in either profile', ({ text, standard, finalDraft }) => {
    const { script } = parseFountain(text());
    expect(paginate(parseFdx(writeFdx(script)).script).pages).toHaveLength(standard);
    expect(paginate(parseFdx(writeFdx(script, { profile: FINAL_DRAFT })).script).pages).toHaveLength(finalDraft);
  });

  const { paper } = PROFILES.standard;
  it.each<[string, Partial<PageProfile>]>([
    ['many lines on a page', { linesPerPage: 64 }], ['few lines on a page', { linesPerPage: 26 }],
    ['A4', { paper: { width: 595, height: 842 }, leftMargin: 90 }], ['a wide margin', { paper, leftMargin: 133 }],
  ])('keeps a page geometry with %s', (_name, change) => {
    const layout = { ...FINAL_DRAFT, ...change, name: 'file' };
    const script = { ...parseFountain(OWN_PLAYS[1]!.text()).script, layout };
    expect(parseFdx(writeFdx(script)).script.layout).toEqual(layout);
  });

  it('takes in the notes on ranges of a document, and names those without a range', () => {
    const note = (range: string, text: string): string => `<ScriptNote ID="1"${range}><Paragraph><Text>${text}</Text></Paragraph></ScriptNote>`;
    const parsed = parseFdx(`<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content><Paragraph Type="Scene Heading"><Text>INT. HALL - DAY</Text></Paragraph>
      <Paragraph Type="Action"><Text>Rain falls.</Text></Paragraph></Content><ScriptNotes>${note(' Range="16,18"', 'Too wet?')}${note(' Range="90,95"', 'The end.')}${note('', 'Where?')}</ScriptNotes></FinalDraft>`);
    expect(writeFountain(parsed.script)).toBe('INT. HALL - DAY\n\nRain[[Too wet?]] falls.\n\n[[The end.]]\n');
    expect(parsed.warnings).toEqual([{ code: 'notes_left_out', message: '1 note without a place in the document was left out.' }]);
  });

  it.each(['One.\n\nTwo.', 'A [[b]] c', 'Why?]'])('writes the note “%s” so that it is read back as one note', (words) => {
    const { elements } = parseFountain('INT. HALL - DAY\n\nRain falls.\n').script;
    const noted = writeFountain({ titlePage: [], elements: [...elements, { type: 'note', text: words }] });
    const again = parseFountain(noted).script.elements;
    expect(again.map(({ type }) => type)).toEqual(['scene_heading', 'action', 'note']);
    expect(again.map((element) => ('text' in element ? element.text : '')).at(-1)!.replace(/\s/g, '')).toBe(words.replace(/\s/g, ''));
  });

  it('keeps every synopsis of a scene', () => {
    const { elements } = parseFdx(writeFdx(parseFountain(OUTLINE).script)).script;
    expect(elements.flatMap((element) => (element.type === 'synopsis' ? [element.text] : []))).toEqual(['Rain.', 'Anna waits.']);
  });
});

describe('an export of some pages', () => {
  it('keeps what is not printed above its first line, and at the end of the script', () => {
    const text = `${OUTLINE}\n[[The end is weak.]]\n`;
    const { script } = parseFountain(text);
    expect(exportScript(script, 'fountain', { fromPage: 1 }).content).toBe(exportScript(script, 'fountain').content);
    const later = parseFountain(`INT. HALL - DAY\n\nRain.\n\n===\n\n# Act two\n\n= They part.\n\nEXT. QUAY - DAY\n\nWind.\n`).script;
    expect(exportScript(later, 'fountain', { fromPage: 2 }).content).toBe('# Act two\n= They part.\n\nEXT. QUAY - DAY\n\nWind.\n');
    expect(exportScript(later, 'fountain', { toPage: 1 }).content).toBe('INT. HALL - DAY\n\nRain.\n');
  });
});

describe('an export names what it leaves out', () => {
  const warned = (text: string, format: ExportFormat): string[] =>
    exportScript(parseFountain(text).script, format).warnings.map(({ code, message }) => `${code}: ${message}`);

  it.each<[ExportFormat, string[]]>([
    ['fountain', []],
    ['fdx', ['content_left_out: Left out: 1 section, 1 synopsis and 2 cut passages. A Final Draft document has no place for them.']],
    ['pdf', ['content_left_out: Left out: 1 section, 3 synopses, 2 notes and 2 cut passages. They are not printed.']],
  ])('as %s', (format, expected) => { expect(warned(OUTLINE, format)).toEqual(expected); });

  it('as Final Draft, tags too', () => {
    expect(warned('INT. HALL - DAY\n\nANNA #lead #red\nNo.\n', 'fdx')).toEqual([
      'content_left_out: Left out: 2 tags. A Final Draft document has no place for them.']);
  });

  it('and is silent where nothing is left out', () => {
    for (const format of ['fountain', 'fdx', 'pdf'] as const) expect(warned('INT. HALL - DAY\n\nANNA\nNo.\n', format)).toEqual([]);
  });
});
