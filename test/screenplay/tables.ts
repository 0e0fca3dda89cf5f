import { runReader } from '../../src/craft/readers/reader-process.js';
import type { PdfPages } from '../../src/craft/readers/pdf-pages.js';
import {
  FINAL_DRAFT, identityOf, paginate, parseFdx, parseFountain, parsePdf, scriptLines, ScriptRefused, SCRIPT_READER_LIMITS, STANDARD, writeFdx,
  writeFountain, writePdf, type Script, type ScriptElement,
} from '../../src/craft/screenplay/index.js';
import { COUNTED, fixture, spine, suiteFiles } from './corpus.js';
import {
  CASES, compareCase, DEVIATIONS, differences, htmlWords, PRINTED, REFERENCE, scriptWords, shape, type Differences,
} from './suites.js';

/** Elements that are not printed, so that no PDF can give them back. Final Draft can hold some of them. */
const UNPRINTED: Partial<Record<ScriptElement['type'], [one: string, many: string]>> = {
  section: ['section', 'sections'], synopsis: ['synopsis', 'synopses'], note: ['note', 'notes'], boneyard: ['cut passage', 'cut passages'],
  page_break: ['page break', 'page breaks'],
};

/** Fixtures that read differently after a round trip through PDF, and why. The tests fail for an entry that is no longer needed. */
export const PAGE_LOSSES: Record<string, string> = {
  'rules/speech/lyrics.fountain': 'a lyric is printed as speech is, and read as speech',
  'rules/structure/heading-needs-air.fountain': 'actions that say INT. stand where headings stand',
  'rules/text/forced-action.fountain': 'a forced action that says INT. is where headings are',
  'twins/the-oven.fdx': 'a lyric is printed as speech is, and read as speech',
  'twins/the-oven.fountain': 'a lyric is printed as speech is, and read as speech',
  'fountain-reference/ForcedElements.fountain': 'a lyric is printed as speech is, and read as speech',
  'fountain-reference/SceneHeaders.fountain': 'forced actions that say INT. stand where headings stand',
  'screenplay-tools/Lyrics.fountain': 'lyrics are printed as speech is, and read as speech',
};

export interface RoundTrip {
  name: string;
  elements: number;
  counts: number[];
  /** True when the rewritten file reads as the same script, and writing it again gives the same text. */
  again: boolean;
  viaFdx: Differences;
  /** Null when the script has nothing by which its PDF could be recognised as a screenplay. */
  viaPdf: Differences | null;
  lost: { fdx: string[]; pdf: string[] };
}

const asidesIn = ({ elements }: Script): number => elements.reduce((sum, element) => sum + ('asides' in element ? element.asides?.length ?? 0 : 0), 0);

const tagsIn = ({ elements }: Script): number => elements.reduce((sum, element) => sum + ('tags' in element ? element.tags?.length ?? 0 : 0), 0);

/** Names the parts of a script that are missing afterwards, with their number, such as `2 notes`. */
function lostParts(before: Script, after: Script): string[] {
  const named = (count: number, one: string, many: string): string[] => (count > 0 ? [`${count} ${count > 1 ? many : one}`] : []);
  const count = (script: Script, wanted: string): number => script.elements.filter(({ type }) => type === wanted).length;
  return [
    ...Object.entries(UNPRINTED).flatMap(([type, names]) => named(count(before, type) - count(after, type), ...names)),
    ...named(asidesIn(before) - asidesIn(after), 'aside inside a line', 'asides inside lines'),
    ...named(tagsIn(before) - tagsIn(after), 'tag', 'tags'),
  ];
}

async function fromPdf(script: Script): Promise<Script | null> {
  try {
    return (await parsePdf(writePdf(script).bytes)).script;
  } catch (error) {
    const nothingTelling = error instanceof ScriptRefused && (error.code === 'not_a_screenplay' || error.code === 'empty');
    if (nothingTelling && spine(script).length === 0) return null;
    throw error;
  }
}

export async function roundTrip(name: string): Promise<RoundTrip> {
  const isFdx = name.endsWith('.fdx');
  const { script } = isFdx ? parseFdx(fixture(name)) : parseFountain(fixture(name));
  const rewritten = isFdx ? writeFdx(script) : writeFountain(script);
  const again = isFdx ? parseFdx(rewritten).script : parseFountain(rewritten).script;
  const stable = (isFdx ? writeFdx(again) : writeFountain(again)) === rewritten;
  const inFdx = parseFdx(writeFdx(script)).script;
  const back = parseFountain(writeFountain(inFdx)).script;
  const pdf = await fromPdf(script);
  const own = spine(script);
  return {
    name, elements: script.elements.length, counts: COUNTED.map((type) => script.elements.filter((element) => element.type === type).length),
    again: identityOf(again) === identityOf(script) && stable,
    viaFdx: differences(own, spine(back)), viaPdf: pdf && differences(own, spine(pdf)),
    lost: { fdx: lostParts(script, inFdx), pdf: pdf ? lostParts(script, pdf) : [] },
  };
}

