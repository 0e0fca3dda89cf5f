import { createHash } from 'node:crypto';
import type { HeldShot } from '../../../craft/film/film.js';
import type { BeatPicture } from '../../../craft/trailer/cut.js';
import { STILL } from '../../artifacts/film/camera.js';
import { heldOf, stagedShot, type FilmStage } from '../../storyboards/films/stage-shots.js';
import type { DeckBoard } from '../deck-model.js';
import { titleCard } from './deck-cards.js';

/** This many shots come before the title, each for this share of the sequence, so the title stays readable for half of it. */
const CLOSES = 2;
const CLOSE_SHARE = 0.25;
/** The zoom at the end of a moving title. */
const NEARER = 1.05;

/** Pictures of different people and places from the chapters, in an order that the seed decides; those with people come first. */
function closesOf({ items }: DeckBoard, seed: string): BeatPicture[] {
  const found = new Map<string, BeatPicture>();
  for (const { picture } of items) if (picture) found.set(picture.people.slice(0, 1).join() || `place ${picture.sceneIndex}`, picture);
  const order = (picture: BeatPicture): string => createHash('sha256').update(`${seed} ${picture.sceneIndex} ${picture.entryIndex} ${picture.people.join()}`).digest('hex');
  const all = [...found.values()].sort((one, next) => Number(next.people.length > 0) - Number(one.people.length > 0) || order(one).localeCompare(order(next)));
  return all.slice(0, CLOSES).map((picture) => (picture.people.length > 0 ? { ...picture, size: 'close', people: picture.people.slice(0, 1) } : { ...picture, size: 'place' }));
}

/** The title of a deck: its card alone, or with a motion seed, close shots from its chapters and then the card. */
export function titleShots(stage: FilmStage, board: DeckBoard, durationMs: number): HeldShot[] {
  const { motionSeed } = board.fields.titleSequence;
  const card = titleCard(stage);
  if (motionSeed === null) return [heldOf(card, durationMs)];
  const variation = createHash('sha256').update(motionSeed).digest()[0]!;
  const closeMs = durationMs * CLOSE_SHARE;
  const closes = closesOf(board, motionSeed).map((picture, turn) => stagedShot(stage, picture, closeMs, { turn, variation }, { heard: null, beforeMs: 0 }));
  return [...closes, { ...heldOf(card, durationMs - closes.length * closeMs), to: { ...STILL, zoom: NEARER } }];
}
