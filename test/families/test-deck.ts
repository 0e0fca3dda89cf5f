import { getProject } from '../../src/domain/projects/project-store.js';
import type { SubjectPath } from '../../api/families/subject.js';

/** What families are tried on: a project, met as if it were a pitch deck. */
export const testDeck: SubjectPath = {
  type: 'test_deck', name: 'TestDeck', words: 'a test deck', area: 'pitch-decks', base: '/test-decks/{jobId}',
  notFound: 'project_not_found',
  async load({ db }, actor, { jobId }) {
    const { id } = await getProject(db, actor.accountId, jobId!);
    return { id, projectId: id };
  },
};
