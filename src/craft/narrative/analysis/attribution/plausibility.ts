import { describedFigure, descriptionKey, isDefinite, isGeneric, mayDescribe } from '../people/descriptions.js';
import type { Evidence, Scene } from './evidence.js';
import type { Figure } from '../names/figures.js';
import { ANSWER_GAP_WORDS, LONG_GAP_WORDS, PRESENCE_TURNS, SCENE_WORDS, WEIGHTS } from './weights.js';

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
  /** Counts of `speaker>addressee` as learned so far; the addressee may be a word like `sir`. */
  pairs: ReadonlyMap<string, number>;
}

/** The score of `figure` as the speaker of turn `at` after the speakers of `before`. */
export function plausibility(context: Context, at: number, figure: Figure, before: Path | null): number {
  const piece = context.evidence[at] as Evidence;
  const own = piece.settled ? 0 : ownScore(context, piece, at, figure, before);
  return own + turnTakingScore(context.evidence, at, figure, before);
}

function ownScore(context: Context, piece: Evidence, at: number, figure: Figure, before: Path | null): number {
  const w = WEIGHTS;
  const { scene, spoke } = context;
  const main = context.main[at];
  let value = genderScore(piece, figure, scene.narrator) + addressScore(context, piece, figure);
  if (piece.acting === figure) value += w.acting;
  if (piece.object.has(figure)) value += w.object;
  if (piece.focus === figure && piece.gap > 0) {
    value += w.focus * (piece.turn.lead !== '' || piece.gender !== null ? 1 : w.focusAway);
  }
  const presenceValue = presenceScore(context, piece, at, figure, before);
  if (figure === main && presenceValue > 0) {
    value += w.main + (before && before.figure !== main && !piece.turn.tag ? w.mainAnswers : 0);
  }
  if (figure === scene.narrator) {
    value += scene.firstPerson ? (spoke.has(figure) ? 0 : w.narratorNeverSpeaks) : w.narratorOutsideStory;
  }
  if (!spoke.has(figure) && figure !== scene.narrator) value += w.neverTagged;
  if (scene.exclude.has(figure)) value += w.listener;
  if (piece.description) {
    if (piece.description.phrase === 'the other' && piece.focus === figure) value += w.object;
    value += sameDescriptionScore(context.evidence, piece, at, figure, before);
    if (figure === describedFigure(scene.figures, piece.description)) return value + newPersonScore(piece);
    value += w.freshDescription + (mayDescribe(piece.description, figure) ? 0 : w.otherKind);
  } else {
    value += isVoice(figure) ? w.voiceAgain : isAnybody(figure) ? w.anybodyAgain : 0;
  }
  if (piece.chain?.figure === figure) value += w.chain / (1 + 0.25 * piece.chain.distance);
  if (piece.explicitPronoun && piece.near.has(figure) && figure.kind !== 'description') value += w.nearPronoun;
  return value + presenceValue;
}

function genderScore(piece: Evidence, figure: Figure, narrator: Figure): number {
  let value = piece.thirdPerson && figure === narrator ? WEIGHTS.narratorInThirdPerson : 0;
  if (piece.gender === null) return value;
  if (figure.gender === null) value += WEIGHTS.unknownGender;
  else if (figure.gender !== piece.gender) value += WEIGHTS.wrongGender;
  return value;
}

function addressScore({ pairs }: Context, piece: Evidence, figure: Figure): number {
  let value = piece.turn.addressed.has(figure) ? WEIGHTS.addressesItself : 0;
  if (piece.spokenOf.has(figure)) value += WEIGHTS.namesItself;
  for (const addressee of piece.turn.addressed) {
    value += WEIGHTS.addressPair * Math.min(2, pairs.get(`${figure.order}>${addressee.order}`) ?? 0);
  }
  if (piece.address) {
    value += WEIGHTS.addressTerm * Math.min(2, pairs.get(`${figure.order}>${piece.address.term}`) ?? 0);
  }
  return value;
}

/** The score for a description that is a person of its own and none of those present. */
function newPersonScore({ description, introduced }: Evidence): number {
  if (!description) return 0;
  if (/^(?:his|her|their)$/.test(description.determiner)
    && /^(?:friend|companion|partner|comrade|host|guest|visitor)$/.test(description.noun)) return WEIGHTS.ownRelation;
  if (!isDefinite(description)) return WEIGHTS.ownIndefinite;
  return (introduced ? WEIGHTS.ownIntroduced : WEIGHTS.ownNew) + (isGeneric(description) ? 0 : WEIGHTS.ownRole);
}

/** The score for a description that meant the same figure a few turns ago. */
function sameDescriptionScore(
  evidence: readonly Evidence[], piece: Evidence, at: number, figure: Figure, before: Path | null,
): number {
  if (!piece.description) return 0;
  const key = descriptionKey(piece.description);
  for (let path = before, steps = 1; path && steps <= PRESENCE_TURNS; path = path.before, steps++) {
    const earlier = evidence[at - steps]?.description;
    if (earlier && descriptionKey(earlier) === key) {
      return path.figure === figure ? WEIGHTS.sameDescription : WEIGHTS.otherDescription;
    }
  }
  return 0;
}

