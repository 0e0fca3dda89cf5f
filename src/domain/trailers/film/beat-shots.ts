import type { HeldShot, Picture } from '../../../craft/film/film.js';
import { countsOfFrames, framesOf } from '../../../craft/trailer/frames.js';
import { heldOf, lineOf, stagedShot, type FilmStage } from '../../storyboards/films/stage-shots.js';
import type { BeatItem } from '../trailer-model.js';

/** A card fades in from black within this time, or within a quarter of its beat if that is shorter. */
const CARD_FADE_MS = 250;

/** Lengths of the pictures of a beat in milliseconds. Each is a whole number of counts; together they are exactly as long as the beat. */
function lengthsOf(durationMs: number, beat: BeatItem): number[] {
  return countsOfFrames(beat).map((counts) => (durationMs * counts) / beat.counts);
}

/**
 * The shots of a beat, together as long as the beat. While the line of the beat is heard, its speaker moves the mouth; in other pictures all mouths are
 * closed.
 */
export function beatShots(stage: FilmStage, beat: BeatItem, durationMs: number): HeldShot[] {
  const { pictures, images, title } = stage;
  const { picture, card, image, line: heard, variation } = beat;
  if (card !== null) {
    const shown = card === title ? pictures.titleOf(card) : pictures.card(card);
    return [{ ...heldOf(shown, durationMs), fadeInMs: Math.min(CARD_FADE_MS, durationMs / 4) }];
  }
  const own = image && images.get(image.path);
  const frames = framesOf({ picture: picture ?? { sceneIndex: 0, entryIndex: 0, size: 'place', people: [] }, cuts: beat.cuts });
  let before = 0;
  return lengthsOf(durationMs, beat).map((lengthMs, turn) => {
    const beforeMs = before;
    before += lengthMs;
    if (own) return heldOf(pictures.filled(lineOf(stage, frames[turn]!), own), lengthMs);
    return stagedShot(stage, frames[turn]!, lengthMs, { turn, variation }, { heard, beforeMs });
  });
}

/** The opening picture of a beat. */
export const firstPicture = (stage: FilmStage, beat: BeatItem, durationMs: number): Picture => beatShots(stage, beat, durationMs)[0]!.picture;
