import type { JobStatus } from '../../contract/states.js';

/** Specification 3.3, in the order a job goes through them. */
export const JOB_STATUSES = [
  'PENDING', 'RESERVED', 'RUNNING', 'PARTIAL', 'READY', 'FAILED', 'CANCELED',
] as const satisfies readonly JobStatus[];
