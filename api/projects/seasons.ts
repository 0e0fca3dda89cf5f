import { requireStage } from '../../src/domain/canon/project-stage.js';
import { getProject } from '../../src/domain/projects/project-store.js';
import { makeSeason } from '../../src/domain/scripts/drafts/draft-season.js';
import { startEpisode } from '../../src/domain/scripts/drafts/draft-episode.js';
import { getScriptView } from '../../src/domain/scripts/script-view.js';
import { ApiError } from '../../src/errors/api-error.js';
import { defineOperation } from '../../src/http/operation.js';
import { EpisodeStarted, EpisodeStartRequest, ProjectParams, SeasonCreated, SeasonCreateRequest } from '../jobs/draft-schemas.js';

export const seasonOperations = [
  defineOperation({
    id: 'createSeason', method: 'POST', path: '/story-projects/{projectId}/seasons', area: 'projects', scopes: ['story:write'],
    idempotency: 'required', summary: 'Add the next season to a project', mints: 'season',
    description: 'It takes the lowest free number. Refused until the premise of the Series Bible is complete: `details.missingFields`.',
    request: { params: ProjectParams, body: SeasonCreateRequest }, response: { status: 201, schema: SeasonCreated },
    errors: ['project_not_found', 'project_precondition_failed'],
    async handle({ params, body, actor, resourceId }, { db }) {
      const project = await getProject(db, actor.accountId, params.projectId);
      await requireStage(db, project.id, 'canPlan');
      return makeSeason(db, project.id, resourceId, body.name?.trim() ?? null);
    },
  }),
  defineOperation({
    id: 'startEpisode', method: 'POST', path: '/story-projects/{projectId}/episodes', area: 'projects', scopes: ['story:write'],
    idempotency: 'required', summary: 'Start an episode of the Series Bible as an empty draft', mints: 'script',
    description: 'Answers the script that already covers the episode with `created: false`. Write into the draft with '
      + 'POST /screenplay-drafts/{scriptUploadId} or PATCH /scripts/{scriptUploadId}/content, and finish it with POST …/finish.',
    request: { params: ProjectParams, body: EpisodeStartRequest }, response: { status: 201, schema: EpisodeStarted },
    errors: ['project_not_found', 'project_precondition_failed'],
    async handle({ params, body, actor, resourceId }, services) {
      const { episodeId, title, seasonNumber } = body;
      if ((episodeId === undefined) === (title === undefined)) {
        throw new ApiError('validation_failed', 'send exactly one of episodeId, title', { field: title === undefined ? 'episodeId' : 'title' });
      }
      const { db } = services;
      const project = await getProject(db, actor.accountId, params.projectId);
      const started = await startEpisode(services, {
        scriptId: resourceId, accountId: actor.accountId, projectId: project.id, seasonNumber: seasonNumber ?? null,
        named: episodeId === undefined ? { title: title! } : { episodeId },
      });
      return { ...started, script: await getScriptView(db, actor.accountId, started.scriptUploadId) };
    },
  }),
];
