import type { Colours } from '../light.js';
import type { Place } from '../places/place.js';
import type { Random } from '../random.js';
import type { SaidThing, Thing } from '../places/things.js';
import type { Drawing } from '../svg.js';

/** Size of the canvas in units. The lower 38 % has few details, because people and captions are drawn over it. */
export const WIDTH = 1_600;
export const HEIGHT = 900;

/** The arguments of a function that draws a place. */
export interface SceneContext extends Colours {
  draw: Drawing;
  random: Random;
  place: Place;
  /** Selects one of a category's compositions: a number from the place's name; take it modulo their count. */
  composition: number;
  /** The stated things that the side of the place can have, in text order. */
  things: readonly SaidThing[];
  /** The things that were drawn. */
  shown: Set<Thing>;
}

export type Scenery = (scene: SceneContext) => void;

/** True when the place's name contains one of these words. */
export const named = ({ place }: SceneContext, words: RegExp): boolean => words.test(`${place.name} ${place.details ?? ''}`.toLowerCase());

/** Selects one of several compositions by the place's name. */
export const composed = (scene: SceneContext, compositions: readonly Scenery[]): void => {
  compositions[scene.composition % compositions.length]!(scene);
};
