import type { Static } from 'typebox';
import { requestOutline } from '../../src/domain/canon/outlines/outline-kind.js';
import { saveOutline } from '../../src/domain/canon/outlines/outline-store.js';
import { viewOutlineMap } from '../../src/domain/canon/outlines/outline-map.js';
import { ApiError } from '../../src/errors/api-error.js';
import { accepted, ok } from '../../src/http/operations/answers.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import { OutlineMapEnvelope, OutlineUpdateRequest } from './outline-schemas.js';

function refuseRepeatedBeats({ outline }: Static<typeof OutlineUpdateRequest>): void {
  const ids = (outline?.beats ?? []).map(({ id }) => id);
  const index = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) !== at);
  if (index < 0) return;
  const field = `outline.beats.${index}.id`;
  throw new ApiError('validation_failed', `${field} repeats ${ids[index]}`, { field });
}

export const outlineOperations = [
  defineOperation({
    id: 'getOutlineMap', method: 'GET', path: '/story-projects/{projectId}/outline-map', area: 'canon', scopes: ['story:read'],
    idempotency: 'accepted', summary: 'Read the outlines of the episodes',
    description: 'Lists the episodes of the Series Bible in their order, each with its outline; then outlines whose episode left the Bible.',
    response: { 200: OutlineMapEnvelope },
    async handle({ project }, { db }) {
      return { outlineMap: await viewOutlineMap(db, project) };
    },
  }),
  defineOperation({
    id: 'updateOutlineMap', method: 'PATCH', path: '/story-projects/{projectId}/outline-map', area: 'canon', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Save the outline of one episode', needs: [needs.plan],
    description: 'The draft of the episode follows its outline: a scene for each beat, in their order and with their people. With '
      + '`expectedVersion`, another version of this episode\'s outline answers 409 `version_conflict` with `details.expected`, '
      + '`details.actual` and the outline that holds. `draft: true` has it drafted from the sources, in their words: poll the map until '
      + '`drafting` of the episode is null. A draft takes the place of an outline of yours only with its version as `expectedVersion`.',
    request: { body: OutlineUpdateRequest }, response: { 200: OutlineMapEnvelope, 202: OutlineMapEnvelope }, errors: ['version_conflict'],
    check({ body }) {
      if ((body.outline === undefined) === (body.draft === undefined)) {
        throw new ApiError('validation_failed', 'send exactly one of outline, draft', { field: body.draft ? 'draft' : 'outline' });
      }
      refuseRepeatedBeats(body);
    },
    async handle({ project, body, actor, requestId }, services) {
      const { db } = services;
      const { episodeId, outline, draft, expectedVersion } = body;
      if (draft) await requestOutline(services, { accountId: actor.accountId, projectId: project.id, episodeId, expectedVersion, requestId });
      else await saveOutline(db, project.id, episodeId, outline ?? null, expectedVersion);
      const outlineMap = await viewOutlineMap(db, project);
      return draft ? accepted({ outlineMap }) : ok({ outlineMap });
    },
  }),
];
