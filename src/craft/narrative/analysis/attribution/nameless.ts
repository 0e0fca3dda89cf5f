import { describedIn, descriptionKey, parseDescription } from '../people/descriptions.js';
import type { Figure } from '../names/figures.js';
import type { Decoded } from './conversation.js';
import type { Evidence, Scene } from './situation.js';

const ANYBODY = /^(?:another|one|some(?:body|one)|any(?:body|one)|no(?:body|\sone)|others?)(?: else| of (?:them|us))?$/;
const ALL = /^(?:all|both|every(?:body|one)|they)(?: else| of (?:them|us))?$/;
const NEAR = 8;

/** True for a speaker whom the text gives only as any or all of those present: `another`, `all of them`. */
export const isPlaceholder = ({ kind, name }: Figure): boolean => kind === 'description' && (ANYBODY.test(name) || ALL.test(name));

/** Index of the item that first describes each figure known by a description only. */
function firstDescribed(scene: Scene): Map<Figure, number> {
  const first = new Map<Figure, number>();
  const { items, figures } = scene;
  const note = (figure: Figure | null, index: number, earlier = false): void => {
    if (figure && (earlier ? index < (first.get(figure) ?? Infinity) : !first.has(figure))) first.set(figure, index);
  };
  for (const { index, narration, turn } of items) {
    const described = [...describedIn(`${narration} ${turn?.words ?? ''}`)];
    if (turn?.tag?.kind === 'description') described.push(parseDescription(turn.tag.subject));
    for (const description of described) note(figures.findDescribedKey(descriptionKey(description)), index);
  }
  // Who reads of the younger man knows that there is an older one.
  for (const [one, other] of scene.counterparts) note(other, first.get(one) ?? Infinity, true);
  return first;
}

/** The nearest speaker around a turn who may say it, other than the speakers directly before and after it; null when there is none within `NEAR` turns. */
function otherSpeaker(at: number, evidence: readonly Evidence[], decoded: readonly Decoded[], may: (figure: Figure) => boolean): Figure | null {
  const before = decoded[at - 1]?.figure;
  const after = decoded[at + 1]?.figure;
  const here = evidence[at]!;
  for (let distance = 1; distance <= NEAR; distance++) {
    for (const place of [at - distance, at + distance]) {
      const figure = decoded[place]?.figure;
      if (!figure || figure === before || figure === after || isPlaceholder(figure) || here.turn.addressed.has(figure) || !may(figure)) continue;
      if (here.gender === null || figure.gender === null || here.gender === figure.gender) return figure;
    }
  }
  return null;
}

/**
 * Gives lines of unspecific speakers to people. A line that all say together goes to one of them. Lines tagged only with `another` or `someone` go to one
 * nameless voice, which otherwise gets only lines that nobody near by may say. A figure known by a description does not speak before that description occurs.
 */
export function withPeopleOnly(evidence: readonly Evidence[], decoded: readonly Decoded[], scene: Scene): Decoded[] {
  const first = firstDescribed(scene);
  const found = [...decoded];
  decoded.forEach(({ figure, margin }, at) => {
    const piece = evidence[at]!;
    const tagged = piece.settled === figure;
    const early = !tagged && figure.kind === 'description' && (first.get(figure) ?? -1) > piece.item.index + 1;
    if (!early && !isPlaceholder(figure)) return;
    const may = (other: Figure): boolean => other !== figure && !(other === scene.narrator && (piece.thirdPerson || tagged))
      && !((first.get(other) ?? -1) > piece.item.index + 1);
    const other = tagged && !ALL.test(figure.name) ? null : otherSpeaker(at, evidence, found, may);
    if (other) found[at] = { figure: other, margin: Math.min(margin, 0) };
    else if (isPlaceholder(figure)) found[at] = { figure: scene.figures.described('voice of nobody', 'a voice'), margin: Math.min(margin, 0) };
    // The tag does not identify the speaker, so that the line counts as a guess.
    if (tagged) piece.settled = null;
  });
  return found;
}
