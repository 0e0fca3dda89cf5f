import { parentPort, workerData } from 'node:worker_threads';
import { runFlite } from './flite-program.js';
import type { FliteAnswer, FliteJob } from './pool.js';
import { shapeLine } from './shaping.js';

const port = parentPort;
if (!port) throw new Error('this file is the body of a worker thread');
const { module } = workerData as { module: WebAssembly.Module };

port.on('message', (job: FliteJob) => {
  runFlite(module, job.ascii, job.base, job.settings).then((spoken) => {
    const samples = shapeLine(spoken, job.shape);
    port.postMessage({ samples } satisfies FliteAnswer, [samples.buffer as ArrayBuffer]);
  }, (error: unknown) => {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies FliteAnswer);
  });
});
