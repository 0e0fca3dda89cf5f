import type { ActivityOptions } from '@temporalio/workflow';
import type { TaskQueue } from '../../src/kernel/temporal/queues.js';

/** A long local computation: sends heartbeats and stops its child processes when cancelled. */
const LOCAL = {
  startToCloseTimeout: '2h', heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 4 },
} as const satisfies ActivityOptions;

/** A service that may ask to wait many times; each attempt continues after the last thing that was made. */
const SERVED = {
  startToCloseTimeout: '2h', scheduleToCloseTimeout: '3h', heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 20 },
} as const satisfies ActivityOptions;

/** Activity options grouped by what a retry may do, each with the queue of its activities. */
export const GROUPS = {
  /** One short transaction on our own database; safe to repeat at once. */
  quickWrite: {
    queue: 'story', startToCloseTimeout: '15s', scheduleToCloseTimeout: '10m',
    retry: { initialInterval: '250ms', backoffCoefficient: 2, maximumInterval: '15s' },
  },
  /** A paid or slow provider: repeats cost, so answers are cached by content, and retries follow Retry-After. */
  modelCall: {
    queue: 'providers', startToCloseTimeout: '10m', scheduleToCloseTimeout: '30m', heartbeatTimeout: '8s',
    retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '2m', maximumAttempts: 8 },
  },
  /** A third party's server or file: a few tries, then the failure is final. */
  fetch: {
    queue: 'providers', startToCloseTimeout: '2m', scheduleToCloseTimeout: '10m', heartbeatTimeout: '30s',
    retry: { initialInterval: '1s', backoffCoefficient: 3, maximumInterval: '30s', maximumAttempts: 4 },
  },
  /** Voices lines with a speech service. */
  voicing: { queue: 'media', ...SERVED },
  /** Orders other work, or takes its result, without waiting. After this many of our own errors it gives up. */
  ordering: {
    queue: 'story', startToCloseTimeout: '2m', scheduleToCloseTimeout: '1h',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 20 },
  },
  /** A long computation that nobody waits for: sends heartbeats, and resumes where a killed worker stopped. */
  trial: {
    queue: 'story', startToCloseTimeout: '12h', heartbeatTimeout: '8s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 100 },
  },
  /** Makes images with an image service, and clips with a video service. */
  imaging: { queue: 'pictures', ...SERVED },
  /** Draws pictures on this machine. */
  drawing: { queue: 'pictures', ...LOCAL },
  /** Renders sound, films and documents on this machine. */
  render: { queue: 'media', ...LOCAL },
} as const satisfies Record<string, ActivityOptions & { queue: TaskQueue }>;

export type ActivityGroup = keyof typeof GROUPS;
