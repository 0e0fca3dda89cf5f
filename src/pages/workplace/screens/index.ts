import type { Screen } from '../screen.js';
import { bibleScreen } from './canon/bible.js';
import { castWallScreen } from './canon/cast-wall.js';
import { coverageScreen } from './canon/coverage.js';
import { moodBoardScreen } from './canon/mood-board.js';
import { outlineScreen } from './canon/outline.js';
import { creditsScreen } from './credits.js';
import { jobScreen } from './job.js';
import { keysScreen } from './keys.js';
import { linesScreen } from './lines.js';
import { planScreen } from './plan.js';
import { productionScreen } from './production.js';
import { productionsScreen } from './productions.js';
import { publishingScreen } from './publishing/publishing.js';
import { releaseScreen } from './publishing/release.js';
import { seriesScreen } from './publishing/series.js';
import { readScreen } from './read.js';
import { readLinesScreen } from './read-lines.js';
import { seasonRunScreen } from './season-runs/season-run.js';
import { seasonRunsScreen } from './season-runs/season-runs.js';
import { scriptScreen } from './script.js';
import { scriptsScreen } from './scripts.js';
import { sharesScreen } from './shares.js';
import { stageScreen } from './stage/stage.js';
import { timelineScreen } from './timeline/timeline.js';
import { deckScreen } from './pitch-decks/deck.js';
import { trailerScreen } from './trailers/trailer.js';

/** The screens of the workplace; each one's path is matched before those below it. */
export const SCREENS: readonly Screen[] = [
  productionsScreen, productionScreen, coverageScreen, bibleScreen, outlineScreen, castWallScreen, moodBoardScreen,
  publishingScreen, seriesScreen, releaseScreen, seasonRunsScreen, seasonRunScreen,
  planScreen, jobScreen, readScreen, readLinesScreen, timelineScreen, stageScreen, trailerScreen, deckScreen,
  scriptsScreen, scriptScreen, linesScreen, sharesScreen, creditsScreen, keysScreen,
];
