import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import Type from 'typebox';
import { createActivities } from '../../activities/index.js';
import { gates, type GateRow } from '../../api/families/gates.js';
import { insert, patch, regenerate, remove, reorder, storyboardEdits, type StoryboardSubject } from '../../api/families/storyboard-edits.js';
import type { Decision } from '../../src/kernel/contract/decision.js';
import { closed, model, oneOf } from '../../src/kernel/contract/models.js';
import type { Db } from '../../src/kernel/db/database.js';
import { newId } from '../../src/kernel/db/ids.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { recordVerdict } from '../../src/kernel/families/gates/verdict-store.js';
import type { Decider } from '../../src/kernel/decisions/mend-decisions.js';
import { gateDecider } from '../../src/kernel/families/gates/decide.js';
import type { Gate, GatedRun } from '../../src/kernel/families/gates/gate.js';
import { editDecider } from '../../src/kernel/families/storyboards/edit-decider.js';
import { findStoryboard, openStoryboard } from '../../src/kernel/families/storyboards/storyboard-store.js';
import type { EditUpdates } from '../../src/kernel/families/storyboards/storyboard.js';
import { installRuntime } from '../../src/main/worker.js';
import { runWorker } from '../../src/kernel/temporal/run-worker.js';
import type { Services } from '../../src/kernel/services.js';
import type { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

declare module '../../src/kernel/contract/runs.js' {
  interface RunInputs { testDeckWorkflow: { deckId: string; seen?: number; maxEvents?: number } }
  interface RunSignals { testDeckWorkflow: { decide: Decision } }
  interface RunUpdates { testDeckWorkflow: EditUpdates }
}

export interface DeckRow { id: string; projectId: string; accountId: string; stage: string; revision: number; made: string[] }

const TABLE = `CREATE TABLE test_decks (id text PRIMARY KEY, account_id text, project_id text, stage text NOT NULL DEFAULT 'plan', made jsonb NOT NULL DEFAULT '[]')`;

const subjectOf = ({ id, projectId }: { id: string; projectId: string }) => ({ type: 'test_deck', id, projectId });

/** The deck; its `revision` is the one that people look at: the storyboard's, once there is one. */
async function deckOf(db: Db, id: string): Promise<DeckRow | null> {
  const [row] = await db.query<Omit<DeckRow, 'revision'>>(
    `SELECT id, account_id AS "accountId", project_id AS "projectId", stage, made FROM test_decks WHERE id = $1`, [id]);
  return row ? { ...row, revision: (await findStoryboard(db, { type: 'test_deck', id }))?.revision ?? 1 } : null;
}

const AFTER: Record<string, string> = { plan: 'storyboard', storyboard: 'finished' };

function createDeckActivities({ db, faults }: Services) {
  return {
    readDeck: async ({ deckId }: { deckId: string }) => (await deckOf(db, deckId))!,
    async decideDeck({ deckId, decision }: { deckId: string; decision: Decision }): Promise<DeckRow> {
      return db.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM test_decks WHERE id = $1 FOR UPDATE', [deckId]);
        const deck = (await deckOf(tx, deckId))!;
        if (deck.stage !== decision.gate || deck.revision !== decision.revision) return deck;
        const { verdict } = await recordVerdict(tx, subjectOf(deck), decision);
        const stage = verdict === 'REJECTED' ? 'rejected' : AFTER[deck.stage]!;
        if (stage === 'storyboard') await openStoryboard(tx, subjectOf(deck), [{ id: 'one', title: 'One', focus: 'world' }]);
        await tx.query('UPDATE test_decks SET stage = $2 WHERE id = $1', [deckId, stage]);
        return (await deckOf(tx, deckId))!;
      });
    },
    async makeAnew({ editId, itemId }: { editId: string; itemId: string }): Promise<void> {
      await faults.reach('deck.make');
      await db.query(
        `UPDATE test_decks SET made = made || to_jsonb($2::text) WHERE id = (SELECT subject_id FROM decisions WHERE id = $1)
           AND NOT made ? $2`, [editId, `${itemId}/${editId}`]);
    },
  };
}
export type TestDeckActivities = ReturnType<typeof createDeckActivities>;

const workflowId = ({ id }: { id: string }): string => `test-deck:${id}`;

const deckRun = ({ id, accountId }: { id: string; accountId: string }) => ({
  workflow: 'testDeckWorkflow' as const, workflowId: workflowId({ id }), input: { deckId: id }, labels: { accountId }, summary: `Deck ${id}`,
});

export const deckPath: StoryboardSubject<DeckRow> = {
  type: 'test_deck', name: 'TestDeck', words: 'a test deck', area: 'pitch-decks', base: '/test-decks/{jobId}',
  notFound: 'story_job_not_found',
  async load({ db }, actor, { jobId }) {
    const deck = await deckOf(db, jobId!);
    if (deck?.accountId !== actor.accountId) throw new ApiError('story_job_not_found');
    return deck;
  },
  noun: 'chapter', fields: { title: Type.String({ minLength: 1, maxLength: 100 }), focus: oneOf(['world', 'cast'], { default: 'world' }) },
  run: deckRun, stateInvalid: 'story_job_state_invalid', editable: ['storyboard'], statusOf: ({ stage }) => stage,
};

const PLAN: Gate = { gate: 'plan', waiting: ['plan'], passed: ['storyboard', 'finished'], rejects: true };
const STORYBOARD: Gate = { gate: 'storyboard', waiting: ['storyboard'], passed: ['finished'] };

