import type { SceneRequest } from '../../model.js';
import type { Item } from '../material/items.js';
import type { Material } from '../material/items.js';
import { canStartAt, stopsOf } from '../material/passage-limits.js';
import { cosine, salienceOf, type StemVector } from '../wording/salience.js';
import type { Block } from '../arrangement/windows.js';

/** Words of a cell, the unit of the sources that is compared with a scene. Cells are smaller when a short text has many scenes. */
const CELL_WORDS = 45;
const MIN_CELL_WORDS = 25;
/** A scene grows to this many words over neighbouring cells that have at least this share of its first cell's similarity. */
const SCENE_WORDS = 200;
const MIN_LIKENESS_SHARE = 0.3;
/** Cost of a cell whose relative position in the story differs from the scene's; it decides between almost equal similarities. */
const DISPLACEMENT_COST = 0.08;

/** Cost of a scene that gets no cell although there are enough. */
const SKIPPED_COST = 0.12;

/** Weight of the more similar neighbour of a cell: a scene is longer than a cell. */
const NEIGHBOUR_WEIGHT = 0.6;

/** A scene to place; `words` is the size of the part of the sources that it should get. */
export interface WantedScene extends SceneRequest { words?: number }

/** A run of items from which a scene may be made. */
interface Cell { material: number; from: number; to: number; words: number }

function cellsOf(materials: readonly Material[], scenes: number): Cell[] {
  const total = materials.reduce((sum, { items }) => sum + items.reduce((words, item) => words + item.words, 0), 0);
  const size = Math.max(MIN_CELL_WORDS, Math.min(CELL_WORDS, total / (scenes * 1.5)));
  return materials.flatMap((material, index) => {
    const cells: Cell[] = [];
    material.items.forEach((item, at) => {
      const open = cells.at(-1);
      if (!open || (open.words >= size && canStartAt(material.items, at))) cells.push({ material: index, from: at, to: at + 1,
        words: item.words });
      else {
        open.to = at + 1;
        open.words += item.words;
      }
    });
    return cells;
  });
}

/** The words of an item together with its speaker's name, so that a scene is also found by its people. */
function wordsOf({ analysis }: Material, { text, speaker }: Item): string {
  const person = speaker === null ? undefined : analysis.cast.find(({ id }) => id === speaker);
  return person ? `${person.name} ${text}` : text;
}

/** Vectors of the cells and of the wanted scenes over one vocabulary. */
function vectorsOf(
  materials: readonly Material[], cells: readonly Cell[], requested: readonly SceneRequest[],
): { cells: StemVector[]; requests: StemVector[] } {
  const texts = cells.map(({ material, from, to }) =>
    materials[material]!.items.slice(from, to).map((item) => wordsOf(materials[material]!, item)).join(' '));
  const words = requested.map(({ heading, summary, characters }) =>
    `${heading} ${summary} ${characters.join(' ')}`.toLowerCase());
  const { vectors } = salienceOf([...texts, ...words]);
  return { cells: vectors.slice(0, cells.length), requests: vectors.slice(cells.length) };
}

const NEXT_CELL = 0, TAKE = 1, SKIP = 2;

/**
 * One cell for each scene, in the order of the story, with the highest total similarity: dynamic programming over scenes and cells. A scene gets none when
 * there are more scenes than cells, or when it is similar to nothing and another scene needs the cell.
 */
function chosenCells(cells: readonly StemVector[], requests: readonly StemVector[]): (number | null)[] {
  const likeness = (scene: number, cell: number): number => (cells[cell] ? cosine(requests[scene]!, cells[cell]!) : 0);
  const worth = (scene: number, cell: number): number => likeness(scene, cell)
    + NEIGHBOUR_WEIGHT * Math.max(likeness(scene, cell - 1), likeness(scene, cell + 1))
    - DISPLACEMENT_COST * Math.abs((cell + 0.5) / cells.length - (scene + 0.5) / requests.length);
  let before = new Float64Array(cells.length + 1);
  const steps = requests.map((_request, scene) => {
    const best = new Float64Array(cells.length + 1);
    const step = new Uint8Array(cells.length + 1).fill(SKIP);
    best[0] = before[0]! - SKIPPED_COST;
    for (let cell = 0; cell < cells.length; cell++) {
      const choices = [best[cell]!, before[cell]! + worth(scene, cell), before[cell + 1]! - SKIPPED_COST];
      const choice = choices.indexOf(Math.max(...choices));
      best[cell + 1] = choices[choice]!;
      step[cell + 1] = choice;
    }
    before = best;
    return step;
  });
  const chosen: (number | null)[] = requests.map(() => null);
  for (let scene = requests.length - 1, at = cells.length; scene >= 0;) {
    const step = steps[scene]![at]!;
    if (step === NEXT_CELL) at -= 1;
    else {
      if (step === TAKE) chosen[scene] = at -= 1;
      scene -= 1;
    }
  }
  return chosen;
}

/** Disjoint runs of cells grown around the chosen ones; null for a scene without a cell. */
function grownRuns(
  cells: readonly Cell[], vectors: ReturnType<typeof vectorsOf>, chosen: readonly (number | null)[], requested: readonly WantedScene[],
): ({ from: number; to: number } | null)[] {
  const taken = new Set(chosen);
  return chosen.map((seed, scene) => {
    if (seed === null) return null;
    const run = { from: seed, to: seed };
    const likeness = (cell: number): number => cosine(vectors.requests[scene]!, vectors.cells[cell]!);
    for (let words = cells[seed]!.words; words < (requested[scene]!.words ?? SCENE_WORDS);) {
      const near = [run.from - 1, run.to + 1]
        .filter((at) => cells[at]?.material === cells[seed]!.material && !taken.has(at)
        && likeness(at) >= MIN_LIKENESS_SHARE * likeness(seed))
        .sort((a, b) => likeness(b) - likeness(a) || b - a);
      const [next] = near;
      if (next === undefined) break;
      taken.add(next);
      words += cells[next]!.words;
      run.from = Math.min(run.from, next);
      run.to = Math.max(run.to, next);
    }
    return run;
  });
}

/**
 * For each requested scene, the most similar run of the story. Runs are disjoint and in the order of the story; none separates a question from its answer.
 * Null for a scene that gets no run, for example because the sources are too short for so many scenes.
 */
export function placeScenes(materials: readonly Material[], requested: readonly WantedScene[]): (Block | null)[] {
  const cells = cellsOf(materials, requested.length);
  if (cells.length === 0) return requested.map(() => null);
  const vectors = vectorsOf(materials, cells, requested);
  const runs = grownRuns(cells, vectors, chosenCells(vectors.cells, vectors.requests), requested);
  return runs.map((run): Block | null => {
    if (!run) return null;
    const { material, from } = cells[run.from]!;
    const { items } = materials[material]!;
    const stops = stopsOf(items);
    let { to } = cells[run.to]!;
    const next = runs.map((other) => (other ? cells[other.from]! : null))
      .filter((cell) => cell?.material === material && cell.from >= to);
    const limit = Math.min(items.length, ...next.map((cell) => cell!.from));
    while (to < limit && !stops[to - 1]) to++;
    return { material, from, to, role: 'proof' };
  });
}
