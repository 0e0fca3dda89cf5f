import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark } from '../benchmark.js';
import type { Figure } from '../figures.js';
import { readNovels } from '../people/novels.js';
import { countFeatures, isMadeOn, measurePlaces, type MeasuredPlace } from '../places/measure.js';

const CORPUS = path.resolve('../shared/fixtures/quotes-novels');
const FLOOR = 0.8;
const AIM = 0.9;
/** Number of novels in a quick run. */
const QUICK_NOVELS = 2;

function figureOf(name: string, places: readonly MeasuredPlace[], judged: boolean): Figure {
  const { said, drawn } = countFeatures(places);
  return {
    benchmark: 'places', name, unit: '', rounds: [Math.round((1_000 * drawn) / Math.max(1, said)) / 1_000],
    ...(judged ? { bound: { of: 'value', sense: 'least', floor: FLOOR, aim: AIM } } : {}), note: `${drawn} of ${said} features of ${places.length} places`,
  };
}

/** How many features of places that the novels state appear in the pictures; no figures without the novels. */
export const placesBenchmark: Benchmark = {
  name: 'places',
  summary: 'features of places that novels tell and pictures show',
  run(_stack, { quick, say }) {
    if (!existsSync(CORPUS)) {
      say('places: the novels are not here');
      return Promise.resolve([]);
    }
    const all = readNovels(CORPUS);
    const works = all.map(({ work }) => work);
    const places = measurePlaces(quick ? all.slice(0, QUICK_NOVELS) : all);
    for (const { told, missing } of places) say(`places: ${told.work}, ${told.begins}: ${missing.length === 0 ? 'all drawn' : `without ${missing.join(', ')}`}`);
    const isOfRules = ({ told }: MeasuredPlace): boolean => isMadeOn(told.work, works);
    return Promise.resolve([
      figureOf('features drawn, rules made on', places.filter(isOfRules), !quick),
        figureOf('features drawn, held out', places.filter((one) => !isOfRules(one)), !quick),
    ]);
  },
};
