import { boundDescriptions, describedFigure, descriptionKey, isGeneric, kinFigure, parseDescription, type Description } from './descriptions.js';
import { NAME, type Figure, type Figures } from './figures.js';
import { ENDS_IN_PERSON, FEMALE_NOUN, KIN } from './lexicon.js';
import type { Item, Turn } from './turns.js';
import { addresseesOf, beatSubject } from './tags.js';
import { splitSentences } from './sentences.js';

/** What the words around a turn say about its speaker, before anything is guessed. */
export interface Evidence {
  turn: Turn;
  item: Item;
  /** Settled by an explicit tag or an introduction. */
  settled: Figure | null;
  /** The turn's own narration has this person act; strong, but no tag. */
  acting: Figure | null;
  /** Gender of a pronoun or of a description in the tag. */
  gender: 'female' | 'male' | null;
  /** True when the tag is a third-person pronoun, so that the narrator cannot be meant. */
  thirdPerson: boolean;
  explicitPronoun: boolean;
  /** A description that may mean anybody (`the lady`). */
  description: Description | null;
  /** The person the narration just before dwells on. */
  focus: Figure | null;
  /** People named in the narration near by. */
  near: Set<Figure>;
  /** Words of narration between the turn before and this one. */
  gap: number;
  /** The narration before ends in a colon after the same paragraph's speech. */
  afterColon: boolean;
  /** What a spoken `sir` or `madam` tells about the person addressed. */
  addresseeGender: 'female' | 'male' | null;
}

/** Everything known about a text before its speakers are looked for. `exclude` holds those who only listen. */
export interface Scene {
  items: readonly Item[];
  turns: readonly Turn[];
  figures: Figures;
  narrator: Figure;
  firstPerson: boolean;
  exclude: ReadonlySet<Figure>;
}

/** Gathers the evidence for every turn that opens a speech (continuations follow their opener). */
export function gatherEvidence(scene: Scene): Evidence[] {
  const bound = boundDescriptions(scene.items, scene.figures);
  const openers = scene.turns.filter((turn) => !turn.continues);
  const evidence = openers.map((turn): Evidence => {
    const item = scene.items[turn.item] as Item;
    return {
      turn, item, settled: null, acting: null, gender: null, thirdPerson: false, explicitPronoun: false, description: null,
      focus: null, near: nearBy(scene, item), gap: 0, afterColon: false, addresseeGender: addresseeGender(turn.words),
    };
  });
  evidence.forEach((piece) => settle(piece, scene));
  evidence.forEach((piece, at) => answerToName(piece, evidence[at - 1], scene));
  const main = mainSpeaker(evidence, scene.narrator);
  evidence.forEach((piece, at) => {
    if (piece.turn.tag?.kind === 'description') describe(piece, evidence.slice(Math.max(0, at - 8), at).reverse(), scene, bound, main);
  });
  evidence.forEach((piece, at) => {
    piece.gap = gapBefore(scene, evidence[at - 1]?.turn, piece.turn);
    piece.focus = focusBefore(scene, piece);
    const previous = evidence[at - 1];
    piece.afterColon = previous !== undefined && scene.items[piece.item.index - 1] === previous.item && /[:—]$/.test(previous.turn.tail);
  });
  return evidence;
}

function settle(piece: Evidence, scene: Scene): void {
  const { tag } = piece.turn;
  for (const name of tag?.how === 'after' || tag?.how === 'before' ? addresseesOf(piece.item.narration) : []) {
    const addressee = scene.figures.find(name);
    if (addressee && (tag?.kind !== 'name' || scene.figures.find(tag.subject) !== addressee)) piece.turn.addressed.add(addressee);
  }
  const introduced = introduction(piece.turn.words, scene.figures);
  if (introduced && !tag?.subject.startsWith('I')) piece.settled = introduced;
  if (!tag) return;
  if (tag.kind === 'pronoun') {
    settlePronoun(piece, tag.subject, tag.how === 'beat', scene);
    return;
  }
  if (tag.kind === 'name') {
    const figure = scene.figures.find(tag.subject);
    if (!figure) return;
    if (tag.how === 'beat') piece.acting = figure;
    else piece.settled = figure;
  }
}

/** “Your name?” — “Pip, sir.”: who answers with a name alone is its bearer. */
function answerToName(piece: Evidence, previous: Evidence | undefined, scene: Scene): void {
  if (piece.settled || piece.turn.tag || !previous || !/\byour (?:\w+ )?name\b[^.]*[?!]|\bWho are you\b/.test(previous.turn.words)) return;
  const name = NAMES_ITSELF.exec(piece.turn.words)?.[1];
  piece.settled = name === undefined ? null : scene.figures.find(name);
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
    piece.settled = subject === 'we' && scene.firstPerson ? scene.narrator : scene.figures.described('they', 'all of them');
  }
}

const INTRODUCTION = new RegExp(`[Mm]y name[,”’\\s]{1,3}(?:[^“]{0,30}“\\s?)?is (${NAME})|^“I(?: a|’)m (${NAME})(?=[,.;!]?”?$|[,.;!]”?\\s)`, 'u');
const NAMES_ITSELF = new RegExp(`^“(${NAME})(?:\\. ${NAME})?(?:, (?:sir|ma’am|madam|miss|please))?[.!]”`, 'u');

