import { PROJECT_SUBJECT, pronunciations } from '../../src/domain/canon/pronunciations.js';
import { lockProject } from '../../src/domain/projects/project-store.js';
import { settings } from '../families/settings.js';
import type { SubjectPath } from '../families/subject.js';
import { subjects } from '../subjects.js';

export const projectPath: SubjectPath = {
  type: PROJECT_SUBJECT, name: 'Project', words: 'a project', area: 'canon', base: '/story-projects/{projectId}',
  notFound: subjects.projectId.notFound,
  async load(...call) {
    const { project } = await subjects.projectId.load(...call);
    return { id: project.id, projectId: project.id };
  },
};

export const pronunciationOperations = settings(projectPath, [pronunciations], {
  method: 'PATCH', write: { scopes: ['story:write'], idempotency: 'none' }, lock: (tx, { id }) => lockProject(tx, id),
});
