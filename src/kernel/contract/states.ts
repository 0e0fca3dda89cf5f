/** Legal transitions of every stored status, by table or by table and column. A Postgres trigger rejects all others. */
export const TRANSITIONS = {
  sources: {
    PENDING: ['EXTRACTING', 'FAILED'],
    EXTRACTING: ['READY', 'FAILED'],
    READY: [],
    FAILED: [],
  },
  'sources.digest_status': {
    NOT_STARTED: ['PENDING'],
    PENDING: ['RUNNING', 'FAILED'],
    RUNNING: ['READY', 'SKIPPED', 'FAILED'],
    READY: [],
    SKIPPED: [],
    FAILED: [],
  },
  captures: {
    uploading: ['finalizing'],
    finalizing: ['ready', 'failed'],
    failed: ['finalizing'],
    ready: [],
  },
  plans: {
    PENDING: ['RUNNING', 'FAILED', 'SUPERSEDED'],
    RUNNING: ['REQUIRES_APPROVAL', 'APPROVED', 'FAILED', 'SUPERSEDED'],
    REQUIRES_APPROVAL: ['APPROVED', 'REJECTED', 'SUPERSEDED'],
    APPROVED: ['SUPERSEDED'],
    FAILED: ['PENDING', 'SUPERSEDED'],
    REJECTED: [],
    SUPERSEDED: [],
  },
  works: {
    PENDING: ['RUNNING', 'FAILED', 'CANCELED'],
    RESERVED: ['RUNNING', 'FAILED', 'CANCELED'],
    RUNNING: ['PARTIAL', 'READY', 'FAILED', 'CANCELED'],
    PARTIAL: ['READY', 'FAILED'],
    FAILED: ['PENDING', 'RESERVED'],
    READY: [],
    CANCELED: [],
  },
  artifacts: {
    PENDING: ['RUNNING', 'FAILED'],
    RUNNING: ['READY', 'FAILED'],
    FAILED: ['PENDING', 'RUNNING'],
    READY: [],
  },
  script_versions: {
    pending: ['parsing', 'failed'],
    parsing: ['complete', 'failed', 'pending'],
    complete: ['pending'],
    failed: ['pending'],
  },
  'script_versions.draft_status': {
    open: ['drafting', 'finished'],
    drafting: ['open', 'failed'],
    failed: ['drafting', 'finished'],
    finished: [],
  },
  publishing_releases: {
    ready: ['scheduled', 'published', 'cancelled'],
    scheduled: ['published', 'cancelled'],
    published: ['cancelled'],
    cancelled: [],
  },
  season_runs: {
    mapping: ['map_ready', 'completed', 'failed', 'cancelled'],
    map_ready: ['mapping', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled'],
    running: ['mapping', 'map_ready', 'awaiting_approval', 'completed', 'failed', 'cancelled'],
    awaiting_approval: ['mapping', 'map_ready', 'running', 'completed', 'failed', 'cancelled'],
    completed: [],
    failed: [],
    cancelled: [],
  },
  season_run_episodes: {
    planned: ['mapped', 'gate_failed', 'gate_passed', 'failed'],
    mapped: ['planned', 'drafting', 'gate_failed', 'gate_passed', 'failed'],
    drafting: ['covering', 'failed'],
    covering: ['gate_failed', 'gate_passed', 'failed'],
    gate_failed: ['planned', 'drafting', 'covering'],
    gate_passed: ['planned', 'drafting', 'covering', 'performing'],
    performing: ['planned', 'drafting', 'covering', 'finalizing', 'failed'],
    finalizing: ['ready_to_publish', 'failed'],
    ready_to_publish: ['planned', 'drafting', 'covering', 'published', 'failed'],
    published: ['ready_to_publish'],
    failed: ['planned', 'mapped', 'drafting', 'covering', 'performing', 'finalizing', 'ready_to_publish'],
  },
  trailers: {
    draft: ['rendering'],
    rendering: ['draft', 'review'],
    review: ['finishing'],
    finishing: ['review', 'complete'],
    complete: ['review'],
  },
  pitch_decks: {
    plan: ['drawing'],
    drawing: ['plan', 'storyboard'],
    storyboard: ['drafting'],
    drafting: ['storyboard', 'draft'],
    draft: ['storyboard', 'review'],
    review: ['storyboard', 'finishing'],
    finishing: ['review', 'finished'],
    finished: ['storyboard', 'published'],
    published: ['storyboard', 'finished'],
  },
  decisions: {
    open: ['done', 'failed', 'refused'],
    done: [],
    failed: [],
    refused: [],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type StatefulTable = keyof typeof TRANSITIONS;
export type StatusOf<T extends StatefulTable> = keyof (typeof TRANSITIONS)[T] & string;

export type SourceStatus = StatusOf<'sources'>;
export type PlanStatus = StatusOf<'plans'>;
export type ArtifactStatus = StatusOf<'artifacts'>;
export type ParseStatus = StatusOf<'script_versions'>;
export type DraftStatus = StatusOf<'script_versions.draft_status'>;
export type ReleaseStatus = StatusOf<'publishing_releases'>;
