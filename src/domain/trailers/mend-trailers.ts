import type { Services } from '../../kernel/services.js';
import { mendRuns } from '../storyboards/mend-runs.js';
import { trailerRunSpec } from './trailer-run.js';
import { listUnattended } from './trailer-store.js';

/** Starts the runs that trailers are waiting for. Safe to repeat. */
export const mendTrailers = (services: Pick<Services, 'db' | 'engine'>): Promise<void> => mendRuns(services, listUnattended, trailerRunSpec);
