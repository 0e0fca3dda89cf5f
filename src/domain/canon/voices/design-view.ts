import { findVoice } from '../../../craft/speech/designed/designed-voice.js';
import type { Voice } from '../../../craft/speech/port.js';
import { previewPath } from '../../../craft/speech/previews.js';
import type { NextStep } from '../../../kernel/contract/next-step.js';
import { requestStatuses, statusOf } from '../../../kernel/families/candidates/candidate-view.js';
import { briefOfDesign, type DesignRow } from './design-variant.js';

const POLL_MS = 2_000;
const DOING = 'designing';
export const DESIGN_STATUSES = requestStatuses(DOING);

const chosenIn = ({ candidates }: DesignRow): string | null => candidates.find(({ chosen }) => chosen)?.facts.voiceId ?? null;

/** The next step after a design. */
export function nextOfDesign(row: DesignRow): NextStep {
  const status = statusOf(row.status, DOING);
  const { id, projectId, brief: { character }, candidates } = row;
  const base = `/story-projects/${projectId}/cast-voice`;
  if (status === 'failed') return { method: 'POST', path: `${base}/design`, body: { character }, why: 'The design failed and cost nothing; quote it again.' };
  if (status !== 'ready') return { method: 'GET', path: `${base}/designs`, afterMs: POLL_MS, why: 'The voices are being spoken and measured.' };
  if (chosenIn(row) !== null) return { method: 'POST', path: `${base}/designs/${id}/coverage`, body: {}, why: 'Measures the voices beside the rest of the cast.' };
  return {
    method: 'POST', path: `${base}/choose`, body: { designId: id, voiceId: candidates[0]?.facts.voiceId ?? '' },
    why: 'Gives the character the first voice; any other of the variants can be sent.',
  };
}

/** The `VoiceDesign` of the API. A variant that this server cannot speak is `retired`. */
export function viewDesign(row: DesignRow, catalogue: readonly Voice[], appUrl: string) {
  const status = statusOf(row.status, DOING);
  return {
    id: row.id, projectId: row.projectId, character: row.brief.character, brief: briefOfDesign(row), status,
    variants: row.candidates.map(({ facts: { timbre: _timbre, voiceId, ...variant }, chosen }) => ({
      voiceId, ...variant, previewUrl: new URL(previewPath(voiceId), appUrl).href,
      status: findVoice(catalogue, voiceId) ? 'ready' as const : 'retired' as const, chosen,
    })),
    chosenVoiceId: chosenIn(row), failureCode: row.failureCode, failureMessage: row.failureMessage, next: nextOfDesign(row),
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}
