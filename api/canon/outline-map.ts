import type { Static } from 'typebox';
import { requestOutline } from '../../src/domain/canon/outlines/outline-kind.js';
import { saveOutline } from '../../src/domain/canon/outlines/outline-store.js';
import { viewOutlineMap } from '../../src/domain/canon/outlines/outline-map.js';
import { withNext, type NextStep } from '../../src/kernel/contract/next-step.js';
import type { Database } from '../../src/kernel/db/database.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
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

/** The map with the next call: a poll while an outline is being drafted, else the next call of the project. */
async function mapAnswer(db: Database, project: { id: string; createdAt: Date }, accountId: string) {
  const outlineMap = await viewOutlineMap(db, project);
  const afterMs = outlineMap.episodes.find(({ drafting }) => drafting?.status === 'drafting')?.drafting?.nextPollAfterMs ?? null;
  const next: NextStep | null = afterMs === null ? await nextOfProject(db, { projectId: project.id, accountId })
    : { method: 'GET', path: `/story-projects/${project.id}/outline-map`, afterMs, why: 'The outline is being drafted.' };
  return { outlineMap, ...withNext(next) };
}

export const outlineOperations = [
  defineOperation({
    id: 'getOutlineMap', method: 'GET', path: '/story-projects/{projectId}/outline-map', area: 'canon', scopes: ['story:read'],
    idempotency: 'accepted', summary: 'Read the outlines of the episodes',
    description: 'Lists the episodes of the Series Bible in their order, each with its outline; then outlines whose episode left the Bible.',
    response: { 200: OutlineMapEnvelope },
    handle: ({ project, actor }, { db }) => mapAnswer(db, project, actor.accountId),
  }),
  defineOperation({
    id: 'updateOutlineMap', method: 'PATCH', path: '/story-projects/{projectId}/outline-map', area: 'canon', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Save the outline of one episode', needs: [needs.plan],
    description: 'The draft of the episode follows its outline: a scene for each beat, in their order and with their people. With '
      + '`expectedVersion`, another version of this episode\'s outline answers 409 `version_conflict` with `details.expected`, '
      + '`details.actual` and the outline that holds. `draft: true` has it drafted from the sources, in their words: poll the map until '
      + '`drafting` of the episode is null. A draft takes the place of an outline of yours only with its version as `expectedVersion`.',
    effects: {
      outline: 'the draft of the episode follows it', draft: 'has it drafted from the sources', expectedVersion: 'refuses',
      'outline.logline': 'an outline without one is no complete one', 'outline.beats': 'the scenes of the draft', 'outline.beats.*.id': 'names the beat',
      'outline.beats.*.characters': 'find the passage of the scene', 'outline.beats.*.estimatedPages': 'length of the scene',
      'outline.beats.*.summary': 'finds the passage of the scene',
    },
    request: { body: OutlineUpdateRequest }, response: { 200: OutlineMapEnvelope, 202: OutlineMapEnvelope }, errors: ['version_conflict'],
    check({ body }) {
      refuseRepeatedBeats(body);
    },
    async handle({ project, body, actor, requestId }, services) {
      const { db } = services;
      const { episodeId, outline, draft, expectedVersion } = body;
      if (draft) await requestOutline(services, { accountId: actor.accountId, projectId: project.id, episodeId, expectedVersion, requestId });
      else await saveOutline(db, project.id, episodeId, outline ?? null, expectedVersion);
      const answer = await mapAnswer(db, project, actor.accountId);
      return draft ? accepted(answer) : ok(answer);
    },
  }),
];
