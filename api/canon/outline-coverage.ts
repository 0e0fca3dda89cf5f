import Type from 'typebox';
import { MAX_SEASON } from '../../src/domain/projects/season-store.js';
import { beforeOutlineCoverage, outlineCoverage, requireScope, scopeId, type OutlineScope } from '../../src/domain/canon/outlines/outline-coverage.js';
import { nextOfProject } from '../../src/domain/season-runs/project-next.js';
import { coverage, type CoverageScope } from '../families/coverage.js';
import { needs } from '../needs.js';
import { projectPath } from './project-path.js';

const scope: CoverageScope = {
  noun: 'outlines',
  fields: {
    seasonNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_SEASON, description: 'Only the episodes of this season' })),
    episodeId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'Only this episode' })),
  },
  effects: { seasonNumber: 'only its episodes', episodeId: 'only this episode' },
  async idOf({ db }, { projectId }, sent) {
    await requireScope(db, projectId, sent as OutlineScope);
    return scopeId(projectId, sent as OutlineScope);
  },
};

export const outlineCoverageOperations = coverage({ ...projectPath, words: 'an outline map' }, outlineCoverage, {
  path: '/outline-map/coverage', name: 'OutlineMap', scope, needs: [needs.plan],
  read: { scopes: ['story:read'], idempotency: 'none' }, next: ({ db }, asked) => nextOfProject(db, asked), errors: ['project_precondition_failed'],
  before: ({ db }, { projectId }) => beforeOutlineCoverage(db, projectId),
});
