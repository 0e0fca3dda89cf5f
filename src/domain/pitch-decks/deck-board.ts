import { defineBoard } from '../../kernel/families/storyboards/board.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { framed, withMade } from '../storyboards/folds.js';
import { requireEditable } from '../storyboards/editable.js';
import { showing } from '../storyboards/takes/retake.js';
import { boardOf, EDITABLE_STAGES, PITCH_DECK, stageOf } from './deck-model.js';
import { findDeck, lockDeck, noteEdited } from './deck-store.js';
import { deckSourceOf } from './deck-source.js';
import { DECK_TYPE } from './deck-type.js';
import { orderedByEdit } from './ordered-work.js';
import { CHAPTER_FOLDS } from './folds/chapters.js';
import { SETTING_FOLDS } from './folds/settings.js';
import { WORD_FOLDS } from './folds/words.js';
import type { DeckContext, DeckFold } from './folds/deck-fold.js';
import { SOUND_FOLDS } from './folds/sound.js';
import { TAKE_FOLDS } from './folds/takes.js';

/** Shows finished takes in their chapters, untrimmed. */
const showTakes: DeckFold = (board, { args }) => ({
  items: withMade(boardOf(board).items, args, (chapter, take) => ({ ...showing(chapter, take), trim: null, isKept: false })),
});

const showFrame: DeckFold = (board, { args }) => ({ items: withMade(boardOf(board).items, args, framed) });

/** The storyboards of pitch decks. */
export const deckBoard = defineBoard<DeckContext>({
  type: PITCH_DECK,
  folds: { showTakes, showFrame, ...CHAPTER_FOLDS, ...WORD_FOLDS, ...SETTING_FOLDS, ...TAKE_FOLDS, ...SOUND_FOLDS },
  async context(services, { id }) {
    const deck = await findDeck(services.db, id);
    if (!deck) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
    return { deck, source: await deckSourceOf(services, deck) };
  },
  async lock(tx, { id }) {
    await lockDeck(tx, id);
  },
  async admit(tx, { id }) {
    const deck = await findDeck(tx, id);
    requireEditable(DECK_TYPE, deck && { status: stageOf(deck.status) }, EDITABLE_STAGES);
  },
  async orderedBy(tx, { id }, asked) {
    const deck = await findDeck(tx, id);
    return deck && orderedByEdit(deck, asked);
  },
  edited: (tx, { id }) => noteEdited(tx, id),
});
