import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '../../src/craft/narrative/analysis/attribution/conversation.js';
import { FEATURES } from '../../src/craft/narrative/analysis/attribution/features.js';
import { mergeIdentities } from '../../src/craft/narrative/analysis/attribution/identities.js';
import { search } from '../../src/craft/narrative/analysis/attribution/search.js';
import { chaptersOf, titled } from './chapters.js';
import { FIRST_WEIGHTS } from './first-weights.js';
import { fit, type Fitting } from './fitting.js';
import { labelledTurns, type LabelledTurns } from './labelled-turns.js';
import { readNovels, readOpenings, type LabelledNovel, type QuotationType } from './novels.js';
import { matched, percentOf, sumOf, type Share } from './score.js';

/**
 * Fits the weights of speakers on labelled texts: `node --import tsx bench/people/fit.ts [--folds N] [--write]`. With `--folds`, first prints how well
 * weights do on novels that were left out of their fitting (`--folds 16` leaves out one novel at a time). Then fits on all novels and, with `--write`,
 * rewrites `weights.ts`.
 */
const FITTING: Fitting = { rounds: 5, rate: 0.15, pull: 0.1, beamWidth: 12 };
const BEAM_WIDTH = 20;
/** Openings of novels are short, so each one counts this many times. */
const TIMES_OF_OPENINGS = 15;
/** Chapters are also fitted on their own, with this weight: within one chapter, the main person may never be named as a speaker. */
const TIMES_OF_CHAPTERS = 0.5;
const SHARED = path.resolve('../shared/fixtures');
const WEIGHTS_FILE = path.resolve('src/craft/narrative/analysis/attribution/weights.ts');

type Shares = Record<QuotationType | 'all', Share>;

function sharesOf(text: LabelledTurns, weights: Float64Array): Shares {
  const { context, right } = text;
  // `mergeIdentities` changes some of the evidence, which must not affect a later fitting, so it gets a copy.
  const evidence = context.evidence.map((piece) => ({ ...piece }));
  const decoded = mergeIdentities(evidence, decode(search(context, weights, BEAM_WIDTH, { from: 0, to: right.length, start: null })), context.scene);
  const pairs = text.quotations.map(({ gold, at }) => ({ gold, cast: at === null ? null : String(decoded[at]!.figure.order) }));
  const match = matched(pairs);
  const of = (quotations: typeof pairs): Share =>
    ({ right: quotations.filter(({ gold, cast }) => cast !== null && match.get(cast) === gold.speaker).length, all: quotations.length });
  const ofType = (type: QuotationType): Share => of(pairs.filter(({ gold }) => gold.type === type));
  return { explicit: ofType('explicit'), anaphoric: ofType('anaphoric'), implicit: ofType('implicit'), all: of(pairs) };
}

function print(label: string, list: readonly Shares[]): void {
  const column = (key: keyof Shares): string => `${key} ${percentOf(sumOf(list.map((shares) => shares[key])))}`;
  console.log(label.padEnd(40), (['all', 'explicit', 'anaphoric', 'implicit'] as const).map(column).join('  '));
}

const read = (novels: readonly LabelledNovel[]): LabelledTurns[] => novels.map((novel) => labelledTurns(novel, FIRST_WEIGHTS, BEAM_WIDTH));

interface Book { whole: LabelledTurns; chapters: LabelledTurns[] }

const readBooks = (novels: readonly LabelledNovel[]): Book[] => novels.map((novel) =>
  ({ whole: read([novel])[0]!, chapters: read(chaptersOf(novel).map((chapter) => ({ ...titled(chapter), people: novel.people }))) }));

interface BookShares { whole: Shares; chapters: Shares[] }

const sharesOfBook = ({ whole, chapters }: Book, weights: Float64Array): BookShares =>
  ({ whole: sharesOf(whole, weights), chapters: chapters.map((text) => sharesOf(text, weights)) });

function printBooks(label: string, list: readonly BookShares[]): void {
  print(`${label}, whole`, list.map(({ whole }) => whole));
  print(`${label}, by chapter`, list.flatMap(({ chapters }) => chapters));
}

/** Every second opening takes part in the fitting; the other openings, like novels left out, only judge. */
function main(argv: readonly string[]): void {
  const books = readBooks(readNovels(path.join(SHARED, 'quotes-novels')));
  const openings = existsSync(path.join(SHARED, 'quotes')) ? read(readOpenings(path.join(SHARED, 'quotes'))) : [];
  const [own, others] = [openings.filter((_, at) => at % 2 === 0), openings.filter((_, at) => at % 2 === 1)];
  const fitOn = (list: readonly Book[]): Float64Array => fit([
    ...list.map(({ whole }) => ({ text: whole, times: 1 })),
    ...list.flatMap(({ chapters }) => chapters).map((text) => ({ text, times: TIMES_OF_CHAPTERS })),
    ...own.map((text) => ({ text, times: TIMES_OF_OPENINGS })),
  ], FIRST_WEIGHTS, FITTING);
  printBooks('novels, first weights', books.map((book) => sharesOfBook(book, FIRST_WEIGHTS)));
  print('openings left out, first weights', others.map((text) => sharesOf(text, FIRST_WEIGHTS)));
  const folds = Number(argv[argv.indexOf('--folds') + 1] ?? 0) || 0;
  const left: BookShares[] = [];
  for (let fold = 0; argv.includes('--folds') && fold < folds; fold++) {
    const weights = fitOn(books.filter((_, at) => at % folds !== fold));
    for (const book of books.filter((_, at) => at % folds === fold)) {
      left.push(sharesOfBook(book, weights));
      printBooks(book.whole.work, left.slice(-1));
    }
  }
  if (left.length > 0) printBooks('novels left out', left);
  const weights = fitOn(books);
  printBooks('novels, fitted on all', books.map((book) => sharesOfBook(book, weights)));
  print('openings left out', others.map((text) => sharesOf(text, weights)));
  if (argv.includes('--write')) write(weights);
}

function write(weights: Float64Array): void {
  const rows = FEATURES.map((feature, at) => `  ${feature.includes(' ') ? `'${feature}'` : feature}: ${Number(weights[at]!.toFixed(2)) + 0},`);
  const source = readFileSync(WEIGHTS_FILE, 'utf8');
  writeFileSync(WEIGHTS_FILE, source.replace(/(export const WEIGHTS = \{\n)[\s\S]*?(\n\};)/, (_all, head: string, tail: string) => `${head}${rows.join('\n')}${tail}`));
}

main(process.argv.slice(2));
