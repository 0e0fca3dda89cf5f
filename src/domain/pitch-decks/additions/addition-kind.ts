import { defineCandidates } from '../../../kernel/families/candidates/candidates.js';
import { findRequest } from '../../../kernel/families/candidates/candidate-store.js';
import { applyOwnEdit } from '../../../kernel/families/storyboards/storyboard-store.js';
import { DECK_TYPE } from '../deck-type.js';
import { deckSubject } from '../deck-model.js';
import { ADDITION_KIND, type AdditionBrief, type AdditionFacts } from './addition.js';

const FOLDS: Readonly<Record<AdditionBrief['part'], string>> = { score: 'showScore', titleMotion: 'showTitleMotion' };

/** The kind of request that makes additions to decks. The deck is its subject; a finished addition is part of the deck's film from then on. */
export const deckAdditions = defineCandidates<AdditionBrief, AdditionFacts>({
  kind: ADDITION_KIND, workflow: 'deckAdditionWorkflow', queue: 'deck-additions', price: 'SCORE', notFound: 'story_job_not_found', unit: 'clips',
  stopped: 'The run was stopped before it was there; ask for it again.',
  async publish(tx, { requestId }, add) {
    const request = await findRequest<AdditionBrief, AdditionFacts>(tx, ADDITION_KIND, requestId);
    const deck = request && await DECK_TYPE.lock(tx, request.subjectId);
    if (!deck || !await add()) return false;
    const { part, seed } = request.brief;
    await applyOwnEdit(tx, deckSubject(deck), { id: `${requestId}-shown`, edit: { kind: 'fold', name: FOLDS[part], at: null, args: { seed } }, by: requestId }, DECK_TYPE.noun);
    return true;
  },
  maker: async () => (await import('./make-addition.js')).makeAddition,
  step: { activity: 'makeDeckAddition', group: 'render', stage: 'rendering', words: 'Making a part of a pitch deck.', progress: 'rendering' },
});
