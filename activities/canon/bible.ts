import { ApplicationFailure, Context } from '@temporalio/activity';
import { draftKeyOf, storedDraft, type BibleInput, type MadeBible } from '../../src/domain/canon/bible/generation-kind.js';
import { findGeneration } from '../../src/domain/canon/bible/generation-store.js';
import { listProjectScripts } from '../../src/domain/canon/bible/scripts-store.js';
import { listReadySourceIds } from '../../src/domain/sources/source-store.js';
import { loadWriterSources } from '../../src/domain/sources/writer-sources.js';
import type { Services } from '../../src/services.js';
import { QUEUED } from '../../src/works/model.js';
import { startWork } from '../../src/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

const NOTHING = 'The sources and scripts say nothing that a Series Bible can be made of; attach a source with a text.';

/** Activities that make Series Bibles. */
export function createBibleMaking(services: Services) {
  const { db, store, faults } = services;

  async function made(generationId: string, projectId: string): Promise<MadeBible> {
    const { sources } = await loadWriterSources(db, store, await listReadySourceIds(db, projectId));
    const scripts = await listProjectScripts(db, store, projectId);
    const writer = await services.writer();
    const brief = { title: projectId, sources, scripts: scripts.map(({ title, lines }) => ({ title, lines })) };
    const draft = await writer.bible(brief, Context.current().cancellationSignal);
    if (!draft) throw ApplicationFailure.nonRetryable(NOTHING, 'artifact_generation_failed');
    const draftKey = draftKeyOf(generationId);
    await store.put(draftKey, storedDraft(draft));
    return { generationId, draftKey };
  }

  return {
    /** Makes and stores the Bible; the same sources give the same one. Null when the work has ended or its project was deleted. */
    async makeBible(input: BibleInput): Promise<MadeBible | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'writing' })) return null;
      const request = await findGeneration(db, input.subjectId);
      if (!request) return null;
      try {
        const bible = await withHeartbeat(() => made(request.id, request.projectId));
        await faults.reach('bible.made');
        return bible;
      } catch (error) {
        throw asActivityFailure(error, 'artifact_generation_failed');
      }
    },
  };
}
