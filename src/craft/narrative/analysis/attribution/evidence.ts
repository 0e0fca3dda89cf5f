import {
  countDescribed, describedFigure, describedIn, descriptionKey, isDefinite, isGeneric, isKin, kinFigure, markedFigure, parseDescription,
  type Description,
} from '../people/descriptions.js';
import { gapClass, type TagClass } from './features.js';
import { introduction } from '../people/introductions.js';
import type { Figure } from '../names/figures.js';
import { NAME } from '../names/names.js';
import { ENDS_IN_PERSON, KIN } from '../language/lexicon.js';
import { mentionRoles } from './mention-roles.js';
import type { Item } from '../speech/turns.js';

export type { Evidence, Scene } from './situation.js';
import type { Evidence, MentionRoles, Scene } from './situation.js';
import {
  announcedBefore, chainBefore, focusBefore, focusGenderBefore, gapBefore, lastOfGenderBefore, namedBefore, nearBy, NO_FIGURES, objectOf,
} from './nearby-people.js';
import { relativesOfListener, sexBySpouse } from '../people/kin-nouns.js';
import { arrivingBefore } from './arrivals.js';
import { goneBefore, presentedIn, staysUnanswered, spokenOfIn } from './presence.js';
import { addressIn } from '../speech/forms-of-address.js';
import { addresseesOf, describedListenerIn, hearerIn, listenerIn } from '../speech/tags.js';

const ITEMS_OF_SCENE = 12;
/** A person just introduced may speak within this many turns. */
const TURNS_AFTER_INTRODUCTION = 2;

/** Gathers the evidence for every turn that opens a speech; a continuation has the speaker of its opening turn. */
export function gatherEvidence(scene: Scene): Evidence[] {
  const openers = scene.turns.filter((turn) => !turn.continues);
  const evidence = openers.map((turn): Evidence => {
    const item = scene.items[turn.item] as Item;
    return {
      turn, item, settled: null, introducesItself: false, acting: null, gender: null, thirdPerson: false,
      explicitPronoun: false, description: null, referred: null,
      introduced: false, chain: null, focus: null, focusGender: null, near: nearBy(scene, item),
      inScene: nearBy(scene, item, ITEMS_OF_SCENE), object: NO_FIGURES,
      spokenOf: NO_FIGURES, gone: NO_FIGURES, goneGender: null, newcomers: false, position: 0, gap: 0,
      afterColon: false, address: addressIn(turn.words),
      roles: NO_ROLES, relatives: relativesOfListener(turn.words), sexBySpouse: sexBySpouse(turn.words), arrives: NO_FIGURES,
      named: namedBefore(scene, item, ITEMS_OF_SCENE), lastOfGender: [], beside: NO_FIGURES,
      unanswered: false, asks: /\?[”—.]*$/.test(turn.words), opensReply: OPENS_REPLY.test(turn.words), tagClass: 'untagged', gapClass: 'none',
    };
  });
  evidence.forEach((piece) => settleSpeaker(piece, scene));
  if (scene.counterparts.size > 0) {
    evidence.forEach(({ settled, introducesItself, item }, from) => {
      if (settled && introducesItself && (scene.firstSeen.get(settled) ?? Infinity) > item.index) scene.namesGiven.push({ figure: settled, from });
    });
  }
  evidence.forEach((piece, at) => settleNameAnswer(piece, evidence[at - 1], scene));
  const main = mainSpeaker(evidence, scene.narrator);
  const described = countDescribed(scene.items);
  evidence.forEach((piece, at) => {
    if (piece.turn.tag?.kind === 'description') {
      settleDescription(piece, evidence.slice(Math.max(0, at - 8), at).reverse(), scene, main, described);
    }
    const listener = piece.turn.tag && piece.turn.tag.how !== 'beat' ? describedListenerIn(piece.item.narration) : null;
    if (listener !== null) {
      const before = evidence.slice(Math.max(0, at - 8), at).reverse();
      const figure = resolveDescription(parseDescription(listener), piece, before, scene, main);
      if (figure && figure !== piece.settled) piece.turn.addressed.add(figure);
    }
  });
  evidence.forEach((piece, at) => {
    const previousTurn = evidence[at - 1]?.turn;
    piece.gap = gapBefore(scene, previousTurn, piece.turn);
    piece.gapClass = gapClass(piece.gap);
    piece.tagClass = tagClassOf(piece);
    piece.beside = besideSpeaker(piece);
    if (!piece.settled) piece.roles = mentionRoles(scene, piece, evidence[at - 1]);
    if (piece.gender !== null && piece.thirdPerson) piece.lastOfGender = lastOfGenderBefore(scene, piece);
    piece.position = (evidence[at - 1]?.position ?? 0) + Math.min(piece.gap, 900);
    piece.object = objectOf(scene, piece);
    piece.focus = focusBefore(scene, piece);
    piece.focusGender = focusGenderBefore(scene, piece, previousTurn);
    if (piece.explicitPronoun) piece.chain = chainBefore(scene, piece, evidence, at);
    if (!piece.turn.tag && !piece.settled) piece.acting = announcedBefore(scene, piece);
    const previous = evidence[at - 1];
    for (const before of evidence.slice(Math.max(0, at - TURNS_AFTER_INTRODUCTION), at)) {
      for (const figure of presentedIn(before.turn.words, scene)) piece.near.add(figure);
    }
    piece.unanswered = staysUnanswered(scene, piece, previous);
    piece.arrives = arrivingBefore(scene, piece, evidence, at);
    piece.spokenOf = spokenOfIn(piece.turn, scene);
    Object.assign(piece, goneBefore(scene, piece, previous));
    piece.afterColon = previous !== undefined && scene.items[piece.item.index - 1] === previous.item
      && /[:—]$/.test(previous.turn.tail);
  });
  return evidence;
}

