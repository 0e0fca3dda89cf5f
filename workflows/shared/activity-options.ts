import { ActivityCancellationType, proxyActivities, proxyLocalActivities, workflowInfo, type ActivityOptions } from '@temporalio/workflow';
import type { ActivitiesByQueue } from '../../activities/index.js';
import { GROUPS, type ActivityGroup } from './activity-groups.js';

/** The activities on the queue of a group. Calls to activities of another queue do not compile. */
type ActivitiesOf<G extends ActivityGroup> = ActivitiesByQueue[(typeof GROUPS)[G]['queue']];

/** Queue names get the prefix of the run's own queue, so that a stack with a prefix stays on its queues. */
function optionsOf(group: ActivityGroup, overrides: ActivityOptions = {}): ActivityOptions {
  const { queue, ...options } = GROUPS[group];
  const prefix = workflowInfo().taskQueue.replace(/story$/, '');
  // Compensation starts after the cancelled attempt has ended, not concurrently.
  const cancellationType = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;
  return { ...options, cancellationType, taskQueue: `${prefix}${queue}`, ...overrides };
}

/** Activity proxies of one group, typed by the queue they run on. Call it inside a workflow function. */
export const activitiesOf = <G extends ActivityGroup>(group: G, overrides: ActivityOptions = {}) =>
  proxyActivities<ActivitiesOf<G>>(optionsOf(group, overrides));

/** The proxy of an activity whose name and group are part of the run's input. Call it inside a workflow function. */
export function activityNamed<Input, Answer>(name: string, group: ActivityGroup): (input: Input) => Promise<Answer> {
  return proxyActivities<Record<string, (input: Input) => Promise<Answer>>>(optionsOf(group))[name]!;
}

/**
 * Quick writes or orders as local activities, for steps that callers wait for: one event in the history instead of three, and no round trip through a queue.
 */
export function localActivities(group: 'quickWrite' | 'ordering' = 'quickWrite') {
  const { startToCloseTimeout, scheduleToCloseTimeout, retry } = GROUPS[group];
  const cancellationType = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;
  return proxyLocalActivities<ActivitiesByQueue['story']>({ startToCloseTimeout, scheduleToCloseTimeout, retry, cancellationType });
}
