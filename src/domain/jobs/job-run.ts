import type { OpenAnswer, Progress, ProgressStage, WorkInput, WorkKey } from '../../works/model.js';
import type { VoiceMap } from '../library/voice-map.js';
import type { Quote } from '../plans/quote.js';

/** StoryStage from the start: what a job does for nearly all of its time, so that the index is not written twice. */
export const WRITING = 'writing';

/** What a job's progress counts, but for the voicing of its lines. */
export const JOB_UNIT = 'scenes' as const;

/** In the order a job goes through them; `provider_backoff` may come between any two. */
export const JOB_STAGES = ['queued', WRITING, 'casting', 'synthesizing', 'provider_backoff', 'finishing'] as const satisfies readonly ProgressStage[];
export interface JobProgress extends Progress { stage: (typeof JOB_STAGES)[number]; unit?: typeof JOB_UNIT | 'lines' }

/** One artifact of a job; `line` is its place in the plan and its credit line. */
export interface JobArtifact { line: number; artifactId: string; type: string }

/** A writer's screenplay that a job performs, as it was when the job was asked for, instead of writing one. */
export interface Adoption { scriptUploadId: string; screenplayKey: string; title: string }

/** What a job's run is started with. Its work has the job's id. */
export interface JobInput extends WorkInput {
  projectId: string;
  /** Null for the read of a script that was prepared without a plan; it brings its `adopts` and its `quote`. */
  planId: string | null;
  adopts?: Adoption;
  quote?: Quote;
  /** Every line is voiced before the read is charged, and the finished read is performed at once, so that it is heard without a wait. */
  performs?: boolean;
  artifacts: readonly JobArtifact[];
  /** Voices of the request, resolved against the catalogue. */
  voiceMap: VoiceMap;
  /**
   * The writer computes on our own processors: its work then goes with the run's own queue, whose worker may begin at once. The
   * work of a provider waits on the queue for providers.
   */
  writesHere?: boolean;
}

export interface ArtifactKey extends WorkKey { line: number; artifactId: string }

declare module '../../contract/runs.js' {
  interface RunInputs { jobWorkflow: JobInput }
  interface RunUpdates { jobWorkflow: { opened: { argument: undefined; answer: OpenAnswer } } }
}
