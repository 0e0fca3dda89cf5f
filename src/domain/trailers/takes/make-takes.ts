import { takesBy } from '../../storyboards/takes/make-takes.js';
import { firstPicture } from '../film/beat-shots.js';
import { filmOfBeat, openTrailer, type TrailerMaking } from '../film/trailer-film.js';
import { boardOf, shownIn, shownKey, type ShownBeat, type TrailerBoard, type TrailerRow } from '../trailer-model.js';
import { TRAILER_TYPE } from '../trailer-type.js';
import { TAKE_KIND } from './beat-takes.js';
import { mendBeat, saidInBeat } from './said-in-beat.js';

/** Makes the takes of beats. */
export const makeTakes = takesBy<TrailerRow, TrailerBoard, TrailerMaking, ShownBeat>({
  type: TRAILER_TYPE, kind: TAKE_KIND, boardOf, open: openTrailer, filmOfItem: filmOfBeat,
  firstPicture: ({ stage, board, sound }, at) => firstPicture(stage, board.items[at]!, sound.beats[at]!.durationMs),
  keyOf: (row, { fields }, beat) => shownKey(row, fields, beat), shownIn,
  saidIn: (_services, making, at) => saidInBeat(making, at), isCutOff: ({ sound }, _at, { endMs }) => endMs > sound.durationMs,
  opensWithPicture: ({ card }) => card === null, mend: mendBeat,
});
