import { deckCoverage } from '../../src/domain/pitch-decks/deck-coverage.js';
import { coverage } from '../families/coverage.js';
import { deckPath } from './deck-path.js';

/** Reports on what a pitch deck says and shows. */
export const deckCoverageOperations = coverage(deckPath, deckCoverage, { path: '/storyboard/coverage' });
