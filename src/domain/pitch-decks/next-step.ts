import type { NextStep } from '../../kernel/contract/next-step.js';
import type { viewDeck } from './deck-view.js';

const POLL_MS = 2_000;

type Shown = Pick<ReturnType<typeof viewDeck>, 'id' | 'stage' | 'draft' | 'video'>;

/** The next step with a pitch deck; null for a published one. `isOpen` says that takes of the deck are being made. */
export function nextOfDeck({ id, stage, draft }: Shown, { isOpen, stale }: { isOpen: boolean; stale: readonly number[] }): NextStep | null {
  const path = `/pitch-decks/${id}`;
  const poll = (why: string): NextStep => ({ method: 'GET', path: `${path}/storyboard`, afterMs: POLL_MS, why });
  const post = (step: string, why: string): NextStep => ({ method: 'POST', path: `${path}/${step}`, body: {}, why });
  if (stage === 'rendering') return poll('It is being drawn or rendered.');
  if (isOpen) return poll('A chapter is being made again.');
  switch (stage) {
    case 'plan': return post('plan/approve', 'Quotes the drawings and the film for review, once a person has read the chapters.');
    case 'storyboard': return post('storyboard/approve', stale.length > 0 ? 'Has the chapters rendered that have no clip of what they say, and the film for review.' : 'Has the film for review rendered.');
    case 'draft': return post('draft/approve', 'Approves the film for review, once a person has seen it.');
    case 'review': return post('finish', `Quotes the finished film${draft ? '' : ', which has not been reviewed'}.`);
    case 'finished': return post('publish', 'Opens its share page, which takes no account.');
    default: return null;
  }
}
