import { withClip } from './clip-footage.js';
import type { Dresser } from './dresser.js';
import { withFaces } from './faces.js';
import { movingPlace } from './moving-place.js';
import { shaken } from './shaken.js';
import { stageWords } from './stage-words.js';
import { weathered } from './weather.js';

/** Applied in this order, each to the result of the one before: words lie over the weather. */
const DRESSERS: readonly Dresser[] = [withFaces, shaken, withClip, movingPlace, weathered, stageWords];

/** A shot with everything that was chosen for the stage of its read. */
export const dressed: Dresser = (shot, moment, read, pictures) => DRESSERS.reduce((now, dress) => dress(now, moment, read, pictures), shot);
