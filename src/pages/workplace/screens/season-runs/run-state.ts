import type { Markup } from '../../../html.js';
import type { SeasonRun } from '../../answers.js';
import { state } from '../../words.js';

type Run = Pick<SeasonRun, 'status' | 'dryRun'>;

/** Whether a run has ended. */
export const isOver = ({ status }: Run): boolean => ['completed', 'failed', 'cancelled'].includes(status);

/** The state of a run. A rehearsal asks nobody: once it has a map, it is in work until it ends. */
export const runState = (run: Run): Markup => state(run.dryRun && run.status !== 'mapping' && !isOver(run) ? 'running' : run.status);
