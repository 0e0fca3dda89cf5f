import type { MadeExtraction } from '../../src/domain/sources/source-kind.js';
import type { SourceInput } from '../../src/domain/sources/source-work.js';
import { activitiesOf } from '../shared/activity-options.js';
import { runWork, type WorkEnd } from '../shared/work-run.js';

/** Fetches the document of a source and extracts its text; the digest has its own run. */
export async function sourceWorkflow(input: SourceInput): Promise<WorkEnd> {
  const { extractSource } = activitiesOf('fetch', { heartbeatTimeout: '10s' });
  const { startDigest } = activitiesOf('quickWrite');
  return runWork<MadeExtraction>(input, async (run) => {
    run.show('extracting', 'Fetching the document and taking its text.');
    const extracted = await extractSource(input);
    if (!extracted) return;
    await run.finish(extracted);
    await run.clearAway();
    await startDigest({ sourceId: input.subjectId });
  });
}
