import { PROJECT_NEEDS, requireStage, type ProjectNeed } from '../src/domain/canon/project-stage.js';
import type { Need } from '../src/http/operations/operation.js';

const projectNeed = (name: ProjectNeed): Need => ({
  name, words: PROJECT_NEEDS[name].words, errors: ['project_precondition_failed'],
  async require({ params }, { db }) {
    await requireStage(db, (params as { projectId: string }).projectId, name);
  },
});

/** What operations below a project may need of it: `needs: [needs.plan]`. */
export const needs = { plan: projectNeed('plan'), episode: projectNeed('episode'), pictures: projectNeed('pictures') };
