import { createHash } from 'node:crypto';
import type { HeldShot } from '../../../craft/film/film.js';
import type { BeatPicture } from '../../../craft/trailer/cut.js';
import { STILL } from '../../artifacts/film/camera.js';
import { heldOf, stagedShot, type FilmStage } from '../../storyboards/films/stage-shots.js';
import type { DeckBoard } from '../deck-model.js';
import { titleCard } from './deck-cards.js';

/** So many moments are seen before the title, and each for this share of the sequence: the title is read for half of it. */
const CLOSES = 2;
const CLOSE_SHARE = 0.25;
/** How near the camera comes to a title that moves. */
const NEARER = 1.05;

/** The pictures of the chapters in an order of their own, those with people first: nobody is seen twice in a row. */
function closesOf({ items }: DeckBoard, seed: string): BeatPicture[] {
  const found = new Map<string, BeatPicture>();
  for (const { picture } of items) if (picture) found.set(picture.people.slice(0, 1).join() || `place ${picture.sceneIndex}`, picture);
  const order = (picture: BeatPicture): string => createHash('sha256').update(`${seed} ${picture.sceneIndex} ${picture.entryIndex} ${picture.people.join()}`).digest('hex');
  const all = [...found.values()].sort((one, next) => Number(next.people.length > 0) - Number(one.people.length > 0) || order(one).localeCompare(order(next)));
  return all.slice(0, CLOSES).map((picture) => (picture.people.length > 0 ? { ...picture, size: 'close', people: picture.people.slice(0, 1) } : { ...picture, size: 'place' }));
}

/** The title of a deck: its card, or close moments of its chapters that lead to it, where its seed says which. */
export function titleShots(stage: FilmStage, board: DeckBoard, durationMs: number): HeldShot[] {
  const { motionSeed } = board.fields.titleSequence;
  const card = titleCard(stage);
  if (motionSeed === null) return [heldOf(card, durationMs)];
  const variation = createHash('sha256').update(motionSeed).digest()[0]!;
  const closeMs = durationMs * CLOSE_SHARE;
  const closes = closesOf(board, motionSeed).map((picture, turn) => stagedShot(stage, picture, closeMs, { turn, variation }, { heard: null, beforeMs: 0 }));
  return [...closes, { ...heldOf(card, durationMs - closes.length * closeMs), to: { ...STILL, zoom: NEARER } }];
}
