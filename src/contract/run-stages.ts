/** Values of the search attribute StoryStage with their meaning. `docs/runbook.md` lists them. */
export const RUN_STAGES = {
  queued: 'started; no worker has taken it yet',
  extracting: 'fetches a document and takes its text',
  digesting: 'makes the digest of a source',
  drafting: 'drafts a plan',
  awaiting_approval: 'waits for a person',
  deciding: 'carries out the decision of a person',
  planning: 'plans the scenes of an episode',
  writing: 'makes what a job or a draft is for',
  provider_backoff: 'waits because a provider asked for it',
  casting: 'designs voices, or gives characters voices and pictures',
  parsing: 'parses a screenplay',
  judging: 'judges a document by its rubric',
  performing: 'voices the lines of a read',
  waiting: 'waits until a recording is complete',
  rendering: 'makes an MP3',
  ready: 'ended; what was made is there',
  failed: 'ended in failure; the run is FAILED and says why',
  canceled: 'ended because it was cancelled',
  over: 'ended at once: the work had ended before, or goes on in a later run',
  refused: 'ended at once: a precondition did not hold',
  insufficient: 'ended at once: there were not enough credits',
} as const;

export type RunStage = keyof typeof RUN_STAGES;
