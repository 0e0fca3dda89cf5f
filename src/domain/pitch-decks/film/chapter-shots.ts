import { handheldVia } from '../../../craft/deck/picture/handheld.js';
import { framedBy, movedBy, openingBy, type VisualGrammar } from '../../../craft/deck/picture/grammar.js';
import { shotsBetween, withPassings } from '../../../craft/film/cut-shots.js';
import type { HeldShot, Picture } from '../../../craft/film/film.js';
import type { BeatPicture } from '../../../craft/trailer/cut.js';
import { framesOf } from '../../../craft/trailer/frames.js';
import { heldOf, lineOf, stagedShot, type FilmStage } from '../../storyboards/films/stage-shots.js';
import type { ChapterItem, DeckFields } from '../deck-model.js';
import { textCard, textOver, wholeCard } from './deck-cards.js';
import type { SpokenChapter } from './deck-sound.js';

/** How long a picture is held before another one of the same place or people follows. */
const PICTURE_MS = 6_000;
/** A line's speaker is shown from this long before the line until this long after it. */
const AROUND_LINE_MS = 200;
const NOWHERE: BeatPicture = { sceneIndex: 0, entryIndex: 0, size: 'place', people: [] };

/** The fields of a deck that decide how its chapters are shot. */
type ShotRules = Pick<DeckFields, 'camera' | 'visualGrammar'>;

/** A stretch of a chapter and what is seen in it. */
interface Stretch { startMs: number; durationMs: number; picture: BeatPicture; spoken: SpokenChapter['lines'][number] | null }

/** Shows the speaker of a line while it is heard, and the picture of the chapter before, between and after lines. */
function stretchesOf(picture: BeatPicture, lines: SpokenChapter['lines'], durationMs: number): Stretch[] {
  const found: Stretch[] = [];
  let at = 0;
  const own = (untilMs: number): void => {
    if (untilMs > at) found.push({ startMs: at, durationMs: untilMs - at, picture, spoken: null });
    at = Math.max(at, untilMs);
  };
  for (const spoken of lines) {
    const { line, startMs, endMs } = spoken;
    if (startMs >= durationMs) continue;
    own(Math.max(0, startMs - AROUND_LINE_MS));
    const untilMs = Math.min(durationMs, endMs + AROUND_LINE_MS);
    const people = line.speaker === null ? [] : [line.speaker];
    const seen: BeatPicture = { sceneIndex: picture.sceneIndex, entryIndex: line.entryIndex, size: people.length > 0 ? 'medium' : 'wide', people };
    if (untilMs > at) found.push({ startMs: at, durationMs: untilMs - at, picture: seen, spoken });
    at = Math.max(at, untilMs);
  }
  own(durationMs);
  return found;
}

/** The shots of a stretch: a long one has several pictures. */
function stretchShots(stage: FilmStage, { startMs: beginsMs, durationMs, picture, spoken }: Stretch, turn: number, variation: number): HeldShot[] {
  if (spoken) {
    const { line, startMs } = spoken;
    return [stagedShot(stage, picture, durationMs, { turn, variation }, { heard: { ...line, offsetMs: startMs - beginsMs }, beforeMs: 0 })];
  }
  const cuts = Math.max(1, Math.round(durationMs / PICTURE_MS));
  return framesOf({ picture, cuts }).map((frame, at) => stagedShot(stage, frame, durationMs / cuts, { turn: turn + at, variation },
    { heard: null, beforeMs: 0 }));
}

/** Splits the first stretch in two when the grammar opens a chapter with a different picture. */
function opened(stretches: readonly Stretch[], grammar: VisualGrammar, lines: SpokenChapter['lines']): Stretch[] {
  const [first, ...others] = stretches;
  const person = lines.find(({ line }) => line.speaker !== null)?.line.speaker ?? null;
  const opening = first && first.spoken === null ? openingBy(grammar, first.picture, first.durationMs, person) : null;
  if (!first || !opening) return [...stretches];
  const { picture, durationMs } = opening;
  return [{ ...first, picture, durationMs }, { ...first, startMs: first.startMs + durationMs, durationMs: first.durationMs - durationMs }, ...others];
}

/** The pictures of a chapter without its words; together they last as long as the chapter. */
function pictureShots(stage: FilmStage, chapter: ChapterItem, { lines }: SpokenChapter, durationMs: number, grammar: VisualGrammar): HeldShot[] {
  const own = chapter.image && stage.images.get(chapter.image.path);
  if (own) return [heldOf(stage.pictures.filled(lineOf(stage, chapter.picture ?? NOWHERE), own), durationMs)];
  const stretches = opened(stretchesOf(chapter.picture ?? NOWHERE, lines, durationMs), grammar, lines);
  return stretches.map((stretch) => ({ ...stretch, picture: framedBy(grammar, stretch.picture) }))
    .flatMap((stretch, turn) => stretchShots(stage, stretch, turn, chapter.variation)).map((shot) => movedBy(grammar, shot));
}

/** Adds the movement of a handheld camera, if the deck has one. Every variation of a chapter sways differently. */
function inHand(shots: readonly HeldShot[], { id, variation }: ChapterItem, { handheld }: DeckFields['camera']): HeldShot[] {
  if (handheld === 'off') return [...shots];
  return shots.map((shot, turn) => ({ ...shot, ...handheldVia(handheld, shot.from, shot.to, shot.durationMs, `${id} ${variation} ${turn}`) }));
}

/** The shots of a chapter before trimming; together they last `durationMs`. */
function wholeShots(stage: FilmStage, chapter: ChapterItem, spoken: SpokenChapter, durationMs: number, { camera, visualGrammar }: ShotRules): HeldShot[] {
  if (chapter.composition === 'text') return [textCard(stage, chapter, durationMs)];
  const shots = inHand(pictureShots(stage, chapter, spoken, durationMs, visualGrammar), chapter, camera);
  return withPassings(shots, textOver(stage, chapter, durationMs, visualGrammar.wordsAt));
}

/** The shots of a chapter, or of its trimmed part; together they last `durationMs`. */
export function chapterShots(stage: FilmStage, chapter: ChapterItem, spoken: SpokenChapter, durationMs: number, rules: ShotRules): HeldShot[] {
  const { trim } = chapter;
  if (!trim) return wholeShots(stage, chapter, spoken, durationMs, rules);
  const wholeMs = Math.max(chapter.durationSeconds * 1_000, trim.fromMs + durationMs);
  return shotsBetween(wholeShots(stage, chapter, spoken, wholeMs, rules), trim.fromMs, trim.fromMs + durationMs);
}

/** The still for a chapter: the picture that opens it, or its whole text card. */
export function firstPicture(stage: FilmStage, chapter: ChapterItem, spoken: SpokenChapter, durationMs: number, { visualGrammar }: ShotRules): Picture {
  if (chapter.composition === 'text') return wholeCard(stage, chapter);
  return pictureShots(stage, chapter, spoken, durationMs, visualGrammar)[0]!.picture;
}