const NO_ROLES: MentionRoles = { of: new Map(), pronoun: null, subjects: [] };
const OPENS_REPLY = /^“(?:Yes|No|Aye|Ay|Oh|Ah|Well|Certainly|Of course|Very well|All right|Indeed|Not|Never|Nothing|Exactly|Quite|Thank|Thanks|I am sorry|Nonsense|Perhaps|Why|But|And|Because|So|Then)\b/;

function tagClassOf({ turn, settled, description, explicitPronoun, thirdPerson }: Evidence): TagClass {
  if (settled) return 'named';
  if (description) return 'described';
  if (explicitPronoun) return 'pronoun';
  return turn.tag && (thirdPerson || turn.tag.how === 'beat') ? 'beat' : 'untagged';
}

/** The people whom the narration of a turn names besides its speaker. */
function besideSpeaker({ item, settled, acting }: Evidence): ReadonlySet<Figure> {
  const found = new Set(item.mentions.map(({ figure }) => figure));
  for (const speaker of [settled, acting]) if (speaker) found.delete(speaker);
  return found.size === 0 ? NO_FIGURES : found;
}

function settleSpeaker(piece: Evidence, scene: Scene): void {
  const { tag } = piece.turn;
  for (const name of tag?.how === 'after' || tag?.how === 'before' ? addresseesOf(piece.item.narration) : []) {
    const addressee = scene.figures.find(name);
    if (addressee && (tag?.kind !== 'name' || scene.figures.find(tag.subject) !== addressee)) {
      piece.turn.addressed.add(addressee);
    }
  }
  const hearer = scene.figures.find(hearerIn(piece.item.narration) ?? '');
  if (hearer) piece.turn.addressed.add(hearer);
  const listener = tag?.how === 'after' || tag?.how === 'before' ? listenerIn(piece.item.narration) : null;
  if (listener === 'me' && scene.firstPerson && tag?.subject !== 'I') piece.turn.addressed.add(scene.narrator);
  else if (listener === 'him' || listener === 'her') {
    piece.address ??= { term: listener, gender: listener === 'him' ? 'male' : 'female' };
  }
  const introduced = introduction(piece.turn.words, scene.figures);
  if (introduced && !tag?.subject.startsWith('I')) {
    piece.settled = introduced;
    piece.introducesItself = true;
  }
  if (!tag) return;
  if (tag.kind === 'pronoun') {
    settlePronoun(piece, tag.subject, tag.how === 'beat', scene);
    return;
  }
  if (tag.kind === 'name') {
    const figure = scene.figures.find(tag.subject);
    if (!figure) return;
    if (piece.turn.alsoCalled !== null) piece.description = parseDescription(piece.turn.alsoCalled);
    if (tag.how === 'beat') piece.acting = figure;
    else piece.settled = figure;
  }
}

/** Words that ask the listener for a name: `Your name?`, `Sit down, Mr.—?` */
const ASKS_NAME = /\b[Yy]our (?:\w+ )?name\b[^.]*[?!]|\bWho are you\b|\b(?:Mr|Mrs|Miss|Ms|Dr)\.?\s?(?:[—–-]+|…|\.{3})\s?\?[”—]*$/;

/** “Your name?” — “Pip, sir.”: an answer that is only a name names its speaker. */
function settleNameAnswer(piece: Evidence, previous: Evidence | undefined, scene: Scene): void {
  const { tag } = piece.turn;
  const mayName = tag === null || (tag.how === 'beat' && tag.kind === 'pronoun' && tag.subject !== 'I');
  if (piece.settled || !mayName || !previous || !ASKS_NAME.test(previous.turn.words)) return;
  const name = NAMES_ITSELF.exec(piece.turn.words)?.[1];
  const named = name === undefined ? null : scene.figures.find(name);
  if (named && piece.gender !== null && named.gender !== null && named.gender !== piece.gender) return;
  piece.settled = named;
  if (piece.settled) piece.turn.addressed.delete(piece.settled);
}

function settlePronoun(piece: Evidence, subject: string, beat: boolean, scene: Scene): void {
  if (subject === 'I') {
    if (!scene.firstPerson) return;
    if (beat) piece.acting = scene.narrator;
    else piece.settled = scene.narrator;
  } else if (subject === 'he' || subject === 'she') {
    piece.gender = subject === 'he' ? 'male' : 'female';
    piece.thirdPerson = true;
    piece.explicitPronoun = !beat;
  } else if (!beat) {
    piece.settled = subject === 'we' && scene.firstPerson ? scene.narrator
      : scene.figures.described('they', 'all of them');
  }
}

