import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { earnest, macbeth, whenPresent } from './corpus.js';
import {
  longRoundTrip, PAGE_LOSSES, pageCounts, roundTrips, suiteCases, type LongRoundTrip, type PageCount, type RoundTrip, type SuiteCase,
} from './tables.js';

const PAGE = 'docs/screenplays.md';
/** Set to write the page anew from what is measured; commit what it writes. */
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

interface Measured { trips: RoundTrip[]; plays: [string, LongRoundTrip][]; cases: SuiteCase[]; counts: PageCount[] }

const pageOf = ({ trips, plays, cases, counts }: Measured): string => `# Screenplays: what survives, what we agree with

Measured by \`test/screenplay/tables.test.ts\`, which fails when this page is not what it measures;
\`RECORD_SCREENPLAYS=1 npm test -- test/screenplay/tables\` writes it anew. The files are those of three open suites.

## There and back

*Counts* are scenes, cues, dialogues, brackets and transitions. *Again* is the same format written and read: the same script, and the
same bytes the second time. *FDX* is Fountain, Final Draft, Fountain; *PDF* is a printed script read by its layout. *Kept* means that
those five kinds come back complete, in order and with their words. *Lost on purpose* is what a format has no place for: Final
Draft knows no sections, no cut passages, and synopses and notes only inside a scene; what is not printed can't be read from a page.

${table(['file', 'elements', 'counts', 'again', 'FDX', 'PDF', 'lost on purpose'], trips.map(tripRow))}

${trips.length} files: ${trips.filter(({ again }) => again).length} the same again, ${trips.filter(({ viaFdx }) => isKept(viaFdx)).length} kept through Final Draft,
${trips.filter(({ viaPdf }) => viaPdf && isKept(viaPdf)).length} of ${trips.filter(({ viaPdf }) => viaPdf).length} kept through a PDF; ${trips.filter(({ viaPdf }) => !viaPdf).length} hold neither scene nor speech.

Two plays through a PDF, where pages part speeches: missed and extra elements, lines of the table read before and after, and lines
that say (MORE) or (CONT'D).

${table(['play', 'pages', 'parted speeches', 'counts', 'missed', 'extra', 'lines', 'marks spoken'], plays.map(([name, play]) => playRow(name, play)))}

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

whenPresent('what survives', () => {
  let measured: Measured;
  beforeAll(async () => {
    const plays: Measured['plays'] = [['Macbeth', await longRoundTrip(macbeth())], ['The Importance of Being Earnest', await longRoundTrip(earnest())]];
    measured = { trips: await roundTrips(), plays, cases: suiteCases(), counts: await pageCounts() };
    if (RECORD) writeFileSync(PAGE, pageOf(measured));
  });

  it('is all but the named losses', () => {
    expect(measured.trips.length).toBeGreaterThan(50);
    expect(measured.trips.filter(({ again, viaFdx }) => !again || !isKept(viaFdx)).map(({ name }) => name)).toEqual([]);
    expect(measured.trips.filter(({ viaPdf }) => viaPdf && !isKept(viaPdf)).map(({ name }) => name).sort()).toEqual(Object.keys(PAGE_LOSSES).sort());
  });

  it('is everything where pages part speeches, and no mark is spoken', () => {
    for (const [, { splits, difference, lines: [before, after, marked] }] of measured.plays) {
      expect(splits).toBeGreaterThan(20);
      expect({ difference, after, marked }).toEqual({ difference: { missed: [], extra: [] }, after: before, marked: 0 });
    }
  });

  it('is as many pages as in the PDFs of others', () => {
    expect(measured.counts).toHaveLength(6);
    for (const { theirs, standard, printed } of measured.counts) expect([standard, printed]).toEqual([theirs, theirs]);
  });

  it('is what the other readers read, but where another authority decides', () => {
    for (const { expected, matched, why } of measured.cases) if (why === null) expect(matched).toBe(expected);
  });

  it('is what its page says', () => {
    expect(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '').toBe(pageOf(measured));
  });
});