function introduction(words: string, figures: Figures): Figure | null {
  const said = INTRODUCTION.exec(words);
  return said ? figures.find(said[1] ?? said[2] ?? '') : null;
}

/** Most explicit tags, the narrator aside. */
export function mainSpeaker(evidence: readonly Evidence[], narrator: Figure): Figure | null {
  const counts = new Map<Figure, number>();
  for (const { settled } of evidence) if (settled && settled !== narrator) counts.set(settled, (counts.get(settled) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].order - b[0].order)[0]?.[0] ?? null;
}

function describe(piece: Evidence, before: readonly Evidence[], scene: Scene, bound: ReadonlyMap<string, Figure>, main: Figure | null): void {
  const tag = piece.turn.tag;
  if (!tag) return;
  const description = parseDescription(tag.subject);
  const resolved = resolveDescription(description, piece, before, scene, bound, main);
  if (resolved === null) {
    piece.description = description;
    piece.gender = describedFigure(scene.figures, description).gender;
    piece.thirdPerson = true;
  } else if (tag.how === 'beat') {
    piece.acting ??= resolved;
  } else {
    piece.settled ??= resolved;
  }
}

function resolveDescription(
  description: Description, piece: Evidence, before: readonly Evidence[], scene: Scene, bound: ReadonlyMap<string, Figure>, main: Figure | null,
): Figure | null {
  const { noun, determiner } = description;
  if (/^(?:somebody|someone|another|one|everybody|everyone|nobody|all|both)(?: else| of them)?$/.test(description.phrase)) {
    return scene.figures.described(description.phrase, description.phrase);
  }
  if (determiner === 'my' && KIN.test(noun)) {
    return scene.figures.find(noun.charAt(0).toUpperCase() + noun.slice(1)) ?? describedFigure(scene.figures, description);
  }
  const roles = [description.phrase.replace(/^\w+ /, ''), noun];
  for (const words of roles) {
    const capital = scene.figures.find(`the ${words.replace(/(?:^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())}`);
    if (capital) return capital;
  }
  if (determiner === 'my' && /^(?:friend|companion|host|master)$/.test(noun) && main) return main;
  const ours = bound.get(noun);
  if (ours) return ours;
  const recent = [...before.map((other) => other.settled).filter((figure) => figure !== null), ...piece.near];
  const kin = kinFigure(description, scene.figures, recent);
  if (kin) return kin;
  if (isGeneric(description) && (ENDS_IN_PERSON.test(noun) || /^step-/.test(noun))) return null;
  return describedFigure(scene.figures, description);
}

function nearBy(scene: Scene, item: Item): Set<Figure> {
  const near = new Set<Figure>();
  for (let at = item.index; at >= Math.max(0, item.index - 3); at--) {
    const mentions = scene.items[at]?.mentions ?? [];
    for (const mention of [...mentions].reverse()) near.add(mention.figure);
  }
  return near;
}

function gapBefore(scene: Scene, previous: Turn | undefined, turn: Turn): number {
  if (!previous) return 999;
  let words = turn.lead === '' ? 0 : turn.lead.split(' ').length;
  for (let at = previous.item + 1; at < turn.item; at++) {
    const item = scene.items[at];
    if (item && item.turn === null) words += item.narration.split(' ').length;
  }
  const tail = previous.tail === '' ? 0 : previous.tail.split(' ').length;
  return words + (tail > 12 ? tail : 0);
}

/** Whom the narration right before a turn is about: subject of its last sentences, else the last person named. */
function focusBefore(scene: Scene, piece: Evidence): Figure | null {
  const before = scene.items[piece.item.index - 1];
  for (const narration of [piece.turn.lead, before && before.turn === null ? before.narration : '']) {
    if (narration === '') continue;
    const sentences = splitSentences(narration).slice(-3).reverse();
    for (const { start, end } of sentences) {
      const beat = beatSubject(narration.slice(start, end));
      if (beat?.subject === 'I' && scene.firstPerson) return scene.narrator;
      const figure = beat?.kind === 'name' ? scene.figures.find(beat.subject) : null;
      if (figure) return figure;
      if (beat?.kind === 'description') {
        const description = parseDescription(beat.subject);
        if (!isGeneric(description) || /^(?:[Tt]he|[Aa]n?)\s/.test(beat.subject)) return scene.figures.described(descriptionKey(description), description.phrase);
      }
      if (beat?.kind !== 'pronoun') break;
    }
    const last = scene.figures.mentionsIn(narration).filter((mention) => !mention.possessive && mention.figure !== scene.narrator).at(-1);
    if (last) return last.figure;
  }
  return null;
}

function addresseeGender(words: string): Evidence['addresseeGender'] {
  if (/[,—“]\s?(?:my dear )?(?:sir|Sir|my lord|old (?:man|fellow|chap|boy)|my boy|gentlemen)[,.?!;”—]/.test(words)) return 'male';
  const female = /[,—“]\s?(?:my dear )?(madam|Madam|ma’am|Ma’am|miss|Miss|my lady|my girl|[a-z]+)[,.?!;”—]/.exec(words)?.[1] ?? '';
  return /^(?:madam|ma’am|miss|my lady|my girl)$/i.test(female) || FEMALE_NOUN.test(` ${female}`) ? 'female' : null;
}
