// A workflow of one activity that does nothing: the reference of `npm run bench -- submit`.
import { proxyActivities } from '@temporalio/workflow';

const { noop } = proxyActivities({ startToCloseTimeout: '10s' });

export async function oneActivity() {
  return noop();
}
