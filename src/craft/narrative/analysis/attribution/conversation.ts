import { describedFigure, describedIn } from '../people/descriptions.js';
import { mainSpeaker, type Evidence, type Scene } from './evidence.js';
import type { Figure } from '../names/figures.js';
import { backward, plausibility, type Context, type Path } from './plausibility.js';
import { WEIGHTS } from './weights.js';

/**
 * The speaker of a turn. `margin`: how much the best path with this speaker scores above the best path with another.
 */
export interface Decoded { figure: Figure; margin: number }

/** One turn of the search: the paths kept, and the gain of each link to a path of the next turn. */
interface Step { kept: Path[]; links: { from: number; to: number; gain: number }[] }

/**
 * Finds the most plausible speakers of all turns with a beam search over the last two speakers. Runs twice: the second
 * run knows who addresses whom.
 */
export function inferSpeakers(evidence: readonly Evidence[], scene: Scene, beamWidth: number): Decoded[] {
  const spoke = new Set<Figure>();
  for (const { settled, acting, chain, description } of evidence) {
    const own = description && describedFigure(scene.figures, description);
    for (const figure of [settled, acting, chain && chain.distance < 3 ? chain.figure : null, own]) {
      if (figure) spoke.add(figure);
    }
  }
  const main = evidence.map((_, at) => mainSpeaker(evidence, scene.narrator, at));
  const first = search({ evidence, scene, spoke, main,
    pairs: addressPairs(evidence, evidence.map(({ settled }) => settled)) }, beamWidth);
  return search({ evidence, scene, spoke, main, pairs: addressPairs(evidence, first.map(({ figure }) => figure)) },
    beamWidth);
}

const logSum = (values: readonly number[]): number => {
  const most = Math.max(...values);
  return most + Math.log(values.reduce((sum, value) => sum + Math.exp(value - most), 0));
};

function search(context: Context, beamWidth: number): Decoded[] {
  const steps: Step[] = [];
  let beam: (Path | null)[] = [null];
  context.evidence.forEach((_, at) => {
    const options: { path: Path; from: number; gain: number }[] = [];
    beam.forEach((before, from) => {
      const gains = [...candidates(context, at, before)].map((figure) => ({ figure, gain: plausibility(context, at, figure, before) }));
      const share = WEIGHTS.choice * logSum(gains.map(({ gain }) => gain));
      const back = backward(context, at, before);
      for (const { figure, gain: worth } of gains) {
        const gain = worth - share + back;
        options.push({ path: { figure, before, score: (before?.score ?? 0) + gain }, from, gain });
      }
    });
    options.sort((a, b) => b.path.score - a.path.score || a.path.figure.order - b.path.figure.order);
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
    steps.push(step);
    beam = step.kept;
  });
  return withMargins(steps, beam[0] ?? null);
}

/** Walks back from the last turn and finds, for each speaker of each turn, the best score of a complete path. */
function withMargins(steps: readonly Step[], best: Path | null): Decoded[] {
  const decoded: Decoded[] = [];
  let ahead: number[] = (steps.at(-1)?.kept ?? []).map(() => 0);
  let path = best;
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

/** Counts who addresses whom by name or by a word: `speaker>addressee`, `speaker>sir`. */
function addressPairs(evidence: readonly Evidence[], speakers: readonly (Figure | null)[]): Map<string, number> {
  const pairs = new Map<string, number>();
  const count = (key: string) => pairs.set(key, (pairs.get(key) ?? 0) + 1);
  evidence.forEach(({ turn, address }, at) => {
    const speaker = speakers[at];
    if (!speaker) return;
    for (const figure of turn.addressed) count(`${speaker.order}>${figure.order}`);
    if (address) count(`${speaker.order}>${address.term}`);
  });
  return pairs;
}

const LOOK_BACK_TURNS = 14;
const LOOK_AHEAD_TURNS = 4;

function candidates({ evidence, scene, spoke, main }: Context, at: number, before: Path | null): Set<Figure> {
  const piece = evidence[at] as Evidence;
  if (piece.settled) return new Set([piece.settled]);
  const found = new Set<Figure>();
  for (const figure of [piece.acting, piece.chain?.figure, piece.focus, main[at], scene.firstPerson ? scene.narrator
    : null]) if (figure) found.add(figure);
  for (let path = before, steps = 0; path && steps < LOOK_BACK_TURNS; path = path.before, steps++) {
    found.add(path.figure);
  }
  for (const beside of [evidence[at - 1], evidence[at + 1]]) {
    for (const figure of beside?.turn.addressed ?? []) found.add(figure);
  }
  for (let next = at + 1; next <= at + LOOK_AHEAD_TURNS; next++) {
    const later = evidence[next]?.settled;
    if (later) found.add(later);
  }
  for (const figure of piece.near) {
    if (spoke.has(figure) || figure.kind === 'description' || piece.gender !== null || found.size === 0) {
      found.add(figure);
    }
  }
  for (const figure of scene.exclude) found.delete(figure);
  if (piece.description) found.add(describedFigure(scene.figures, piece.description));
  if (!fits(found, piece, scene.narrator)) found.add(namelessSpeaker(piece, scene));
  return found;
}

function fits(found: ReadonlySet<Figure>, piece: Evidence, narrator: Figure): boolean {
  for (const figure of found) {
    if ((piece.thirdPerson && figure === narrator) || piece.turn.addressed.has(figure)) continue;
    if (piece.gender === null || figure.gender === null || figure.gender === piece.gender) return true;
  }
  return false;
}

/** A nameless speaker: the last fitting person described near by, else a man, a woman or a voice. */
function namelessSpeaker(piece: Evidence, scene: Scene): Figure {
  for (let index = piece.item.index; index >= Math.max(0, piece.item.index - 7); index--) {
    for (const description of describedIn(scene.items[index]?.narration ?? '').reverse()) {
      const figure = describedFigure(scene.figures, description);
      if (piece.gender === null || figure.gender === piece.gender) return figure;
    }
  }
  if (piece.gender === null) return scene.figures.described('voice', 'a voice');
  return piece.gender === 'female' ? scene.figures.described('woman', 'a woman')
    : scene.figures.described('man', 'a man');
}
