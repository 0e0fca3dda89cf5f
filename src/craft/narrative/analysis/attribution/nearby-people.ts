import {
  describedFigure, descriptionKey, isDefinite, parseDescription, standsForItself,
} from '../people/descriptions.js';
import type { Figure } from '../names/figures.js';
import { ENDS_IN_PERSON } from '../language/lexicon.js';
import { splitSentences } from '../language/sentences.js';
import type { Evidence, Scene } from './situation.js';
import { beatSubject, laterSubject, speakingIn } from '../speech/tags.js';
import type { Item, Turn } from '../speech/turns.js';

/** People named or described in an item or the `items` before it, the nearest first. */
export function nearBy(scene: Scene, item: Item, items = 3): Set<Figure> {
  const near = new Set<Figure>();
  for (let at = item.index; at >= Math.max(0, item.index - items); at--) {
    const mentions = scene.items[at]?.mentions ?? [];
    for (const mention of [...mentions].reverse()) near.add(mention.figure);
    for (const description of [...(scene.items[at]?.turn ? [] : scene.descriptionsByItem[at] ?? [])].reverse()) {
      const other = scene.references.find(description, at);
      if (!other && !standsForItself(description, at, scene.descriptionsByItem)) continue;
      const figure = other ?? scene.bound.get(description.noun)
        ?? scene.figures.described(descriptionKey(description), description.phrase);
      near.add(figure);
    }
  }
  return near;
}

/** How often the narration of an item and of the `items` before it names each figure. */
export function namedBefore(scene: Scene, item: Item, items: number): Map<Figure, number> {
  const named = new Map<Figure, number>();
  for (let at = item.index; at >= Math.max(0, item.index - items); at--) {
    for (const { figure } of scene.items[at]?.mentions ?? []) named.set(figure, (named.get(figure) ?? 0) + 1);
  }
  return named;
}

const ITEMS_OF_PRONOUN = 10;

/** The two people of a pronoun's gender whom the narration before a turn named last. */
export function lastOfGenderBefore(scene: Scene, { item, turn, gender, object }: Evidence): Figure[] {
  const found: Figure[] = [];
  for (let at = item.index; at >= Math.max(0, item.index - ITEMS_OF_PRONOUN); at--) {
    const mentions = at === item.index ? scene.figures.mentionsIn(turn.lead) : scene.items[at]?.mentions ?? [];
    for (const { figure, possessive } of [...mentions].reverse()) {
      if (figure.gender !== gender || possessive || object.has(figure) || found.includes(figure)) continue;
      found.push(figure);
      if (found.length === 2) return found;
    }
  }
  return found;
}

/** Words of narration that a heading or a row of stars counts as: enough to end a scene. */
const BREAK_WORDS = 100;

/** Words of narration between two turns; the words after the first turn count only when they are more than a tag. */
export function gapBefore(scene: Scene, previous: Turn | undefined, turn: Turn): number {
  if (!previous) return 999;
  let words = turn.lead === '' ? 0 : turn.lead.split(' ').length;
  for (let at = previous.item + 1; at < turn.item; at++) {
    const item = scene.items[at];
    if (item && item.turn === null) {
      words += item.block.kind === 'body' ? item.narration.split(' ').length : BREAK_WORDS;
    }
  }
  const tail = previous.tail === '' ? 0 : previous.tail.split(' ').length;
  return words + (tail > 12 ? tail : 0);
}

/** The empty set, shared by all turns without such people. */
export const NO_FIGURES: ReadonlySet<Figure> = new Set();

/**
 * People named in the sentence before a turn whose subject is `he` or `she`: they are its objects, and so do not speak the turn. Ann in `Then he looked at
 * Ann.`
 */
export function objectOf(scene: Scene, piece: Evidence): ReadonlySet<Figure> {
  const before = scene.items[piece.item.index - 1];
  const narration = piece.turn.lead !== '' ? piece.turn.lead : before?.turn === null ? before.narration : '';
  const last = splitSentences(narration).at(-1);
  const sentence = last ? narration.slice(last.start, last.end) : '';
  if (!/^(?:Then |And |But |So |Presently )?(?:[Hh]e|[Ss]he)\s/.test(sentence)) return NO_FIGURES;
  return new Set(scene.figures.mentionsIn(sentence).map(({ figure }) => figure));
}

/**
 * The subject of the narration right before a turn: that of its last sentences, else the last person named.
 */
export function focusBefore(scene: Scene, piece: Evidence): Figure | null {
  const before = scene.items[piece.item.index - 1];
  for (const narration of [piece.turn.lead, before && before.turn === null ? before.narration : '']) {
    if (narration === '') continue;
    const sentences = splitSentences(narration).slice(-3).reverse();
    for (const { start, end } of sentences) {
      const beat = beatSubject(narration.slice(start, end));
      if (beat?.subject === 'I' && scene.firstPerson) return scene.narrator;
      const figure = beat?.kind === 'name' ? scene.figures.find(beat.subject)
        : beat?.kind === 'description' ? describedSubject(beat.subject, piece.item.index, scene) : null;
      if (figure) return figure;
      if (beat?.kind !== 'pronoun') break;
    }
    const last = scene.figures.mentionsIn(narration)
      .filter(({ possessive, figure }) => !possessive && figure !== scene.narrator && !piece.object.has(figure)).at(-1);
    if (last) return last.figure;
  }
  return null;
}

