import { getProject } from '../../src/domain/projects/project-store.js';
import type { SubjectPath } from '../../api/families/subject.js';

/** The subject on which families are tested: a project, presented as if it were a pitch deck. */
export const testDeck: SubjectPath = {
  type: 'test_deck', name: 'TestDeck', words: 'a test deck', area: 'pitch-decks', base: '/test-decks/{jobId}',
  notFound: 'project_not_found',
  async load({ db }, actor, { jobId }) {
    const { id } = await getProject(db, actor.accountId, jobId!);
    return { id, projectId: id };
  },
};
