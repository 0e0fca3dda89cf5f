import Type from 'typebox';
import { requireLockedArtifact, requireTableRead, touchArtifact, type ArtifactRow } from '../../src/domain/artifacts/artifact-store.js';
import { flagged, movedFlags, reviewItems, type ReviewItem, type SentItem } from '../../src/domain/artifacts/overlays/review-items.js';
import { readCoverage } from '../../src/domain/artifacts/read-coverage.js';
import { recurringPhrases } from '../../src/domain/artifacts/recurring-phrases.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { closed, Id, model } from '../../src/kernel/contract/models.js';
import type { Services } from '../../src/kernel/services.js';
import { coverage, type CoverageOptions } from '../families/coverage.js';
import { settings } from '../families/settings.js';
import { defineOperation } from '../operation.js';
import { artifactPath } from './overlays.js';

const EntryIndex = Type.Integer({ minimum: 0, maximum: 1_000_000 });

const entriesOf = async ({ store }: Services, row: ArtifactRow) => (await getScreenplay(store, requireTableRead(row).revision.scriptKey)).entries;

const flagOperations = settings(artifactPath, [reviewItems], {
  read: { scopes: ['artifact:read'], idempotency: 'accepted' }, write: { scopes: ['artifact:publish'], idempotency: 'accepted' },
  errors: ['artifact_not_ready'],
  complete: async (services, row, { items }) => ({ items: flagged(items as SentItem[], await entriesOf(services, row)) }),
  lock: (tx, { id }) => requireLockedArtifact(tx, id), onChange: (tx, { id }) => touchArtifact(tx, id),
  shown: {
    fields: { moved: Type.Array(EntryIndex, { description: 'Flagged entries that read otherwise, or are said by another person, in the current revision' }) },
    load: async (services, row, { items }) =>
      ({ moved: row.status === 'READY' ? movedFlags(items as ReviewItem[], await entriesOf(services, row)) : [] }),
  },
  remove: {
    param: 'entryIndex', schema: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Index of the entry in the screenplay' }),
    summary: 'Take the flag of a line away', fields: (entryIndex) => ({ items: [{ entryIndex, note: null }] }),
  },
});

const reports = (more: CoverageOptions) => coverage({ ...artifactPath, words: 'a table read' }, readCoverage, {
  history: { path: '/coverage/versions', read: { scopes: ['artifact:read'], idempotency: 'accepted' } },
  read: { scopes: ['artifact:read'], idempotency: 'none' }, write: { scopes: ['story:write'], idempotency: 'required' }, ...more,
});

const RecurringPhrases = model('RecurringPhrases', 'Phrases that recur in the spoken lines of a table read.', closed({
  artifactId: Id,
  revision: Type.Integer({ minimum: 1 }),
  phrases: Type.Array(closed({
    phrase: Type.String({ description: 'In lower case' }),
    count: Type.Integer({ minimum: 1, description: 'Lines in which it occurs' }),
    entries: Type.Array(EntryIndex, { description: 'Their indexes, in order' }),
    reason: Type.String(),
  }), { description: 'The most frequent first, at most 50' }),
}));

/** What people and rubrics say about a table read: flags of lines, reports, phrases that recur. */
export const reviewOperations = [
  ...flagOperations,
  ...reports({ errors: ['artifact_not_ready'] }).filter(({ method }) => method === 'POST'),
  // Reports are read in every state of the artifact.
  ...reports({}).filter(({ method }) => method === 'GET'),
  defineOperation({
    id: 'getRecurringPhrases', method: 'GET', path: '/artifacts/{artifactId}/coverage/blacklist', area: 'artifacts',
    scopes: ['artifact:read'], idempotency: 'accepted', summary: 'Read which phrases recur in a table read',
    description: 'Of three to eight words, in three spoken lines or more. A phrase that only occurs within a longer one is left out.',
    response: { 200: RecurringPhrases }, errors: ['artifact_not_ready'],
    async handle({ artifact }, { store }) {
      const { id, revision } = requireTableRead(artifact);
      return { artifactId: id, revision: revision.version, phrases: recurringPhrases(await getScreenplay(store, revision.scriptKey)) };
    },
  }),
];
