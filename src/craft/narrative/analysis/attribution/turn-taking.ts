import type { Evidence } from './evidence.js';
import {
  F, GAP_CLASSES, SUBJECT_FITS, SUBJECT_PLACES, TAG_CLASSES, TURN_ROLES, type GapClass, type Sheet, type SubjectFit, type SubjectPlace, type TagClass,
  type TurnRole,
} from './features.js';
import type { Figure } from '../names/figures.js';
import type { Context, Path } from './plausibility.js';
import { ANSWER_GAP_WORDS, LONG_GAP_WORDS } from './weights.js';

const byClasses = (who: 'same' | 'before'): Record<TagClass, Record<GapClass, number>> =>
  Object.fromEntries(TAG_CLASSES.map((tag) => [tag, Object.fromEntries(GAP_CLASSES.map((gap) => [gap, F[`${who} ${tag} ${gap}`]]))])) as
    Record<TagClass, Record<GapClass, number>>;
const byGap = (who: 'third' | 'later'): Record<GapClass, number> =>
  Object.fromEntries(GAP_CLASSES.map((gap) => [gap, F[`${who} ${gap}`]])) as Record<GapClass, number>;
const SUBJECT = Object.fromEntries(SUBJECT_PLACES.map((place) => [place, Object.fromEntries(SUBJECT_FITS.map((fit) => [fit,
  Object.fromEntries(TURN_ROLES.map((role) => [role, F[`${place} ${fit} ${role}`]]))]))])) as
  Record<SubjectPlace, Record<SubjectFit, Record<TurnRole, number>>>;
const SAME = byClasses('same');
const BEFORE = byClasses('before');
const THIRD = byGap('third');
const LATER = byGap('later');

/** Speech verbs that respond to what another person said. */
const ANSWERS = /^(?:repl|answer|return|retort|rejoin|respond|agree|assent|admit|object|protest|interrupt|interpos|put in|broke in|struck in|chimed in|cut in|echo)/;
const GOES_ON = /^(?:continu|went on|goes on|going on|add|resum|proceed|pursu|conclud|finish)/;

/** Scores how the speaker of turn `at` follows the speakers before: the same person again, the person before that, a third, or a much earlier speaker. */
export function turnTaking(context: Context, at: number, figure: Figure, before: Path | null, sheet: Sheet): void {
  if (!before) return;
  const { evidence } = context;
  const piece = evidence[at] as Evidence;
  const previous = evidence[at - 1] as Evidence;
  closingSubjects(piece, figure, before, sheet);
  if (figure !== before.figure) sheet.add(F.talkTogether, Math.log(1 + context.talks.near(at, figure, before.figure)));
  if (figure === before.figure) sameAgain(piece, previous, figure, sheet);
  else anotherSpeaker(evidence, at, figure, before, sheet);
}

/** Compares the figure with the subjects of the narration before the turn: `She shook her head.` is an answer, after which the other person speaks again. */
function closingSubjects(piece: Evidence, figure: Figure, before: Path, sheet: Sheet): void {
  const role = figure === before.figure ? 'again' : figure === before.before?.figure ? 'back' : 'third';
  for (const { place, figure: subject, gender } of piece.roles.subjects) {
    if (subject) sheet.add(SUBJECT[place][subject === figure ? 'is' : 'is not'][role]);
    else if (gender !== null && figure.gender !== null) sheet.add(SUBJECT[place][gender === figure.gender ? 'fits' : 'fits not'][role]);
  }
}

function sameAgain(piece: Evidence, previous: Evidence, figure: Figure, sheet: Sheet): void {
  const verb = piece.turn.tag?.verb ?? '';
  if (ANSWERS.test(verb)) sheet.add(F.sameAnswers);
  else if (GOES_ON.test(verb)) sheet.add(F.samePersists);
  if (previous.asks && piece.gap < LONG_GAP_WORDS) sheet.add(F.sameAsks);
  if (piece.opensReply && piece.gap < LONG_GAP_WORDS) sheet.add(F.sameOpensReply);
  if (piece.afterColon) {
    if (!piece.turn.tag) sheet.add(F.sameAfterColon);
    return;
  }
  if (piece.focusGender !== null && figure.gender === piece.focusGender && piece.gap > 0) sheet.add(F.sameGoesOn);
  sheet.add(SAME[piece.tagClass][piece.gapClass]);
}

function anotherSpeaker(evidence: readonly Evidence[], at: number, figure: Figure, before: Path, sheet: Sheet): void {
  const piece = evidence[at] as Evidence;
  const previous = evidence[at - 1] as Evidence;
  const inExchange = piece.gap < LONG_GAP_WORDS && !piece.unanswered;
  const second = before.before;
  if (second?.figure === figure) {
    sheet.add(BEFORE[piece.tagClass][previous.gap < 60 ? piece.gapClass : 'most']);
    if (inExchange && second.before?.figure === before.figure) sheet.add(F.established);
    if (inExchange && previous.asks) sheet.add(F.askedBefore);
    if (inExchange && piece.opensReply) sheet.add(F.replyBefore);
  } else {
    addReturn(piece.gapClass, figure, second, sheet);
    if (inExchange && previous.asks) sheet.add(F.askedOther);
  }
  if (previous.beside.has(figure)) sheet.add(F.seenByPrevious);
  if (piece.gap >= ANSWER_GAP_WORDS || piece.unanswered) return;
  if (previous.turn.addressed.has(figure)) sheet.add(/\?|[Pp]ray|Now/.test(previous.turn.words) ? F.answersAddressAsked : F.answersAddressTold);
  else if (evidence[at - 2]?.turn.addressed.has(figure)) sheet.add(F.addressedEarlier);
  else if (evidence[at - 3]?.turn.addressed.has(figure) || evidence[at - 4]?.turn.addressed.has(figure)) sheet.add(F.addressedLately);
  if (previous.spokenOf.has(figure)) sheet.add(F.answersOwnName);
  if (previous.address && figure.gender !== null) sheet.add(F.addresseeGender, previous.address.gender === figure.gender ? 1 : -1);
}

/** How many turns back a speaker may have spoken last and still count as returning. */
const TURNS_OF_RETURN = 8;

function addReturn(gap: GapClass, figure: Figure, from: Path | null, sheet: Sheet): void {
  for (let path = from?.before ?? null, turns = 3; path && turns <= TURNS_OF_RETURN; path = path.before, turns++) {
    if (path.figure !== figure) continue;
    sheet.add(turns === 3 ? THIRD[gap] : LATER[gap]);
    return;
  }
}

/** What a turn says about the speakers before it, no matter who speaks the turn. */
export function backward({ evidence }: Context, at: number, before: Path | null, sheet: Sheet): void {
  if (!before) return;
  const piece = evidence[at] as Evidence;
  const answers = piece.gap < ANSWER_GAP_WORDS;
  if (piece.spokenOf.has(before.figure) && answers) sheet.add(F.namesPrevious);
  if (piece.turn.addressed.has(before.figure)) sheet.add(F.addressesPrevious);
  else if (piece.turn.addressed.size > 0
    && !(before.before && piece.turn.addressed.has(before.before.figure))) sheet.add(F.addressesAbsent);
  if (piece.address && before.figure.gender !== null && answers && piece.address.gender !== before.figure.gender) {
    sheet.add(F.addresseeGender, -1);
  }
}
