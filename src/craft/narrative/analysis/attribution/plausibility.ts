import { describedFigure, descriptionKey, isDefinite, isGeneric, mayDescribe } from '../people/descriptions.js';
import type { Evidence, Scene } from './evidence.js';
import { F, type Sheet } from './features.js';
import type { Figure } from '../names/figures.js';
import { PRESENCE_TURNS, SCENE_WORDS } from './weights.js';
import { calledSo, shareOf, type Talks } from './habits.js';
import type { Wordings } from './wording.js';

/** Speakers assumed so far, the latest first. */
export interface Path { score: number; figure: Figure; before: Path | null }

/** The facts about the whole text that the search compares speakers by. */
export interface Context {
  evidence: readonly Evidence[];
  scene: Scene;
  /** Figures who speak, act beside a quotation or are described in a tag somewhere. */
  spoke: ReadonlySet<Figure>;
  /** The figure with most explicit tags around each turn. */
  main: readonly (Figure | null)[];
  /** How often tags name each figure as the speaker, and how many tags there are. */
  tags: { of: ReadonlyMap<Figure, number>; all: number };
  /** The turns that tags give to each figure, in order. */
  taggedTurns: ReadonlyMap<Figure, readonly number[]>;
  /** The typical wording of each figure. */
  wordings: Wordings;
  /** Counts of `speaker>addressee` as learned so far; the addressee may be a word like `sir`. */
  pairs: ReadonlyMap<string, number>;
  /** Who talks with whom, by the guesses so far. */
  talks: Talks;
  /** The speakers that a first search found; null before it. */
  guesses: readonly Figure[] | null;
}

/** Adds the evidence for `figure` in the words of turn `at` and in the narration around it, independent of who spoke before. */
export function ownEvidence(context: Context, at: number, figure: Figure, sheet: Sheet): void {
  const piece = context.evidence[at] as Evidence;
  if (piece.settled) return;
  const { scene, spoke } = context;
  genderEvidence(piece, figure, scene.narrator, sheet);
  addressEvidence(context, piece, figure, sheet);
  frequencyEvidence(context, at, figure, sheet);
  if (piece.acting === figure) sheet.add(F.acting);
  if (piece.arrives.has(figure)) sheet.add(F.arrives);
  for (const noun of piece.relatives) if (scene.kinNouns.get(figure)?.has(noun)) sheet.add(F.relativeOfListener);
  if (piece.sexBySpouse !== null && figure.gender !== null && figure.gender !== piece.sexBySpouse) sheet.add(F.otherSpouse);
  if (piece.object.has(figure)) sheet.add(F.object);
  if (piece.focus === figure && piece.gap > 0) {
    sheet.add(piece.turn.lead !== '' || piece.gender !== null ? F.focusInLead : F.focusBefore);
  }
  if (!piece.turn.tag && figure.kind !== 'description' && piece.roles.subjects.some(({ place, figure: subject }) => place === 'between' && subject === figure)) {
    sheet.add(F.subjectOfShort, 1 - sureOf(context));
  }
  if (figure === scene.narrator) {
    if (!scene.firstPerson) sheet.add(F.narratorOutsideStory);
    else if (!spoke.has(figure)) sheet.add(F.narratorNeverSpeaks);
  } else if (!spoke.has(figure)) {
    sheet.add(F.neverTagged);
  }
  if (scene.exclude.has(figure)) sheet.add(F.listener);
  if (piece.description) {
    if (piece.description.phrase === 'the other' && piece.focus === figure) sheet.add(F.object);
    if (figure === describedFigure(scene.figures, piece.description)) {
      if (piece.referred === figure) sheet.add(F.referred);
      sheet.add(F.calledSo, calledSo(context.pairs, piece.description, figure));
      newPersonEvidence(piece, sheet);
      return;
    }
    sheet.add(F.freshDescription);
    if (piece.referred === figure) sheet.add(F.referred);
    sheet.add(F.calledSo, calledSo(context.pairs, piece.description, figure));
    if (!mayDescribe(piece.description, figure)) sheet.add(F.otherKind);
  } else if (isVoice(figure)) {
    sheet.add(F.voiceAgain);
  } else if (isAnybody(figure)) {
    sheet.add(F.anybodyAgain);
  } else if (figure.kind === 'description') {
    sheet.add(F.nameless);
  }
  if (piece.chain?.figure === figure) sheet.add(chainFeature(piece.chain));
  for (const feature of piece.roles.of.get(figure) ?? []) sheet.add(feature);
  if (piece.roles.pronoun !== null && figure.gender !== null) {
    sheet.add(figure.gender === piece.roles.pronoun ? F.pronounFits : F.pronounUnfit);
  }
  if (context.guesses) guessEvidence(context.guesses, at, figure, sheet);
  if (piece.lastOfGender[0] === figure) sheet.add(F.lastOfGender);
  else if (piece.lastOfGender[1] === figure) sheet.add(F.secondOfGender);
  if (piece.explicitPronoun && piece.near.has(figure) && figure.kind !== 'description') sheet.add(F.nearPronoun);
}

