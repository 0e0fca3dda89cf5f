import { carryOutDecisions } from '../../src/domain/trailers/carry-out.js';
import { writeStoryboard } from '../../src/domain/trailers/create-trailer.js';
import type { Ordered } from '../../src/domain/storyboards/orders.js';
import { failTrailer, orderPart, orderRegeneration } from '../../src/domain/trailers/orders.js';
import type { TrailerPart, TrailerState } from '../../src/domain/trailers/trailer-run.js';
import type { Decision } from '../../src/kernel/contract/decision.js';
import type { Services } from '../../src/kernel/services.js';
import type { WorkFailure } from '../../src/kernel/works/model.js';
import { inActivity } from '../shared/activity-frame.js';
import { endingAtOnce } from '../shared/failures.js';

export interface OfTrailer { trailerId: string }

/** Cuts trailers; a model chooses their lines where a model is configured. */
export function createTrailerCutting(services: Services) {
  return {
    /** Cuts the trailer unless it is cut already. */
    cutTrailerBoard: ({ trailerId }: OfTrailer): Promise<void> => inActivity((signal) => writeStoryboard(services, trailerId, signal)),
  };
}

/** Steps of the runs of trailers. Whatever takes long, a step orders as work. */
export function createTrailerWrites(services: Services) {
  return {
    carryOutTrailerDecisions: ({ trailerId, decisions }: OfTrailer & { decisions: Decision[] }): Promise<TrailerState> =>
      carryOutDecisions(services, trailerId, decisions),
    /** Orders a part of the trailer. Returns the work that the run must wait for, whether just ordered or already under way. */
    orderTrailerPart: ({ trailerId, part }: OfTrailer & { part: TrailerPart }): Promise<Ordered> => endingAtOnce(() => orderPart(services, trailerId, part)),
    orderTrailerRegeneration: ({ trailerId, editId }: OfTrailer & { editId: string }): Promise<Ordered> =>
      endingAtOnce(() => orderRegeneration(services, trailerId, editId)),
    failTrailerPart: ({ trailerId, failure }: OfTrailer & { failure: WorkFailure }): Promise<void> => failTrailer(services, trailerId, failure),
  };
}
