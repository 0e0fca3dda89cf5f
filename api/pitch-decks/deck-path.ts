import { deckBoard } from '../../src/domain/pitch-decks/deck-board.js';
import { withRevision, type GatedDeck } from '../../src/domain/pitch-decks/deck-gates.js';
import { boardOf, deckSubject, EDITABLE_STAGES, PITCH_DECK, stageOf } from '../../src/domain/pitch-decks/deck-model.js';
import { deckRunSpec } from '../../src/domain/pitch-decks/deck-run.js';
import { getDeck } from '../../src/domain/pitch-decks/deck-store.js';
import { chaptersToRender, defectiveChapters, viewBoard, viewDeck } from '../../src/domain/pitch-decks/deck-view.js';
import { nextOfDeck } from '../../src/domain/pitch-decks/next-step.js';
import { planLacks } from '../../src/domain/pitch-decks/plan-findings.js';
import { listChapterTakes, type ChapterTakeRequest } from '../../src/domain/pitch-decks/takes/chapter-takes.js';
import { openRequests } from '../../src/domain/storyboards/views.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { findStoryboard, type StoryboardState } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../src/kernel/services.js';
import type { StoryboardSubject } from '../families/storyboard-edits.js';
import { BOARD_FIELDS, CHAPTER_FIELDS, PitchDeck } from './schemas.js';

/** A deck and the next call, which every answer about the deck contains. */
export async function besideBoard(services: Services, row: GatedDeck, stored: StoryboardState | null, known?: readonly ChapterTakeRequest[]) {
  const requests = known ?? await listChapterTakes(services.db, row);
  const pitchDeck = viewDeck(services, row, stored?.revision ?? 0);
  const [stale, defective] = stored ? [chaptersToRender(row, boardOf(stored), requests), defectiveChapters(boardOf(stored), requests)] : [[], []];
  const lacks = stored && await planLacks(services, row, stored);
  const next = nextOfDeck(pitchDeck, { isOpen: openRequests(requests).length > 0, stale, defective, lacks: lacks ?? [] });
  return { pitchDeck: { ...pitchDeck, ...(lacks ? { lacks } : {}) }, ...withNext(next) };
}

/** Pitch decks as the subject of families. */
export const deckPath: StoryboardSubject<GatedDeck> = {
  type: PITCH_DECK, name: 'PitchDeck', words: 'a pitch deck', area: 'pitch-decks', base: '/pitch-decks/{jobId}', notFound: 'story_job_not_found',
  load: async (services, { accountId }, { jobId }) => withRevision(services, await getDeck(services.db, accountId, jobId!)),
  noun: 'chapter', board: deckBoard, fields: {}, run: (row) => deckRunSpec(row), stateInvalid: 'story_job_state_invalid', editable: EDITABLE_STAGES, statusOf: ({ status }) => stageOf(status),
  shown: {
    item: CHAPTER_FIELDS, board: BOARD_FIELDS, beside: { pitchDeck: PitchDeck, next: Next },
    async load(services, row, stored) {
      const requests = await listChapterTakes(services.db, row);
      const beside = await besideBoard(services, row, stored, requests);
      return stored ? { ...viewBoard(services, row, stored, requests), beside } : { items: [], board: {}, beside };
    },
  },
};

/** The storyboard of a deck with its revision. Raises `story_job_not_found` when the deck is deleted meanwhile. */
export async function requireBoard({ db }: Services, row: GatedDeck) {
  const stored = await findStoryboard(db, deckSubject(row));
  if (!stored) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
  return { board: boardOf(stored), stored };
}

/** The answer of an operation about a deck as a whole. */
export const deckAnswer = async (services: Services, row: GatedDeck) => besideBoard(services, row, await findStoryboard(services.db, deckSubject(row)));
