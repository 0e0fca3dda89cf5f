import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_PLAYS, ownFiles, SUITE_PLAYS, suiteFiles, whenPresent, type LongPlay } from './corpus.js';
import {
  longRoundTrip, PAGE_LOSSES, pageCounts, roundTrips, suiteCases, type LongRoundTrip, type PageCount, type RoundTrip, type SuiteCase,
} from './tables.js';

const PAGE = 'docs/screenplays.md';
const SUITES_PAGE = 'docs/screenplay-suites.md';
/** Set to write the pages anew from what is measured; commit what it writes. */
const RECORD = process.env.RECORD_SCREENPLAYS === '1';

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (heads: string[], rows: string[]): string => [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');
const isKept = (difference: { missed: string[]; extra: string[] }): boolean => difference.missed.length + difference.extra.length === 0;
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

const losses = (format: string, parts: string[]): string => (parts.length > 0 ? `${format}: ${parts.join(', ')}` : '');

const tripRow = ({ name, elements, counts, again, viaFdx, viaPdf, lost }: RoundTrip): string => row(
  name, elements, counts.join(' '), again ? 'same' : 'DIFFERS', isKept(viaFdx) ? 'kept' : 'DIFFERS',
  viaPdf === null ? 'nothing to keep' : isKept(viaPdf) ? 'kept' : 'see right',
  [PAGE_LOSSES[name], losses('FDX', lost.fdx), losses('PDF', lost.pdf)].filter(Boolean).join('; '),
);

const playRow = (name: string, { pages, splits, counts, difference, lines: [before, after, marked] }: LongRoundTrip): string =>
  row(name, pages, splits, counts.join(' '), difference.missed.length, difference.extra.length, `${before} / ${after}`, marked);

function suiteTable(cases: SuiteCase[]): string {
  const suites = [...new Set(cases.map(({ suite }) => suite))];
  return table(['suite', 'lists', 'the same', 'elements', 'the same'], suites.map((suite) => {
    const own = cases.filter((one) => one.suite === suite);
    const same = own.filter(({ why }) => why === null).length;
    return row(suite, own.length, same, sum(own.map(({ expected }) => expected)), sum(own.map(({ matched }) => matched)));
  }));
}

interface Survival { trips: RoundTrip[]; plays: [string, LongRoundTrip][] }

async function survivalOf(names: readonly string[], plays: readonly LongPlay[]): Promise<Survival> {
  const longTrips: Survival['plays'] = [];
  for (const { name, text } of plays) longTrips.push([name, await longRoundTrip(text())]);
  return { trips: await roundTrips(names), plays: longTrips };
}

const survivalPart = ({ trips, plays }: Survival): string => `${table(['file', 'elements', 'counts', 'again', 'FDX', 'PDF', 'lost on purpose'], trips.map(tripRow))}

${trips.length} files: ${trips.filter(({ again }) => again).length} the same again, ${trips.filter(({ viaFdx }) => isKept(viaFdx)).length} kept through Final Draft,
${trips.filter(({ viaPdf }) => viaPdf && isKept(viaPdf)).length} of ${trips.filter(({ viaPdf }) => viaPdf).length} kept through a PDF; ${trips.filter(({ viaPdf }) => !viaPdf).length} hold neither scene nor speech.

Two plays through a PDF, where pages part speeches: missed and extra elements, lines of the table read before and after, and lines
that say (MORE) or (CONT'D).

${table(['play', 'pages', 'parted speeches', 'counts', 'missed', 'extra', 'lines', 'marks spoken'], plays.map(([name, play]) => playRow(name, play)))}
`;

const MEASURED_BY = `Measured by \`test/screenplay/tables.test.ts\`, which fails when this page is not what it measures;
\`RECORD_SCREENPLAYS=1 npm test -- test/screenplay/tables\` writes it anew.`;

const pageOf = (survival: Survival): string => `# Screenplays: what survives

${MEASURED_BY} The files are the project's own, in
\`test/fixtures/screenplays\`; what others' files and readers say is in \`screenplay-suites.md\`.

*Counts* are scenes, cues, dialogues, brackets and transitions. *Again* is the same format written and parsed: the same script, and the
same bytes the second time. *FDX* is Fountain, Final Draft, Fountain; *PDF* is a printed script parsed by its layout. *Kept* means that
those five kinds come back complete, in order and with their words. *Lost on purpose* is what a format has no place for: Final
Draft knows no sections, no cut passages, and synopses and notes only inside a scene; what is not printed can't be parsed from a page.
Exports name what they leave out in \`warnings\`.

A script has the same number of pages in our Final Draft file, which holds the geometry that the script is paginated with. A PDF's page
count stays within 1 %. In a PDF, a line in capitals without INT. or EXT. is a heading if the document has a bookmark of that name, or if
the font or the space above is that of its other headings, or if it ends with a time of day; else it is action.

Letters that the script's typeface lacks are embedded from others: Cousine for Cyrillic, Greek, Hebrew and Vietnamese, Noto Naskh for
Arabic. Words from right to left stand in their order, joined where letters join, at the left edge of their column. Chinese, Japanese
and Korean need a typeface of the system, such as Debian's \`fonts-droid-fallback\` (Chinese, Japanese), \`fonts-ipafont-gothic\` or
\`fonts-nanum\`; without one the PDF names Courier New and the warning \`letters_not_embedded\` lists the characters.

${survivalPart(survival)}`;

interface Agreement { cases: SuiteCase[]; counts: PageCount[] }

const suitesPageOf = (survival: Survival, { cases, counts }: Agreement): string => `# Screenplays: what we agree with

${MEASURED_BY} The files are those of three open suites
and two plays, which are no part of the project: without them this page is not checked. \`screenplays.md\` says what the columns mean.

## There and back

${survivalPart(survival)}
## Other readers' lists

${suiteTable(cases)}

Where we differ, another authority says otherwise:

${table(['list', 'elements', 'the same', 'why'], cases.filter(({ why }) => why).map(({ name, expected, matched, why }) => row(name, expected, matched, why!)))}

Not compared: screenplay-tools' \`*-Unmerged\` (the same elements cut at line ends) and \`SimpleCallbackParser\` (calls, not elements).

## Page counts

Pages of screenplain's PDFs and ours of the same script, title page included. Profiles differ by a line a page and by blank lines
above headings, so that counts of long scripts differ by 1 to 3 %; in these short ones they must not.

${table(['PDF', 'theirs', 'standard', 'final-draft', 'printed'], counts.map(({ name, theirs, standard, finalDraft, printed }) => row(name, theirs, standard, finalDraft, printed)))}
`;

/** Expects that a page matches the measurements; writes it first when `RECORD` is set. */
function expectPage(file: string, text: string): void {
  if (RECORD) writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
}

function expectSurvival({ trips, plays }: Survival): void {
  expect(trips.filter(({ again, viaFdx }) => !again || !isKept(viaFdx)).map(({ name }) => name)).toEqual([]);
  const lossy = Object.keys(PAGE_LOSSES).filter((name) => trips.some((trip) => trip.name === name));
  expect(trips.filter(({ viaPdf }) => viaPdf && !isKept(viaPdf)).map(({ name }) => name).sort()).toEqual(lossy.sort());
  for (const [, { splits, difference, lines: [before, after, marked] }] of plays) {
    expect(splits).toBeGreaterThan(20);
    expect({ difference, after, marked }).toEqual({ difference: { missed: [], extra: [] }, after: before, marked: 0 });
  }
}

describe('what survives of our own screenplays', () => {
  let survival: Survival;
  beforeAll(async () => { survival = await survivalOf([...ownFiles('.fountain'), ...ownFiles('.fdx')], OWN_PLAYS); });

  it('is everything except the named losses, even where pages split speeches', () => {
    expect(survival.trips.length).toBeGreaterThan(25);
    expectSurvival(survival);
  });

  it('matches its page in the documentation', () => { expectPage(PAGE, pageOf(survival)); });
});

whenPresent('what survives of the suites of others', () => {
  let survival: Survival;
  let agreement: Agreement;
  beforeAll(async () => {
    survival = await survivalOf([...suiteFiles('.fountain'), ...suiteFiles('.fdx')], SUITE_PLAYS);
    agreement = { cases: suiteCases(), counts: await pageCounts() };
  });

  it('is everything except the named losses, even where pages split speeches', () => {
    expect(survival.trips.length).toBeGreaterThan(50);
    expectSurvival(survival);
  });

  it('fills as many pages as the PDFs of the suites', () => {
    expect(agreement.counts).toHaveLength(6);
    for (const { theirs, standard, printed } of agreement.counts) expect([standard, printed]).toEqual([theirs, theirs]);
  });

  it('matches what the other readers read, except where another authority decides', () => {
    for (const { expected, matched, why } of agreement.cases) if (why === null) expect(matched).toBe(expected);
  });

  it('matches its page in the documentation', () => { expectPage(SUITES_PAGE, suitesPageOf(survival, agreement)); });
});
