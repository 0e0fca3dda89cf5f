import type { Decoded } from './conversation.js';
import { describedIn, descriptionKey, isGeneric, mayDescribe, parseDescription } from '../people/descriptions.js';
import type { Evidence, Scene } from './evidence.js';
import type { Figure } from '../names/figures.js';
import { literal } from '../../literal.js';
import { withPeopleOnly } from './nameless.js';

/** Turns further apart than this belong to different scenes, where the same words may mean another person. */
const SCENE_TURNS = 30;
const NEIGHBOURS = 8;

interface Stretch { figure: Figure; first: number; last: number; at: number[] }

/**
 * Merges speakers who are one person under two descriptions, or under a description and a later name: both talk with
 * the same partner, never with each other, and nothing says that a new person has come.
 */
export function mergeIdentities(evidence: readonly Evidence[], decoded: readonly Decoded[], scene: Scene): Decoded[] {
  let merged = withPeopleOnly(evidence, decoded, scene);
  const named = firstMentions(scene);
  for (const stretch of stretchesOf(merged)) {
    const other = findByIntroduction(stretch, evidence, merged, scene)
      ?? findByNewName(stretch, evidence, merged, scene, named)
      ?? findByPartner(stretch, evidence, merged, scene);
    if (other) {
      merged = merged.map((one, at) => (one.figure === stretch.figure && at >= stretch.first && at <= stretch.last
        ? { ...one, figure: other } : one));
    }
  }
  return merged;
}

/** Stretches in which a figure known only by description speaks, split at long silences; the last stretch first. */
function stretchesOf(decoded: readonly Decoded[]): Stretch[] {
  const stretches: Stretch[] = [];
  const open = new Map<Figure, Stretch>();
  decoded.forEach(({ figure }, at) => {
    if (figure.kind !== 'description' || !hasPersonNoun(figure)) return;
    const known = open.get(figure);
    if (known && at - known.last <= SCENE_TURNS) {
      known.last = at;
      known.at.push(at);
      return;
    }
    const stretch = { figure, first: at, last: at, at: [at] };
    open.set(figure, stretch);
    stretches.push(stretch);
  });
  return stretches.reverse();
}

function hasPersonNoun(figure: Figure): boolean {
  const { determiner } = parseDescription(figure.name);
  return /\s/.test(figure.name) && !/^(?:my|one|another|some|all|both)$/.test(determiner)
    && !/\b(?:else|of them|other)$/.test(figure.name);
}

/** Another figure who may be the same person, because both talk with the same partner near by; null when there is none. */
function findByPartner(
  stretch: Stretch, evidence: readonly Evidence[], decoded: readonly Decoded[], scene: Scene,
): Figure | null {
  const support = new Map<Figure, number>();
  for (const at of stretch.at) {
    for (const way of [-1, 1]) {
      const partner = decoded[at + way]?.figure;
      let beyond = at + 2 * way;
      while (decoded[beyond]?.figure === partner && Math.abs(beyond - at) < NEIGHBOURS) beyond += way;
      const figure = decoded[beyond]?.figure;
      if (partner && figure && figure !== stretch.figure && partner !== stretch.figure) {
        support.set(figure, (support.get(figure) ?? 0) + 1);
      }
    }
  }
  const fitting = [...support].filter(([figure]) => mayBeSamePerson(stretch, figure, evidence, decoded, scene));
  return fitting.sort((a, b) => b[1] - a[1] || a[0].order - b[0].order)[0]?.[0] ?? null;
}

/** A person known by a description may give the name within this many turns. */
const INTRODUCED_WITHIN = 40;

