import { readFile } from 'node:fs/promises';
import { createActivities } from '../../activities/index.js';
import type { Config } from '../kernel/config/index.js';
import { COVERAGES } from '../domain/coverages.js';
import { WORK_KINDS } from '../domain/work-kinds.js';
import type { Services } from '../kernel/services.js';

/** The names that a worker of this build knows. An order of the API for a name that no worker knows would fail only when it is run. */
export interface WorkerContents {
  kinds: { kind: string; workflow: string }[];
  workflows: string[];
  coverages: { subject: string; rubric: string }[];
  /** The names of the activities by task queue. */
  activities: Record<string, string[]>;
}

/** Matches the workflows that the bundle exports, in the form in which the bundler writes exports. */
const EXPORTED_WORKFLOW = /\b([a-z]\w*Workflow): \(\) =>/g;

/** Reads the contents of this process and of its workflow bundle; opens no connection. */
export async function workerContents(config: Config, bundlePath: string): Promise<WorkerContents> {
  const bundle = await readFile(bundlePath, 'utf8');
  // The activities get no real services: their factories only store them and do not use them here.
  const activities = createActivities({ config } as Services);
  return {
    kinds: [...WORK_KINDS.values()].map(({ kind, workflow }) => ({ kind, workflow })),
    workflows: [...new Set([...bundle.matchAll(EXPORTED_WORKFLOW)].map(([, name]) => name!))].sort(),
    coverages: COVERAGES.map(({ subject, rubric }) => ({ subject, rubric: rubric.version })),
    activities: Object.fromEntries(Object.entries(activities).map(([queue, group]) => [queue, Object.keys(group).sort()])),
  };
}
