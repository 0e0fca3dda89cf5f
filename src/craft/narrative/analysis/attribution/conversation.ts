import { describedFigure } from '../people/descriptions.js';
import { mainSpeaker, type Evidence, type Scene } from './evidence.js';
import { FITTED } from './features.js';
import type { Figure } from '../names/figures.js';
import type { Context } from './plausibility.js';
import { countHabits, Talks } from './habits.js';
import { search, type Step } from './search.js';
import { Wordings } from './wording.js';

/**
 * The speaker of a turn. `margin`: how much the best path with this speaker scores above the best path with another.
 */
export interface Decoded { figure: Figure; margin: number }

/**
 * Finds the most plausible speakers of all turns. Searches twice: the second search knows who addresses whom.
 */
export function inferSpeakers(evidence: readonly Evidence[], scene: Scene, beamWidth: number, weights = FITTED): Decoded[] {
  const context = contextOf(evidence, scene);
  const all = { from: 0, to: evidence.length, start: null };
  const first = decode(search(context, weights, beamWidth, all));
  return decode(search(knowingAddressees(context, first.map(({ figure }) => figure)), weights, beamWidth, all));
}

/** What the search compares speakers by, before anybody's speaker is guessed. */
export function contextOf(evidence: readonly Evidence[], scene: Scene): Context {
  const spoke = new Set<Figure>();
  const taggedTurns = new Map<Figure, number[]>();
  evidence.forEach(({ settled, acting, chain, description }, at) => {
    const own = description && describedFigure(scene.figures, description);
    for (const figure of [settled, acting, chain && chain.distance < 3 ? chain.figure : null, own]) {
      if (figure) spoke.add(figure);
    }
    if (settled) taggedTurns.set(settled, [...taggedTurns.get(settled) ?? [], at]);
  });
  const tagged = [...taggedTurns].map(([figure, turns]): [Figure, number] => [figure, turns.length]);
  return {
    evidence, scene, spoke, taggedTurns,
    main: evidence.map((_, at) => mainSpeaker(evidence, scene.narrator, at)),
    tags: { of: new Map(tagged), all: tagged.reduce((sum, [, count]) => sum + count, 0) },
    wordings: new Wordings(evidence),
    pairs: countHabits(evidence, evidence.map(({ settled }) => settled)),
    talks: new Talks(evidence.map(({ settled }) => settled)),
    guesses: null,
  };
}

/** The same context, extended by what the guessed speakers tell about who addresses whom. */
export const knowingAddressees = (context: Context, speakers: readonly Figure[]): Context =>
  ({ ...context, pairs: countHabits(context.evidence, speakers), talks: new Talks(speakers), guesses: speakers });

/** Walks back from the last turn and finds, for each speaker of each turn, the best score of a complete path. */
export function decode(steps: readonly Step[]): Decoded[] {
  const decoded: Decoded[] = [];
  let ahead: number[] = (steps.at(-1)?.kept ?? []).map(() => 0);
  let path = steps.at(-1)?.kept[0] ?? null;
  for (let at = steps.length - 1; at >= 0 && path; at--, path = path.before) {
    const step = steps[at] as Step;
    const bestThrough = new Map<Figure, number>();
    step.kept.forEach(({ figure, score }, place) => {
      bestThrough.set(figure, Math.max(bestThrough.get(figure) ?? -Infinity, score + (ahead[place] ?? -Infinity)));
    });
    decoded.push({ figure: path.figure, margin: marginOf(bestThrough, path.figure) });
    const behind = new Array<number>(steps[at - 1]?.kept.length ?? 1).fill(-Infinity);
    for (const { from, to, gain } of step.links) {
      behind[from] = Math.max(behind[from] ?? -Infinity, gain + (ahead[to] ?? -Infinity));
    }
    ahead = behind;
  }
  return decoded.reverse();
}

function marginOf(bestThrough: ReadonlyMap<Figure, number>, chosen: Figure): number {
  let other = -Infinity;
  for (const [figure, value] of bestThrough) if (figure !== chosen) other = Math.max(other, value);
  return (bestThrough.get(chosen) ?? -Infinity) - other;
}
