/** Every workflow. The bundle is built from this file. Kinds of work with one step run the default workflow under their own names. */
export { stepWorkflow as default } from './shared/step.workflow.js';
export { sourceWorkflow } from './sources/source.workflow.js';
export { planWorkflow } from './plans/plan.workflow.js';
export { finalizeWorkflow } from './artifacts/finalize.workflow.js';
export { performanceWorkflow } from './artifacts/performance.workflow.js';
export { jobWorkflow } from './jobs/job.workflow.js';
export { scriptWorkflow } from './scripts/script.workflow.js';
export { draftWorkflow } from './scripts/draft.workflow.js';
export { castingWorkflow } from './casting/casting.workflow.js';
export { seasonRunWorkflow } from './season-runs/season-run.workflow.js';
export { seasonEpisodeWorkflow } from './season-runs/season-episode.workflow.js';
export { checkWorkflow } from './account/check.workflow.js';
export { releaseWorkflow } from './publishing/release.workflow.js';
export { trailerWorkflow } from './trailers/trailer.workflow.js';
export { pitchDeckWorkflow } from './pitch-decks/pitch-deck.workflow.js';
