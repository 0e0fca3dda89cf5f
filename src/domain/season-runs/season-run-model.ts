import type { SeasonRun } from '../../../entities/season-run.js';
import type { SeasonRunEpisode } from '../../../entities/season-run-episode.js';
import type { Known } from '../../kernel/db/rows.js';
import type { DecisionRow } from '../../kernel/decisions/decision-store.js';
import type { OutlineBeat } from '../canon/outlines/outline.js';

/**
 * `map_ready`: the map is complete and waits for its approval. `running`: a step is being carried out. `awaiting_approval`: every
 * episode waits for a person.
 */
export const RUN_STATUSES = ['mapping', 'map_ready', 'running', 'awaiting_approval', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const OVER: readonly RunStatus[] = ['completed', 'failed', 'cancelled'];

/** The lowest threshold that a new run may set. Runs of older servers may have a lower one. */
export const MIN_GATE_THRESHOLD = 60;

export const EPISODE_STATUSES = [
  'planned', 'mapped', 'drafting', 'covering', 'gate_failed', 'gate_passed', 'performing', 'finalizing', 'ready_to_publish', 'published', 'failed',
] as const;
export type EpisodeStatus = (typeof EPISODE_STATUSES)[number];

export const ACTIONS = ['advance', 'replan', 'retry_coverage', 'revise', 'publish'] as const;
export type Action = (typeof ACTIONS)[number];

/** The parts that steps make, one after the other. */
export type Part = 'text' | 'report' | 'plan' | 'read' | 'mp3' | 'release';

/** The step that an action starts for an episode. */
export type Step = 'write' | 'cover' | 'revise' | 'replan' | 'perform' | 'finalize' | 'publish';

export type RunRow = Known<SeasonRun, { status: RunStatus }>;
export type EpisodeRow = Known<SeasonRunEpisode, {
  status: EpisodeStatus; failedFrom: EpisodeStatus | null; beats: OutlineBeat[]; failureDetails: Record<string, unknown> | null;
}>;

/** The data of an action: for `revise` exactly one of the first four fields, for `edit` the patch. `fileKey` is the key of an uploaded file in the store. */
export interface ActionPayload { instruction?: string; scriptUploadId?: string; fileUrl?: string; fileKey?: string; patch?: MapPatch }
/** Parts of steps that are made by separate work. */
export type OrderedPart = 'source' | 'upload' | 'draft' | 'report' | 'read' | 'mp3';

/** The notes of an action: its step, the episode's status before it, the priced work that it started, and the ids of what it ordered. */
export interface ActionNotes { step: Step; before: EpisodeStatus; workId?: string; ordered?: Partial<Record<OrderedPart, string>> }

/** A decision about the episode `place` of a run; `edit` is a change of the map. `revision` is the version of the map before the decision. */
export type ActionRow = DecisionRow<ActionPayload, ActionNotes> & { verb: Action | 'edit' };

/** The part of the map that belongs to one episode. */
export interface EpisodeMap { title: string; logline: string; beats: OutlineBeat[]; targetPages: number }

/** A change of an episode's map: an omitted field keeps its value, `beats` are replaced as a whole. */
export interface MapPatch { title?: string; logline?: string; targetPages?: number; beats?: (Pick<OutlineBeat, 'role' | 'summary'> & Partial<OutlineBeat>)[] }

export const isOver = ({ status }: Pick<RunRow, 'status'>): boolean => OVER.includes(status);

/** The status that decides which actions are allowed; for a failed episode, the status before the failed step. */
export const standingOf = ({ status, failedFrom }: Pick<EpisodeRow, 'status' | 'failedFrom'>): EpisodeStatus =>
  (status === 'failed' ? failedFrom ?? 'mapped' : status);

/** The fields that the map of this episode still lacks; the map is complete when there are none. */
export function missingInMap({ logline, beats, targetPages }: EpisodeMap): string[] {
  return [
    ...(logline.trim() === '' ? ['logline'] : []),
    ...(beats.length === 0 || beats.some(({ summary }) => summary.trim() === '') ? ['beats'] : []),
    ...(targetPages > 0 ? [] : ['targetPages']),
  ];
}

/** The step of each action, by the status in which an episode waits. Actions that are not listed are refused. */
const STEPS: Partial<Record<EpisodeStatus, Partial<Record<Action, Step>>>> = {
  mapped: { advance: 'write', replan: 'replan' },
  gate_failed: { revise: 'revise', replan: 'replan', retry_coverage: 'cover' },
  gate_passed: { advance: 'perform', revise: 'revise', replan: 'replan', retry_coverage: 'cover' },
  // The read is finished in this status; the MP3 waits for a person's decision.
  performing: { advance: 'finalize', revise: 'revise', replan: 'replan', retry_coverage: 'cover' },
  ready_to_publish: { publish: 'publish', revise: 'revise', replan: 'replan', retry_coverage: 'cover' },
};

/** The step of an action on an episode that waits, or null when it is not allowed. */
export function stepOf(episode: Pick<EpisodeRow, 'status' | 'failedFrom'>, action: Action): Step | null {
  return STEPS[standingOf(episode)]?.[action] ?? null;
}

/** The actions that a waiting episode allows. The first one leads to the next stage. */
export const allowedActions = (episode: Pick<EpisodeRow, 'status' | 'failedFrom'>): Action[] =>
  Object.keys(STEPS[standingOf(episode)] ?? {}) as Action[];

/** The status that an episode shows while a step is carried out. */
export const WORKING: Record<Step, EpisodeStatus> = {
  write: 'drafting', revise: 'drafting', cover: 'covering', replan: 'planned', perform: 'performing', finalize: 'finalizing', publish: 'ready_to_publish',
};

/** True for the step that needs an approved map, unless the episode has already begun. */
export const needsApproval = (step: Step): boolean => step === 'write';

/** The status of an open run, from its map and its episodes. */
export function openStatusOf(run: Pick<RunRow, 'mapVersion' | 'approvedMapVersion'>, episodes: readonly EpisodeRow[]): RunStatus {
  if (run.mapVersion === 0 || episodes.some((episode) => !episode.begun && missingInMap(episode).length > 0)) return 'mapping';
  if (episodes.length > 0 && episodes.every(({ status }) => status === 'published')) return 'completed';
  if (run.approvedMapVersion !== run.mapVersion) return 'map_ready';
  return episodes.some(({ actionId }) => actionId !== null) ? 'running' : 'awaiting_approval';
}
