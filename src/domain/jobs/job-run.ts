import type { Progress, ProgressStage, WorkInput, WorkKey } from '../../kernel/works/model.js';
import type { VoiceMap } from '../library/voice-map.js';
import type { Quote } from '../plans/quote.js';

/**
 * The stage in which a job spends most of its time. A run starts with this value of the search attribute `StoryStage`, so that the index is written only
 * once.
 */
export const WRITING = 'writing';

/** The unit of a job's progress, except while its lines are voiced. */
export const JOB_UNIT = 'scenes' as const;

/** The stages in order. `provider_backoff` may come between any two. */
export const JOB_STAGES = ['queued', WRITING, 'casting', 'synthesizing', 'provider_backoff', 'finishing'] as const satisfies readonly ProgressStage[];
export interface JobProgress extends Progress { stage: (typeof JOB_STAGES)[number]; unit?: typeof JOB_UNIT | 'lines' }

/** One artifact of a job; `line` is its place in the plan and its credit line. */
export interface JobArtifact { line: number; artifactId: string; type: string }

/** A writer's screenplay that a job performs instead of writing one, as it was when the job was requested. */
export interface Adoption { scriptUploadId: string; screenplayKey: string; title: string }

/** The input of a job's run. The id of its work is the job's id. */
export interface JobInput extends WorkInput {
  projectId: string;
  /** Null for the read of a script that was prepared without a plan. Such an input has `adopts` and `quote`. */
  planId: string | null;
  adopts?: Adoption;
  quote?: Quote;
  /** True: every line is voiced before the read is charged, and the finished read is performed at once. */
  performs?: boolean;
  artifacts: readonly JobArtifact[];
  /** Whether a narrator speaks the headings of a screenplay that the job writes; absent: as the plan asks. */
  announcesScenes?: boolean;
  /** The voices of the request, with their names in the catalogue. */
  voiceMap: VoiceMap;
  /**
   * True when the writer computes on this machine: its activity then uses the run's own queue, whose worker may start
   * it at once. The activity of a provider uses the queue `providers`.
   */
  writesHere?: boolean;
}

export interface ArtifactKey extends WorkKey { line: number; artifactId: string }
