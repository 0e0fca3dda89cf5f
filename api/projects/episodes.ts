import { viewProject } from '../../src/domain/projects/project-view.js';
import { listEpisodes } from '../../src/domain/scripts/drafts/episodes.js';
import { ensureProjectOfScript } from '../../src/domain/scripts/project-from-script.js';
import { nextOfVersion } from '../../src/domain/scripts/next-step.js';
import { getScriptView, getVersion } from '../../src/domain/scripts/script-view.js';
import { created, ok } from '../../src/kernel/http/operations/answers.js';
import { recorded } from '../../src/kernel/contract/field-effects.js';
import { defineOperation } from '../operation.js';
import { scriptView, withStaleReads } from '../scripts/answers.js';
import { EpisodeList, EpisodesQuery, ProjectFromScript, ProjectFromScriptRequest } from '../scripts/schemas.js';

export const episodeOperations = [
  defineOperation({
    id: 'listEpisodes', method: 'GET', path: '/story-projects/{projectId}/episodes', area: 'projects', scopes: ['story:read'],
    idempotency: 'none', summary: 'List the seasons, episodes and planned episodes of a project',
    description: 'Scripts of one season with the same title are attempts at one episode: all but the newest readable one carry '
      + '`supersededBy` and do not count for their season.',
    request: { query: EpisodesQuery }, response: { 200: EpisodeList },
    async handle({ project, query, actor }, services) {
      const list = await listEpisodes(services.db, actor.accountId, project.id, query);
      return { ...list, episodes: await withStaleReads(services, list.episodes) };
    },
  }),
  defineOperation({
    id: 'createProjectFromScript', method: 'POST', path: '/story-projects/from-script', area: 'projects', scopes: ['story:write'],
    idempotency: 'accepted', summary: 'Create a project from a script', mints: 'project',
    description: 'A script that is the only one of its project has it already: 200, with what is sent changed. One that is in no project, as after '
      + 'its project was deleted, gets a new one, named after the script unless a name is sent. One among others is refused.',
    effects: { name: recorded('shown by the project'), description: recorded('shown by the project'), metadata: recorded('the caller\'s own') },
    request: { body: ProjectFromScriptRequest }, response: { 201: ProjectFromScript, 200: ProjectFromScript },
    errors: ['script_not_found', 'script_state_invalid', 'project_not_found'],
    async handle({ body, actor, resourceId }, services) {
      const { db } = services;
      const { scriptUploadId, ...input } = body;
      const { project, scriptId, created: isNew } = await ensureProjectOfScript(db, actor.accountId, resourceId, scriptUploadId, input);
      const { version } = await getVersion(db, actor.accountId, scriptUploadId);
      const script = await scriptView(services, await getScriptView(db, actor.accountId, scriptId));
      const answer = { project: viewProject(project), script, next: nextOfVersion(version) };
      return isNew ? created(answer) : ok(answer);
    },
  }),
];
