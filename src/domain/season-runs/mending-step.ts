import { MORE_CREDITS, type NextStep } from '../../kernel/contract/next-step.js';
import type { EpisodeRow, RunRow } from './season-run-model.js';

const POLL_MS = 2_000;

/** The path of a run. */
export const runPath = (id: string): string => `/season-runs/${id}`;
/** The call that polls a run while it works. */
export const poll = (id: string): NextStep => ({ method: 'GET', path: runPath(id), afterMs: POLL_MS, why: 'It is at work.' });

const FIELD_WORDS: Readonly<Record<string, string>> = {
  logline: 'What the episode tells, in a sentence', beats: 'What happens, in order: a list of {role, summary}', targetPages: 'How long it is',
};

/** The call that completes the map of an episode. */
export const completeMap = (run: Pick<RunRow, 'id' | 'mapVersion'>, episode: Pick<EpisodeRow, 'id' | 'episodeNumber'>, missing: readonly string[]): NextStep => ({
  method: 'PATCH', path: `${runPath(run.id)}/episodes/${episode.id}`, body: { expectedMapVersion: run.mapVersion, patch: {} },
  asks: missing.map((field) => ({ field: `patch.${field}`, what: FIELD_WORDS[field] ?? field })),
  why: `The map of episode ${episode.episodeNumber} lacks ${missing.join(', ')}.`,
});

/** The call that approves the current version of the map. */
export const approveMap = ({ id, mapVersion }: Pick<RunRow, 'id' | 'mapVersion'>): NextStep => ({
  method: 'POST', path: `${runPath(id)}/approve`, body: { expectedMapVersion: mapVersion, confirmed: true }, why: 'Approves this version of the map, once the user has reviewed it.',
});

/** The reason why an episode cannot take its next action now. */
export interface Hindrance { code: string; message: string; details: Record<string, unknown> | null }

/** The call that removes a hindrance: the one that the refusal names, otherwise the one that fits its code. */
export function mendingStep(run: RunRow, episode: EpisodeRow, { code, details }: Hindrance): NextStep {
  if (details?.next) return details.next as NextStep;
  // The map is still being drafted; there is no version that a call could name.
  if (run.mapVersion === 0) return poll(run.id);
  switch (code) {
    case 'at_work': return poll(run.id);
    case 'map_incomplete': return completeMap(run, episode, (details?.missingFields ?? []) as string[]);
    case 'map_not_approved': return approveMap(run);
    case 'insufficient_credits': return MORE_CREDITS;
    case 'cast_precondition_failed': case 'voice_retired': return {
      method: 'POST', path: `/story-projects/${run.projectId}/cast`, body: { pictures: false, ...(episode.scriptUploadId === null ? {} : { scriptUploadId: episode.scriptUploadId }) },
      why: 'Quotes a suggested voice for everybody who has none, free of charge; PATCH cast-voice sets one of your choice.',
    };
    default: return replan(run.id, episode.id, episode.episodeNumber);
  }
}

/** The call that plans an episode again. */
export const replan = (runId: string, episodeId: string, episodeNumber: number): NextStep => ({
  method: 'POST', path: `${runPath(runId)}/advance`, body: { action: 'replan', episodeId, confirmed: true }, why: `Plans episode ${episodeNumber} again, free of charge.`,
});
