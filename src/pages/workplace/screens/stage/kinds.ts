import { beats } from './beats.js';
import { effects } from './effects.js';
import { motions } from './motions.js';
import type { PlacedKind } from './placed-kind.js';

/** The kinds of items that can be placed at the lines of a scene, in the order of the page. */
export const KINDS: readonly PlacedKind<unknown>[] = [effects, motions, beats];
