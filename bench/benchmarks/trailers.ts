import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../benchmark.js';
import type { Bound, Figure } from '../figures.js';
import { readNovels } from '../people/novels.js';
import { factOf, lengthErrorMs, measureCuts, type MeasuredCut } from '../trailers/measure.js';

const CORPUS = path.resolve('../shared/fixtures/quotes-novels');
const SECONDS = 60;
/** Number of novels in a quick run. */
const QUICK_NOVELS = 2;

const least = (floor: number, aim: number): Bound => ({ of: 'value', sense: 'least', floor, aim });
const most = (floor: number, aim: number): Bound => ({ of: 'value', sense: 'most', floor, aim });
const shareOf = (cuts: readonly MeasuredCut[], holds: (cut: MeasuredCut) => boolean): number => cuts.filter(holds).length / cuts.length;

function figuresOf(cuts: readonly MeasuredCut[], judged: boolean): Figure[] {
  const figure = (name: string, unit: string, rounds: number[], bound?: Bound, note?: string): Figure => ({
    benchmark: 'trailers', name, unit, rounds: rounds.map((value) => Math.round(1_000 * value) / 1_000), ...(judged && bound ? { bound } : {}), ...(note ? { note } : {}),
  });
  const lines = cuts.reduce((sum, { cut }) => sum + cut.beats.filter(({ line }) => line).length, 0);
  const leaning = cuts.reduce((sum, cut) => sum + factOf(cut, 'stands alone').concerned.length, 0);
  return [
    figure('length error', 'ms', [Math.max(...cuts.map(lengthErrorMs))], most(1, 0.1), 'the largest'),
    figure('beats', '', cuts.map(({ cut }) => cut.beats.length)),
    figure('share of speech', '', cuts.map((cut) => factOf(cut, 'speech').value)),
    figure('trailers with a quarter to 45 % of speech', '', [shareOf(cuts, (cut) => factOf(cut, 'speech').isMet)], least(0.8, 0.95)),
    figure('trailers in which both leads are heard', '', [shareOf(cuts, (cut) => factOf(cut, 'leads').isMet)], least(0.9, 1)),
    figure('trailers that tell the end', '', [shareOf(cuts, (cut) => !factOf(cut, 'spoilers').isMet)], most(0, 0)),
    figure('lines that lean on what is not heard', '', [leaning / Math.max(1, lines)], most(0.15, 0.08), `${leaning} of ${lines} lines`),
    figure('trailers that get hotter', '', [shareOf(cuts, (cut) => factOf(cut, 'rising heat').isMet)], least(0.6, 0.8)),
    figure('pictures like the one before', '', [cuts.reduce((sum, cut) => sum + factOf(cut, 'pictures').concerned.length, 0)], most(0, 0)),
    figure('time to cut', 'ms', cuts.map(({ tookMs }) => tookMs), most(3_000, 1_000)),
  ];
}

/** Trailers of dramas made from chapters, judged by countable criteria; no figures without the novels. */
export const trailersBenchmark: Benchmark = {
  name: 'trailers',
  summary: 'trailers of a minute of chapters of novels, criterion by criterion',
  run(_stack, { quick, say }) {
    if (!existsSync(CORPUS)) {
      say('trailers: the novels are not here');
      return Promise.resolve([]);
    }
    const novels = readNovels(CORPUS);
    const cuts = measureCuts(quick ? novels.slice(0, QUICK_NOVELS) : novels, SECONDS, 'trailers');
    for (const { work, cut, facts } of cuts) {
      const missed = facts.filter(({ isMet }) => !isMet).map(({ criterion, words }) => `${criterion}: ${words}`);
      say(`trailers: ${work}, ${cut.beats.length} beats, ${missed.length === 0 ? 'nothing to mend' : missed.join('; ')}`);
    }
    return Promise.resolve(figuresOf(cuts, !quick));
  },
};
