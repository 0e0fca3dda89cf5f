import { ApplicationFailure } from '@temporalio/activity';
import { getScreenplay, putScreenplay } from '../../src/domain/artifacts/screenplay-store.js';
import { findCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { castScreenplay, missingCast } from '../../src/domain/jobs/cast-check.js';
import { putDirected } from '../../src/domain/jobs/directed-read.js';
import { noteProgress } from '../../src/domain/jobs/job-moves.js';
import { findJobWork } from '../../src/domain/jobs/job-work.js';
import { tableReadOf } from '../../src/domain/plans/plan-request.js';
import type { PlanRow } from '../../src/domain/plans/plan-store.js';
import { analyseDelivery } from '../../src/narrative/writing/direction.js';
import { speakerOf } from '../../src/screenplay/model.js';
import type { Services } from '../../src/services.js';
import type { ArtifactKey } from '../../workflows/jobs/contract.js';
import { asActivityFailure } from '../planning/failures.js';

/** Casting and creative analysis of a written screenplay. */
export function createCastingActivities({ db, store, speech }: Services) {
  return {
    /**
     * Gives every speaker a voice and every line its delivery. Changes no row but the progress; the result is stored under its
     * hash. Null when the job is over. Fails for good with `cast_precondition_failed` (`reason` `speaker_not_cast`) when somebody
     * who speaks has no voice, and with `voice_retired`.
     */
    async castScreenplay({ scriptKey, ...key }: ArtifactKey & { scriptKey: string }): Promise<{ directedKey: string } | null> {
      const work = await findJobWork(db, key);
      if (!work) return null;
      const screenplay = await getScreenplay(store, scriptKey);
      const scenes = screenplay.scenes.length;
      await noteProgress(db, key, {
        stage: 'casting', completed: scenes, total: scenes, unit: 'scenes', nextAttemptAt: null, lastError: null,
      });
      try {
        const canon = await findCastCanon(db, work.plan.projectId);
        const cast = { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] };
        const catalogue = (await speech()).voices();
        const planned = tableReadOf(work.plan.request)?.voiceMap ?? {};
        const { voiceMap, castList, unvoiced } = castScreenplay(screenplay, cast, { ...planned, ...work.voiceMap }, catalogue);
        if (unvoiced.length > 0) throw speakersWithoutVoice(work.plan, unvoiced);
        const directed = analyseDelivery(screenplay);
        if (castList.length === 0) {
          throw ApplicationFailure.nonRetryable('the screenplay has no spoken line', 'artifact_generation_failed');
        }
        const directedKey = await putDirected(store, {
          title: work.plan.title, mode: directed.mode, narrationPolicy: directed.narrationPolicy,
          scriptKey: await putScreenplay(store, directed), voiceMap, castList, entryCount: directed.entries.length,
          spokenCount: directed.entries.filter((entry) => speakerOf(entry, directed.narrationPolicy) !== null).length,
        });
        await noteProgress(db, key, { stage: 'finishing' });
        return { directedKey };
      } catch (error) {
        throw asActivityFailure(error, 'artifact_generation_failed');
      }
    },
  };
}

function speakersWithoutVoice(plan: PlanRow, speakers: readonly string[]): Error {
  const wanted = speakers.map((name) => ({
    name, aliases: [], role: 'character', gender: 'neutral' as const, voice: null,
    headshotUrl: null, bodyShotUrl: null, characterSheetUrl: null, finalized: false,
  }));
  const missing = missingCast({
    projectId: plan.projectId, cast: { narrator: null, characters: wanted }, voiceMap: {}, audioOnly: true, narrated: false,
    suggestions: plan.envelope?.scriptBlueprint?.voiceMap ?? {},
  });
  return ApplicationFailure.nonRetryable(`the screenplay has speakers without a voice: ${speakers.slice(0, 8).join(', ')}`,
    'cast_precondition_failed', { reason: 'speaker_not_cast', missing });
}

export type CastingActivities = ReturnType<typeof createCastingActivities>;