/** The person who gives his or her own name (`My name is Ann Quill`) after speaking under a description that fits nobody else; null when there is none. */
function findByIntroduction(stretch: Stretch, evidence: readonly Evidence[], decoded: readonly Decoded[], scene: Scene): Figure | null {
  const { figure, first, last } = stretch;
  for (let at = first; at <= Math.min(decoded.length - 1, last + INTRODUCED_WITHIN); at++) {
    const named = decoded[at]!.figure;
    if (evidence[at]?.introducesItself !== true || named === figure || named === scene.narrator || named.kind !== 'name') continue;
    if (figure.gender !== null && named.gender !== null && figure.gender !== named.gender) continue;
    // Who speaks to the person that gives a name is another one.
    const beside = new Set([decoded[at - 1]?.figure, decoded[at + 1]?.figure]);
    if (beside.has(figure)) continue;
    if (decoded.slice(0, first).some((one) => one.figure === named) || !mayDescribe(parseDescription(figure.name), named)) continue;
    const others = new Set(decoded.slice(first, at + 1).map((one) => one.figure).filter((one) => one !== figure && one !== named && !beside.has(one)
      && one.kind === 'description' && hasPersonNoun(one) && (one.gender === null || named.gender === null || one.gender === named.gender)));
    if (others.size === 0) return named;
  }
  return null;
}

/** True when one of two figures speaks of the other in the third person: `Take me to the captain`. */
function speaksOf(speaker: Figure, other: Figure, evidence: readonly Evidence[], decoded: readonly Decoded[], from: number, to: number): boolean {
  const words = other.kind === 'description' ? other.name.replace(/^\S+\s/, '') : null;
  const phrase = words === null ? null : new RegExp(`\\b(?:the|that|this)\\s${literal(words)}\\b`, 'iu');
  return evidence.slice(from, to + 1).some(({ turn, spokenOf }, offset) => decoded[from + offset]?.figure === speaker
    && (spokenOf.has(other) || phrase?.test(turn.words) === true));
}

/** The figure with a name that is new to the text, when the one nameless person present answers to it; else null. */
function findByNewName(
  stretch: Stretch, evidence: readonly Evidence[], decoded: readonly Decoded[], scene: Scene,
  named: ReadonlyMap<Figure, number>,
): Figure | null {
  for (let at = stretch.first + 1; at <= Math.min(decoded.length - 2, stretch.last + NEIGHBOURS); at++) {
    const speaker = decoded[at]?.figure;
    const answering = decoded[at + 1]?.figure;
    if (speaker === stretch.figure || !answering || answering.kind !== 'name'
      || !evidence[at]?.turn.addressed.has(answering)) continue;
    if ((named.get(answering) ?? 0) < (evidence[at]?.item.index ?? 0)
      || !mayBeSamePerson(stretch, answering, evidence, decoded, scene)) continue;
    const there = decoded.slice(Math.max(0, at - NEIGHBOURS), at).map((one) => one.figure);
    const nameless = new Set(there.filter((figure) => figure !== speaker && figure.kind === 'description'
      && hasPersonNoun(figure)
      && (figure.gender === null || answering.gender === null || figure.gender === answering.gender)));
    if (nameless.size === 1 && nameless.has(stretch.figure)) return answering;
  }
  return null;
}

/** Index of the item that first names each figure. */
function firstMentions({ items }: Scene): Map<Figure, number> {
  const first = new Map<Figure, number>();
  for (const { index, mentions, turn } of items) {
    for (const figure of [...mentions.map((mention) => mention.figure), ...(turn?.addressed ?? [])]) {
      if (!first.has(figure)) first.set(figure, index);
    }
  }
  return first;
}

