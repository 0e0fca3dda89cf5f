import { PROJECT_SUBJECT } from '../../src/domain/canon/pronunciations.js';
import type { SubjectPath } from '../families/subject.js';
import { subjects } from '../subjects.js';

/** A project as the subject of a family's operations. */
export const projectPath: SubjectPath = {
  type: PROJECT_SUBJECT, name: 'Project', words: 'a project', area: 'canon', base: '/story-projects/{projectId}',
  notFound: subjects.projectId.notFound,
  async load(...call) {
    const { project } = await subjects.projectId.load(...call);
    return { id: project.id, projectId: project.id };
  },
};
