import { Client, Connection, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Config } from '../config/index.js';

const CHECK_SCHEDULE = 'proscenium-check';

/** Makes sure the checker runs every minute; a schedule that is there already is left as an operator set it. */
export async function ensureSchedules(config: Config, address: string): Promise<void> {
  const { apiKey, tls, namespace, queuePrefix } = config.temporal;
  const connection = await Connection.connect({ address, connectTimeout: '5s', ...(apiKey ? { apiKey } : {}), ...(tls || apiKey ? { tls: true } : {}) });
  try {
    await new Client({ connection, namespace }).schedule.create({
      scheduleId: `${queuePrefix}${CHECK_SCHEDULE}`,
      spec: { intervals: [{ every: '1m' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1m' },
      action: {
        type: 'startWorkflow', workflowType: 'checkWorkflow', taskQueue: `${queuePrefix}story`, workflowExecutionTimeout: '2m',
        workflowId: `${queuePrefix}check`, args: [],
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  } finally {
    await connection.close();
  }
}
