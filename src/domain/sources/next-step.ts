import { attachMaterial, type NextStep } from '../../kernel/contract/next-step.js';
import type { SourceRow } from './source-model.js';

const POLL_MS = 2_000;

/** What to do next with a source: plan a read of it, or begin a series. For a failed source, it says what to attach instead. */
export function nextOfSource({ id, projectId, status }: Pick<SourceRow, 'id' | 'projectId' | 'status'>): NextStep {
  if (status === 'FAILED') return attachMaterial(projectId, 'It could not be read: attach its text, or another file or address.');
  if (status !== 'READY') return { method: 'GET', path: `/story-projects/${projectId}/sources/${id}`, afterMs: POLL_MS, why: 'The text is being read; ask again until it is READY.' };
  return {
    method: 'POST', path: `/story-projects/${projectId}/story-plans`, why: 'Plans a table read of it.',
    body: {
      sourceIds: [id], artifactRequests: [{ type: 'table_read', mode: 'drama' }],
      target: { audience: 'listeners', objective: 'to hear the story', outcome: 'they want to hear more' },
    },
    or: [{ method: 'POST', path: `/story-projects/${projectId}/series-bible`, body: {}, why: 'Begins a series instead: drafts its Series Bible from the material, free of charge.' }],
  };
}