/** The next speaker as a paragraph of narration announces it: `Whereupon Mrs. Quill spoke.` */
export function announcedBefore(scene: Scene, piece: Evidence): Figure | null {
  const before = scene.items[piece.item.index - 1];
  const last = before?.turn === null ? splitSentences(before.narration).at(-1) : undefined;
  const tag = last && before ? speakingIn(before.narration.slice(last.start, last.end)) : null;
  if (tag?.kind === 'name') return scene.figures.find(tag.subject);
  return tag?.kind === 'description' ? describedSubject(tag.subject, piece.item.index, scene) : null;
}

/** The gender of the subject right before a turn when the narration calls it only `he` or `she`; else null. */
export function focusGenderBefore(scene: Scene, piece: Evidence, previous: Turn | undefined): Evidence['focusGender'] {
  const before = scene.items[piece.item.index - 1];
  const between = before?.turn === null ? before.narration : before?.turn === previous ? previous?.tail ?? '' : '';
  const narration = piece.turn.lead === '' ? between : piece.turn.lead;
  const last = splitSentences(narration).at(-1);
  const beat = last ? beatSubject(narration.slice(last.start, last.end)) : null;
  if (beat?.kind !== 'pronoun') return null;
  const gender = beat.subject === 'he' ? 'male' : beat.subject === 'she' ? 'female' : null;
  return gender !== null && lastSubject(narration, gender, piece.item.index, scene) === null ? gender : null;
}

/** The person meant by the pronoun of a tag: the last subject of its gender within eight items; null without one. */
export function chainBefore(
  scene: Scene, piece: Evidence, evidence: readonly Evidence[], at: number,
): Evidence['chain'] {
  const turns = new Map(evidence.slice(Math.max(0, at - 8), at).map((other) => [other.item.index, other]));
  for (let index = piece.item.index, distance = 0; index >= Math.max(0, piece.item.index - 8); index--, distance++) {
    const item = scene.items[index];
    if (!item) break;
    const narration = index === piece.item.index ? piece.turn.lead : item.narration;
    const found = lastSubject(narration, piece.gender, index, scene)
      ?? (index === piece.item.index ? onlyOneNamed(narration, piece, scene) : null);
    const other = turns.get(index);
    const speaker = index === piece.item.index ? null : other?.settled ?? null;
    // A reply in a new paragraph is unlikely to come from the person whom the paragraph before shows speaking.
    const speaksAgain = other !== undefined && other === evidence[at - 1] && piece.gap === 0 && REPLIES.test(piece.turn.tag?.verb ?? '')
      && (found === null ? speaker !== null : other.acting === found || other.settled === found);
    if (speaksAgain) continue;
    if (found) return { figure: found, distance, speaker: false };
    if (speaker && speaker !== scene.narrator && speaker.gender === piece.gender) return { figure: speaker, distance, speaker: true };
  }
  return null;
}

/** Verbs of a person who replies to another or resumes. */
const REPLIES = /^(?:repl|answer|return|retort|rejoin|respond|agree|assent|admit|object|protest|interrupt|echo|continu|went on|resum|proceed|pursu)/;

function lastSubject(narration: string, gender: Evidence['gender'], item: number, scene: Scene): Figure | null {
  if (narration === '') return null;
  for (const { start, end } of splitSentences(narration).reverse()) {
    for (const beat of [beatSubject(narration.slice(start, end)), laterSubject(narration.slice(start, end))]) {
      if (!beat) continue;
      if (beat.kind === 'pronoun') break;
      const figure = beat.kind === 'name' ? scene.figures.find(beat.subject)
        : describedSubject(beat.subject, item, scene);
      if (figure && (figure.gender === gender
        || (figure.gender === null && figure.kind === 'description' && beat.kind === 'description'
        && isDefinite(parseDescription(beat.subject))))) return figure;
      if (figure) break;
    }
  }
  return null;
}

/** The only person of the pronoun's gender whom the narration of the turn's own paragraph names. */
function onlyOneNamed(narration: string, { gender, object }: Evidence, { figures, narrator }: Scene): Figure | null {
  const named = new Set(figures.mentionsIn(narration).filter(({ figure, possessive }) => !possessive && figure !== narrator && !object.has(figure)
    && (figure.gender === gender || figure.gender === null)).map(({ figure }) => figure));
  const [only] = named;
  return named.size === 1 && only?.gender === gender ? only : null;
}

function describedSubject(subject: string, item: number, { figures, bound, references, items, descriptionsByItem }: Scene): Figure | null {
  const description = parseDescription(subject);
  const named = bound.get(description.noun);
  if (named) return named;
  const other = references.find(description, item);
  if (other) return other;
  if (!standsForItself(description, item, descriptionsByItem)
    && !saysSomething(items, item, descriptionKey(description))) return null;
  return ENDS_IN_PERSON.test(description.noun) && !/^(?:other|one|voice)$/.test(description.noun)
    ? describedFigure(figures, description) : null;
}

const ITEMS_BEFORE = 25;

/** True when a tag near by gives a turn to this description: `said the boy`. */
function saysSomething(items: readonly Item[], at: number, key: string): boolean {
  return items.slice(Math.max(0, at - ITEMS_BEFORE), at).some(({ turn }) => turn?.tag?.kind === 'description' && turn.tag.how !== 'beat'
    && descriptionKey(parseDescription(turn.tag.subject)) === key);
}
