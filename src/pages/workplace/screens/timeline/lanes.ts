import type { LaneView } from './lane-view.js';
import { musicView } from './music.js';
import { sfxView } from './sfx.js';
import { soundscapesView } from './soundscapes.js';

/** The lanes of the timeline below the lines, from the top. */
export const LANES: readonly LaneView[] = [musicView, sfxView, soundscapesView];
