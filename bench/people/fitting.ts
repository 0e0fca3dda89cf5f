import { FEATURES, Tally } from '../../src/craft/narrative/analysis/attribution/features.js';
import { ownEvidence, presenceEvidence, type Path } from '../../src/craft/narrative/analysis/attribution/plausibility.js';
import { search, type Step } from '../../src/craft/narrative/analysis/attribution/search.js';
import { backward, turnTaking } from '../../src/craft/narrative/analysis/attribution/turn-taking.js';
import type { LabelledTurns } from './labelled-turns.js';

/** How the weights are fitted. `pull` keeps a weight near its first value unless the texts contradict it. */
export interface Fitting { rounds: number; rate: number; pull: number; beamWidth: number }

/** The number of turns in one step of the fitting, and the number of turns before them whose speakers count as known. */
const STRETCH = 80;
const KNOWN_BEFORE = 14;
/** Links with a smaller probability are ignored. */
const LEAST_PROBABILITY = 0.004;

interface Piece { text: LabelledTurns; from: number; to: number; times: number }

/**
 * Fits the weights by likelihood. For each stretch of turns, in a reproducible order, the gradient is the features of the right speakers minus those of all
 * plausible speakers. Returns the mean of the weights after the first round. `times` is the weight of a text.
 */
export function fit(texts: readonly { text: LabelledTurns; times: number }[], first: Float64Array, { rounds, rate, pull, beamWidth }: Fitting): Float64Array {
  const weights = Float64Array.from(first);
  const squares = new Float64Array(FEATURES.length).fill(1);
  const sum = new Float64Array(FEATURES.length);
  let summed = 0;
  const pieces = texts.flatMap(({ text, times }) => piecesOf(text, times));
  const random = numbers(7);
  for (let round = 0; round < rounds; round++) {
    for (const piece of shuffled(pieces, random)) {
      const gradient = gradientOf(piece, weights, beamWidth);
      for (let at = 0; at < weights.length; at++) {
        const slope = piece.times * gradient[at]! - pull * (weights[at]! - first[at]!);
        squares[at]! += slope * slope;
        weights[at]! += (rate * slope) / Math.sqrt(squares[at]!);
      }
      if (round === 0 && rounds > 1) continue;
      summed++;
      weights.forEach((weight, at) => { sum[at]! += weight; });
    }
  }
  return sum.map((total) => total / summed);
}

function piecesOf(text: LabelledTurns, times: number): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.right.length; from += STRETCH) pieces.push({ text, from, to: Math.min(text.right.length, from + STRETCH), times });
  return pieces;
}

function gradientOf({ text, from, to }: Piece, weights: Float64Array, beamWidth: number): Float64Array {
  let start: Path | null = null;
  for (let at = Math.max(0, from - KNOWN_BEFORE); at < from; at++) start = { score: 0, figure: text.spoken[at]!, before: start };
  const gradient = new Float64Array(weights.length);
  const right = search(text.context, weights, beamWidth, { from, to, start, allowed: (at) => text.right[at] ?? null });
  addExpected(text, right, from, start, gradient, 1);
  addExpected(text, search(text.context, weights, beamWidth, { from, to, start }), from, start, gradient, -1);
  return gradient;
}

/** Adds the features of all links between speakers, weighted by the probability of each link. */
function addExpected({ context }: LabelledTurns, steps: readonly Step[], first: number, start: Path | null, counts: Float64Array, sign: number): void {
  const tally = new Tally(counts);
  for (const { step, from, to, probability } of probableLinks(steps)) {
    tally.share = sign * probability;
    const before = step === 0 ? start : steps[step - 1]!.kept[from]!;
    const { figure } = steps[step]!.kept[to]!;
    ownEvidence(context, first + step, figure, tally);
    presenceEvidence(context, first + step, figure, before, tally);
    turnTaking(context, first + step, figure, before, tally);
    backward(context, first + step, before, tally);
  }
}

const logAdd = (one: number, other: number): number => {
  const most = Math.max(one, other);
  return most === -Infinity ? most : most + Math.log(Math.exp(one - most) + Math.exp(other - most));
};

interface Link { step: number; from: number; to: number; probability: number }

/** The probability of each link among all kept paths, by the forward-backward algorithm. */
function probableLinks(steps: readonly Step[]): Link[] {
  const reached: number[][] = [];
  for (const [at, { kept, links }] of steps.entries()) {
    const before = reached[at - 1] ?? [0];
    const here = kept.map(() => -Infinity);
    for (const { from, to, gain } of links) here[to] = logAdd(here[to]!, (before[from] ?? -Infinity) + gain);
    reached.push(here);
  }
  const all = (reached.at(-1) ?? [0]).reduce(logAdd, -Infinity);
  const found: Link[] = [];
  let ahead = (steps.at(-1)?.kept ?? []).map(() => 0);
  for (let step = steps.length - 1; step >= 0; step--) {
    const before = reached[step - 1] ?? [0];
    const behind = before.map(() => -Infinity);
    for (const { from, to, gain } of steps[step]!.links) {
      const probability = Math.exp((before[from] ?? -Infinity) + gain + ahead[to]! - all);
      if (probability > LEAST_PROBABILITY) found.push({ step, from, to, probability });
      behind[from] = logAdd(behind[from]!, gain + ahead[to]!);
    }
    ahead = behind;
  }
  return found;
}

/** Returns a generator of numbers from 0 to 1, reproducible by its seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}
