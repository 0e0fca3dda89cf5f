import type { NextStep } from '../../kernel/contract/next-step.js';
import type { viewTrailer } from './trailer-view.js';

const POLL_MS = 2_000;

type Shown = ReturnType<typeof viewTrailer>;

/** What to do next with a trailer. `isOpen`: takes of it are being made. */
export function nextOfTrailer(
  { id, status, approvals, failureCode }: Shown, { isCut, isOpen, stale }: { isCut: boolean; isOpen: boolean; stale: readonly number[] },
): NextStep | null {
  const path = `/trailers/${id}`;
  const poll = (why: string): NextStep => ({ method: 'GET', path: `${path}/storyboard`, afterMs: POLL_MS, why });
  if (!isCut) return failureCode === null ? poll('The trailer is being cut.') : null;
  if (status === 'rendering') return poll('Its beats are being rendered for review.');
  if (status === 'finishing') return poll('The finished trailer is being rendered.');
  if (isOpen) return poll('A beat is being made again.');
  if (status === 'draft') return { method: 'POST', path: `${path}/plan/approve`, body: {}, why: 'Quotes the draft: every beat at 480p, to be reviewed.' };
  if (status === 'complete') return { method: 'POST', path: `${path}/video-export`, body: {}, why: 'Gives the finished trailer as a file.' };
  if (stale.length > 0) {
    return { method: 'POST', path: `${path}/storyboard/regenerate-clip`, body: { beatIndex: stale[0]! }, why: `Beat ${stale[0]} says something else than its take shows; quotes another take.` };
  }
  if (!approvals.storyboard) return { method: 'POST', path: `${path}/storyboard/approve`, body: {}, why: 'Approves the beats and their order, once a person has seen the draft.' };
  return { method: 'POST', path: `${path}/draft/approve`, body: {}, why: 'Quotes the finish: 720p, or 1080p on request.' };
}
