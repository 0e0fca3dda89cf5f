import type { NextStep } from '../../kernel/contract/next-step.js';
import type { FinalizeStatus } from './finalize/recording-store.js';

/** True while a file is being made; the answer then is 202. */
export const isBeingMade = (status: string): boolean => ['queued', 'rendering', 'uploading'].includes(status);

const POLL_MS = 2_000;
/** Estimated time for voicing one line. */
const LINE_MS = 500;
const MAX_POLL_MS = 60_000;

const artifactPath = (id: string): string => `/artifacts/${id}`;

const retryOf = (id: string): NextStep => ({ method: 'POST', path: `${artifactPath(id)}/finalize/retry`, why: 'The MP3 could not be made; try again.' });

/** How long until a recording may be complete, in milliseconds. */
const untilRecorded = ({ completed, total }: { completed: number; total: number }): number =>
  Math.min(MAX_POLL_MS, Math.max(POLL_MS, (total - completed) * LINE_MS));

interface Shown {
  id: string; status: string;
  manifest: { audio: {
    finalize: { status: FinalizeStatus } | null; recordingUrl: string | null; recording: { status: string; completed: number; total: number };
  } } | { pitchDeckJobId: string } | null;
}

/** The next step for an artifact. Null when nothing is left to do: its MP3 exists, or it failed and its job has to be resumed. */
export function nextOfArtifact({ id, status, manifest }: Shown): NextStep | null {
  if (status === 'FAILED') return null;
  if (!manifest) return { method: 'GET', path: artifactPath(id), afterMs: POLL_MS, why: 'It is being made.' };
  if ('pitchDeckJobId' in manifest) return { method: 'GET', path: `/pitch-decks/${manifest.pitchDeckJobId}/storyboard`, why: 'Shows the deck: its chapters, and what comes next.' };
  const { finalize, recordingUrl, recording } = manifest.audio;
  if (recordingUrl !== null) return null;
  if (finalize?.status === 'failed') return retryOf(id);
  if (finalize) return { method: 'GET', path: artifactPath(id), afterMs: POLL_MS, why: 'The MP3 is being made.' };
  const waits = recording.status !== 'complete';
  return {
    method: 'POST', path: `${artifactPath(id)}/finalize`, body: waits ? { waitForRecording: true } : {},
    why: waits ? 'Make the MP3 as soon as the read is recorded; this reserves its credits.' : 'Make the MP3 of the recording; this reserves its credits.',
  };
}

/** The next step after a finalize request. The artifact has the address of a complete MP3. */
export function nextOfFinalize(id: string, status: FinalizeStatus | 'needs_recording', recording: { completed: number; total: number }): NextStep {
  switch (status) {
    case 'needs_recording': return {
      method: 'POST', path: `${artifactPath(id)}/finalize`, body: { waitForRecording: true }, afterMs: 0,
      why: `${recording.completed} of ${recording.total} lines are recorded; this waits for the rest.`,
    };
    case 'failed': return retryOf(id);
    case 'complete': return { method: 'GET', path: artifactPath(id), why: '`manifest.audio.recordingUrl` is the MP3.' };
    default: return { method: 'GET', path: artifactPath(id), afterMs: untilRecorded(recording), why: 'The MP3 is being made.' };
  }
}

interface ShownFilm { status: string; amountCredits: number; of: 'read' | 'share'; aspect?: string }

/** The next step for a film; null when it is complete and up to date. */
export function nextOfFilm(
  id: string, { status, amountCredits, of, aspect }: ShownFilm, recording: { status: string; completed: number; total: number },
): NextStep | null {
  const path = `${artifactPath(id)}/render-video`;
  if (status === 'complete') return null;
  const which: Record<string, string> = of === 'share' ? { of } : aspect ? { aspect } : {};
  if (isBeingMade(status)) {
    const query = new URLSearchParams(which).toString();
    return { method: 'GET', path: query ? `${path}?${query}` : path, afterMs: POLL_MS, why: 'The film is being rendered.' };
  }
  if (recording.status !== 'complete') {
    const { completed, total } = recording;
    return { method: 'GET', path: artifactPath(id), afterMs: untilRecorded(recording), why: `${completed} of ${total} lines are recorded; the film shows the whole read.` };
  }
  const price = amountCredits > 0 ? `this reserves ${amountCredits} credits` : 'free of charge';
  return { method: 'POST', path, body: which, why: `${status === 'failed' ? 'Try it again' : status === 'stale' ? 'Render what changed' : 'Render the film'}; ${price}.` };
}
