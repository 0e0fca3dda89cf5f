/** Every workflow. The bundle is built from this file. */
export { digestWorkflow } from './sources/digest.workflow.js';
export { sourceWorkflow } from './sources/source.workflow.js';
export { planWorkflow } from './plans/plan.workflow.js';
export { finalizeWorkflow } from './artifacts/finalize.workflow.js';
export { performanceWorkflow } from './artifacts/performance.workflow.js';
export { jobWorkflow } from './jobs/job.workflow.js';
export { scriptWorkflow } from './scripts/script.workflow.js';
export { draftWorkflow } from './scripts/draft.workflow.js';
export { outlineWorkflow } from './canon/outline.workflow.js';
export { voiceDesignWorkflow } from './canon/voice-design.workflow.js';
export { imagesWorkflow } from './canon/images.workflow.js';
export { coverageWorkflow } from './families/coverage.workflow.js';
export { seasonRunWorkflow } from './season-runs/season-run.workflow.js';
export { seasonEpisodeWorkflow } from './season-runs/season-episode.workflow.js';
export { checkWorkflow } from './account/check.workflow.js';
export { coverArtWorkflow } from './publishing/cover-art.workflow.js';
export { releaseWorkflow } from './publishing/release.workflow.js';
