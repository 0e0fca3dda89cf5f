import type { Services } from '../src/services.js';
import type { TaskQueue } from '../src/temporal/queues.js';

/** The activities of each task queue. */
export function createActivities(_services: Services): Record<TaskQueue, object> {
  return { story: {}, providers: {}, media: {} };
}
