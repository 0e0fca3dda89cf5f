import type { NextStep } from '../../contract/next-step.js';
import type { SeasonRunView } from './view.js';

const POLL_MS = 2_000;

/** What to do next with a run; null at its end. */
export function nextOfRun({ id, status, dryRun, mapVersion, episodes }: SeasonRunView): NextStep | null {
  const path = `/season-runs/${id}`;
  if (status === 'completed' || status === 'failed' || status === 'cancelled') return null;
  const incomplete = episodes.find(({ begun, missingFields }) => !begun && missingFields.length > 0);
  if (!dryRun && incomplete) {
    return {
      method: 'PATCH', path: `${path}/episodes/${incomplete.id}`, body: { expectedMapVersion: mapVersion, patch: {} },
      why: `The map of episode ${incomplete.episodeNumber} lacks ${incomplete.missingFields.join(', ')}.`,
    };
  }
  if (status === 'map_ready') return { method: 'POST', path: `${path}/approve`, body: { expectedMapVersion: mapVersion, confirmed: true }, why: 'Approves this version of the map, once the user has reviewed it.' };
  const due = episodes.find(({ nextAction, blockedReason }) => nextAction !== null && blockedReason === null);
  if (due && status === 'awaiting_approval') {
    const { nextAction, nextActionCredits, episodeNumber } = due;
    return {
      method: 'POST', path: `${path}/advance`, body: { action: nextAction, episodeId: due.id, confirmed: true, ...(nextAction === 'revise' ? { instruction: '…' } : {}) },
      why: `The next step of episode ${episodeNumber}${nextActionCredits > 0 ? `; it charges ${nextActionCredits} credits` : ', free of charge'}.`,
    };
  }
  return { method: 'GET', path, afterMs: POLL_MS, why: 'It is at work.' };
}
