import {
  deleteProject, insertProject, listProjects, restoreProject, updateProject,
} from '../../src/domain/projects/project-store.js';
import { viewProject } from '../../src/domain/projects/project-view.js';
import { attachMaterial, withNext } from '../../src/kernel/contract/next-step.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { cancelRunsOfProject } from '../../src/domain/season-runs/cancel-run.js';
import { abandonWorkOf } from '../../src/monitoring/purge/abandon-work.js';
import { defineOperation } from '../operation.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { recorded } from '../../src/kernel/contract/field-effects.js';
import {
  ProjectCreateRequest, ProjectDeleted, ProjectEnvelope, ProjectList, ProjectUpdateRequest,
} from './schemas.js';

export const projectOperations = [
  defineOperation({
    id: 'listProjects', method: 'GET', path: '/story-projects', area: 'projects',
    scopes: ['story:read'], idempotency: 'none', summary: 'List projects, newest first',
    description: 'Deleted projects are not among them; `GET /story-projects/deleted` lists those.',
    request: { query: PageQuery }, response: { 200: ProjectList },
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listProjects(db, actor.accountId, query), query);
      return { projects: items.map(viewProject), nextCursor };
    },
  }),
  defineOperation({
    id: 'createProject', method: 'POST', path: '/story-projects', area: 'projects',
    scopes: ['story:write'], idempotency: 'required', summary: 'Create a project', mints: 'project',
    description: 'Every source, plan and script belongs to a project. `metadata` is yours: it is kept and '
      + 'returned as sent.',
    effects: { description: recorded('shown by the project'), metadata: recorded('the caller\'s own'), name: recorded('shown by the project') },
    request: { body: ProjectCreateRequest }, response: { 201: ProjectEnvelope }, errors: ['project_not_found'],
    async handle({ body, actor, resourceId }, { db }) {
      const project = viewProject(await insertProject(db, resourceId, actor.accountId, body));
      return { project, next: attachMaterial(project.id, 'Attaches what the story is made of: a text, an address, or a form with a file.') };
    },
  }),
  defineOperation({
    id: 'listDeletedProjects', method: 'GET', path: '/story-projects/deleted', area: 'projects',
    scopes: ['story:read'], idempotency: 'accepted', summary: 'List deleted projects that can still be restored',
    description: 'A project stays here for 30 days after it was deleted and can be restored until then.',
    request: { query: PageQuery }, response: { 200: ProjectList },
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listProjects(db, actor.accountId, query, true), query);
      return { projects: items.map(viewProject), nextCursor };
    },
  }),
  defineOperation({
    id: 'getProject', method: 'GET', path: '/story-projects/{projectId}', area: 'projects',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read a project',
    description: 'With the number of its sources; what belongs to the project has lists of its own. `next` leads on from wherever the project is.',
    response: { 200: ProjectEnvelope },
    async handle({ project, actor }, { db }) {
      return { project: viewProject(project), ...withNext(await nextOfProject(db, { projectId: project.id, accountId: actor.accountId })) };
    },
  }),
  defineOperation({
    id: 'updateProject', method: 'PATCH', path: '/story-projects/{projectId}', area: 'projects',
    scopes: ['story:write'], idempotency: 'none', summary: 'Update a project; omitted fields stay',
    description: '`archived` takes a project out of sight without deleting anything, and back again.',
    effects: {
      name: recorded('shown by the project'), description: recorded('shown by the project'), metadata: recorded('the caller\'s own'),
      archived: 'sets archivedAt', seasonCadence: 'names of seasons; a monthly cadence of series',
    },
    request: { body: ProjectUpdateRequest },
    response: { 200: ProjectEnvelope },
    async handle({ project, body, actor }, { db }) {
      const next = await nextOfProject(db, { projectId: project.id, accountId: actor.accountId });
      return { project: viewProject(await updateProject(db, project, body)), ...withNext(next) };
    },
  }),
  defineOperation({
    id: 'deleteProject', method: 'DELETE', path: '/story-projects/{projectId}', area: 'projects',
    scopes: ['story:write'], idempotency: 'none', summary: 'Delete a project; it can be restored for 30 days',
    description: 'What belongs to it can no longer be reached. Its open season runs are cancelled, and so is what is being made, such as its jobs: their credits on '
      + 'hold are released. It can be restored for 30 days. Afterwards it is gone for good, with its texts and media; movements of credits stay.',
    response: { 200: ProjectDeleted },
    async handle({ project }, services) {
      await deleteProject(services.db, project);
      await cancelRunsOfProject(services, project.id);
      await abandonWorkOf(services, project.id);
      return { deleted: true, projectId: project.id };
    },
  }),
  defineOperation({
    id: 'restoreProject', method: 'POST', path: '/story-projects/{projectId}/restore', area: 'projects',
    scopes: ['story:write'], idempotency: 'accepted', summary: 'Restore a deleted project',
    description: 'Everything that belonged to the project comes back with it; what was cancelled with it stays cancelled.',
    response: { 200: ProjectEnvelope }, unloaded: ['projectId'],
    async handle({ params, actor }, { db }) {
      const project = viewProject(await restoreProject(db, actor.accountId, params.projectId));
      return { project, ...withNext(await nextOfProject(db, { projectId: project.id, accountId: actor.accountId })) };
    },
  }),
];
