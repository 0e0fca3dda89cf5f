import type { ErrorCode } from '../../kernel/errors/catalogue.js';
import { defineWork } from '../../kernel/works/kind.js';
import type { OpenAnswer } from '../../kernel/works/model.js';
import { getWork } from '../../kernel/works/work-store.js';
import { clearAwaySource } from './source-objects.js';
import { completeExtraction, failExtraction, findSourceById, type ExtractionResult } from './source-store.js';
import { openDigest, SOURCE, type SourceInput } from './source-work.js';

/** A finished extraction: the text is stored, and the object `extractionKey` holds the facts for the row. */
export interface MadeExtraction { sourceId: string; extractionKey: string }

export interface LoadedExtraction extends ExtractionResult { sourceId: string }

/** The work that fetches the document of a source and extracts its text. Its subject is the source. */
export const sourceKind = defineWork<SourceInput, MadeExtraction, LoadedExtraction>({
  kind: SOURCE, workflow: 'sourceWorkflow', queue: 'sources', runOn: '<source>', whenCancelled: 'FAILED', outlivesProject: true, failureCode: 'source_incomplete',
  unit: 'sources',
  stopped: 'Reading this source was stopped; attach it again.',
  async admit(tx, { subjectId }): Promise<OpenAnswer | null> {
    const source = await findSourceById(tx, subjectId);
    return source && !source.deletedAt ? null : { outcome: 'over' };
  },
  async load({ store }, { sourceId, extractionKey }) {
    return { sourceId, ...JSON.parse((await store.get(extractionKey)).toString('utf8')) as ExtractionResult };
  },
  async publish(tx, { workId }, { sourceId, ...result }) {
    const row = await completeExtraction(tx, sourceId, result);
    if (row) await openDigest(tx, row, (await getWork(tx, workId)).requestId);
    return row !== null;
  },
  fail: async (tx, { workId }, _line, { code, message, details = {} }) =>
    await failExtraction(tx, workId, { code: code as ErrorCode, message, details }) !== null,
  clearAway: clearAwaySource,
});
