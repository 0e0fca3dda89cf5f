import type { Db } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { findSeriesBible } from './series-bible-store.js';
import { readinessOf, type BibleContent } from './series-bible.js';

/** Stages of a project in order. A stage whose coverage report cannot be made yet counts as passed. */
export const PROJECT_STAGES = ['premise', 'premise_coverage', 'planning', 'full_coverage'] as const;

/** The stage that a project's Series Bible has reached, and the fields that are missing for the next one. */
export interface ProjectStage {
  stage: (typeof PROJECT_STAGES)[number];
  missingFields: string[];
  /** Seasons and episodes may be planned. */
  canPlan: boolean;
  /** An episode may be written. */
  canStartEpisode: boolean;
}

/** Lists of the Series Bible without which no episode can be written. */
const WRITING_LISTS = ['characters', 'episodes'] as const;

export function stageOf(content: BibleContent): ProjectStage {
  const { premise } = readinessOf(content);
  if (!premise.ready) return { stage: 'premise', missingFields: premise.missingFields, canPlan: false, canStartEpisode: false };
  const missingFields = WRITING_LISTS.filter((list) => !content[list]?.length);
  const canStartEpisode = missingFields.length === 0;
  return { stage: canStartEpisode ? 'full_coverage' : 'planning', missingFields, canPlan: true, canStartEpisode };
}

/** What calls need of a project, and how the documents say it. */
export const PROJECT_NEEDS = {
  plan: 'Refused until the premise of the Series Bible is complete.',
  episode: 'Refused until the Series Bible has its premise, characters and episodes.',
  pictures: 'Refused until the Series Bible says how pictures look: `readiness.visuals`.',
} as const;
export type ProjectNeed = keyof typeof PROJECT_NEEDS;

function lacking(need: ProjectNeed, stage: ProjectStage, content: BibleContent): readonly string[] {
  if (need === 'pictures') return stage.canPlan ? readinessOf(content).visuals.missingFields : stage.missingFields;
  return stage[need === 'plan' ? 'canPlan' : 'canStartEpisode'] ? [] : stage.missingFields;
}

const DONE: Record<ProjectNeed, string> = { plan: 'planned', episode: 'written', pictures: 'drawn' };

/**
 * The content of the project's Series Bible, when the project has what `need` names. Raises `project_precondition_failed` with the
 * stage, the missing fields and the call that supplies them.
 */
export async function requireStage(db: Db, projectId: string, need: ProjectNeed): Promise<BibleContent> {
  const content = (await findSeriesBible(db, projectId))?.content ?? {};
  const stage = stageOf(content);
  const missingFields = lacking(need, stage, content);
  if (missingFields.length === 0) return content;
  throw new ApiError('project_precondition_failed', `before anything is ${DONE[need]}, the Series Bible needs ${missingFields.join(', ')}`,
    { ...stage, missingFields, nextCall: { method: 'PATCH', path: `/story-projects/${projectId}/series-bible` } });
}
