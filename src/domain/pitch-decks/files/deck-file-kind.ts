import { defineWork } from '../../../kernel/works/kind.js';
import { lockDeck } from '../deck-store.js';
import type { DeckFileInput } from './deck-file-input.js';
import { DECK_FILE_KIND, putDeckFile, type DeckFile } from './deck-files-store.js';

export const deckFileKind = defineWork<DeckFileInput, DeckFile>({
  kind: DECK_FILE_KIND, workflow: 'deckFileWorkflow', queue: 'deck-files', runOn: '<deck>:r<file>', whenCancelled: 'FAILED', unit: 'recordings',
  stopped: 'The run was stopped before the file was there; ask for it again.',
  async publish(tx, _key, file) {
    const deckId = file.key.split('/')[1]!;
    if (!await lockDeck(tx, deckId)) return false;
    await putDeckFile(tx, deckId, file);
    return true;
  },
  step: {
    activity: 'makeDeckFile', group: 'render', stage: 'rendering', progress: 'rendering', words: 'Making a document of a pitch deck, or an archive of all that it is.',
    // Loaded on demand, because the API loads this module too.
    make: async (services, input, making) => (await import('./make-deck-file.js')).makeDeckFile(services, input, making),
  },
});
