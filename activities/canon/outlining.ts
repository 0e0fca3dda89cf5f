import { ApplicationFailure, Context } from '@temporalio/activity';
import { findOutlineBrief } from '../../src/domain/canon/outlines/outline-brief.js';
import { outlineKeyOf, storedOutline, type DraftedOutline, type OutlineInput } from '../../src/domain/canon/outlines/outline-kind.js';
import { episodeIdOf, findOutline } from '../../src/domain/canon/outlines/outline-store.js';
import { withBeatIds } from '../../src/domain/canon/outlines/outline.js';
import type { Services } from '../../src/services.js';
import { QUEUED } from '../../src/works/model.js';
import { startWork } from '../../src/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

const failed = (message: string): ApplicationFailure => ApplicationFailure.nonRetryable(message, 'artifact_generation_failed');

/** Activities that draft outlines. */
export function createOutlining(services: Services) {
  const { db, store, faults } = services;

  async function drafted(input: OutlineInput): Promise<DraftedOutline> {
    const projectId = input.projectId!;
    const episodeId = episodeIdOf(input.subjectId);
    const brief = await findOutlineBrief(db, store, projectId, episodeId);
    if (!brief) throw failed(`The Series Bible no longer has the episode ${episodeId}.`);
    const writer = await services.writer();
    const { logline, beats } = await writer.outline(brief, Context.current().cancellationSignal);
    if (beats.length === 0) throw failed('The sources say nothing that an outline can be made of; attach one with a text.');
    if (((await findOutline(db, projectId, episodeId))?.version ?? 0) !== input.revision) {
      throw failed('The outline was changed while it was being drafted; nothing was overwritten.');
    }
    const outlineKey = outlineKeyOf(input.subjectId);
    await store.put(outlineKey, storedOutline({ logline, beats: withBeatIds(beats) }));
    return { projectId, episodeId, basedOn: input.revision, outlineKey };
  }

  return {
    /** Drafts and stores the outline. The same sources and Bible give the same one. Null when the work has ended. */
    async draftOutline(input: OutlineInput): Promise<DraftedOutline | null> {
      if (!await startWork(db, input, { ...QUEUED, stage: 'planning' })) return null;
      try {
        const made = await withHeartbeat(() => drafted(input));
        await faults.reach('outline.drafted');
        return made;
      } catch (error) {
        throw asActivityFailure(error, 'artifact_generation_failed');
      }
    },
  };
}
