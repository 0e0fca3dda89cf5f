import { takesBy } from '../../storyboards/takes/make-takes.js';
import { boardOf, shownIn, shownKey, type DeckBoard, type DeckRow, type ShownChapter } from '../deck-model.js';
import { DECK_TYPE } from '../deck-type.js';
import { firstPicture } from '../film/chapter-shots.js';
import { filmOfChapter, openDeck, type DeckMaking } from '../film/deck-film.js';
import { TAKE_KIND } from './chapter-takes.js';
import { mendChapter, saidInChapter } from './said-in-chapter.js';

/** Makes the takes of chapters. */
export const makeTakes = takesBy<DeckRow, DeckBoard, DeckMaking, ShownChapter>({
  type: DECK_TYPE, kind: TAKE_KIND, boardOf, filmOfItem: filmOfChapter,
  firstPicture: ({ stage, board, sound }, at) => firstPicture(stage, board.items[at]!, sound.spoken[at]!, sound.beats[at]!.durationMs, board.fields),
  // A take shows its whole chapter, even if the take before was trimmed.
  open: (services, row, board, room) => openDeck(services, row, { ...board, items: board.items.map((chapter) => ({ ...chapter, trim: null })) }, room),
  keyOf: (row, { fields }, chapter) => shownKey(row, fields, chapter), shownIn, saidIn: saidInChapter,
  isCutOff: ({ sound: { beats } }, at, { endMs }) => endMs > beats[at]!.startMs + beats[at]!.durationMs, opensWithPicture: ({ composition }) => composition !== 'text', mend: mendChapter,
});