function chainFeature({ distance, speaker }: NonNullable<Evidence['chain']>): number {
  if (speaker) return F.chainOfTag;
  return distance === 0 ? F.chainInLead : distance === 1 ? F.chainNext : distance < 4 ? F.chainNear : F.chainFar;
}

/** Guesses within this many turns show who takes part in a conversation. */
const GUESSES_AROUND = 10;

/** Adds evidence from the first search: how often it chose the figure within ten turns and within three turns of this one, not counting this turn. */
function guessEvidence(guesses: readonly Figure[], at: number, figure: Figure, sheet: Sheet): void {
  let around = 0;
  for (let turn = at - GUESSES_AROUND; turn <= at + GUESSES_AROUND; turn++) if (turn !== at && guesses[turn] === figure) around++;
  sheet.add(F.guessedAround, Math.log(1 + around));
  let near = 0;
  for (let turn = at - 3; turn <= at + 3; turn++) if (turn !== at && guesses[turn] === figure) near++;
  sheet.add(F.guessedNear, Math.log(1 + near));
}

function genderEvidence(piece: Evidence, figure: Figure, narrator: Figure, sheet: Sheet): void {
  if (piece.thirdPerson && figure === narrator) sheet.add(F.narratorInThirdPerson);
  if (piece.gender === null) return;
  if (figure.gender === null) sheet.add(F.unknownGender);
  else if (figure.gender !== piece.gender) sheet.add(F.wrongGender);
}

function addressEvidence({ pairs }: Context, piece: Evidence, figure: Figure, sheet: Sheet): void {
  if (piece.turn.addressed.has(figure)) sheet.add(F.addressesItself);
  if (piece.spokenOf.has(figure)) sheet.add(F.namesItself);
  for (const addressee of piece.turn.addressed) {
    sheet.add(F.addressPair, Math.min(2, pairs.get(`${figure.order}>${addressee.order}`) ?? 0));
    sheet.add(F.addressPairShare, shareOf(pairs, figure.order, String(addressee.order)));
  }
  if (piece.address) {
    sheet.add(F.addressTerm, Math.min(2, pairs.get(`${figure.order}>${piece.address.term}`) ?? 0));
    sheet.add(F.addressTermShare, shareOf(pairs, figure.order, piece.address.term));
  }
}

/** Tags within this many turns show who takes part in a scene. */
const TURNS_AROUND = 15;

/** Shares of the tags of a text, below which a person speaks little, or only now and then. */
const FEW_OF_TAGS = 0.02;
const SOME_OF_TAGS = 0.08;
/** With this many tags, a text shows who speaks in it half as surely as a whole novel: in a single chapter, even the main character may have no tags. */
const TAGS_TO_BE_SURE = 30;

/** How surely the tags of a text show who speaks in it, from 0 to 1. */
const sureOf = ({ tags }: Pick<Context, 'tags'>): number => tags.all / (tags.all + TAGS_TO_BE_SURE);

/** Adds how much the figure speaks in the text and around the turn, how often the narration names it, and whether the words resemble its own. */
function frequencyEvidence({ tags, taggedTurns, wordings, evidence }: Context, at: number, figure: Figure, sheet: Sheet): void {
  sheet.add(F.often, Math.log((1 + (tags.of.get(figure) ?? 0)) / (1 + tags.all)));
  let around = 0;
  for (const turn of taggedTurns.get(figure) ?? []) if (Math.abs(turn - at) <= TURNS_AROUND) around++;
  const own = (tags.of.get(figure) ?? 0) / Math.max(1, tags.all);
  const sure = sureOf({ tags });
  sheet.add(own === 0 ? F.tagsNone : own < FEW_OF_TAGS ? F.tagsFew : own < SOME_OF_TAGS ? F.tagsSome : F.tagsMany, sure);
  sheet.add(around === 0 ? F.noTagsHere : F.oftenHere, around === 0 ? 1 : Math.log(1 + around));
  const named = Math.log(1 + (evidence[at]!.named.get(figure) ?? 0));
  sheet.add(F.salience, named);
  sheet.add(F.salienceOfShort, named * (1 - sure));
  if (own === 0) sheet.add(F.tagsNoneOfShort, 1 - sure);
  sheet.add(F.wording, wordings.likeness(figure, at));
}

