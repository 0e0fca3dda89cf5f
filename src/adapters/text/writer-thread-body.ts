import { parentPort } from 'node:worker_threads';
import { embeddedWriter } from '../../narrative/embedded-writer.js';
import type { ThreadAnswer } from '../threads/thread-pool.js';
import type { WriterJob, WriterResult } from './embedded-writer-thread.js';

const port = parentPort;
if (!port) throw new Error('this file is the body of a worker thread');
const writer = embeddedWriter();

function work(job: WriterJob): Promise<WriterResult> {
  switch (job.method) {
    case 'digest': return writer.digest(job.source);
    case 'plan': return writer.plan(job.brief);
    case 'screenplay': return writer.screenplay(job.brief);
    case 'planScenes': return writer.planScenes(job.brief, job.requested);
    case 'writeScene': return writer.writeScene(job.brief);
  }
}

port.on('message', (job: WriterJob) => {
  work(job).then(
    (result) => port.postMessage({ result } satisfies ThreadAnswer<WriterResult>),
    (error: unknown) => port.postMessage({ failure: error instanceof Error ? error.stack ?? error.message : String(error) }),
  );
});
