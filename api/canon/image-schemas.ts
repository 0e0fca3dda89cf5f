import Type from 'typebox';
import { IMAGE_FORMATS } from '../../src/craft/images/port.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { RENDER_STATUSES } from '../../src/domain/canon/images/image-view.js';

/** `<id of the render>.<number>`. */
export const CandidateId = Type.Unsafe<string>(Type.String({ minLength: 5, maxLength: 80, pattern: '^[a-z]{3}_[0-9a-z]{26}\\.[0-9]{1,2}$' }));

export const ImageFormatChoice = oneOf(IMAGE_FORMATS, { default: 'webp' });

export const ImageCandidate = model('ImageCandidate', 'One image to choose or to keep, and where it comes from.', closed({
  candidateId: Type.String(), imageId: Id, imageUrl: Type.String({ description: 'A public address that never changes' }),
  description: Type.String({ description: 'What it shows' }), prompt: Type.String(), seed: Type.String(),
  provider: Type.String({ description: 'Who made it; `embedded` needs no service' }),
}));

/** The state of the work that makes candidates. */
export const RENDER_STATE = {
  status: oneOf(RENDER_STATUSES), completed: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 1 }),
  failureCode: nullable(Type.String()), failureMessage: nullable(Type.String()),
};
