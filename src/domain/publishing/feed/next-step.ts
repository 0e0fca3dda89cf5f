import type { NextStep } from '../../../kernel/contract/next-step.js';
import { publishingPaths } from '../addresses.js';
import { RSS } from '../series/series-model.js';

/** A series whose feed may be connected. */
export interface Fed { seriesId: string; slug: string; isConnected: boolean }

/** The call that reads the feed of a series; for a series without a connected feed, the call that connects it. */
export function nextOfFeed({ seriesId, slug, isConnected }: Fed, why = 'The feed that podcast apps follow.'): NextStep {
  if (isConnected) return { method: 'GET', path: publishingPaths.feed(slug), why };
  return {
    method: 'POST', path: `/publishing-series/${seriesId}/destinations`, body: { provider: RSS, status: 'connected' },
    why: 'The series has no connected feed, so nobody can hear its episodes: connects it.',
  };
}
