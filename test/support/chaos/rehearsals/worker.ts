import { NativeConnection, Worker } from '@temporalio/worker';
import { createWorkActivities } from '../../../../activities/works/index.js';
import { readConfig } from '../../../../src/kernel/config/index.js';
import { connectionsOf } from '../../../../src/main/connections.js';
import { openServices } from '../../../../src/main/services.js';
import { runWorker } from '../../../../src/kernel/temporal/run-worker.js';
import { installRuntime } from '../../../../src/main/worker.js';
import { heldAt, written } from './held-calls.js';
import { createRehearsalActivities } from './rehearsal-activities.js';
import { registerRehearsals } from './rehearsal-kind.js';

// A worker process for rehearsals: `worker.js <workflow bundle> <folder of held calls> <file of calls>`.
const [codePath, folder, file] = process.argv.slice(2) as [string, string, string];
const config = readConfig(process.env);
registerRehearsals();
installRuntime(config);
const services = { ...await openServices(config, 'rehearsal-worker'), faults: heldAt(folder) };
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: connectionsOf(config).temporalAddress }),
  taskQueue: `${config.temporal.queuePrefix}story`, workflowBundle: { codePath },
  activities: written({ ...createWorkActivities(services), ...createRehearsalActivities(services) }, file),
  maxConcurrentActivityTaskExecutions: 200, maxConcurrentLocalActivityExecutions: 200, maxHeartbeatThrottleInterval: '1s',
});
process.send!({ type: 'ready' });
await runWorker(worker);
