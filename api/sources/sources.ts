import { withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfAnySource } from '../../src/domain/sources/captures/next-step.js';
import { nextOfSource } from '../../src/domain/sources/next-step.js';
import { digestWorkId } from '../../src/domain/sources/source-work.js';
import { findProviderWait, findWorkFailure } from '../../src/kernel/works/work-store.js';
import { attachSource, detachSource } from '../../src/domain/sources/attach.js';
import { MAX_INLINE_BYTES } from '../../src/domain/sources/source-model.js';
import { prepareFile, prepareSource, type FileRequest, type SourceRequest } from '../../src/domain/sources/source-request.js';
import { listSources } from '../../src/domain/sources/source-store.js';
import { viewCreatedSource, viewSource } from '../../src/domain/sources/source-view.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { jsonOrForm } from '../../src/kernel/http/requests/body-kinds.js';
import { recorded } from '../../src/kernel/contract/field-effects.js';
import { defineOperation } from '../operation.js';
import { SourceCreateRequest, SourceDeleted, SourceEnvelope, SourceFileForm, SourceList } from './schemas.js';

/** Largest body of a request with a text: JSON may encode one byte in six (`\u000a`), and other fields need space as well. */
const MAX_BODY_BYTES = MAX_INLINE_BYTES * 6 + 256 * 1024;

export const sourceOperations = [
  defineOperation({
    id: 'listSources', method: 'GET', path: '/story-projects/{projectId}/sources', area: 'sources',
    scopes: ['source:read'], idempotency: 'none', summary: 'List the sources of a project, newest first',
    description: 'Each with its state and what was extracted; texts are previewed only.',
    request: { query: PageQuery }, response: { 200: SourceList },
    async handle({ project, query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listSources(db, actor.accountId, project.id, query), query);
      return { sources: items.map(viewSource), nextCursor };
    },
  }),
  defineOperation({
    id: 'createSource', method: 'POST', path: '/story-projects/{projectId}/sources', area: 'sources',
    scopes: ['source:write'], idempotency: 'required', summary: 'Add a source to a project', mints: 'source',
    description: 'As JSON, or as a form with a `file`. text and markdown in JSON are READY at once; addresses and files are PENDING and extracted '
      + 'in the background. Poll every 2 to 5 seconds until READY or FAILED. A blocked or failing address, or a damaged file, ends FAILED with '
      + '`failureDetails.reason`. Of a book or a Word document, `metadata.sections` lists the chapters.',
    maxBodyBytes: MAX_BODY_BYTES,
    effects: {
      label: 'title of plans', content: 'what is read', uri: 'what is fetched', retentionPolicy: 'what is kept',
      metadata: recorded('the caller\'s own; author and chapters of files'), type: 'how the material is read',
      language: 'which voices may speak it',
    },
    request: { body: jsonOrForm(SourceCreateRequest, SourceFileForm) }, response: { 201: SourceEnvelope },
    errors: ['source_type_unsupported', 'source_too_large', 'source_incomplete'],
    async handle({ project, body, files: { file }, actor, resourceId, requestId }, services) {
      const owner = { id: resourceId, accountId: actor.accountId, projectId: project.id };
      const prepared = file ? await prepareFile(body as FileRequest, file, owner) : await prepareSource(body as SourceRequest, owner);
      const source = viewCreatedSource(prepared, await attachSource(services, prepared, requestId));
      return { source, waiting: null, digestFailure: null, ...withNext(nextOfSource(source)) };
    },
  }),
  defineOperation({
    id: 'getSource', method: 'GET', path: '/story-projects/{projectId}/sources/{sourceId}', area: 'sources',
    scopes: ['source:read'], idempotency: 'none', summary: 'Read a source',
    description: 'Poll it every 2 to 5 seconds until READY or FAILED. The digest follows in the background and '
      + 'has a status of its own; while a model is away, `waiting` says why and when it is asked again.',
    response: { 200: SourceEnvelope },
    async handle({ source }, { db }) {
      const digestId = digestWorkId(source.id);
      const [waiting, digestFailure] = [await findProviderWait(db, digestId), await findWorkFailure(db, digestId)];
      return { source: viewSource(source), waiting, digestFailure, ...withNext(await nextOfAnySource(db, source)) };
    },
  }),
  defineOperation({
    id: 'deleteSource', method: 'DELETE', path: '/story-projects/{projectId}/sources/{sourceId}', area: 'sources',
    scopes: ['source:write'], idempotency: 'none', summary: 'Delete a source with its text and original, for good',
    description: 'Plans and scripts that were made from it stay as they are. Cannot be undone.',
    response: { 200: SourceDeleted },
    async handle({ project, source, actor }, services) {
      await detachSource(services, actor.accountId, project.id, source.id);
      return { deleted: true, sourceId: source.id };
    },
  }),
];
