import { MAX_INLINE_BYTES } from '../../src/domain/sources/source-model.js';
import { deleteSourceObjects, storePrepared } from '../../src/domain/sources/source-objects.js';
import { prepareSource } from '../../src/domain/sources/source-request.js';
import {
  deleteSource, findSourceById, insertSource, listSources,
} from '../../src/domain/sources/source-store.js';
import { viewCreatedSource, viewSource } from '../../src/domain/sources/source-view.js';
import { ApiError } from '../../src/errors/api-error.js';
import { defineOperation } from '../operation.js';
import { cutPage, PageQuery } from '../../src/contract/paging.js';
import { EngineUnavailable } from '../../src/contract/runs.js';
import { sourceWorkflowId, type SourceInput } from '../../src/domain/sources/source-run.js';
import {
  SourceCreateRequest, SourceDeleted, SourceEnvelope, SourceList,
} from './schemas.js';

/** JSON may spell a byte of text in six (`\u000a`), and the other fields need room too. */
const MAX_BODY_BYTES = MAX_INLINE_BYTES * 6 + 256 * 1024;

export const sourceOperations = [
  defineOperation({
    id: 'listSources', method: 'GET', path: '/story-projects/{projectId}/sources', area: 'sources',
    scopes: ['source:read'], idempotency: 'none', summary: 'List the sources of a project, newest first',
    request: { query: PageQuery }, response: { 200: SourceList },
    async handle({ project, query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listSources(db, actor.accountId, project.id, query), query);
      return { sources: items.map(viewSource), nextCursor };
    },
  }),
  defineOperation({
    id: 'createSource', method: 'POST', path: '/story-projects/{projectId}/sources', area: 'sources',
    scopes: ['source:write'], idempotency: 'required', summary: 'Attach source material to a project', mints: 'source',
    description: 'text and markdown are READY at once; url and pdf are PENDING and extracted in the background. Poll every '
      + '2 to 5 seconds until READY or FAILED. A blocked or failing address ends FAILED with `failureDetails.reason`.',
    maxBodyBytes: MAX_BODY_BYTES,
    request: { body: SourceCreateRequest }, response: { 201: SourceEnvelope },
    errors: ['source_type_unsupported', 'source_too_large'],
    async handle({ project, body, actor, resourceId, requestId }, { db, store, engine, faults }) {
      const owner = { id: resourceId, accountId: actor.accountId, projectId: project.id };
      const prepared = await prepareSource(body, owner);
      // A row means that an earlier try of this call got that far; storing the text again could bring back a discarded one.
      let row = await findSourceById(db, resourceId);
      if (!row) {
        await storePrepared(store, prepared);
        const input: SourceInput = { sourceId: resourceId };
        await engine.start({
          workflow: 'sourceWorkflow', workflowId: sourceWorkflowId(resourceId), input,
          labels: { accountId: actor.accountId, projectId: project.id, requestId },
          summary: `Source of type ${prepared.draft.type}`,
        });
        await faults.reach('source.before_insert');
        row = await insertSource(db, prepared.draft, prepared.inline?.preview ?? null);
      }
      if (!row) throw new ApiError('project_not_found');
      // The run was faster than this call, or a second try of it: what it has let go of must not come back.
      if (row.deletedAt || (prepared.inline && row.textKey === null)) await deleteSourceObjects(store, resourceId);
      return { source: viewCreatedSource(prepared, row) };
    },
  }),
  defineOperation({
    id: 'getSource', method: 'GET', path: '/story-projects/{projectId}/sources/{sourceId}', area: 'sources',
    scopes: ['source:read'], idempotency: 'none', summary: 'Read a source',
    response: { 200: SourceEnvelope },
    async handle({ source }) {
      return { source: viewSource(source) };
    },
  }),
  defineOperation({
    id: 'deleteSource', method: 'DELETE', path: '/story-projects/{projectId}/sources/{sourceId}', area: 'sources',
    scopes: ['source:write'], idempotency: 'none', summary: 'Delete a source with its text and original, for good',
    response: { 200: SourceDeleted },
    async handle({ project, source, actor }, { db, store, engine, log }) {
      await deleteSource(db, actor.accountId, project.id, source.id);
      await deleteSourceObjects(store, source.id);
      try {
        await engine.cancel(sourceWorkflowId(source.id));
      } catch (error) {
        // The run sees by itself that its source is gone and clears away what it wrote; cancelling only saves its work.
        if (!(error instanceof EngineUnavailable)) throw error;
        log.warn({ sourceId: source.id }, 'the run of a deleted source could not be cancelled');
      }
      return { deleted: true, sourceId: source.id };
    },
  }),
];
