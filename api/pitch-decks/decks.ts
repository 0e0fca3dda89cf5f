import { withRevision } from '../../src/domain/pitch-decks/deck-gates.js';
import { listDecks } from '../../src/domain/pitch-decks/deck-store.js';
import { DECK_TYPE } from '../../src/domain/pitch-decks/deck-type.js';
import { viewDeck } from '../../src/domain/pitch-decks/deck-view.js';
import { fileOf } from '../../src/domain/storyboards/files.js';
import { TokenParams } from '../../src/kernel/contract/models.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { file } from '../../src/kernel/http/operations/answers.js';
import type { Operation } from '../../src/kernel/http/operations/operation.js';
import { storyboardEdits, type EditRow } from '../families/storyboard-edits.js';
import { defineOperation } from '../operation.js';
import { deckPath } from './deck-path.js';
import { renderRows } from './renders.js';
import { PitchDeckList } from './schemas.js';
import { deckSettings } from './settings.js';
import { wordRows } from './words.js';
import { soundRows } from './sound.js';
import { takeRows } from './takes.js';

const projectOperations: Operation[] = [
  defineOperation({
    id: 'listPitchDecks', method: 'GET', path: '/story-projects/{projectId}/pitch-decks', area: 'pitch-decks', scopes: ['story:read'], idempotency: 'none',
    summary: 'List the pitch decks of a project, newest first', request: { query: PageQuery }, response: { 200: PitchDeckList },
    description: 'Without their chapters, which `GET /pitch-decks/{jobId}/storyboard` shows. Plans ask for a deck by the type `pitch_deck`, and their jobs write it.',
    async handle({ project, query }, services) {
      const { items, nextCursor } = cutPage(await listDecks(services.db, project.id, query), query);
      const rows = await Promise.all(items.map((row) => withRevision(services, row)));
      return { pitchDecks: rows.map((row) => viewDeck(services, row, row.revision)), nextCursor };
    },
  }),
  defineOperation({
    id: 'downloadPitchDeckFile', method: 'GET', path: '/pitch-deck-files/{token}', area: 'pitch-decks', scopes: [], public: true, idempotency: 'none',
    summary: 'Download a file of a pitch deck',
    description: 'A take, a frame, a film or its captions, or a document: its address is in the answers about the deck, takes no key, and holds for a day or two.',
    request: { params: TokenParams },
    response: {
      200: file('video/mp4', 'audio/mp4', 'image/jpeg', 'application/pdf', 'application/zip', 'text/vtt', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'),
    }, errors: ['story_job_not_found'],
    handle: ({ params }, services) => fileOf(services, DECK_TYPE, params.token),
  }),
];

const ROWS: readonly EditRow[] = [...wordRows, ...deckSettings.edits, ...takeRows, ...soundRows, ...renderRows];

/** Pitch decks, their storyboards and their files. */
export const deckOperations = [...projectOperations, ...storyboardEdits(deckPath, ['/storyboard', '/chapters'], ROWS), ...deckSettings.reads];
