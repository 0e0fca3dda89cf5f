import type { Services } from '../../kernel/services.js';
import { mendRuns } from '../storyboards/mend-runs.js';
import { deckRunSpec } from './deck-run.js';
import { listUnattended } from './deck-store.js';

/** Starts missing runs of decks that need one. Safe to repeat. */
export const mendDecks = (services: Pick<Services, 'db' | 'engine'>): Promise<void> => mendRuns(services, listUnattended, deckRunSpec);
