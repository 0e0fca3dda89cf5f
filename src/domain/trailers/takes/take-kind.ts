import { defineTakes } from '../../storyboards/takes/define-takes.js';
import type { ShownBeat, TrailerRow } from '../trailer-model.js';
import { TRAILER_TYPE } from '../trailer-type.js';
import { TAKE_KIND } from './beat-takes.js';

/** Takes and frames of beats. */
export const trailerTakes = defineTakes<TrailerRow, ShownBeat>(TRAILER_TYPE, {
  kind: TAKE_KIND, workflow: 'trailerTakeWorkflow', queue: 'trailer-takes', activity: 'makeTrailerTakes', maker: async () => (await import('./make-takes.js')).makeTakes,
});
