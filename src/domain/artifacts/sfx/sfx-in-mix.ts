import type { MixSpan } from '../../../craft/audio/mix/mix.js';
import { findSound } from '../../../craft/audio/sounds/catalogue.js';
import { keyOfHeard } from '../mix/lane-fields.js';
import { mixLane } from '../mix/mix-lane.js';
import { madeOnce } from '../mix/recent-clips.js';
import { soundClip } from '../mix/sound-clips.js';
import { placeEffects, type PlacedEffect } from './place-effects.js';
import { sfxLane, type SfxCue } from './sfx-lane.js';

/** How far an effect at full volume stays below the voices. */
const HEADROOM_DB = 2;
/** The fade of an effect that is cut short under a line. */
const FADE_MS = 700;

/** Length in seconds of a sound of the catalogue. */
const secondsOf = (soundId: string): number => findSound(soundId)?.seconds ?? 0;

/** Identifies the audible effects; null for none. Muted effects, and the words that called for an effect, do not change the key. */
export const sfxKeyOf = (cues: readonly SfxCue[]): string | null => keyOfHeard(cues.filter(({ muted, volume }) => !muted && volume > 0)
  .map(({ entryIndex, assetId, anchor, offsetMs, volume, ducking }) => [entryIndex, assetId, anchor, offsetMs, volume, ducking]));

function spanOf({ cue: { assetId, volume, ducking }, startMs, endMs }: PlacedEffect): MixSpan {
  const isCut = endMs - startMs < secondsOf(assetId) * 1_000 - 1;
  return {
    clip: madeOnce(() => soundClip(assetId)), startMs, endMs, levelDb: 20 * Math.log10(volume) - HEADROOM_DB, ducking, anchor: 'start', fadeInMs: 0,
    fadeOutMs: isCut ? Math.min(FADE_MS, Math.floor((endMs - startMs) / 2)) : 0,
  };
}

export const sfxInMix = mixLane({
  name: 'sfx', stem: 'effects', lane: sfxLane, keyOf: sfxKeyOf,
  heard: (cues, _ground, lines, durationMs) => placeEffects(cues, lines, durationMs, secondsOf)
    .map(({ cue: { cueId, assetId }, startMs, endMs }) => ({ cueId, assetId, startMs, endMs })),
  spans: (cues, _ground, { entries, durationMs }) => placeEffects(cues, entries, durationMs, secondsOf).map(spanOf),
});
