import { musicInMix } from '../music/music-in-mix.js';
import { sfxInMix } from '../sfx/sfx-in-mix.js';
import { soundscapesInMix } from '../soundscapes/soundscapes-in-mix.js';
import type { MixLane } from './mix-lane.js';

/** Every lane in the mix of a read's MP3 beside its voices. */
export const MIX_LANES: readonly MixLane[] = [musicInMix, sfxInMix, soundscapesInMix];
