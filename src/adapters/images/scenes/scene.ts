import type { Colours } from '../light.js';
import type { Place } from '../place.js';
import type { Random } from '../random.js';
import type { Drawing } from '../svg.js';

/** The canvas in units; the lower 38 % stays quiet, people and captions stand there. */
export const WIDTH = 1_600;
export const HEIGHT = 900;

/** What a drawing of a place works with. */
export interface SceneContext extends Colours {
  draw: Drawing;
  random: Random;
  place: Place;
  /** Which of a category's compositions: a number that follows the place's name, to be taken modulo their count. */
  composition: number;
}

export type Scenery = (scene: SceneContext) => void;

/** True when the place's name has one of these words. */
export const named = ({ place }: SceneContext, words: RegExp): boolean => words.test(place.name.toLowerCase());

/** One of several compositions, by the place's name. */
export const composed = (scene: SceneContext, compositions: readonly Scenery[]): void => {
  compositions[scene.composition % compositions.length]!(scene);
};
