import type { Screen } from '../screen.js';
import { creditsScreen } from './credits.js';
import { jobScreen } from './job.js';
import { keysScreen } from './keys.js';
import { linesScreen } from './lines.js';
import { planScreen } from './plan.js';
import { productionScreen } from './production.js';
import { productionsScreen } from './productions.js';
import { readScreen } from './read.js';
import { scriptScreen } from './script.js';
import { scriptsScreen } from './scripts.js';
import { sharesScreen } from './shares.js';

/** The screens of the workplace; each one's path is matched before those below it. */
export const SCREENS: readonly Screen[] = [
  productionsScreen, productionScreen, planScreen, jobScreen, readScreen, scriptsScreen, scriptScreen, linesScreen, sharesScreen,
  creditsScreen, keysScreen,
];
