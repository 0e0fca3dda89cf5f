import type { Services } from '../src/kernel/services.js';
import type { TaskQueue } from '../src/kernel/temporal/queues.js';
import { createCasting } from './casting/casting.js';
import { createCheckingActivities } from './checking/index.js';
import { createExtractionActivities, createSourceWrites } from './extraction/index.js';
import { createFamilyWrites } from './families/index.js';
import { createJobActivities } from './jobs/index.js';
import { createMasteringActivities } from './mastering/index.js';
import { createPerformingActivities } from './performing/index.js';
import { createPlanDrafting, createPlanWrites } from './planning/index.js';
import { createPublishingWrites } from './publishing/index.js';
import { createDraftWriting } from './scripts/draft.js';
import { createScriptParsing, createScriptWrites } from './scripts/index.js';
import { createSeasonRunWrites } from './season-runs/index.js';
import { createDeckWrites, createDeckWriting } from './pitch-decks/index.js';
import { createTrailerCutting, createTrailerWrites } from './trailers/index.js';
import { createWorkActivities } from './works/index.js';
import { createSteps } from './works/steps.js';
import { createWritingActivities } from './writing/index.js';

/** The activities of each task queue. */
export function createActivities(services: Services) {
  const writing = { ...createWritingActivities(services), ...createDeckWriting(services), ...createTrailerCutting(services) };
  return {
    story: {
      ...createWorkActivities(services), ...createJobActivities(services), ...createCheckingActivities(services),
      ...createSourceWrites(services), ...createPlanWrites(services),
      ...createScriptWrites(services), ...createFamilyWrites(services), ...createPublishingWrites(services),
      ...createSeasonRunWrites(services), ...createTrailerWrites(services), ...createDeckWrites(services),
      // The embedded writer runs on this queue; a provider's writer runs on the `providers` queue below.
      ...writing,
    },
    providers: {
      ...createExtractionActivities(services), ...createPlanDrafting(services), ...writing, ...createScriptParsing(services),
      ...createDraftWriting(services), ...createSteps(services, 'providers'),
    },
    media: {
      ...createPerformingActivities(services), ...createMasteringActivities(services), ...createSteps(services, 'media'),
    },
    pictures: { ...createCasting(services), ...createSteps(services, 'pictures') },
  } satisfies Record<TaskQueue, object>;
}

/** The activities that workflows can call, by queue. */
export type ActivitiesByQueue = ReturnType<typeof createActivities>;