/** Adds the evidence that a description is a new person rather than one of those present. */
function newPersonEvidence({ description, introduced }: Evidence, sheet: Sheet): void {
  if (!description) return;
  if (/^(?:his|her|their)$/.test(description.determiner)
    && /^(?:friend|companion|partner|comrade|host|guest|visitor)$/.test(description.noun)) {
    sheet.add(F.ownRelation);
  } else if (!isDefinite(description)) {
    sheet.add(F.ownIndefinite);
  } else {
    sheet.add(introduced ? F.ownIntroduced : F.ownNew);
    if (!isGeneric(description)) sheet.add(F.ownRole);
  }
}

/** Adds the evidence on whether `figure` is present to speak turn `at`, after the speakers of `before`. */
export function presenceEvidence(context: Context, at: number, figure: Figure, before: Path | null, sheet: Sheet): void {
  const piece = context.evidence[at] as Evidence;
  if (piece.settled) return;
  if (piece.description) sameDescriptionEvidence(context.evidence, piece, at, figure, before, sheet);
  const isPresent = addPresence(context, piece, at, figure, before, sheet);
  if (isPresent && figure === context.main[at]) {
    sheet.add(F.main);
    if (before && before.figure !== figure && !piece.turn.tag) sheet.add(F.mainAnswers);
  }
}

/** Evidence for a description that meant the same figure a few turns ago. */
function sameDescriptionEvidence(
  evidence: readonly Evidence[], piece: Evidence, at: number, figure: Figure, before: Path | null, sheet: Sheet,
): void {
  const key = descriptionKey(piece.description!);
  for (let path = before, steps = 1; path && steps <= PRESENCE_TURNS; path = path.before, steps++) {
    const earlier = evidence[at - steps]?.description;
    if (!earlier || descriptionKey(earlier) !== key) continue;
    sheet.add(path.figure === figure ? F.sameDescription : F.otherDescription);
    return;
  }
}

/** Adds how recently the figure spoke or was named; returns true when it is probably present. */
function addPresence({ evidence, scene }: Context, piece: Evidence, at: number, figure: Figure, before: Path | null, sheet: Sheet): boolean {
  let steps = 0;
  for (let path = before; path && steps < PRESENCE_TURNS; path = path.before, steps++) {
    if (path.figure !== figure) continue;
    if (hasGone(evidence, at, steps, figure, scene.narrator)) {
      sheet.add(F.gone);
      return false;
    }
    const narrated = piece.position - (evidence[at - 1 - steps]?.position ?? 0);
    const movedOn = narrated > SCENE_WORDS && !piece.near.has(figure) && figure !== scene.narrator;
    if (movedOn) sheet.add(F.sceneMovedOn);
    else sheet.add(F.recency, 1 - steps / PRESENCE_TURNS);
    return !movedOn;
  }
  if (figure === scene.narrator) {
    sheet.add(F.narratorNotRecent);
    return false;
  }
  if (piece.near.has(figure)) {
    sheet.add(figure.kind === 'description' ? F.nearDescribed : F.near);
    return true;
  }
  for (let next = at + 1; next < at + 5; next++) {
    if (evidence[next]?.settled === figure) {
      sheet.add(F.absentSoon);
      return false;
    }
  }
  if (piece.inScene.has(figure)) {
    sheet.add(F.inScene);
    return false;
  }
  sheet.add(F.absent);
  if (figure.kind === 'name' && (scene.firstSeen.get(figure) ?? Infinity) > piece.item.index) sheet.add(F.unseen);
  return false;
}

/** True when the figure, who spoke `steps` turns before the last one, has left since. */
function hasGone(evidence: readonly Evidence[], at: number, steps: number, figure: Figure, narrator: Figure): boolean {
  for (let turn = at - steps; turn <= at; turn++) {
    const piece = evidence[turn];
    if (piece?.gone.has(figure)) return true;
    const leftBySpeaker = turn === at - steps && piece?.goneGender !== null && piece?.goneGender === figure.gender;
    if (leftBySpeaker && figure !== narrator) return true;
  }
  return false;
}

function isVoice(figure: Figure): boolean {
  return figure.kind === 'description' && /\bvoices?$/.test(figure.name);
}

/** True for `somebody` or `another`: two turns with this tag may have two speakers. */
function isAnybody(figure: Figure): boolean {
  return figure.kind === 'description'
    && /^(?:some|every|no|an|one|all|both|they)(?:body|one|other)?(?: else| of them)?$/.test(figure.name);
}
