import { ApplicationFailure } from '@temporalio/activity';
import { putScreenplay } from '../../src/domain/artifacts/screenplay-store.js';
import { findCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { castScreenplay, missingCast } from '../../src/domain/jobs/cast-check.js';
import { putDirected } from '../../src/domain/jobs/directed-read.js';
import type { JobWork } from '../../src/domain/jobs/job-work.js';
import { tableReadOf } from '../../src/domain/plans/plan-request.js';
import type { PlanRow } from '../../src/domain/plans/plan-store.js';
import { analyseDelivery } from '../../src/narrative/writing/direction.js';
import { speakerOf, type Screenplay } from '../../src/screenplay/model.js';
import type { Services } from '../../src/services.js';

/**
 * Gives every speaker of a written screenplay a voice and every line its delivery, and stores the result under its hash; returns
 * its key. Changes no row. Raises a final `cast_precondition_failed` (`reason` `speaker_not_cast`) when somebody who speaks has no
 * voice, `voice_retired`, and a final `artifact_generation_failed` for a screenplay without a spoken line.
 */
export async function castAndDirect({ db, store, speech }: Services, { plan, voiceMap: wished }: JobWork, screenplay: Screenplay): Promise<string> {
  const canon = await findCastCanon(db, plan.projectId);
  const cast = { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] };
  const catalogue = (await speech()).voices();
  const planned = tableReadOf(plan.request)?.voiceMap ?? {};
  const { voiceMap, castList, unvoiced } = castScreenplay(screenplay, cast, { ...planned, ...wished }, catalogue);
  if (unvoiced.length > 0) throw speakersWithoutVoice(plan, unvoiced);
  if (castList.length === 0) {
    throw ApplicationFailure.nonRetryable('the screenplay has no spoken line', 'artifact_generation_failed');
  }
  const directed = analyseDelivery(screenplay);
  return putDirected(store, {
    title: plan.title, mode: directed.mode, narrationPolicy: directed.narrationPolicy,
    scriptKey: await putScreenplay(store, directed), voiceMap, castList, entryCount: directed.entries.length,
    spokenCount: directed.entries.filter((entry) => speakerOf(entry, directed.narrationPolicy) !== null).length,
  });
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
