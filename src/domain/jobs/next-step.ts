import { MORE_CREDITS, type NextStep } from '../../kernel/contract/next-step.js';
import { hasOwnChanges } from '../../kernel/contract/staleness.js';
import { quoteRead } from '../scripts/next-step.js';
import { nextOfOlder, wordsOfStaleness } from './updates/next-step.js';
import { TABLE_READ } from '../plans/types/table-read-type.js';
import type { Preparation } from './prepared-read.js';

/** What a job was ordered for. */
interface MadeFrom { storyPlanId: string | null; scriptUploadId: string | null; refines: { artifactId: string } | null }

/** The next step with a job that was cancelled: what it was to make can be made again. */
function nextOfCancelled({ storyPlanId, scriptUploadId, refines }: MadeFrom): NextStep | null {
  if (refines) return { method: 'GET', path: `/artifacts/${refines.artifactId}`, why: 'It was cancelled; the read stays as it was.' };
  if (storyPlanId !== null) return { method: 'GET', path: `/story-plans/${storyPlanId}`, why: 'It was cancelled; its plan can be made in another job.' };
  return scriptUploadId === null ? null : quoteRead(scriptUploadId, 'It was cancelled; quotes another read of its script.');
}

const READ_MADE = 'Its manifest has the links to hear, share and finalize it.';
const OTHER_MADE = 'Its manifest names what was made, and its next step shows it.';

/** The next step with a job. `afterMs` is the waiting time that its view names. */
export function nextOfJob({ id, status, artifacts, progress: { nextPollAfterMs }, ...madeFrom }: MadeFrom & {
  id: string; status: string; artifacts: readonly { id: string; type: string; status: string }[]; progress: { nextPollAfterMs: number | null };
}): NextStep | null {
  const ready = artifacts.find((artifact) => artifact.status === 'READY');
  if (status === 'READY' && ready) return { method: 'GET', path: `/artifacts/${ready.id}`, why: ready.type === TABLE_READ ? READ_MADE : OTHER_MADE };
  if (status === 'FAILED') return { method: 'POST', path: `/story-jobs/${id}/resume`, why: 'Try again once what the failure names is mended; finished artifacts are kept.' };
  if (status === 'CANCELED') return nextOfCancelled(madeFrom);
  return { method: 'GET', path: `/story-jobs/${id}`, afterMs: nextPollAfterMs ?? 0, why: 'It is being made.' };
}

const PREPARE_POLL_MS = 3_000;

/** The next step with the table read of a script. `choices` are the choices of the request; its confirmation repeats them. */
export function nextOfPreparation(scriptUploadId: string, { status, sufficient, credits, staleness }: Preparation, choices: Record<string, unknown>): NextStep {
  const prepare = `/scripts/${scriptUploadId}/table-read/prepare`;
  if (status === 'quoted' && !sufficient) return MORE_CREDITS;
  if (status === 'quoted') return { method: 'POST', path: prepare, body: { ...choices, confirmed: true }, why: `Make the read; this charges ${credits} credits, once for this version.` };
  if (status === 'prepared' && staleness) {
    return !hasOwnChanges(staleness) ? nextOfOlder(staleness) : { method: 'POST', path: prepare, body: { ...choices, confirmed: true }, why: `Speaks what changed, free of charge: ${wordsOfStaleness(staleness)}.` };
  }
  if (status === 'prepared') return { method: 'POST', path: `/scripts/${scriptUploadId}/share`, body: {}, why: 'Share the read; the answer has the link to hear it.' };
  return { method: 'POST', path: prepare, body: { confirmed: true }, afterMs: PREPARE_POLL_MS, why: 'It is being made; asking again costs nothing.' };
}
