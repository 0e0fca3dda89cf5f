import { readFile } from 'node:fs/promises';
import { Client, Connection, ScheduleOverlapPolicy } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RUN_STAGES } from '../../src/kernel/contract/run-stages.js';
import { ensureSchedules } from '../../src/kernel/temporal/schedules.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
let temporal: Client;
let connection: Connection;
beforeAll(async () => {
  stand = await openStand({ queues: ['story'] });
  connection = await Connection.connect({ address: stand.connections.temporalAddress });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await stand.close();
});

async function listRuns(): Promise<{ id: string; status: string }[]> {
  const runs = [];
  const query = `WorkflowType = 'checkWorkflow' AND TaskQueue = '${stand.config.temporal.queuePrefix}story'`;
  for await (const { workflowId, status } of temporal.workflow.list({ query })) runs.push({ id: workflowId, status: status.name });
  return runs;
}

async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await read();
    if (done(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it did not happen');
}

it('the checks of an hour are one run, and a schedule stays as an operator set it', async () => {
  const address = stand.connections.temporalAddress;
  await ensureSchedules(stand.config, address);
  const schedule = temporal.schedule.getHandle(`${stand.config.temporal.queuePrefix}proscenium-check`);
  try {
    await schedule.pause('maintenance');
    await ensureSchedules(stand.config, address);
    expect((await schedule.describe()).state).toMatchObject({ paused: true, note: 'maintenance' });
    await schedule.trigger();
    const [run] = await until(listRuns, (runs) => runs.length > 0);
    const handle = temporal.workflow.getHandle(run!.id);
    const events = async () => (await handle.fetchHistory()).events ?? [];
    // The run has checked once and waits for the next minute.
    await until(events, (seen) => seen.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes));
    expect((await handle.describe()).status.name).toBe('RUNNING');
    // While this run is open, the schedule starts no other.
    expect((await schedule.describe()).policies.overlap).toBe(ScheduleOverlapPolicy.SKIP);
    await handle.terminate();
  } finally {
    await schedule.delete();
  }
});

it('the runbook explains every stage by which runs can be found', async () => {
  const runbook = await readFile('docs/runbook.md', 'utf8');
  for (const [stage, meaning] of Object.entries(RUN_STAGES)) expect(runbook).toContain(`| \`${stage}\` | ${meaning} |`);
});
