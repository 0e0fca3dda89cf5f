import { readRefinement, refinedLook } from '../../../craft/images/person/refinements.js';
import type { Look } from '../../../craft/images/person/look.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';
import { findCurrentRead, type CurrentRead } from '../read-store.js';
import { personKey, picturesOf, type ChosenPictures } from './chosen-pictures.js';
import { getReadArt, pinnedArt, type DecidedArt, type ReadArt } from './read-pictures.js';

/** A read with its pictures: as shown (`art`), as decided with the revision, and the choices since. */
export interface DrawnRead { read: CurrentRead; screenplay: Screenplay; art: ReadArt; decided: DecidedArt; chosen: ChosenPictures }

/** The current revision of a read with its pictures; null when it is not READY, or gone. */
export async function openDrawing(services: Pick<Services, 'db' | 'store'>, artifactId: string): Promise<DrawnRead | null> {
  const read = await findCurrentRead(services.db, artifactId);
  if (!read) return null;
  const screenplay = await getScreenplay(services.store, read.scriptKey);
  const art = await getReadArt(services, read);
  return { read, screenplay, art, decided: await pinnedArt(services, read, screenplay), chosen: picturesOf(read) };
}

/** The first seat of a person by the key that all of the person's names share (`personKey`); -1 for an unknown person. */
export const seatOf = ({ screenplay: { cast } }: Pick<DrawnRead, 'screenplay'>, person: string): number =>
  cast.findIndex((member) => personKey(member) === person);

/** The look of a person's figure: that of the portrait, changed by words about the figure alone. Null for a person who is not seen. */
export function figureLook({ art }: Pick<DrawnRead, 'art'>, seat: number, refinement: string | null): Look | null {
  const look = art.looks[seat];
  if (!look) return null;
  return refinement === null ? look : refinedLook(look, readRefinement(refinement));
}
