import { INTENT_FIELDS } from '../../craft/deck/deck.js';
import { judgeDeck, type DeckConcerned, type DeckCriterion, type DeckFact } from '../../craft/deck/judge.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { defineCoverage } from '../../kernel/families/coverage/coverage.js';
import type { Finding, Note } from '../../kernel/families/coverage/rubric.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import { byMeasuredFacts } from '../storyboards/measured-facts.js';
import { boardOf, deckSubject, PITCH_DECK } from './deck-model.js';
import { deckSourceOf } from './deck-source.js';
import { findDeck } from './deck-store.js';
import { writtenDeck } from './plan-findings.js';

/** A deck for judging: measured facts about what it says and shows, by criterion. */
export interface DeckDocument { title: string; chapters: number; facts: readonly DeckFact[] }

/** Criteria that are judged by points, with what they weigh. */
const WEIGHTS: Readonly<Partial<Record<DeckCriterion, number>>> = {
  logline: 2, ending: 2, leads: 2, arc: 2, 'stands alone': 1, repeated: 1, pictures: 1, 'closing question': 1,
};
/** The facts that only people know weigh as much as two criteria of the writing. */
const INTENT = { category: 'intent', weight: 4 } as const;

/** How to meet a criterion. */
const MENDS: Readonly<Partial<Record<DeckCriterion, string>>> = {
  leads: 'Add a line or a picture with POST storyboard/apply-component, or a chapter with POST chapters/insert.', arc: 'Put the chapters in order with POST chapters/reorder.',
  pictures: 'Choose another picture with POST storyboard/apply-component.', length: 'Change its length with POST storyboard/refine, such as “90 seconds”.',
  'time for text': 'Give it more seconds, or a shorter text, with POST chapters/refine.', ending: 'Choose another text of the synopsis with POST storyboard/regenerate-text.',
};
const REWORD = 'Choose another text with POST storyboard/regenerate-text, or another line with POST chapters/refine.';

const { categories, checks } = byMeasuredFacts<DeckCriterion, DeckConcerned>((criterion, { chapter, text, words }) =>
  ({ message: words, anchor: { field: `chapters.${chapter}`, quote: text.slice(0, 200) }, suggestion: MENDS[criterion] ?? REWORD }));

/** The share of the intent fields, which only people can fill in, that have a text. */
function judgedIntent({ facts }: DeckDocument): Finding {
  const missing = INTENT_FIELDS.filter((field) => facts.some(({ criterion, isMet }) => criterion === `intent: ${field}` && !isMet));
  return {
    score: Math.round((100 * (INTENT_FIELDS.length - missing.length)) / INTENT_FIELDS.length),
    rationale: missing.length === 0 ? 'Everything that only people know is there.' : `Not known: ${missing.join(', ')}.`,
    notes: missing.map((field): Note => ({
      severity: 'major', category: INTENT.category, message: `The deck says nothing of the ${field}.`, anchor: { field: `intent.${field}` }, suggestion: 'Set it with POST intent; it is never invented.',
    })),
  };
}

/** Judges decks by measuring what they say and show; their films are judged separately. */
export const deckCoverage = defineCoverage<DeckDocument>({
  subject: PITCH_DECK,
  rubric: {
    version: 'pitch-decks-1', gateThreshold: 60,
    categories: [...categories(WEIGHTS), { ...INTENT, judge: judgedIntent }], checks: checks(['length', 'traced', 'time for text']),
    about: ({ title, chapters }) => ({ logline: `A pitch deck of ${title} in ${chapters} chapters`, synopsis: null }),
  },
  async document(services, { id }) {
    const deck = await findDeck(services.db, id);
    const stored = deck && await findStoryboard(services.db, deckSubject(deck));
    if (!deck || !stored) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
    const board = boardOf(stored);
    const facts = judgeDeck(await deckSourceOf(services, deck), writtenDeck(deck, board), board.fields.intent);
    return { version: stored.revision, content: { title: deck.title, chapters: board.items.length, facts } };
  },
});