export const roundTrips = (names: readonly string[]): Promise<RoundTrip[]> => Promise.all(names.map(roundTrip));

export interface LongRoundTrip {
  pages: number;
  /** How many speeches are split by the end of a page in our PDF. */
  splits: number;
  counts: number[];
  difference: Differences;
  /** Numbers of lines of the table read before and after the round trip, and how many lines afterwards contain (MORE) or (CONT'D). */
  lines: [before: number, after: number, marked: number];
}

/** A play of a hundred pages through a PDF. */
export async function longRoundTrip(text: string): Promise<LongRoundTrip> {
  const { script } = parseFountain(text);
  const { pages } = paginate(script);
  const again = (await parsePdf(writePdf(script).bytes)).script;
  const [before, after] = [scriptLines(script), scriptLines(again)];
  return {
    pages: pages.length, splits: pages.filter(({ lines }) => lines.at(-1)!.kind === 'more').length,
    counts: COUNTED.map((type) => again.elements.filter((element) => element.type === type).length),
    difference: differences(spine(script), spine(again)),
    lines: [before.length, after.length, after.filter((line) => /\(MORE\)|CONT['’]D/i.test(JSON.stringify(line))).length],
  };
}

export interface SuiteCase { suite: string; name: string; expected: number; matched: number; why: string | null }

/** Every expected list of the suites beside ours. */
export function suiteCases(): SuiteCase[] {
  const cases: SuiteCase[] = [];
  for (const [name, theirs] of Object.entries(REFERENCE)) {
    const expected = theirs.split(' ');
    const { missed, extra } = differences(expected, shape(parseFountain(fixture(`fountain-reference/${name}.fountain`)).script).split(' '));
    cases.push({ suite: 'the authors of Fountain', name, expected: expected.length, matched: expected.length - missed.length - extra.length, why: null });
  }
  for (const [source, list] of CASES) {
    const { theirs, missed, extra } = compareCase(source, list);
    cases.push({
      suite: 'screenplay-tools', name: source, expected: theirs.length, matched: theirs.length - Math.max(missed.length, extra.length),
      why: DEVIATIONS[source]?.why ?? null,
    });
  }
  for (const name of suiteFiles('.html')) {
    const theirs = htmlWords(fixture(name).toString('utf8')).map((line) => PRINTED[line] ?? line);
    const { missed, extra } = differences(theirs, scriptWords(parseFountain(fixture(name.replace('.html', '.fountain'))).script));
    cases.push({ suite: 'screenplain, HTML', name, expected: theirs.length, matched: theirs.length - Math.max(missed.length, extra.length), why: null });
  }
  for (const name of suiteFiles('.fdx')) {
    const theirs = shape(parseFountain(fixture(name.replace('.fdx', '.fountain'))).script).split(' ');
    const { missed, extra } = differences(theirs, shape(parseFdx(fixture(name)).script).split(' '));
    cases.push({ suite: 'Final Draft twins', name, expected: theirs.length, matched: theirs.length - Math.max(missed.length, extra.length), why: null });
  }
  return cases;
}

export interface PageCount { name: string; theirs: number; standard: number; finalDraft: number; printed: number }

/** Pages of the suites' PDFs, title page included, beside ours of the same script. */
export async function pageCounts(): Promise<PageCount[]> {
  const counts: PageCount[] = [];
  for (const name of suiteFiles('.pdf')) {
    const { pageCount: theirs } = await runReader('pdf', fixture(name), undefined, SCRIPT_READER_LIMITS) as PdfPages;
    const { script } = parseFountain(fixture(name.replace('.pdf', '.fountain')));
    const { pageCount: printed } = await runReader('pdf', writePdf(script).bytes, undefined, SCRIPT_READER_LIMITS) as PdfPages;
    const title = script.titlePage.length > 0 ? 1 : 0;
    const [standard, finalDraft] = [STANDARD, FINAL_DRAFT].map((profile) => paginate(script, profile).pages.length + title) as [number, number];
    counts.push({ name, theirs, standard, finalDraft, printed });
  }
  return counts;
}
