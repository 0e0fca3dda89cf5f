import type { Screen } from '../screen.js';
import { jobScreen } from './job.js';
import { planScreen } from './plan.js';
import { productionScreen } from './production.js';
import { productionsScreen } from './productions.js';
import { readScreen } from './read.js';

/** The screens of the workplace; each one's path is matched before those below it. */
export const SCREENS: readonly Screen[] = [productionsScreen, productionScreen, planScreen, jobScreen, readScreen];
