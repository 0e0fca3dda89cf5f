import type { NextStep } from '../../kernel/contract/next-step.js';
import { nextOfFeed, type Fed } from '../publishing/feed/next-step.js';
import { approveMap, completeMap, poll, replan, runPath } from './mending-step.js';
import type { SeasonRunView } from './view.js';

type Episode = SeasonRunView['episodes'][number];

/** The call that takes the next action of an episode that waits for a person. */
function takeAction(id: string, { id: episodeId, nextAction, nextActionCredits, episodeNumber, failureMessage, allowedActions }: Episode): NextStep {
  const path = `${runPath(id)}/advance`;
  const body = { action: nextAction, episodeId, confirmed: true };
  if (nextAction !== 'revise') {
    const price = nextActionCredits > 0 ? `it charges ${nextActionCredits} credits` : 'it is free of charge';
    return { method: 'POST', path, body, why: `Takes the next step of episode ${episodeNumber}; ${price}.` };
  }
  const others = allowedActions.filter((action) => action !== 'revise');
  return {
    method: 'POST', path, body, why: `Episode ${episodeNumber} did not pass: ${failureMessage ?? 'its report says why'}`,
    asks: [{ field: 'instruction', what: 'What the new draft is to do otherwise; or send `scriptUploadId` or `fileUrl` of another text' }],
    or: others.map((action) => (action === 'replan' ? replan(id, episodeId, episodeNumber)
      : { method: 'POST', path, body: { ...body, action }, why: `Has the text of episode ${episodeNumber} judged as it is now.` })),
  };
}

/** The next step with a completed run: its feed, and what leads the withdrawn episodes back into it. */
function nextOfCompleted({ episodes }: SeasonRunView, feed: Fed, releasedAgain: readonly NextStep[]): NextStep {
  const lacks = episodes.filter(({ withdrawn }) => withdrawn).map(({ episodeNumber }) => episodeNumber).join(', ');
  const why = `The feed that podcast apps follow: every episode is in it${lacks && `, except for those that were withdrawn: ${lacks}`}.`;
  const next = nextOfFeed(feed, why);
  return releasedAgain.length === 0 ? next : { ...next, or: [...releasedAgain] };
}

/** The next step with a run that has ended: read its feed, produce the season that was rehearsed, or start again after a failure. */
function nextOfEnded(run: SeasonRunView, feed: Fed | null, releasedAgain: readonly NextStep[]): NextStep | null {
  const { projectId, seasonNumber, status, dryRun, seriesId } = run;
  const again = (why: string): NextStep => ({ method: 'POST', path: `/story-projects/${projectId}/season-runs`, body: { seasonNumber, ...(seriesId === null ? {} : { seriesId }) }, why });
  if (status === 'failed') return again('Starts the season again, once what the failure names is mended.');
  if (status === 'cancelled') return null;
  if (dryRun) return again('Makes the season that was rehearsed; every step of it waits for a person.');
  return feed && nextOfCompleted(run, feed, releasedAgain);
}

/**
 * The next step with a run. `feed` is that of its series, null without one; the calls `releasedAgain` lead its withdrawn episodes back into the feed. Null for
 * a cancelled run, and for a completed run without a series.
 */
export function nextOfRun(run: SeasonRunView, feed: Fed | null, releasedAgain: readonly NextStep[]): NextStep | null {
  const { id, status, dryRun, mapVersion, approvedMapVersion, episodes } = run;
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return nextOfEnded(run, feed, releasedAgain);
  if (dryRun || mapVersion === 0 || episodes.some(({ atWork }) => atWork)) return poll(id);
  const incomplete = episodes.find(({ begun, missingFields }) => !begun && missingFields.length > 0);
  if (incomplete) return completeMap(run, incomplete, incomplete.missingFields);
  if (approvedMapVersion !== mapVersion && status === 'map_ready') return approveMap(run);
  const due = episodes.find(({ nextAction, blockedReason }) => nextAction !== null && blockedReason === null);
  if (due) return takeAction(id, due);
  return episodes.find(({ blockedReason }) => blockedReason !== null)?.blockedReason?.next ?? poll(id);
}
