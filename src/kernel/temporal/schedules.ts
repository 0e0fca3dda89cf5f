import { Client, Connection, ScheduleAlreadyRunning, ScheduleOverlapPolicy, type ScheduleOptionsStartWorkflowAction, type Workflow } from '@temporalio/client';
import type { Config } from '../config/index.js';
import { connectionOptions } from './namespace-fault.js';

const CHECK_SCHEDULE = 'proscenium-check';
const CONNECT_MS = 5_000;

/** Limit of one run. A run checks every minute for about an hour; a run that hangs is ended for the next one. */
const LONGEST_RUN = '70m';

/**
 * Makes sure that the checker runs: each minute the schedule starts a run unless one is open. An existing schedule gets the action of this version, but keeps
 * the pause state and the times that an operator set.
 */
export async function ensureSchedules(config: Config, address: string): Promise<void> {
  const { namespace, queuePrefix } = config.temporal;
  const connection = await Connection.connect(connectionOptions(config, address, CONNECT_MS));
  const { schedule } = new Client({ connection, namespace });
  const scheduleId = `${queuePrefix}${CHECK_SCHEDULE}`;
  const action: ScheduleOptionsStartWorkflowAction<Workflow> & { taskQueue: string; workflowId: string; args: [] } = {
    type: 'startWorkflow', workflowType: 'checkWorkflow', taskQueue: `${queuePrefix}story`, workflowExecutionTimeout: LONGEST_RUN,
    workflowId: `${queuePrefix}check`, args: [], staticSummary: 'Checks of ledger, rows, files and runs, every minute',
  };
  try {
    await schedule.create({
      scheduleId, spec: { intervals: [{ every: '1m' }] }, policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' }, action,
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedule.getHandle(scheduleId).update(({ spec, policies, state }) => ({ spec, policies, state, action }));
  } finally {
    await connection.close();
  }
}
