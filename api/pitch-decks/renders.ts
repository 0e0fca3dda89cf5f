import { stageOf } from '../../src/domain/pitch-decks/deck-model.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { EditRow } from '../families/storyboard-edits.js';
import { BUY, requireDrawn } from './takes.js';

/** Edits that order work on a deck as a whole. */
export const renderRows: readonly EditRow[] = [
  {
    path: '/score-to-picture', id: 'scorePitchDeck', summary: 'Have music written to the pictures of a pitch deck', access: BUY, price: 'SCORE', body: {}, example: {},
    description: 'A section for every chapter, and a stroke on its cut; another call writes another piece. It is heard in the film for review that follows the next approval of the storyboard, '
      + 'or `reassemble`. Costs SCORE credits, charged when it is there.',
    find: async (_services, { row }) => void requireDrawn(row), edit: ({ credits }) => ({ kind: 'regenerate', at: null, part: 'score', instruction: null, credits }),
  },
  {
    path: '/title-sequence/motion-closes', id: 'movePitchDeckTitle', summary: 'Have close moments lead to the title of a pitch deck', access: BUY, price: 'CLIP', body: {}, example: {},
    description: 'People and places of its chapters, near and moving, before the card of the title; another call chooses other ones. It is seen in the film for review that follows the next '
      + 'approval of the storyboard, or `reassemble`. Costs CLIP credits, charged when it is there.',
    find: async (_services, { row }) => void requireDrawn(row), edit: ({ credits }) => ({ kind: 'regenerate', at: null, part: 'titleMotion', instruction: null, credits }),
  },
  {
    path: '/reassemble', id: 'reassemblePitchDeck', summary: 'Put the film for review of a pitch deck together again', body: {}, example: {},
    description: 'Of what its chapters, its music and its settings are now; pieces that did not change are not encoded again. For a deck that has had a film for review, which is shown as '
      + '`draft` when it is there. Free.',
    async find(_services, { row }) {
      const { draft, status } = requireDrawn(row);
      if (!draft) throw new ApiError('story_job_state_invalid', 'the film for review is rendered when the storyboard is approved', { status: stageOf(status), allowed: ['draft', 'review', 'finished', 'published'], reason: 'no_draft' });
    },
    edit: () => ({ kind: 'regenerate', at: null, part: 'film', instruction: null }),
  },
];
