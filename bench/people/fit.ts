import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '../../src/craft/narrative/analysis/attribution/conversation.js';
import { FEATURES } from '../../src/craft/narrative/analysis/attribution/features.js';
import { search } from '../../src/craft/narrative/analysis/attribution/search.js';
import { FIRST_WEIGHTS } from './first-weights.js';
import { fit, type Fitting } from './fitting.js';
import { labelledTurns, type LabelledTurns } from './labelled-turns.js';
import { readNovels, readOpenings, type LabelledNovel, type QuotationType } from './novels.js';
import { matched, percentOf, sumOf, type Share } from './score.js';

/**
 * Fits the weights of speakers on labelled texts: `node --import tsx bench/people/fit.ts [--folds N] [--write]`. First prints how well the weights of
 * the other texts do on texts that they were not fitted on (`--folds 16` leaves one novel out at a time), then, with `--write`, fits on all and
 * rewrites `weights.ts`.
 */
const FITTING: Fitting = { rounds: 5, rate: 0.15, pull: 0.1, beamWidth: 12 };
const BEAM_WIDTH = 20;
/** An opening of a novel is short: it counts so many times. */
const TIMES_OF_OPENINGS = 6;
const SHARED = path.resolve('../shared/fixtures');
const WEIGHTS_FILE = path.resolve('src/craft/narrative/analysis/attribution/weights.ts');

type Shares = Record<QuotationType | 'all', Share>;

function sharesOf(text: LabelledTurns, weights: Float64Array): Shares {
  const decoded = decode(search(text.context, weights, BEAM_WIDTH, { from: 0, to: text.right.length, start: null }));
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

/** Every second opening is for fitting; the others, like the novels left out, only judge. */
function main(argv: readonly string[]): void {
  const novels = read(readNovels(path.join(SHARED, 'quotes-novels')));
  const openings = existsSync(path.join(SHARED, 'quotes')) ? read(readOpenings(path.join(SHARED, 'quotes'))) : [];
  const [own, others] = [openings.filter((_, at) => at % 2 === 0), openings.filter((_, at) => at % 2 === 1)];
  const fitOn = (list: readonly LabelledTurns[]): Float64Array => fit([
    ...list.map((text) => ({ text, times: 1 })), ...own.map((text) => ({ text, times: TIMES_OF_OPENINGS })),
  ], FIRST_WEIGHTS, FITTING);
  print('novels, first weights', novels.map((text) => sharesOf(text, FIRST_WEIGHTS)));
  print('openings left out, first weights', others.map((text) => sharesOf(text, FIRST_WEIGHTS)));
  const folds = Number(argv[argv.indexOf('--folds') + 1] ?? 0) || 0;
  const left: Shares[] = [];
  for (let fold = 0; argv.includes('--folds') && fold < folds; fold++) {
    const weights = fitOn(novels.filter((_, at) => at % folds !== fold));
    for (const text of novels.filter((_, at) => at % folds === fold)) {
      left.push(sharesOf(text, weights));
      print(text.work, left.slice(-1));
    }
  }
  if (left.length > 0) print('novels left out', left);
  const weights = fitOn(novels);
  print('novels, fitted on all', novels.map((text) => sharesOf(text, weights)));
  print('openings left out', others.map((text) => sharesOf(text, weights)));
  if (argv.includes('--write')) write(weights);
}

function write(weights: Float64Array): void {
  const rows = FEATURES.map((feature, at) => `  ${feature.includes(' ') ? `'${feature}'` : feature}: ${Number(weights[at]!.toFixed(2)) + 0},`);
  const source = readFileSync(WEIGHTS_FILE, 'utf8');
  writeFileSync(WEIGHTS_FILE, source.replace(/(export const WEIGHTS = \{\n)[\s\S]*?(\n\};)/, (_all, head: string, tail: string) => `${head}${rows.join('\n')}${tail}`));
}

main(process.argv.slice(2));
