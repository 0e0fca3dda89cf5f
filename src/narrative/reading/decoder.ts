import { describedFigure, describedIn } from './descriptions.js';
import type { Evidence, Scene } from './evidence.js';
import { mainSpeaker } from './evidence.js';
import type { Figure } from './figures.js';

/** Weights of the evidence, tuned on one half of a labelled set of novel openings and checked on the other. */
export const WEIGHTS = {
  addressesItself: -6, answersAddress: 2.2, addressesPrevious: 2.2, pair: 1.2, sameAgain: -3.2, sameTagged: -1.5, sameAfterGap: -1.6,
  sameAfterLongGap: -0.6, alternation: 1.6, recency: 0.9, main: 0.55, mainAnswers: 0.6, near: 1.1, absent: -2.2, focus: 2.4, acting: 5,
  neverTagged: -1.5, wrongGender: -6, unknownGender: -0.3, narratorAsThird: -12, ownDescription: 2, afterColon: 4, addresseeGender: 1,
  nearPronoun: 1.2, voiceAgain: -1.5, freshDescription: -1, longGap: 25,
};

export interface Decoded { figure: Figure; margin: number }

interface Path { score: number; figure: Figure; before: Path | null }

/**
 * Finds the most plausible sequence of speakers with a beam over the last two speakers. `margin` tells how sure each
 * is.
 */
export function decode(evidence: readonly Evidence[], scene: Scene, beamWidth: number): Decoded[] {
  const spoke = new Set<Figure>();
  for (const { settled, acting, description } of evidence) {
    for (const figure of [settled, acting, description && describedFigure(scene.figures, description)]) if (figure) spoke.add(figure);
  }
  const main = mainSpeaker(evidence, scene.narrator);
  let pairs = addressPairs(evidence, evidence.map(({ settled }) => settled));
  let decoded: Decoded[] = [];
  for (let pass = 0; pass < 2; pass++) {
    decoded = run({ evidence, scene, spoke, main, pairs }, beamWidth);
    pairs = addressPairs(evidence, decoded.map(({ figure }) => figure));
  }
  return decoded;
}

interface Context { evidence: readonly Evidence[]; scene: Scene; spoke: ReadonlySet<Figure>; main: Figure | null; pairs: ReadonlyMap<string, number> }

function run(context: Context, beamWidth: number): Decoded[] {
  let beam: (Path | null)[] = [null];
  const forward: Map<Figure, number>[] = [];
  context.evidence.forEach((_, at) => {
    const options: Path[] = [];
    for (const before of beam) {
      for (const figure of candidates(context, at, before)) {
        options.push({ figure, before, score: (before?.score ?? 0) + score(context, at, figure, before) });
      }
    }
    options.sort((a, b) => b.score - a.score || a.figure.order - b.figure.order);
    const bests = new Map<Figure, number>();
    const kept: Path[] = [];
    const seen = new Set<string>();
    for (const option of options) {
      if (!bests.has(option.figure)) bests.set(option.figure, option.score);
      const key = `${option.figure.order}|${option.before?.figure.order ?? -1}`;
      if (seen.has(key) || kept.length >= beamWidth) continue;
      seen.add(key);
      kept.push(option);
    }
    forward.push(bests);
    beam = kept;
  });
  const decoded: Decoded[] = [];
  for (let path: Path | null = beam[0] ?? null, at = context.evidence.length - 1; path; path = path.before, at--) {
    decoded.unshift({ figure: path.figure, margin: marginOf(forward[at] ?? new Map(), path.figure) });
  }
  return decoded;
}

function marginOf(bests: ReadonlyMap<Figure, number>, chosen: Figure): number {
  let other = -Infinity;
  for (const [figure, value] of bests) if (figure !== chosen) other = Math.max(other, value);
  return (bests.get(chosen) ?? -Infinity) - other;
}

