import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { openApiMetrics } from '../../src/main/api-metrics.js';
import { claimPort } from '../../src/main/stack/ports.js';
import { runWorker } from '../../src/kernel/temporal/run-worker.js';
import { startWorker } from '../../src/main/worker.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { failingRunsLog } from '../../src/monitoring/failing-runs.js';
import type { ApiClient } from '../support/api-client.js';
import { planRunId } from '../support/runs.js';
import { draftFor } from '../support/scripted-writer.js';
import { openPlanStand, tableReadRequest, type PlanStand } from '../support/stands/plan-stand.js';

/** How soon an operator must see that runs fail. */
const SEEN_MS = 30_000;

let stand: PlanStand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openPlanStand();
  stand.writer.answer = draftFor;
  client = await stand.newAccount();
});
afterAll(() => stand.close());

async function brokenWorker(): Promise<() => Promise<void>> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(path.dirname(fileURLToPath(import.meta.url)), 'broken.workflow.ts'), logger: new DefaultLogger('ERROR'),
  });
  const connection = await NativeConnection.connect({ address: stand.connections.temporalAddress });
  const worker = await Worker.create({ connection, taskQueue: `${stand.config.temporal.queuePrefix}story`, workflowBundle: { code } });
  const running = runWorker(worker);
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}

async function scrape(): Promise<string> {
  const metricsPort = await claimPort(0, 'METRICS_PORT');
  const metrics = await openApiMetrics({ ...stand.config, metricsPort }, stand.api.services);
  try {
    return await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  } finally {
    await metrics!.close();
  }
}

it('a run that a bad deploy broke shows in health, metrics and log until the code is mended', async () => {
  const { projectId, sourceId } = await stand.newProject(client);
  const planId = (await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId))).body.plan.id as string;
  await client.poll(`/story-plans/${planId}`, (body: any) => body.plan.status === 'REQUIRES_APPROVAL');
  const { services } = stand.api;
  const error = jest.spyOn(services.log, 'error');
  const look = failingRunsLog(services);
  await look();
  expect((await client.get('/generation-health')).body).toMatchObject({ status: 'ok', failingRuns: [] });
  expect(await scrape()).not.toMatch(/^proscenium_failing_runs\{/m);

  await stand.worker.stop();
  let stop = await brokenWorker();
  try {
    await services.engine.signal('planWorkflow', planRunId(planId), 'decide', {
      gate: 'plan', revision: 1, verdict: 'APPROVED', by: 'operator', at: '2026-01-01T00:00:00Z',
    });
    const failing = await client.poll('/generation-health', (body: any) => body.failingRuns.length > 0, SEEN_MS);
    expect(failing).toMatchObject({ status: 'degraded', failingRuns: [{ kind: 'plan', runs: 1 }] });
    expect(await scrape()).toMatch(/^proscenium_failing_runs\{kind="plan"\} 1$/m);
    await look();
    await look();
    expect(error.mock.calls).toEqual([[
      {
        workflowId: planRunId(planId), runId: expect.any(String), workflow: 'planWorkflow',
        problems: ['category=WorkflowTaskFailed', 'cause=WorkflowTaskFailedCauseNonDeterministicError'],
      },
      expect.stringContaining('keep failing'),
    ]]);
    expect(await runChecks(services)).toEqual({ findings: [], mended: [] });

    await stop();
    ({ stop } = await startWorker(stand.config, ['story'], stand.connections));
    await client.poll(`/story-plans/${planId}`, (body: any) => body.plan.status === 'APPROVED');
    expect(await client.poll('/generation-health', (body: any) => body.failingRuns.length === 0, SEEN_MS)).toMatchObject({ status: 'ok' });
    await look();
    expect(error).toHaveBeenCalledTimes(1);
  } finally {
    await stop();
  }
});
