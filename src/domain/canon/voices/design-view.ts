import { findVoice } from '../../../craft/speech/designed/designed-voice.js';
import type { Voice } from '../../../craft/speech/port.js';
import { previewPath } from '../../../craft/speech/previews.js';
import type { NextStep } from '../../../kernel/contract/next-step.js';
import type { DesignRow } from './design-store.js';

const POLL_MS = 2_000;

export type DesignStatus = 'queued' | 'designing' | 'ready' | 'failed';

const STATUS: Partial<Record<DesignRow['workStatus'], DesignStatus>> = { RUNNING: 'designing', READY: 'ready', FAILED: 'failed', CANCELED: 'failed' };

function nextOf({ id, projectId, character, chosenVoiceId, variants }: DesignRow, status: DesignStatus): NextStep {
  const base = `/story-projects/${projectId}/cast-voice`;
  if (status === 'failed') return { method: 'POST', path: `${base}/design`, body: { character }, why: 'The design failed and cost nothing; quote it again.' };
  if (status !== 'ready') return { method: 'GET', path: `${base}/designs`, afterMs: POLL_MS, why: 'The voices are being spoken and measured.' };
  if (chosenVoiceId !== null) return { method: 'POST', path: `${base}/designs/${id}/coverage`, body: {}, why: 'Measures the voices beside the rest of the cast.' };
  return {
    method: 'POST', path: `${base}/choose`, body: { designId: id, voiceId: variants[0]?.voiceId ?? '' }, why: 'Gives the character the first voice; any other of the variants can be sent.',
  };
}

/** The `VoiceDesign` of the API. A variant that this server cannot speak is `retired`. */
export function viewDesign(row: DesignRow, catalogue: readonly Voice[], appUrl: string) {
  const status = STATUS[row.workStatus] ?? 'queued';
  return {
    id: row.id, projectId: row.projectId, character: row.character, brief: row.brief, status,
    variants: row.variants.map(({ timbre: _timbre, voiceId, ...variant }) => ({
      voiceId, ...variant, previewUrl: new URL(previewPath(voiceId), appUrl).href,
      status: findVoice(catalogue, voiceId) ? 'ready' as const : 'retired' as const, chosen: voiceId === row.chosenVoiceId,
    })),
    chosenVoiceId: row.chosenVoiceId, failureCode: row.failureCode, failureMessage: row.failureMessage, next: nextOf(row, status),
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}
