import type { Services } from '../src/services.js';
import type { TaskQueue } from '../src/temporal/queues.js';
import { createBibleMaking } from './canon/bible.js';
import { createOutlining } from './canon/outlining.js';
import { createCasting } from './casting/casting.js';
import { createVoiceDesigning } from './canon/voice-design.js';
import { createImageActivities } from './canon/images.js';
import { createCheckingActivities } from './checking/index.js';
import { createDigestActivities } from './digests/index.js';
import { createExtractionActivities, createSourceWrites } from './extraction/index.js';
import { createFamilyWrites } from './families/index.js';
import { createJudgingActivities } from './families/judging.js';
import { createJobActivities } from './jobs/index.js';
import { createMasteringActivities } from './mastering/index.js';
import { createPerformingActivities } from './performing/index.js';
import { createPlanDrafting, createPlanWrites } from './planning/index.js';
import { createPublishingDrawings, createPublishingWrites } from './publishing/index.js';
import { createDraftWriting } from './scripts/draft.js';
import { createScriptParsing, createScriptWrites } from './scripts/index.js';
import { createSeasonRunSteps, createSeasonRunWrites } from './season-runs/index.js';
import { createCaptureReading } from './sources/captures.js';
import { createWorkActivities } from './works/index.js';
import { createWritingActivities } from './writing/index.js';

/** The activities of each task queue. */
export function createActivities(services: Services) {
  const writing = createWritingActivities(services);
  return {
    story: {
      ...createWorkActivities(services), ...createJobActivities(services), ...createCheckingActivities(services),
      ...createSourceWrites(services), ...createPlanWrites(services),
      ...createScriptWrites(services), ...createFamilyWrites(services), ...createPublishingWrites(services),
      ...createSeasonRunWrites(services), ...createSeasonRunSteps(services),
      // The embedded writer's scripts are written here; a provider's on the queue below.
      ...writing,
    },
    providers: {
      ...createExtractionActivities(services), ...createDigestActivities(services), ...createPlanDrafting(services),
      ...createJudgingActivities(services), ...writing, ...createScriptParsing(services), ...createDraftWriting(services),
      ...createOutlining(services), ...createCaptureReading(services), ...createBibleMaking(services),
    },
    media: {
      ...createPerformingActivities(services), ...createMasteringActivities(services), ...createVoiceDesigning(services),
    },
    pictures: { ...createPublishingDrawings(services), ...createImageActivities(services), ...createCasting(services) },
  } satisfies Record<TaskQueue, object>;
}

/** The activities that workflows can call, by queue. */
export type ActivitiesByQueue = ReturnType<typeof createActivities>;
