import { candidates } from './candidates.js';
import { Total } from './features.js';
import type { Figure } from '../names/figures.js';
import { ownEvidence, presenceEvidence, type Context, type Path } from './plausibility.js';
import { backward, turnTaking } from './turn-taking.js';

/** One turn of the search: the paths kept, and the gain of each link from a path of the turn before. */
export interface Step { kept: Path[]; links: { from: number; to: number; gain: number }[] }

/** A range of turns to search, `to` excluded, that follows the speakers of `start`. */
export interface Stretch {
  from: number;
  to: number;
  start: Path | null;
  /** The only people who may speak a turn; null where anybody may. */
  allowed?: (at: number) => ReadonlySet<Figure> | null;
}

/** Keeps the most plausible sequences of speakers, turn by turn: a beam search whose state is the last two speakers. */
export function search(context: Context, weights: Float64Array, beamWidth: number, { from, to, start, allowed }: Stretch): Step[] {
  const steps: Step[] = [];
  let beam: (Path | null)[] = [start];
  for (let at = from; at < to; at++) {
    const step = nextStep(context, weights, beamWidth, at, beam, allowed?.(at) ?? null);
    steps.push(step);
    beam = step.kept;
  }
  return steps;
}

function nextStep(
  context: Context, weights: Float64Array, beamWidth: number, at: number, beam: readonly (Path | null)[], allowed: ReadonlySet<Figure> | null,
): Step {
  const own = new Map<Figure, number>();
  const options: { path: Path; from: number; gain: number }[] = [];
  beam.forEach((before, from) => {
    const all = [...candidates(context, at, before)];
    const some = allowed === null ? all : all.filter((figure) => allowed.has(figure));
    const back = new Total(weights);
    backward(context, at, before, back);
    for (const figure of some.length > 0 ? some : all) {
      const total = new Total(weights);
      presenceEvidence(context, at, figure, before, total);
      turnTaking(context, at, figure, before, total);
      const gain = total.value + back.value + ownValue(context, weights, at, figure, own);
      options.push({ path: { figure, before, score: (before?.score ?? 0) + gain }, from, gain });
    }
  });
  options.sort((a, b) => b.path.score - a.path.score || a.path.figure.order - b.path.figure.order);
  return keepBest(options, beamWidth);
}

/** Computes the part of a figure's score that is the same for all paths, once for each turn. */
function ownValue(context: Context, weights: Float64Array, at: number, figure: Figure, known: Map<Figure, number>): number {
  const value = known.get(figure);
  if (value !== undefined) return value;
  const total = new Total(weights);
  ownEvidence(context, at, figure, total);
  known.set(figure, total.value);
  return total.value;
}

function keepBest(options: readonly { path: Path; from: number; gain: number }[], beamWidth: number): Step {
  const step: Step = { kept: [], links: [] };
  const places = new Map<string, number>();
  for (const { path, from, gain } of options) {
    const key = `${path.figure.order}|${path.before?.figure.order ?? -1}`;
    if (!places.has(key)) {
      if (step.kept.length >= beamWidth) continue;
      places.set(key, step.kept.length);
      step.kept.push(path);
    }
    step.links.push({ from, to: places.get(key) ?? 0, gain });
  }
  return step;
}
