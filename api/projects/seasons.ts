import { makeSeason } from '../../src/domain/projects/season-store.js';
import { withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { startEpisode } from '../../src/domain/scripts/drafts/draft-episode.js';
import { nextOfVersion } from '../../src/domain/scripts/next-step.js';
import { getVersion, viewFound } from '../../src/domain/scripts/script-view.js';
import { created, ok } from '../../src/kernel/http/operations/answers.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import { scriptView } from '../scripts/answers.js';
import { EpisodeStarted, EpisodeStartRequest, SeasonCreated, SeasonCreateRequest } from '../jobs/draft-schemas.js';

export const seasonOperations = [
  defineOperation({
    id: 'createSeason', method: 'POST', path: '/story-projects/{projectId}/seasons', area: 'projects', scopes: ['story:write'],
    idempotency: 'required', summary: 'Add the next season to a project', mints: 'season', needs: [needs.plan],
    description: 'It takes the lowest free number.',
    effects: { name: 'names the season' },
    request: { body: SeasonCreateRequest }, response: { 201: SeasonCreated },
    async handle({ project, body, actor, resourceId }, { db }) {
      const made = await makeSeason(db, project.id, resourceId, body.name?.trim() ?? null);
      return { ...made, ...withNext(await nextOfProject(db, { projectId: project.id, accountId: actor.accountId })) };
    },
  }),
  defineOperation({
    id: 'startEpisode', method: 'POST', path: '/story-projects/{projectId}/episodes', area: 'projects', scopes: ['story:write'],
    idempotency: 'required', summary: 'Start an episode of the Series Bible as an empty draft', mints: 'script', needs: [needs.ownEpisode],
    description: 'Answers the script that already covers the episode with `created: false`. Write into the draft with '
      + 'POST /screenplay-drafts/{scriptUploadId} or PATCH /scripts/{scriptUploadId}/content, and finish it with POST …/finish.',
    effects: { episodeId: 'names the entry', title: 'names the entry', seasonNumber: 'the season of the draft' },
    request: { body: EpisodeStartRequest }, response: { 201: EpisodeStarted, 200: EpisodeStarted },
    errors: ['script_not_found'],
    async handle({ project, body, actor, resourceId }, services) {
      const { episodeId, title, seasonNumber } = body;
      const started = await startEpisode(services, {
        scriptId: resourceId, accountId: actor.accountId, projectId: project.id, seasonNumber: seasonNumber ?? null,
        named: episodeId === undefined ? { title: title! } : { episodeId },
      });
      const found = await getVersion(services.db, actor.accountId, started.scriptUploadId);
      const script = await scriptView(services, await viewFound(services.db, actor.accountId, found));
      const answer = { ...started, script, next: nextOfVersion(found.version) };
      return started.created ? created(answer) : ok(answer);
    },
  }),
];
