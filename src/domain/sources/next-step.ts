import type { NextStep } from '../../contract/next-step.js';
import type { SourceRow } from './source-model.js';

const POLL_MS = 2_000;

/** What to do next with a source. Null for a failed one, whose failure says what to attach instead. */
export function nextOfSource({ id, projectId, status }: Pick<SourceRow, 'id' | 'projectId' | 'status'>): NextStep | null {
  if (status === 'FAILED') return null;
  if (status !== 'READY') return { method: 'GET', path: `/story-projects/${projectId}/sources/${id}`, afterMs: POLL_MS, why: 'The text is being read; ask again until it is READY.' };
  return {
    method: 'POST', path: `/story-projects/${projectId}/story-plans`, why: 'Plan what is made of it.',
    body: {
      sourceIds: [id], artifactRequests: [{ type: 'table_read', mode: 'drama' }],
      target: { audience: 'listeners', objective: 'to hear the story', outcome: 'they want to hear more' },
    },
  };
}
