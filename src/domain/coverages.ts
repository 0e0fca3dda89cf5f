import type { Coverage } from '../kernel/families/coverage/coverage.js';
import { readCoverage } from './artifacts/read-coverage.js';
import { fullCoverage, premiseCoverage } from './canon/bible/bible-coverage.js';
import { outlineCoverage } from './canon/outlines/outline-coverage.js';
import { portraitCoverage } from './canon/portraits/portrait-coverage.js';
import { voiceDesignCoverage } from './canon/voices/design-coverage.js';
import { deckCoverage } from './pitch-decks/deck-coverage.js';
import { deckVideoCoverage } from './pitch-decks/video-coverage.js';
import { trailerCoverage } from './trailers/trailer-coverage.js';
import { scriptCoverage } from './scripts/coverage/script-coverage.js';

/** Every document that can be judged. Workers judge what is listed here; the API takes orders for nothing else. */
export const COVERAGES: readonly Coverage[] = [
  premiseCoverage, fullCoverage, outlineCoverage, scriptCoverage, readCoverage, voiceDesignCoverage, portraitCoverage, trailerCoverage,
  deckCoverage, deckVideoCoverage,
] as readonly unknown[] as readonly Coverage[];
