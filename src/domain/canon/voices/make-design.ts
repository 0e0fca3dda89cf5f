import { Semaphore } from '../../../kernel/threads/semaphore.js';
import type { MakeCandidates } from '../../../kernel/families/candidates/candidates.js';
import { findCastCanon } from '../cast-canon-store.js';
import { restOfCast } from './cast-prints.js';
import { briefOfDesign, type AskedVoice, type DesignVariant } from './design-variant.js';
import { makeVariants } from './make-variants.js';

/** Designs run one at a time and speak one line after the other, so a read waits for one of their lines at most. */
const designs = new Semaphore(1);

/** Speaks and measures the variants of a design. Throws `MakingFailed` when no voice can be designed here. */
export const makeDesign: MakeCandidates<AskedVoice, DesignVariant> = (services, request, { signal, made }) => designs.run(async () => {
  const brief = briefOfDesign(request);
  const cast = await restOfCast(services.store, await findCastCanon(services.db, request.projectId), brief.character);
  return makeVariants(services, brief, cast, { signal, onTaken: made });
}, signal);
