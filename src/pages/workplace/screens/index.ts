import type { Screen } from '../screen.js';
import { productionsScreen } from './productions.js';

/** The screens of the workplace; each one's path is matched before those below it. */
export const SCREENS: readonly Screen[] = [productionsScreen];
