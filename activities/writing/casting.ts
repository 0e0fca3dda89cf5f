import { ApplicationFailure } from '@temporalio/activity';
import { paceOf } from '../../src/craft/speech/line-cache.js';
import { blankCharacter } from '../../src/domain/canon/cast-canon.js';
import { findCastCanon } from '../../src/domain/canon/cast-canon-store.js';
import { directionsForVersion } from '../../src/domain/scripts/cast-directions.js';
import { castScreenplay, missingCast } from '../../src/domain/jobs/cast-check.js';
import { contentOfRead, directScreenplay } from '../../src/domain/jobs/direct-read.js';
import { listUnspeakable, planPerformance } from '../../src/domain/artifacts/performance/performance-plan.js';
import { storeDirectedRead } from '../../src/domain/artifacts/directed-read.js';
import type { JobWork } from '../../src/domain/jobs/job-work-store.js';
import { tableReadOf } from '../../src/domain/plans/types/table-read-type.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import type { Services } from '../../src/kernel/services.js';

/** `directedKey` names the stored read; `waitsForVoices` is true when a voice takes computing time, so that a listener can catch up with it. */
export interface DirectedScript { directedKey: string; waitsForVoices: boolean }

/**
 * Gives every speaker of a written screenplay a voice and every line its delivery, and stores the result under its hash, together with the project's
 * pronunciations of its words. Changes no row. Raises a final `cast_precondition_failed` (`reason` `speaker_not_cast`) when a speaker has no voice,
 * `voice_retired`, and a final `artifact_generation_failed` for a screenplay without a spoken line or when its voices can never say more than half of the
 * lines.
 */
export async function castAndDirect({ db, store, speech }: Services, work: JobWork, screenplay: Screenplay): Promise<DirectedScript> {
  const canon = await findCastCanon(db, work.projectId);
  const cast = { narrator: canon?.narrator ?? null, characters: canon?.characters ?? [] };
  const engines = await speech();
  const catalogue = engines.voices();
  const planned = (work.plan && tableReadOf(work.plan.request)?.voiceMap) ?? {};
  const { voiceMap, castList, unvoiced } = castScreenplay(screenplay, cast, { ...planned, ...work.voiceMap }, catalogue);
  if (unvoiced.length > 0) throw speakersWithoutVoice(work, unvoiced);
  if (castList.length === 0) {
    throw ApplicationFailure.nonRetryable('the screenplay has no spoken line', 'artifact_generation_failed');
  }
  const directions = await directionsForVersion(db, work.projectId, work.scriptUploadId);
  const directed = directScreenplay(screenplay, directions);
  const [unspeakable] = listUnspeakable(engines, planPerformance(directed, voiceMap));
  if (unspeakable) {
    const { character, entryIndex, because } = unspeakable;
    throw ApplicationFailure.nonRetryable(`the voice of ${character} cannot say line ${entryIndex}: ${because}`, 'artifact_generation_failed');
  }
  const directedKey = await storeDirectedRead(store, await contentOfRead({ db, store }, {
    projectId: work.projectId, title: work.title, directed, directions, canon, cast: { voiceMap, castList },
  }));
  return { directedKey, waitsForVoices: Object.values(voiceMap).some(({ voiceId }) => paceOf(engines, voiceId) > 0) };
}

function speakersWithoutVoice({ projectId, plan }: JobWork, speakers: readonly string[]): Error {
  const missing = missingCast({
    projectId, cast: { narrator: null, characters: speakers.map(blankCharacter) }, voiceMap: {}, narrated: false,
    suggestions: plan?.envelope?.scriptBlueprint?.voiceMap ?? {},
  });
  return ApplicationFailure.nonRetryable(`the screenplay has speakers without a voice: ${speakers.slice(0, 8).join(', ')}`,
    'cast_precondition_failed', { reason: 'speaker_not_cast', missing });
}
