import { ApplicationFailure, Context } from '@temporalio/activity';
import { ProviderBackoff, ProviderFailure } from '../../src/craft/failures.js';
import { Semaphore } from '../../src/kernel/threads/semaphore.js';
import { getScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import { speakersOf } from '../../src/domain/jobs/cast-check.js';
import type { ArtifactKey, JobProgress } from '../../src/domain/jobs/job-run.js';
import { findJobWork, startArtifact, type JobWork } from '../../src/domain/jobs/job-work-store.js';
import { scriptBriefOf } from '../../src/domain/jobs/script-brief.js';
import { asPlanned, writeOnce } from '../../src/domain/jobs/written-screenplay.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';
import type { Services } from '../../src/kernel/services.js';
import { QUEUED, type WorkKey } from '../../src/kernel/works/model.js';
import { noteProgress } from '../../src/kernel/works/work-store.js';
import { asActivityFailure } from '../shared/failures.js';
import { withHeartbeat } from '../shared/heartbeat.js';
import { castAndDirect } from './casting.js';

/** `attempt` counts the run's requests to the writer; waits grow with it. */
export interface WriteInput extends ArtifactKey { attempt: number }

/** `directedKey` is the key of the content of revision 1: screenplay with deliveries, voices, cast. */
export interface WrittenScript {
  directedKey: string;
  entryCount: number;
  speakerCount: number;
  /** True when a listener would wait for the voices unless they get a head start. */
  waitsForVoices: boolean;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 120_000;
/** The shortest interval that `progress.nextPollAfterMs` ever asks for. */
const MIN_POLL_MS = 1_000;

/** The wait in ms: what the provider asked for, but at least a minimum that doubles with every attempt up to `MAX_WAIT_MS`. */
function waitFor(error: ProviderBackoff | ProviderFailure, attempt: number): number {
  const grown = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
  return Math.max(error instanceof ProviderBackoff ? error.retryAfterMs : 0, grown);
}

/** Shows in the progress that the run waits for a provider, and returns the failure with the wait. */
async function backOff(services: Services, key: WorkKey, error: ProviderBackoff | ProviderFailure, attempt: number): Promise<Error> {
  const waitMs = waitFor(error, attempt);
  await noteProgress(services.db, key, {
    stage: 'provider_backoff', nextAttemptAt: new Date(Date.now() + waitMs).toISOString(),
    lastError: { code: 'artifact_generation_failed', message: error.message },
  });
  return ApplicationFailure.create({ type: 'provider_backoff', message: error.message, nextRetryDelay: waitMs, details: [{ waitMs }] });
}

/**
 * The adopted screenplay, with the choice made at its adoption whether headings are announced; without one, the screenplay that the writer makes of the
 * approved plan. Raises `story_plan_not_found`.
 */
async function screenplayFor(
  services: Services, { plan, screenplayKey, announcesScenes }: JobWork, onBeat: (done: number, total: number) => void,
): Promise<Screenplay> {
  const { db, store } = services;
  if (screenplayKey !== null) return getScreenplay(store, screenplayKey);
  if (!plan) throw new ApiError('story_plan_not_found');
  const writer = await services.writer();
  const written = await writeOnce(services, writer, await scriptBriefOf(db, store, writer, plan), { signal: Context.current().cancellationSignal, onBeat });
  return asPlanned(services, plan, written, announcesScenes);
}

/** Shows the written beats as scenes of the plan. A progress note that cannot be stored is only logged: the next note supersedes it. */
function showBeats({ db, log }: Services, key: WorkKey, scenes: number): (done: number, total: number) => void {
  return (done, total) => {
    noteProgress(db, key, { stage: 'writing', completed: Math.floor((done / total) * scenes), total: scenes })
      .catch((error: unknown) => log.warn({ err: error, workId: key.workId }, 'the progress of the writing was not stored'));
  };
}

/** Activities that write, cast and direct screenplays. */
export function createWritingActivities(services: Services) {
  const { db, config } = services;
  // Limits how many scripts wait for the embedded writer's thread, so that API requests do not wait behind all of them.
  const semaphore = new Semaphore(config.writingConcurrency);

  async function write({ attempt, ...key }: WriteInput): Promise<WrittenScript | null> {
    const work = await findJobWork(db, key);
    if (!work) return null;
    const planned = work.plan?.envelope?.scriptBlueprint?.scenes.length ?? 0;
    const progress: JobProgress = { ...QUEUED, stage: work.screenplayKey === null ? 'writing' : 'casting', total: planned };
    if (!await startArtifact(db, key, progress)) return null;
    try {
      const startedAt = performance.now();
      const screenplay = await screenplayFor(services, work, showBeats(services, key, planned));
      const scenes = screenplay.scenes.length;
      // Clients poll no faster than `MIN_POLL_MS`. When the writing took no longer than that, hardly anybody would have seen its stage, so this update of the
      // progress is skipped.
      if (performance.now() - startedAt > MIN_POLL_MS) await noteProgress(db, key, { stage: 'casting', completed: scenes, total: scenes });
      await services.faults.reach('writing.written');
      const directed = await castAndDirect(services, work, screenplay);
      return { ...directed, entryCount: screenplay.entries.length, speakerCount: speakersOf(screenplay).length };
    } catch (error) {
      if (error instanceof ProviderBackoff || (error instanceof ProviderFailure && error.retryable)) {
        throw await backOff(services, key, error, attempt);
      }
      throw asActivityFailure(error, 'artifact_generation_failed');
    }
  }

  return {
    /**
     * Moves job and artifact to RUNNING, writes the screenplay of the approved plan or takes the adopted one, casts and directs it.
     * Null when the job has ended. Fails with `provider_backoff` and `details.waitMs` when the provider asks to wait; for good with
     * `artifact_generation_failed`, `source_not_found`, `source_incomplete`, `cast_precondition_failed` or `voice_retired`.
     */
    async writeScreenplay(input: WriteInput): Promise<WrittenScript | null> {
      const { embedded } = await services.writer();
      const { cancellationSignal } = Context.current();
      return withHeartbeat(() => (embedded ? semaphore.run(() => write(input), cancellationSignal) : write(input)));
    },
  };
}

export type WritingActivities = ReturnType<typeof createWritingActivities>;
