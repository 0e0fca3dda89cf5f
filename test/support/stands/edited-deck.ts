import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { deckSourceOf } from '../../../bench/deck/reads.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import type { Answer, ApiClient } from '../api-client.js';
import { insertDeckIn, type DeckOf, type DeckPhase } from './deck-rows.js';
import { ALL_QUEUES, openStand, type Stand } from './stand.js';
import { insertPerformedRead } from './trailer-rows.js';

/** A project with a performed read of a long story, and decks of this read whose storyboards a test edits. */
export interface DeckEditing {
  stand: Stand; client: ApiClient; of: DeckOf;
  /** The deck that is edited now. */
  id: string;
  /** Switches to a new deck in a phase of its life, and returns its storyboard. */
  begin(phase?: DeckPhase): Promise<any>;
  edit(path: string, body: object): Promise<Answer>;
  read(path: string): Promise<any>;
  board(): Promise<any>;
  /** Expects that the edit was carried out and that the answer shows the current storyboard. Returns the storyboard. */
  done(answer: Answer): Promise<any>;
  /** Expects a refusal with these details, and a storyboard that still has this revision. */
  refused(answer: Answer, details: object, revision?: number): Promise<void>;
}

/** A story with scenes, people and an ending, of which a deck says only a part. */
export function storyToTell(): Screenplay {
  const { screenplay } = deckSourceOf('clockmaker', readFileSync('test/fixtures/prose/the-clockmaker-of-fallow-street.txt', 'utf8'));
  return { title: 'The Clockmaker', mode: 'drama', narrationPolicy: 'include', reviewNotes: [], ...screenplay };
}

export async function openDeckEditing(): Promise<DeckEditing> {
  const stand = await openStand({ queues: ALL_QUEUES });
  const client = await stand.newAccount({ credits: 100 });
  const projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id as string;
  const of = { accountId: client.accountId, projectId, artifactId: await insertPerformedRead(stand.api.services, client.accountId, projectId, storyToTell()) };
  const editing: DeckEditing = {
    stand, client, of, id: '',
    async begin(phase = 'storyboard') {
      editing.id = await insertDeckIn(stand.api.services, of, phase);
      return editing.board();
    },
    edit: (path, body) => client.post(`/pitch-decks/${editing.id}/${path}`, body),
    read: async (path) => (await client.get(`/pitch-decks/${editing.id}/${path}`)).body,
    board: async () => (await editing.read('storyboard')).storyboard,
    async done(answer) {
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      expect(answer.body.storyboard).toEqual(await editing.board());
      return answer.body.storyboard;
    },
    async refused(answer, details, revision = 1) {
      expect([answer.status, answer.body.error?.code, answer.body.error?.details]).toEqual([400, 'validation_failed', expect.objectContaining(details)]);
      expect((await editing.board()).revision).toBe(revision);
    },
  };
  return editing;
}
