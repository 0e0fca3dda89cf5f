// Runs in the thread of `embeddedWriterThread`.
import { embeddedWriter } from '../narrative/embedded-writer.js';
import type { WriterJob, WriterResult } from './embedded-writer-thread.js';

const writer = embeddedWriter();

export default (job: WriterJob): Promise<WriterResult> => {
  switch (job.method) {
    case 'digest': return writer.digest(job.source);
    case 'speech': return writer.speech(job.text, undefined, job.apart);
    case 'plan': return writer.plan(job.brief);
    case 'screenplay': return writer.screenplay(job.brief);
    case 'planScenes': return writer.planScenes(job.brief, job.requested);
    case 'writeScene': return writer.writeScene(job.brief);
    case 'outline': return writer.outline(job.brief);
    case 'bible': return writer.bible(job.brief);
    case 'blurb': return writer.blurb(job.brief);
  }
};
