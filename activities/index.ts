import type { Services } from '../src/services.js';
import type { TaskQueue } from '../src/temporal/queues.js';
import { createDigestActivities } from './digests/index.js';
import { createPlanDraftingActivities, createPlanStatusActivities } from './planning/index.js';
import { createFinalizeWrites, createMasteringActivities } from './mastering/index.js';
import { createPerformingActivities } from './performing/index.js';
import { createExtractionActivities, createSourceWrites } from './extraction/index.js';

/** The activities of each task queue. */
export function createActivities(services: Services): Record<TaskQueue, object> {
  const performing = createPerformingActivities(services);
  return {
    story: { ...performing, ...createFinalizeWrites(services), ...createSourceWrites(services), ...createPlanStatusActivities(services) },
    providers: { ...createExtractionActivities(services), ...createDigestActivities(services), ...createPlanDraftingActivities(services) },
    media: { ...performing, ...createMasteringActivities(services) },
  };
}