const NAMES_ITSELF = new RegExp(`^“(${NAME})(?:\\. ${NAME})?(?:, (?:sir|ma’am|madam|miss|please|if you please|if it please you))?[.!,]”`, 'u');

/** The main speaker of a turn is counted over this many turns before it and after it. */
const MAIN_SPEAKER_TURNS = 40;

/** The person with the most explicit tags, except the narrator; with `at`, only turns around it count. */
export function mainSpeaker(evidence: readonly Evidence[], narrator: Figure, at?: number): Figure | null {
  const counts = new Map<Figure, number>();
  const around = at === undefined ? evidence
    : evidence.slice(Math.max(0, at - MAIN_SPEAKER_TURNS), at + MAIN_SPEAKER_TURNS);
  for (const { settled } of around) {
    if (settled && settled !== narrator) counts.set(settled, (counts.get(settled) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].order - b[0].order)[0]?.[0] ?? null;
}

function settleDescription(
  piece: Evidence, before: readonly Evidence[], scene: Scene, main: Figure | null,
  described: ReadonlyMap<string, number>,
): void {
  const tag = piece.turn.tag;
  if (!tag) return;
  const heard = /voice$/.test(tag.subject) ? describedIn(piece.item.narration).find(({ noun }) => noun !== 'voice')
    : undefined;
  const name = /\s(\p{Lu}\p{Ll}+)$/u.exec(tag.subject)?.[1];
  const named = name === undefined ? null : scene.figures.find(name);
  const description = heard ?? parseDescription(tag.subject);
  piece.introduced = (described.get(descriptionKey(description)) ?? 0) > 0;
  const found = named ?? resolveDescription(description, piece, before, scene, main);
  // `The girl` may be a different one from the girl whom the text described last.
  const isOpen = found !== null && named === null && tag.how !== 'beat' && isGeneric(description) && isDefinite(description)
    && (found.kind === 'description' || (isKin(description) && scene.bound.get(description.noun) !== found)) && !cameLately(description, piece.item, scene);
  // `The man` who has just arrived in a cart is not a person whom the text has named.
  const isNew = found === null && tag.how !== 'beat' && isGeneric(description) && !isKin(description) && cameLately(description, piece.item, scene);
  const resolved = isOpen ? null : isNew ? describedFigure(scene.figures, description) : found;
  if (resolved === null) {
    piece.description = description;
    if (isOpen) piece.referred = found;
    piece.gender = describedFigure(scene.figures, description).gender;
    piece.thirdPerson = true;
  } else if (tag.how === 'beat') {
    piece.acting ??= resolved;
  } else {
    piece.settled ??= resolved;
  }
}

/** True when a passage at or shortly before this item introduces a person of the same description as someone new: `a man with a cart came up`. */
function cameLately(description: Description, { index }: Item, { descriptionsByItem }: Scene): boolean {
  return descriptionsByItem.slice(Math.max(0, index - ITEMS_OF_SCENE), index + 1)
    .some((here) => here.some((other) => !isDefinite(other) && descriptionKey(other) === descriptionKey(description)));
}

function resolveDescription(
  description: Description, piece: Evidence, before: readonly Evidence[], scene: Scene, main: Figure | null,
): Figure | null {
  const { noun, determiner } = description;
  if (/^(?:somebody|someone|another|one|everybody|everyone|nobody|all|both)(?: else| of them)?$/.test(description.phrase)) {
    return scene.figures.described(description.phrase, description.phrase);
  }
  if (determiner === 'my' && KIN.test(noun)) {
    return scene.figures.find(noun.charAt(0).toUpperCase() + noun.slice(1)) ?? scene.bound.get(noun)
      ?? describedFigure(scene.figures, description);
  }
  const roles = [description.phrase.replace(/^\w+ /, ''), noun];
  for (const words of roles) {
    const capital = scene.figures.find(`the ${words.replace(/(?:^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())}`);
    if (capital) return capital;
  }
  if (determiner === 'my' && /^(?:friend|companion|host|master)$/.test(noun) && main) return main;
  const boundFigure = scene.bound.get(noun) ?? (determiner === 'the' ? scene.bound.get(`the ${noun}`) : undefined);
  if (boundFigure) return boundFigure;
  const recent = [...piece.turn.addressed, ...before.map((other) => other.settled).filter((figure) => figure !== null),
    ...piece.near];
  const other = scene.references.find(description, piece.item.index);
  if (other) return other;
  const kin = kinFigure(description, scene.figures, recent);
  if (kin) return kin;
  const marked = markedFigure(scene.figures, description);
  if (marked) return marked;
  if (isGeneric(description) && (ENDS_IN_PERSON.test(noun) || /^step-/.test(noun))) return null;
  return piece.introduced || !isDefinite(description) ? describedFigure(scene.figures, description) : null;
}