const gatedDeck: GatedRun<DeckRow> = {
  words: 'a test deck', gates: [PLAN, STORYBOARD], stateInvalid: 'story_job_state_invalid', subjectOf, statusOf: ({ stage }) => stage, revisionOf: ({ revision }) => revision,
  find: ({ db }, id) => deckOf(db, id),
  runIdOf: workflowId,
  send: ({ engine }, row, decision) => engine.signal('testDeckWorkflow', workflowId(row), 'decide', decision),
  async reviveRun({ engine }, row) {
    await engine.start(deckRun(row));
    return row;
  },
};

export const DECK_DECIDERS = (): Decider[] => [gateDecider('test_deck', gatedDeck), editDecider('test_deck', async ({ db }, id) => {
  const deck = await deckOf(db, id);
  return deck && deckRun(deck);
})];

const ROWS: GateRow<DeckRow>[] = [
  { id: 'approveTestDeckPlan', path: '/plan/approve', gate: PLAN, verdict: 'APPROVED', summary: 'Approve the plan', confirm: 'userConfirmed' },
  { id: 'rejectTestDeckPlan', path: '/plan/reject', gate: PLAN, verdict: 'REJECTED', summary: 'Reject the plan' },
  { id: 'approveTestDeckStoryboard', path: '/storyboard/approve', gate: STORYBOARD, verdict: 'APPROVED', summary: 'Approve the storyboard' },
  {
    id: 'finishTestDeck', path: '/finish', gate: STORYBOARD, verdict: 'APPROVED', summary: 'Finish the deck', confirm: 'userConfirmed',
    body: { acknowledgeGaps: Type.Optional(Type.Boolean()) }, access: { scopes: ['artifact:publish'], idempotency: 'required' }, price: 'TABLE_READ_REFINE',
    async acknowledged({ row, body }) {
      if (!body.acknowledgeGaps) throw new ApiError('validation_failed', 'the gaps are not acknowledged', { field: 'acknowledgeGaps' });
      return { seen: row.made.length };
    },
  },
];
const Stage = model('TestDeckStage', 'The stage of a deck.', closed({ deck: closed({ stage: Type.String(), revision: Type.Integer() }) }));

export const DECK_OPERATIONS = [
  ...gates(deckPath, gatedDeck, { schema: Stage, view: ({ stage, revision }) => ({ deck: { stage, revision } }) }, ROWS),
  ...storyboardEdits(deckPath, ['/storyboard', '/chapters'], [
    insert('/chapters/insert', deckPath),
    patch('/chapters/refine', deckPath),
    remove('/chapters/remove', deckPath),
    reorder('/chapters/reorder', deckPath),
    regenerate('/storyboard/regenerate-clip', deckPath, 'clip', { access: { scopes: ['artifact:publish'], idempotency: 'accepted' } }),
    {
      path: '/chapters/{chapterIndex}/select-focus', summary: 'Choose the focus of a chapter', body: { focus: oneOf(['world', 'cast']) },
      params: { chapterIndex: Type.Integer({ minimum: 0 }) },
      edit: ({ params, body }) => ({ kind: 'patch', at: params.chapterIndex as number, fields: { focus: body.focus } }),
    },
    {
      path: '/chapters/{chapterIndex}/score', summary: 'Score a chapter', body: {}, params: { chapterIndex: Type.Integer({ minimum: 0 }) },
      price: 'TABLE_READ_REFINE',
      edit: ({ params, credits }) => ({ kind: 'patch', at: params.chapterIndex as number, fields: { title: `Scored for ${credits}` } }),
    },
  ]),
];

export interface DeckStand extends Stand {
  temporal: Client;
  services: Services;
  /** Starts a deck whose run waits for its plan to be approved; answers its id. */
  newDeck(client: ApiClient): Promise<string>;
  /** The same with the plan approved, so that the deck has a storyboard of one chapter. */
  storyboardDeck(client: ApiClient): Promise<string>;
}

/** The product's API with the operations of the test deck, and a worker that knows its workflow. */
export async function openDeckStand(): Promise<DeckStand> {
  installRuntime({ logLevel: 'silent', metricsPort: null, host: '127.0.0.1' });
  const stand = await openStand({ operations: DECK_OPERATIONS });
  const { services } = stand.api;
  await services.db.query(TABLE);
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(path.dirname(fileURLToPath(import.meta.url)), 'deck.workflow.ts'), logger: new DefaultLogger('ERROR'),
    webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, extensionAlias: { '.js': ['.ts', '.js'] } } }),
  });
  const [connection, client] = await Promise.all([
    NativeConnection.connect({ address: stand.connections.temporalAddress }), Connection.connect({ address: stand.connections.temporalAddress }),
  ]);
  const worker = await Worker.create({
    connection, taskQueue: `${stand.config.temporal.queuePrefix}story`, workflowBundle: { code },
    activities: { ...createActivities(services).story, ...createDeckActivities(services) },
  });
  const running = runWorker(worker);
  async function newDeck(owner: ApiClient): Promise<string> {
    const id = newId('job');
    const projectId = (await owner.post('/story-projects', { name: 'Deck' })).body.project.id as string;
    await services.db.query('INSERT INTO test_decks (id, account_id, project_id) VALUES ($1, $2, $3)', [id, owner.accountId, projectId]);
    await services.engine.start(deckRun({ id, accountId: owner.accountId }));
    return id;
  }
  return {
    ...stand, temporal: new Client({ connection: client }), services, newDeck,
    async storyboardDeck(owner) {
      const id = await newDeck(owner);
      await owner.post(`/test-decks/${id}/plan/approve`, { userConfirmed: true });
      return id;
    },
    async close() {
      worker.shutdown();
      await running;
      await Promise.all([connection.close(), client.close()]);
      await stand.close();
    },
  };
}