function mayBeSamePerson(
  stretch: Stretch, other: Figure, evidence: readonly Evidence[], decoded: readonly Decoded[], scene: Scene,
): boolean {
  const { figure, first, last } = stretch;
  if (other === scene.narrator || (figure.gender !== null && other.gender !== null
    && figure.gender !== other.gender)) return false;
  if (other.kind === 'description' && !hasPersonNoun(other)) return false;
  if (!mayDescribe(parseDescription(figure.name), other)
    || (/\bvoice$/.test(figure.name) && other.kind !== 'description')) return false;
  const [from, to] = [Math.max(0, first - NEIGHBOURS), Math.min(evidence.length - 1, last + NEIGHBOURS)];
  if (speaksOf(figure, other, evidence, decoded, from, to) || speaksOf(other, figure, evidence, decoded, from, to)) return false;
  for (let at = from; at <= to; at++) {
    const here = decoded[at]?.figure;
    const next = decoded[at + 1]?.figure;
    if ((here === figure && next === other) || (here === other && next === figure)) return false;
    const turn = evidence[at]?.turn;
    if (turn && ((here === figure && turn.addressed.has(other))
      || (here === other && turn.addressed.has(figure)))) return false;
    if (here === figure && evidence[at]?.item.mentions.some((mention) => mention.figure === other)) return false;
  }
  // A specific description, such as the salesman, is not an earlier figure, such as the visitor, unless that person is still present and the text merely
  // varies the word.
  if (!isGeneric(parseDescription(figure.name)) && !isStillThere(stretch, other, evidence, decoded)) return false;
  if (wentAway(stretch, other, evidence, decoded)) return false;
  const arrival = arrivalOf(stretch, evidence, scene);
  if (arrival === null) return true;
  // `An old woman` who now comes in is nobody who spoke or whom the text named before.
  return !decoded.slice(from, first).some((one) => one.figure === other) && (scene.firstSeen.get(other) ?? Infinity) >= arrival;
}

const SAME_PLACE_WORDS = 100;

/** True when the other figure spoke just before or after the stretch and nobody went away between. */
function isStillThere({ figure, first, last }: Stretch, other: Figure, evidence: readonly Evidence[], decoded: readonly Decoded[]): boolean {
  if (/^(?:an?|another)\s/.test(figure.name)) return false;
  // A person whom the text introduces as new in the meantime (`an old man`) is someone else.
  if (/^(?:an?|another)\s/.test(other.name) && decoded.findIndex((one) => one.figure === other) > first) return false;
  const spoke = decoded.findLastIndex((one, at) => one.figure === other && at < first);
  const speaks = decoded.findIndex((one, at) => one.figure === other && at > last);
  const [from, to] = spoke >= 0 && first - spoke <= NEIGHBOURS ? [spoke, first] : [last, speaks];
  if (to < 0 || to - from > NEIGHBOURS) return false;
  const between = evidence.slice(from + 1, to + 1);
  return between.every(({ gone, goneGender, newcomers }) => !gone.has(other) && goneGender === null && !newcomers)
    && between.reduce((words, { gap }) => words + gap, 0) < SAME_PLACE_WORDS;
}

/** True when the other figure left between its last turn and the stretch. */
function wentAway({ figure, first }: Stretch, other: Figure, evidence: readonly Evidence[], decoded: readonly Decoded[]): boolean {
  const spoke = decoded.findLastIndex((one, at) => one.figure === other && at < first);
  if (spoke < 0 || figure === other) return false;
  return evidence.slice(spoke + 1, first + 1).some(({ gone }) => gone.has(other));
}

/** Matches the arrival of a person who was not present: `The door opened and the butler came in`. */
const ARRIVES = /\b(?:[Tt]he|[Hh]is|[Hh]er|[Tt]heir)\s(?:\p{Ll}+\s){0,2}?(\p{Ll}+)\s(?:had\s|\p{Ll}+ly\s)?(?:entered|came|appeared|arrived|returned|approached|announced|(?:stepped|walked|ran|looked|burst|rushed)\s(?:in|out|up))\b/u;

/** The index of the item before the first turn that brings in a new person: `a tall man entered`; null without one. */
function arrivalOf({ figure, first }: Stretch, evidence: readonly Evidence[], scene: Scene): number | null {
  const item = evidence[first]?.item.index ?? 0;
  const key = descriptionKey(parseDescription(figure.name));
  for (let index = item; index >= Math.max(0, item - 6); index--) {
    const narration = scene.items[index]?.narration ?? '';
    if (describedIn(narration).some((description) => /^(?:an?|another)$/.test(description.determiner)
      && descriptionKey(description) === key)) return index;
    const noun = parseDescription(figure.name).noun;
    if (ARRIVES.exec(narration)?.[1]?.toLowerCase() === noun) return index;
  }
  return null;
}
