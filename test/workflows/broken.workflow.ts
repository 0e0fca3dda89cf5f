import { sleep } from '@temporalio/workflow';

/** What a bad deploy looks like to a run that is under way: its history does not fit this code. */
export async function planWorkflow(): Promise<void> {
  await sleep('1 minute');
}
