import { defineTakes } from '../../storyboards/takes/define-takes.js';
import type { DeckRow, ShownChapter } from '../deck-model.js';
import { DECK_TYPE } from '../deck-type.js';
import { TAKE_KIND } from './chapter-takes.js';

/** The kind of request that makes takes and frames of chapters. */
export const chapterTakes = defineTakes<DeckRow, ShownChapter>(DECK_TYPE, {
  kind: TAKE_KIND, workflow: 'chapterTakeWorkflow', queue: 'chapter-takes', activity: 'makeChapterTakes', maker: async () => (await import('./make-takes.js')).makeTakes,
});
