import type { NextStep } from '../../kernel/contract/next-step.js';
import type { viewDeck } from './deck-view.js';
import type { PlanLack } from './plan-findings.js';

const POLL_MS = 2_000;

type Shown = Pick<ReturnType<typeof viewDeck>, 'id' | 'stage' | 'draft' | 'video'>;

/** The state of a deck that decides about its next step. */
interface State {
  /** Takes of it are being made. */
  isOpen: boolean;
  /** Indexes of the chapters that are to be rendered. */
  stale: readonly number[];
  /** Indexes of the chapters whose take has a defect that nobody has accepted. */
  defective: readonly number[];
  lacks: readonly PlanLack[];
}

const named = (indexes: readonly number[]): string => `${indexes.length === 1 ? 'chapter' : 'chapters'} ${indexes.map((index) => index + 1).join(', ')}`;

/** The step with a field that only a person can supply, because nobody else may say that something was seen. */
const asking = (step: NextStep, field: string, what: string): NextStep => ({ ...step, asks: [{ field, what }] });

/** The next step with a pitch deck; null for a published one. */
export function nextOfDeck({ id, stage, draft }: Shown, { isOpen, stale, defective, lacks }: State): NextStep | null {
  const path = `/pitch-decks/${id}`;
  const poll = (why: string): NextStep => ({ method: 'GET', path: `${path}/storyboard`, afterMs: POLL_MS, why });
  const post = (step: string, why: string): NextStep => ({ method: 'POST', path: `${path}/${step}`, body: {}, why });
  if (stage === 'rendering') return poll('It is being drawn or rendered.');
  if (isOpen) return poll('A chapter is being made again.');
  switch (stage) {
    case 'plan': {
      const step = post('plan/approve', 'Quotes the drawings and the film for review, once a person has read the chapters.');
      const missing = lacks.map(({ criterion }) => criterion).join('; ');
      const what = `true, once a person has read what the plan lacks (${missing}); or set that first`;
      return lacks.length === 0 ? step : asking(step, 'acknowledgePlanCoverage', what);
    }
    case 'storyboard': return post('storyboard/approve', stale.length > 0 ? 'Has the chapters rendered that have no clip of what they say, and the film for review.' : 'Has the film for review rendered.');
    case 'draft': return post('draft/approve', 'Approves the film for review, once a person has seen it.');
    case 'review': {
      const step = post('finish', `Quotes the finished film${draft ? '' : ', which has not been reviewed'}.`);
      const what = `true, once a person has seen the takes with defects: ${named(defective)}`;
      return defective.length === 0 ? step : asking(step, 'acknowledgeVideoCoverage', what);
    }
    case 'finished': return post('publish', 'Opens its share page, which takes no account.');
    default: return null;
  }
}
