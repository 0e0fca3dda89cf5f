import { parentPort, workerData } from 'node:worker_threads';
import type { FliteImage } from './flite-image.js';
import { FliteProgram } from './flite-program.js';
import type { FliteAnswer, FliteJob } from './pool.js';
import { shapeLine } from './shaping.js';

const port = parentPort;
if (!port) throw new Error('this file is the body of a worker thread');
const program = new FliteProgram(workerData as FliteImage);

port.on('message', (job: FliteJob) => {
  program.speak(job.ascii, job.base, job.settings).then((spoken) => {
    const result = shapeLine(spoken, job.shape);
    port.postMessage({ result } satisfies FliteAnswer, [result.buffer as ArrayBuffer]);
  }, (error: unknown) => {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies FliteAnswer);
  });
});
