import { ApplicationFailure, Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/adapters/failures.js';
import { ObjectMissing } from '../../src/adapters/storage/port.js';
import { getScreenplay, putScreenplay } from '../../src/domain/artifacts/screenplay-store.js';
import { speakersOf } from '../../src/domain/jobs/cast-check.js';
import { noteProgress, startArtifact } from '../../src/domain/jobs/job-moves.js';
import { findJobWork } from '../../src/domain/jobs/job-work.js';
import { QUEUED, type Progress } from '../../src/domain/jobs/progress.js';
import { scriptBriefOf, type IdentifiedBrief } from '../../src/domain/jobs/script-brief.js';
import type { StoryWriter } from '../../src/narrative/model.js';
import type { Services } from '../../src/services.js';
import type { ArtifactKey, JobKey } from '../../workflows/jobs/contract.js';
import { asActivityFailure } from '../planning/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';

/** `attempt` counts the times the run asked, so that waits grow. */
export interface WriteInput extends ArtifactKey { attempt: number }

export interface WrittenScript { scriptKey: string; entryCount: number; speakerCount: number }

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 120_000;

/** What the provider asked for, but never less than a wait that doubles with every attempt up to two minutes. */
function waitFor(error: ProviderBackoff | ProviderFailure, attempt: number): number {
  const grown = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  return Math.max(error instanceof ProviderBackoff ? error.retryAfterMs : 0, grown);
}

/** A provider that asks for patience, or fails in a way that may pass, is shown in the progress before the run waits. */
async function backOff(services: Services, key: JobKey, error: ProviderBackoff | ProviderFailure, attempt: number): Promise<Error> {
  const waitMs = waitFor(error, attempt);
  await noteProgress(services.db, key, {
    stage: 'provider_backoff', nextAttemptAt: new Date(Date.now() + waitMs).toISOString(),
    lastError: { code: 'artifact_generation_failed', message: error.message },
  });
  return ApplicationFailure.create({ type: 'provider_backoff', message: error.message, nextRetryDelay: waitMs, details: [{ waitMs }] });
}

/** The same brief to the same writer is asked once: another attempt, or a resumed job, finds the first one's script. */
async function writeOnce(services: Services, writer: StoryWriter, { brief, identity }: IdentifiedBrief): Promise<string> {
  const pointer = `scripts/by-brief/${identity}.txt`;
  try {
    return (await services.store.get(pointer)).toString('utf8');
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
  const scriptKey = await putScreenplay(services.store, await writer.screenplay(brief, Context.current().cancellationSignal));
  await services.store.put(pointer, scriptKey);
  return scriptKey;
}

/** Writing of screenplays. */
export function createWritingActivities(services: Services) {
  const { db, store } = services;
  return {
    /**
     * Moves job and artifact to RUNNING and writes the screenplay of the approved plan. Returns its object key, or null when the
     * job is over. Fails with `provider_backoff` and `details.waitMs` when the provider wants time; for good with
     * `artifact_generation_failed`, `source_not_found` or `source_incomplete`.
     */
    async writeScreenplay({ attempt, ...key }: WriteInput): Promise<WrittenScript | null> {
      const work = await findJobWork(db, key);
      if (!work) return null;
      const scenes = work.plan.envelope?.scriptBlueprint?.scenes.length ?? 0;
      const progress: Progress = { ...QUEUED, stage: 'writing', total: scenes };
      if (!await startArtifact(db, key, progress)) return null;
      try {
        const writer = await services.writer();
        const scriptKey = await withHeartbeat(async () => writeOnce(services, writer, await scriptBriefOf(db, store, writer, work.plan)));
        await services.faults.reach('writing.written');
        const screenplay = await getScreenplay(store, scriptKey);
        return { scriptKey, entryCount: screenplay.entries.length, speakerCount: speakersOf(screenplay).length };
      } catch (error) {
        if (error instanceof ProviderBackoff || (error instanceof ProviderFailure && error.retryable)) {
          throw await backOff(services, key, error, attempt);
        }
        throw asActivityFailure(error, 'artifact_generation_failed');
      }
    },
  };
}

export type WritingActivities = ReturnType<typeof createWritingActivities>;
