import { PROJECT_NEEDS, requireStage, type ProjectNeed } from '../src/domain/canon/project-stage.js';
import { requireStartable } from '../src/domain/scripts/drafts/draft-episode.js';
import type { Need } from '../src/kernel/http/operations/operation.js';

const projectNeed = (name: ProjectNeed): Need => ({
  name, words: PROJECT_NEEDS[name].words, errors: ['project_precondition_failed'],
  async require({ params }, { db }) {
    await requireStage(db, (params as { projectId: string }).projectId, name);
  },
});

/** The episode that a call names. An episode that has begun needs nothing more; a report that passed it still holds when only other episodes have changed. */
const ownEpisode: Need = {
  ...projectNeed('episode'),
  words: `${PROJECT_NEEDS.episode.words} The report holds for an episode while nothing but other episodes has changed; an episode that has begun is answered as it is.`,
  async require({ params, body, actor: { accountId } }, { db }) {
    const { projectId } = params as { projectId: string };
    await requireStartable(db, { accountId, projectId, named: body as { episodeId: string } | { title: string } });
  },
};

/** What operations below a project may need of it: `needs: [needs.plan]`. */
export const needs = { plan: projectNeed('plan'), episode: projectNeed('episode'), ownEpisode, pictures: projectNeed('pictures') };
