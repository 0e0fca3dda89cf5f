import type { BeatPicture, BeatSize } from '../../trailer/cut.js';
import { framed, framingsOfSpeaker, type Framing } from '../../trailer/frames.js';
import type { Chapter } from '../deck.js';
import type { DeckSource } from './deck-source.js';

type Moment = Pick<BeatPicture, 'sceneIndex' | 'entryIndex'>;

/** An entry of the read with its scene. */
export const momentOf = ({ screenplay }: DeckSource, entryIndex: number): Moment =>
  ({ entryIndex, sceneIndex: screenplay.entries.find(({ index }) => index === entryIndex)?.sceneIndex ?? 0 });

const PLACE: readonly Framing[] = [{ size: 'place', people: [] }];

/** The people who are in a scene of the read. */
export const peopleIn = ({ read }: DeckSource, sceneIndex: number): readonly string[] => read.scenes.find(({ index }) => index === sceneIndex)?.people ?? [];

/** A picture of a place without people, or a wide one if that repeats the picture before. */
export function placePicture(source: DeckSource, entryIndex: number, before: BeatPicture | null): BeatPicture {
  const moment = momentOf(source, entryIndex);
  return framed(source.read, moment, [...PLACE, { size: 'wide', people: peopleIn(source, moment.sceneIndex).slice(0, 6) }], { before });
}

/**
 * A wide picture of all people in a scene, up to six; of the place without people if nobody is in the scene, or if the wide picture repeats the picture
 * before.
 */
export function scenePicture(source: DeckSource, entryIndex: number, before: BeatPicture | null): BeatPicture {
  const moment = momentOf(source, entryIndex);
  const people = peopleIn(source, moment.sceneIndex).slice(0, 6);
  return framed(source.read, moment, [people.length > 0 ? { size: 'wide', people } : PLACE[0]!, ...PLACE], { before });
}

export interface Seen { before: BeatPicture | null; sizes: readonly BeatSize[] }

/** A picture of a person, in the first of these sizes that differs from the picture before. */
export function personPicture(source: DeckSource, entryIndex: number, person: string, { before, sizes }: Seen): BeatPicture {
  const moment = momentOf(source, entryIndex);
  if (!peopleIn(source, moment.sceneIndex).includes(person)) {
    const unit = source.read.units.find(({ speaker }) => speaker === person);
    if (unit) return personPicture(source, unit.entryIndex, person, { before, sizes });
  }
  return framed(source.read, moment, framingsOfSpeaker(source.read, moment.sceneIndex, person, sizes), { before });
}

/** The last picture before a chapter; chapters that show only text are skipped. */
export const pictureBefore = (chapters: readonly Pick<Chapter, 'picture'>[], at: number): BeatPicture | null =>
  chapters.slice(0, at).findLast(({ picture }) => picture !== null)?.picture ?? null;