/** Who addresses whom by name, as learned so far: `speaker>addressee` → count. */
function addressPairs(evidence: readonly Evidence[], speakers: readonly (Figure | null)[]): Map<string, number> {
  const pairs = new Map<string, number>();
  evidence.forEach(({ turn }, at) => {
    const speaker = speakers[at];
    for (const figure of speaker ? turn.addressed : []) {
      const key = `${speaker?.order}>${figure.order}`;
      pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
  });
  return pairs;
}

function candidates({ evidence, scene, spoke, main }: Context, at: number, before: Path | null): Set<Figure> {
  const piece = evidence[at] as Evidence;
  if (piece.settled) return new Set([piece.settled]);
  const found = new Set<Figure>();
  if (piece.acting) found.add(piece.acting);
  for (let path = before, steps = 0; path && steps < 14; path = path.before, steps++) found.add(path.figure);
  if (scene.firstPerson) found.add(scene.narrator);
  if (main) found.add(main);
  if (piece.focus) found.add(piece.focus);
  for (const figure of evidence[at - 1]?.turn.addressed ?? []) found.add(figure);
  for (const figure of evidence[at + 1]?.turn.addressed ?? []) found.add(figure);
  for (let next = at + 1; next < Math.min(evidence.length, at + 5); next++) {
    const later = evidence[next]?.settled;
    if (later) found.add(later);
  }
  for (const figure of piece.near) if (spoke.has(figure) || piece.gender !== null || found.size === 0) found.add(figure);
  for (const figure of scene.exclude) found.delete(figure);
  if (piece.description) found.add(describedFigure(scene.figures, piece.description));
  if (!fits(found, piece, scene.narrator)) found.add(stranger(piece, scene));
  return found;
}

function fits(found: ReadonlySet<Figure>, piece: Evidence, narrator: Figure): boolean {
  for (const figure of found) {
    if (piece.thirdPerson && figure === narrator) continue;
    if (piece.gender === null || figure.gender === null || figure.gender === piece.gender) return true;
  }
  return false;
}

/** Somebody nobody has named: the last person described near by that fits, else a man, a woman or a voice. */
function stranger(piece: Evidence, scene: Scene): Figure {
  for (let index = piece.item.index; index >= Math.max(0, piece.item.index - 7); index--) {
    for (const description of describedIn(scene.items[index]?.narration ?? '').reverse()) {
      const figure = describedFigure(scene.figures, description);
      if (piece.gender === null || figure.gender === piece.gender) return figure;
    }
  }
  if (piece.gender === null) return scene.figures.described('voice', 'a voice');
  return piece.gender === 'female' ? scene.figures.described('woman', 'a woman') : scene.figures.described('man', 'a man');
}

/** True for a figure nothing in the text describes. */
export function isNobody(figure: Figure): boolean {
  return figure.kind === 'description' && /^a (?:voice|man|woman)$/.test(figure.name);
}

function score(context: Context, at: number, figure: Figure, before: Path | null): number {
  const piece = context.evidence[at] as Evidence;
  const own = piece.settled ? 0 : ownScore(context, piece, at, figure, before);
  return own + turnTaking(context.evidence, at, figure, before);
}

function ownScore({ evidence, scene, spoke, main, pairs }: Context, piece: Evidence, at: number, figure: Figure, before: Path | null): number {
  const w = WEIGHTS;
  const { narrator } = scene;
  let value = 0;
  if (piece.gender !== null && figure.gender !== null && figure.gender !== piece.gender) value += w.wrongGender;
  if (piece.gender !== null && figure.gender === null) value += w.unknownGender;
  if (piece.thirdPerson && figure === narrator) value += w.narratorAsThird;
  if (piece.turn.addressed.has(figure)) value += w.addressesItself;
  if (piece.acting === figure) value += w.acting;
  for (const addressee of piece.turn.addressed) {
    value += (w.pair * Math.min(2, pairs.get(`${figure.order}>${addressee.order}`) ?? 0)) / 1.2;
  }
  if (piece.focus === figure && piece.gap > 0) value += w.focus * (piece.turn.lead !== '' || piece.gender !== null ? 1 : 0.6);
  if (figure === main) value += w.main + (before && before.figure !== main && !piece.turn.tag ? w.mainAnswers : 0);
  if (!scene.firstPerson && figure === narrator) value -= 8;
  if (!spoke.has(figure) && figure !== narrator) value += w.neverTagged;
  if (scene.exclude.has(figure)) value -= 5;
  if (/\bvoice$/.test(figure.name) && !piece.description) value += w.voiceAgain;
  if (piece.description) {
    const own = describedFigure(scene.figures, piece.description);
    if (figure === own) return value + w.ownDescription;
    value += w.freshDescription;
  }
  if (piece.explicitPronoun && piece.near.has(figure)) value += w.nearPronoun;
  return value + presence(piece, evidence, at, figure, before, main, narrator);
}

function presence(
  piece: Evidence, evidence: readonly Evidence[], at: number, figure: Figure, before: Path | null, main: Figure | null, narrator: Figure,
): number {
  let steps = 0;
  for (let path = before; path && steps < 12; path = path.before, steps++) {
    if (path.figure === figure) return WEIGHTS.recency * (1 - steps / 12);
  }
  if (figure === narrator) return -0.8;
  if (figure === main) return 0;
  if (piece.near.has(figure)) return WEIGHTS.near;
  const soon = evidence.slice(at + 1, at + 5).some((next) => next.settled === figure);
  return WEIGHTS.absent * (soon ? 0.4 : 1);
}

function turnTaking(evidence: readonly Evidence[], at: number, figure: Figure, before: Path | null): number {
  if (!before) return 0;
  const w = WEIGHTS;
  const piece = evidence[at] as Evidence;
  const previous = evidence[at - 1] as Evidence;
  let value = 0;
  if (figure === before.figure) {
    if (piece.afterColon) value += piece.turn.tag ? 0 : w.afterColon;
    else if (piece.gap >= w.longGap) value += w.sameAfterLongGap;
    else if (piece.gap > 0) value += w.sameAfterGap;
    else value += piece.turn.tag ? w.sameTagged : w.sameAgain;
  } else {
    if (before.before?.figure === figure && piece.gap < w.longGap) value += w.alternation;
    if (previous.turn.addressed.has(figure) && piece.gap < 40) value += w.answersAddress * (/\?|[Pp]ray|Now/.test(previous.turn.words) ? 1 : 0.6);
    if (piece.turn.addressed.has(before.figure)) value += w.addressesPrevious;
    else if (piece.turn.addressed.size > 0 && ![before.figure, before.before?.figure].some((one) => one && piece.turn.addressed.has(one))) value -= 0.3;
    if (previous.addresseeGender !== null && figure.gender !== null && piece.gap < 40) {
      value += previous.addresseeGender === figure.gender ? w.addresseeGender : -w.addresseeGender;
    }
  }
  if (piece.addresseeGender !== null && before.figure.gender !== null && before.figure !== figure && piece.gap < 40) {
    value += piece.addresseeGender === before.figure.gender ? 0 : -w.addresseeGender;
  }
  return value;
}
