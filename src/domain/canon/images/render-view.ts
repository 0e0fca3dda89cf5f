import type { Services } from '../../../kernel/services.js';
import type { WorkStatus } from '../../../kernel/works/model.js';
import type { Candidate } from './candidate.js';
import { imageUrlOf } from './project-images.js';
import type { RenderRow } from './render-store.js';

export const RENDER_STATUSES = ['queued', 'rendering', 'ready', 'failed'] as const;
export type RenderStatus = (typeof RENDER_STATUSES)[number];

const STATUSES: Record<WorkStatus, RenderStatus> = {
  PENDING: 'queued', RESERVED: 'queued', RUNNING: 'rendering', PARTIAL: 'rendering', READY: 'ready', FAILED: 'failed', CANCELED: 'failed',
};

/** The `ImageCandidate` of the API. */
export const viewCandidate = (services: Pick<Services, 'config'>, candidate: Candidate) => ({
  candidateId: candidate.candidateId, imageId: candidate.imageId, imageUrl: imageUrlOf(services, { id: candidate.imageId, mime: candidate.mime }),
  description: candidate.description, prompt: candidate.prompt, seed: candidate.seed, provider: candidate.provider,
});

/** State and failure of a render's work, for a poll. */
export const viewWork = ({ status, progress, wanted, candidates, failureCode, failureMessage }: RenderRow) => ({
  status: STATUSES[status], completed: Math.max(candidates.length, STATUSES[status] === 'rendering' ? progress.completed : 0), total: wanted,
  failureCode, failureMessage,
});

/** The `PortraitDesign` of the API. */
export const viewDesign = (services: Pick<Services, 'config'>, row: RenderRow) => ({
  id: row.id, projectId: row.projectId, character: row.character ?? '', direction: row.words, aspect: row.aspect, format: row.format, ...viewWork(row),
  chosenId: row.chosenId, candidates: row.candidates.map((candidate) => viewCandidate(services, candidate)),
  createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
});
