import Type from 'typebox';
import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import { nullable } from '../../../kernel/contract/models.js';
import { mixLane, type MixGround, type MixTools } from '../mix/mix-lane.js';
import { musicFor } from './beds.js';
import { themeOf } from './composed-music.js';
import { musicLane } from './music-lane.js';
import { placeMusic, type PlacedCue } from './place-music.js';
import { musicKeyOf } from './read-music.js';

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

export const musicInMix = mixLane({
  name: 'music', stem: 'music', lane: musicLane, keyOf: musicKeyOf,
  ground: async ({ composer, musicService }, _read, along) => ({ ...along, composer, musicService }),
  heardFields: {
    theme: nullable(Type.String(), { description: 'Who has the theme of composed music; null for the theme of the whole story, and for a piece of the catalogue' }),
  },
  heard: (cues, ground, lines, durationMs) => placeMusic(cues, ground, lines, durationMs).map(({ cue, startMs, endMs }) =>
    ({ cueId: cue.cueId, assetId: cue.clip.assetId, startMs, endMs, theme: themeOf(cue, ground) })),
  spans: (cues, ground, { entries, durationMs }, tools) => placeMusic(cues, ground, entries, durationMs).map((placed) => spanOf(placed, ground, tools)),
});
