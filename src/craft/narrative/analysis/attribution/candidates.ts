import { describedFigure, describedIn } from '../people/descriptions.js';
import type { Evidence, Scene } from './evidence.js';
import type { Figure } from '../names/figures.js';
import type { Context, Path } from './plausibility.js';

const LOOK_BACK_TURNS = 14;
const LOOK_AHEAD_TURNS = 6;
/** The people whom the first search found within this many turns are candidates. */
const GUESSES_AROUND = 8;

/** The candidates for the speaker of turn `at`, after the speakers of `before`. */
export function candidates({ evidence, scene, spoke, main, guesses }: Context, at: number, before: Path | null): Set<Figure> {
  const piece = evidence[at] as Evidence;
  if (piece.settled) return new Set([piece.settled]);
  const found = new Set<Figure>();
  for (const figure of [piece.acting, piece.referred, piece.chain?.figure, piece.focus, main[at], scene.firstPerson ? scene.narrator
    : null]) if (figure) found.add(figure);
  for (let path = before, steps = 0; path && steps < LOOK_BACK_TURNS; path = path.before, steps++) {
    found.add(path.figure);
    const other = scene.counterparts.get(path.figure);
    if (other && steps < LOOK_AHEAD_TURNS) found.add(other);
  }
  for (const figure of piece.arrives) found.add(figure);
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
  if (piece.gender !== null && piece.thirdPerson) {
    for (const figure of piece.inScene) if (figure.gender === piece.gender && figure.kind !== 'description' && spoke.has(figure)) found.add(figure);
  }
  for (let turn = Math.max(0, at - GUESSES_AROUND); guesses && turn <= Math.min(guesses.length - 1, at + GUESSES_AROUND); turn++) {
    const figure = guesses[turn]!;
    if (figure.kind !== 'description' || turn > at - LOOK_BACK_TURNS) found.add(figure);
  }
  for (const figure of scene.exclude) found.delete(figure);
  for (const { figure, from } of scene.namesGiven) if (at < from && found.size > 1) found.delete(figure);
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
