import {
  deleteProject, getProject, insertProject, listProjects, restoreProject, updateProject,
} from '../../src/domain/projects/project-store.js';
import { viewProject } from '../../src/domain/projects/project-view.js';
import { defineOperation } from '../../src/http/operation.js';
import { cutPage, PageQuery } from '../../src/contract/paging.js';
import {
  ProjectCreateRequest, ProjectDeleted, ProjectEnvelope, ProjectList, ProjectParams, ProjectUpdateRequest,
} from './schemas.js';

export const projectOperations = [
  defineOperation({
    id: 'listProjects', method: 'GET', path: '/story-projects', area: 'projects',
    scopes: ['story:read'], idempotency: 'none', summary: 'List projects, newest first',
    request: { query: PageQuery }, response: { status: 200, schema: ProjectList }, errors: [],
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listProjects(db, actor.accountId, query), query);
      return { projects: items.map(viewProject), nextCursor };
    },
  }),
  defineOperation({
    id: 'createProject', method: 'POST', path: '/story-projects', area: 'projects',
    scopes: ['story:write'], idempotency: 'required', summary: 'Create a project', mints: 'project',
    request: { body: ProjectCreateRequest }, response: { status: 201, schema: ProjectEnvelope }, errors: [],
    async handle({ body, actor, resourceId }, { db }) {
      return { project: viewProject(await insertProject(db, resourceId, actor.accountId, body)) };
    },
  }),
  defineOperation({
    id: 'listDeletedProjects', method: 'GET', path: '/story-projects/deleted', area: 'projects',
    scopes: ['story:read'], idempotency: 'accepted', summary: 'List deleted projects that can still be restored',
    request: { query: PageQuery }, response: { status: 200, schema: ProjectList }, errors: [],
    async handle({ query, actor }, { db }) {
      const { items, nextCursor } = cutPage(await listProjects(db, actor.accountId, query, true), query);
      return { projects: items.map(viewProject), nextCursor };
    },
  }),
  defineOperation({
    id: 'getProject', method: 'GET', path: '/story-projects/{projectId}', area: 'projects',
    scopes: ['story:read'], idempotency: 'none', summary: 'Read a project',
    request: { params: ProjectParams }, response: { status: 200, schema: ProjectEnvelope }, errors: ['project_not_found'],
    async handle({ params, actor }, { db }) {
      return { project: viewProject(await getProject(db, actor.accountId, params.projectId)) };
    },
  }),
  defineOperation({
    id: 'updateProject', method: 'PATCH', path: '/story-projects/{projectId}', area: 'projects',
    scopes: ['story:write'], idempotency: 'none', summary: 'Change a project; omitted fields stay',
    request: { params: ProjectParams, body: ProjectUpdateRequest },
    response: { status: 200, schema: ProjectEnvelope }, errors: ['project_not_found'],
    async handle({ params, body, actor }, { db }) {
      return { project: viewProject(await updateProject(db, actor.accountId, params.projectId, body)) };
    },
  }),
  defineOperation({
    id: 'deleteProject', method: 'DELETE', path: '/story-projects/{projectId}', area: 'projects',
    scopes: ['story:write'], idempotency: 'none', summary: 'Delete a project; it can be restored for 30 days',
    request: { params: ProjectParams }, response: { status: 200, schema: ProjectDeleted }, errors: ['project_not_found'],
    async handle({ params, actor }, { db }) {
      await deleteProject(db, actor.accountId, params.projectId);
      return { deleted: true, projectId: params.projectId };
    },
  }),
  defineOperation({
    id: 'restoreProject', method: 'POST', path: '/story-projects/{projectId}/restore', area: 'projects',
    scopes: ['story:write'], idempotency: 'accepted', summary: 'Restore a deleted project',
    request: { params: ProjectParams }, response: { status: 200, schema: ProjectEnvelope }, errors: ['project_not_found'],
    async handle({ params, actor }, { db }) {
      return { project: viewProject(await restoreProject(db, actor.accountId, params.projectId)) };
    },
  }),
];
