import { DECK_SETTINGS } from '../../src/domain/pitch-decks/deck-settings.js';
import { narratorNamed } from '../../src/domain/storyboards/named.js';
import { nullable } from '../../src/kernel/contract/models.js';
import { boardSettings, narratorSetting } from '../families/board-settings.js';
import { deckPath } from './deck-path.js';
import { Narrator } from './schemas.js';

/** The settings of pitch decks, and their narrator. */
export const deckSettings = boardSettings(deckPath, {
  ...DECK_SETTINGS,
  narrator: narratorSetting({
    words: 'who narrates', whole: nullable(Narrator), note: 'The voice that speaks the texts of the chapters; null: the narrator of the read. Their clips are then rendered again.',
    find: (services, _projectId, body) => narratorNamed(services, body),
  }),
});
