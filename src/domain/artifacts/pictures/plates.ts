import { describePlace, type Place } from '../../../craft/images/places/place.js';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { plateKeyOf } from './chosen-pictures.js';

/** A place of a read with the scenes that show it. */
export interface Plate {
  plateKey: string;
  /** The place's name in the script. */
  name: string;
  description: string;
  sceneIndexes: readonly number[];
  places: readonly Place[];
}

/** The different places of a read, in the order in which they are shown first. */
export function platesOf(places: readonly Place[], { scenes }: Pick<Screenplay, 'scenes'>): Plate[] {
  const plates = new Map<string, Plate>();
  for (const { index, title } of scenes) {
    const place = places[index];
    if (!place) continue;
    const plateKey = plateKeyOf(place);
    const known = plates.get(plateKey) ?? { plateKey, name: place.name || title, description: describePlace(place), sceneIndexes: [], places: [] };
    plates.set(plateKey, { ...known, sceneIndexes: [...known.sceneIndexes, index], places: [...known.places, place] });
  }
  return [...plates.values()];
}
