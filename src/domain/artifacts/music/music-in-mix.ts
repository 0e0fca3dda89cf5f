import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import type { MixGround, MixLane, MixTools } from '../mix/mix-lane.js';
import { musicFor } from './beds.js';
import { placeMusic, type PlacedCue } from './place-music.js';
import { musicKeyOf, musicOf } from './read-music.js';

/** How far music with a full `mix` stays below the voices. */
const HEADROOM_DB = 4;

/** A span fades out unless its cue ends with a cut; each of its fades takes at most half of its length. */
function spanOf(placed: PlacedCue, ground: MixGround, tools: MixTools): MixSpan {
  const { cue, startMs, endMs } = placed;
  const { mix, ducking, endTransition, clip } = cue;
  const half = Math.floor((endMs - startMs) / 2);
  return {
    clip: musicFor(placed, ground, tools), startMs, endMs, levelDb: 20 * Math.log10(mix * clip.volume) - HEADROOM_DB, ducking, anchor: clip.anchor,
    fadeInMs: Math.min(clip.fadeInMs, half), fadeOutMs: endTransition === 'cut' ? 0 : Math.min(clip.fadeOutMs, half),
  };
}

export const musicInMix: MixLane = {
  name: 'music', stem: 'music',
  keyOf: (overlays, ground) => musicKeyOf(musicOf(overlays), ground),
  spans: (overlays, ground, { entries, durationMs }, tools) =>
    placeMusic(musicOf(overlays), ground, entries, durationMs).map((placed) => spanOf(placed, ground, tools)),
};
