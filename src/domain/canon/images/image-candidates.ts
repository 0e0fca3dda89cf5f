import { defineCandidates, type Candidates, type DeclaredCandidates } from '../../../kernel/families/candidates/candidates.js';
import type { ImageBrief, ImageFacts } from './candidate.js';

type OfKind = Pick<DeclaredCandidates<ImageBrief, ImageFacts>, 'kind' | 'formerly' | 'queue' | 'price' | 'each' | 'maker'>;

/** Declares images to choose from. Those that an earlier attempt made are not made again. */
export const imageCandidates = (declared: OfKind): Candidates<ImageBrief, ImageFacts> => defineCandidates<ImageBrief, ImageFacts>({
  ...declared, notFound: 'image_design_not_found', workflow: 'imagesWorkflow', unit: 'pictures', provider: 'image',
  stopped: 'The run was stopped before the images were there; ask for them again.',
  step: { activity: 'drawImages', group: 'imaging', stage: 'drawing', words: 'Making the images.', progress: 'rendering' },
});
