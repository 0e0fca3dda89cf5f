// What the engine itself can do: a workflow of one activity that does nothing, for `npm run bench -- submit`.
import { proxyActivities } from '@temporalio/workflow';

const { noop } = proxyActivities({ startToCloseTimeout: '10s' });

export async function oneActivity() {
  return noop();
}
