import { requestStatuses, viewState } from '../../../kernel/families/candidates/candidate-view.js';
import type { Services } from '../../../kernel/services.js';
import { candidateIdOf, type ImageFacts, type ImageRequest } from './candidate.js';
import { imageUrlOf } from './project-images.js';

const DOING = 'rendering';
export const RENDER_STATUSES = requestStatuses(DOING);

/** The `ImageCandidate` of the API. */
export const viewCandidate = (services: Pick<Services, 'config'>, candidateId: string, facts: ImageFacts) => ({
  candidateId, imageId: facts.imageId, imageUrl: imageUrlOf(services, { id: facts.imageId, mime: facts.mime }),
  description: facts.description, prompt: facts.prompt, seed: facts.seed, provider: facts.provider,
});

/** The candidates of a request, as the API shows them. */
export const viewCandidates = (services: Pick<Services, 'config'>, { id, candidates }: ImageRequest) =>
  candidates.map(({ ordinal, facts }) => viewCandidate(services, candidateIdOf(id, ordinal), facts));

/** State and failure of a request, for a poll. */
export const viewRendering = (row: ImageRequest) => viewState(row, DOING);

/** The `PortraitDesign` of the API. */
export function viewDesign(services: Pick<Services, 'config'>, row: ImageRequest) {
  const { id, projectId, brief: { character, words, aspect, format }, candidates } = row;
  const chosen = candidates.find((one) => one.chosen);
  return {
    id, projectId, character: character ?? '', direction: words, aspect, format, ...viewRendering(row),
    chosenId: chosen ? candidateIdOf(id, chosen.ordinal) : null, candidates: viewCandidates(services, row),
    createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
  };
}