function presenceScore(
  { evidence, scene }: Context, piece: Evidence, at: number, figure: Figure, before: Path | null,
): number {
  let steps = 0;
  for (let path = before; path && steps < PRESENCE_TURNS; path = path.before, steps++) {
    if (path.figure !== figure) continue;
    if (hasGone(evidence, at, steps, figure, scene.narrator)) return WEIGHTS.gone;
    const narrated = piece.position - (evidence[at - 1 - steps]?.position ?? 0);
    if (narrated > SCENE_WORDS && !piece.near.has(figure) && figure !== scene.narrator) return WEIGHTS.sceneMovedOn;
    return WEIGHTS.recency * (1 - steps / PRESENCE_TURNS);
  }
  if (figure === scene.narrator) return WEIGHTS.narratorNotRecent;
  if (piece.near.has(figure)) return figure.kind === 'description' ? WEIGHTS.nearDescribed : WEIGHTS.near;
  for (let next = at + 1; next < at + 5; next++) if (evidence[next]?.settled === figure) return WEIGHTS.absent * 0.4;
  if (piece.inScene.has(figure)) return WEIGHTS.inScene;
  const unseen = figure.kind === 'name' && (scene.firstSeen.get(figure) ?? Infinity) > piece.item.index;
  return WEIGHTS.absent + (unseen ? WEIGHTS.unseen : 0);
}

/** True when the speaker of the turn `steps` before the last one went away since then. */
function hasGone(evidence: readonly Evidence[], at: number, steps: number, figure: Figure, narrator: Figure): boolean {
  for (let turn = at - steps; turn <= at; turn++) {
    const piece = evidence[turn];
    if (piece?.gone.has(figure)) return true;
    const leftBySpeaker = turn === at - steps && piece?.goneGender !== null && piece?.goneGender === figure.gender;
    if (leftBySpeaker && figure !== narrator) return true;
  }
  return false;
}

function turnTakingScore(evidence: readonly Evidence[], at: number, figure: Figure, before: Path | null): number {
  if (!before) return 0;
  const piece = evidence[at] as Evidence;
  const previous = evidence[at - 1] as Evidence;
  if (figure === before.figure) return sameSpeakerScore(piece, previous, figure) + repeatVerbScore(piece.turn.tag?.verb ?? '');
  const w = WEIGHTS;
  const answers = piece.gap < ANSWER_GAP_WORDS;
  let value = 0;
  if (before.before?.figure === figure && piece.gap < LONG_GAP_WORDS) {
    value += previous.gap < LONG_GAP_WORDS ? w.alternation : previous.gap < SCENE_WORDS ? w.alternationAnew : 0;
  }
  if (previous.turn.addressed.has(figure) && answers) {
    value += w.answersAddress * (/\?|[Pp]ray|Now/.test(previous.turn.words) ? 1 : w.answersRemark);
  }
  if (previous.spokenOf.has(figure) && answers) value += w.answersOwnName;
  if (previous.address && figure.gender !== null && answers) {
    value += previous.address.gender === figure.gender ? w.addresseeGender : -w.addresseeGender;
  }
  return value;
}

/** What a turn says about the speakers before it, no matter who speaks the turn. */
export function backward({ evidence }: Context, at: number, before: Path | null): number {
  if (!before) return 0;
  const w = WEIGHTS;
  const piece = evidence[at] as Evidence;
  const answers = piece.gap < ANSWER_GAP_WORDS;
  let value = 0;
  if (piece.spokenOf.has(before.figure) && answers) value += w.namesPrevious;
  if (piece.turn.addressed.has(before.figure)) value += w.addressesPrevious;
  else if (piece.turn.addressed.size > 0
    && !(before.before && piece.turn.addressed.has(before.before.figure))) value += w.addressesAbsent;
  if (piece.address && before.figure.gender !== null && answers && piece.address.gender !== before.figure.gender) {
    value -= w.addresseeGender;
  }
  return value;
}

const ANSWERS = /^(?:repl|answer|return|retort|rejoin|respond|agree|assent|admit|object|protest|interrupt|interpos|put in|broke in|struck in|chimed in|cut in|echo)/;
const GOES_ON = /^(?:continu|went on|goes on|going on|add|resum|proceed|pursu|conclud|finish)/;

/** The score for speaking again by the verb: `he replied` is another speaker, `he went on` the same one. */
function repeatVerbScore(verb: string): number {
  if (ANSWERS.test(verb)) return WEIGHTS.sameAnswers;
  return GOES_ON.test(verb) ? WEIGHTS.samePersists : 0;
}

/** The score for speaking twice in a row: likely after a colon, possible after narration, else rare. */
function sameSpeakerScore(piece: Evidence, previous: Evidence, figure: Figure): number {
  const w = WEIGHTS;
  const asks = piece.gap < LONG_GAP_WORDS && /\?”$/.test(previous.turn.words) ? w.sameAsks : 0;
  return asks + sameSpeakerBase(piece, figure);
}

function sameSpeakerBase(piece: Evidence, figure: Figure): number {
  const w = WEIGHTS;
  if (piece.afterColon) return piece.turn.tag ? 0 : w.afterColon;
  if (piece.focusGender !== null && figure.gender === piece.focusGender && piece.gap > 0) return w.sameGoesOn;
  if (piece.gap >= LONG_GAP_WORDS) return w.sameAfterLongGap;
  if (piece.gap > 0) return w.sameAfterGap;
  return piece.turn.tag ? w.sameTagged : w.sameAgain;
}

function isVoice(figure: Figure): boolean {
  return figure.kind === 'description' && /\bvoices?$/.test(figure.name);
}

/** True for `somebody` or `another`: two turns with this tag may have two speakers. */
function isAnybody(figure: Figure): boolean {
  return figure.kind === 'description'
    && /^(?:some|every|no|an|one|all|both|they)(?:body|one|other)?(?: else| of them)?$/.test(figure.name);
}
