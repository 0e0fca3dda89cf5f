import { describe, expect, it } from '@jest/globals';
import {
  FINAL_DRAFT, paginate, parseFountain, parsePdf, STANDARD, writePdf, type PageProfile, type Script,
} from '../../src/craft/screenplay/index.js';
import { LONG_PLAYS, spine } from './corpus.js';
import { film } from './long-plays.js';
import { printedPdf, typedPages } from './printed-pages.js';

const { script } = parseFountain(film());
const scenes = ({ elements }: Script): string[] => elements.flatMap((element) => (element.type === 'scene_heading' ? [element.text] : []));
const folded = (lines: string[]): string[] => lines.map((line) => line.replace(/[‘’]/g, "'").replace(/[–—]/g, '-'));
const isNear = (count: number, theirs: number): boolean => Math.abs(count - theirs) <= theirs / 100;

/** Columns of a typed page by the letter that starts a row: `a` action, `c` cue, `d` dialogue, `b` parenthetical. `page` types such rows. */
const COLUMNS: Record<string, number> = { a: 15, b: 30, c: 35, d: 25, t: 65 };
const page = (...rows: string[]): string => rows.map((row) => ' '.repeat(COLUMNS[row[0]!] ?? 0) + row.slice(2)).join('\n');
const SCENE = ['a INT. HALL - DAY', '', 'a She waits.', '', 'c ANNA', 'd One.', '', 'a EXT. YARD - NIGHT', '', 'a Rain.', '',
  ...Array.from({ length: 11 }, () => ['c BEN', 'd Two words more.', '']).flat()];
/** The last elements of a script whose scene fills one page and whose next page has these rows. */
const endOf = async (count: number, ...rows: string[]): Promise<string[]> =>
  spine((await parsePdf(printedPdf([page(...SCENE.slice(0, -1)), page(...rows)].join('\f')))).script).slice(-count);

describe('a film of 190 scenes with capital lines, songs and pairs of speeches', () => {
  it.each<[string, PageProfile]>([['standard', STANDARD], ['final-draft', FINAL_DRAFT]])('comes back from our PDF, %s', async (_name, profile) => {
    const again = (await parsePdf(writePdf(script, { profile }).bytes)).script;
    expect(scenes(again)).toHaveLength(193);
    expect(spine(again)).toEqual(spine(script));
    expect(isNear(paginate(again).pages.length, paginate(script, profile).pages.length)).toBe(true);
  });

  it('comes back from a PDF without bookmarks whose headings have more space above', async () => {
    const again = (await parsePdf(printedPdf(typedPages(script, FINAL_DRAFT)))).script;
    expect(folded(spine(again))).toEqual(folded(spine(script)));
  });

  it('comes back from a PDF that prints headings like other lines, except headings without INT. or EXT.', async () => {
    const again = (await parsePdf(printedPdf(typedPages(script, STANDARD)))).script;
    expect(scenes(again)).toHaveLength(190);
    expect(folded(spine(again))).toEqual(folded(spine(script)).filter((line) => line !== 'scene_heading: lens of a telescope'));
  });
});

describe('reading across the end of a page', () => {
  const BEN = ['character: ben', 'dialogue: two words more.'];

  it('continues a speech with a parenthetical on the next page, without (MORE)', async () => {
    expect(await endOf(4, 'b (realizing)', 'd Let me guess.', '', 'a He goes.'))
      .toEqual([...BEN, 'parenthetical: realizing', 'dialogue: let me guess.']);
  });

  it('continues a speech whose name is repeated, with or without a parenthetical below the name', async () => {
    expect(await endOf(4, "c BEN (Cont'd)", 'b (low)', 'd Go.', '', 'a He goes.')).toEqual([...BEN, 'parenthetical: low', 'dialogue: go.']);
    expect(await endOf(2, 'c BEN (CONTINUING)', 'd Go.')).toEqual(['character: ben', 'dialogue: two words more. go.']);
  });

  it('starts a new speech for another name', async () => {
    expect(await endOf(4, "c ANNA (CONT'D)", 'd Go.')).toEqual([...BEN, 'character: anna', 'dialogue: go.']);
  });

  it('keeps two speeches side by side whole', async () => {
    const pair = (left: string, right: string): string => `${' '.repeat(20)}${left.padEnd(31)}${right}`;
    const text = [`${page(...SCENE)}\n${pair('ANNA', 'CLEO')}\n${pair('Where are', 'Nobody')}`,
      `${pair("ANNA (CONT'D)", "CLEO (CONT'D)")}\n${pair('you going?', 'asked us.')}\n\n${page('a They wait.')}`].join('\f');
    const { elements } = (await parsePdf(printedPdf(text))).script;
    expect(elements.slice(-5).map((element) => ('text' in element ? element.text : element.type)))
      .toEqual(['ANNA', 'Where are you going?', 'CLEO', 'Nobody asked us.', 'They wait.']);
  });

  it('does not add action to a pair of speeches at the end of the page before', async () => {
    const pair = (left: string, right: string): string => `${' '.repeat(20)}${left.padEnd(31)}${right}`;
    const text = [`${page(...SCENE)}\n${pair('ANNA', 'CLEO')}\n${pair('Where?', 'Here.')}`, page('a They wait.', '', 'a Rain.')].join('\f');
    const { elements } = (await parsePdf(printedPdf(text))).script;
    expect(elements.slice(-3).map((element) => ('text' in element ? element.text : element.type))).toEqual(['Here.', 'They wait.', 'Rain.']);
  });
});

describe('page counts after a PDF', () => {
  const plays = LONG_PLAYS.flatMap(({ name, text }) => [STANDARD, FINAL_DRAFT].map((profile) => [name, profile.name, text, profile] as const));
  it.each(plays)('%s, %s', async (_name, _profile, text, profile) => {
    const play = parseFountain(text()).script;
    const again = (await parsePdf(writePdf(play, { profile }).bytes)).script;
    expect(isNear(paginate(again).pages.length, paginate(play, profile).pages.length)).toBe(true);
  });

  it('keep page breaks that the writer set', async () => {
    const broken = parseFountain('INT. HALL - DAY\n\nShe waits.\n\n===\n\nEXT. YARD - NIGHT\n\nRain.\n\n===\n\nBEN\nNo.\n').script;
    const again = (await parsePdf(writePdf(broken).bytes)).script;
    expect(paginate(again).pages).toHaveLength(paginate(broken).pages.length);
    expect(paginate(broken).pages).toHaveLength(3);
  });
});
